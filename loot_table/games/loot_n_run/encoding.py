"""Numbers for networks: a view of Loot N Run as a row of floats, and what the fields of its actions can be."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from loot_table.engine.encoding import SET, Numbers, Part, clockwise, look, relative, seats_part
from loot_table.engine.spelling import Field
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.rules import EndTurn, TakeTurn
from loot_table.games.loot_n_run.table import FaceDownView, TableView
from loot_table.games.loot_n_run.werewolf import KeepDrawn

VERSION: Final = 1
SLOTS: Final = 12  # cards in front of a player that are told one by one
LATER: Final = 3  # steps of the agenda that are told
STEP: Final = 5  # numbers for each


def parts(box: Box) -> tuple[Part, ...]:
    players, cards, backs = box.players, tuple(box.ids), tuple(box.backs)
    seats = tuple([f"+{step}" if step else "mine" for step in range(players)])
    slot = (*backs, "reshuffles since", "turns since")
    steps = ("asks for a turn", "an extra one", "asks what to keep", "ends a turn", "after Frank")
    found = [
        seats_part(players),
        Part("agenda", (LATER, STEP), "what is asked now and next", names=((), steps)),
        Part("clock", (2,), "turns done, in hundreds; reshuffles, in tens", names=(("turns", "reshuffles"),)),
        Part("scores", (players,), "points, as a share of the target", names=(seats,)),
        Part("decks", (2, 2 + len(backs)), "size as a share of all cards, empty, the back on top",
             names=(("left", "right"), ("size", "empty", *backs))),
        Part("cards", (players, len(cards)), "cards in front of players that one knows", names=(seats, cards)),
        Part("backs", (players, len(backs)), "what everybody sees of these cards, in fives", names=(seats, backs)),
        Part("slots", (players, SLOTS, len(slot)), "the same of each card, from the oldest", SET, (seats, (), slot)),
        Part("drawn", (len(cards),), "what the Werewolf brought, where one knows it", names=(cards,)),
        Part("drawn backs", (2, len(backs)), "its backs, by deck", names=(("left", "right"), backs)),
        Part("discard", (len(cards),), "cards face up in the discard pile", names=(cards,)),
        Part("returned", (len(cards),), "reshuffles since a card was last shuffled in, and two, in tens; 0: never", names=(cards,)),
    ]  # fmt: skip
    if box.hides_refused:
        found += [
            Part("open returned", (len(cards),), "the same, as everybody knows it", names=(cards,)),
            Part("refused", (players, len(backs)), "cards face down in the discard pile", names=(seats, backs)),
            Part("refused cards", (len(cards),), "those of them that one knows", names=(cards,)),
            Part("recalled", (len(cards),), "one's own that were shuffled in, as in `returned`", names=(cards,)),
        ]  # fmt: skip
    return tuple(found)


def fill(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    cards: i64 = box.cards
    backs: i64 = len(box.backs)
    numbers = box.numbers
    number_of_back = box.number_of_back
    look(view, out)
    fill_agenda(view, out)
    out.add(view.turn / 100.0)
    out.add(view.reshuffles / 10.0)
    for seat in clockwise(view):
        out.add(view.scores[seat] / box.target)
    for deck in range(2):
        size, top = view.sizes[deck], view.tops[deck]
        out.add(size / box.cards)
        out.flag(size == 0)
        out.one_of(number_of_back[top] if top else -1, backs)
    fill_hands(view, out)
    for deck, back, card in view.drawn:
        if card:
            out.put(numbers[card], 1.0)
        out.more(cards + deck * backs + number_of_back[back], 1.0)
    out.skip(cards + 2 * backs)
    for card in view.discard:
        out.put(numbers[card], 1.0)
    out.skip(cards)
    fill_returned(view.returned, view.reshuffles, out)
    if isinstance(view, FaceDownView):
        fill_face_down(view, out)


def fill_agenda(view: TableView, out: Numbers) -> None:
    told = 0
    for step in reversed(view.agenda):
        if told == LATER:
            break
        if isinstance(step, TakeTurn):
            out.put(0, 1.0)
            out.put(1, 1.0 if step.is_extra else 0.0)
        elif isinstance(step, KeepDrawn):
            out.put(2, 1.0)
        elif isinstance(step, EndTurn):
            out.put(3, 1.0)
            out.put(4, 1.0 if step.has_frank else 0.0)
        else:
            continue
        out.skip(STEP)
        told += 1
    out.skip((LATER - told) * STEP)


def fill_hands(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    numbers = box.numbers
    number_of_back = box.number_of_back
    cards: i64 = box.cards
    backs: i64 = len(box.backs)
    length = backs + 2
    known: i64 = 0
    counted = view.players * cards
    slots = counted + view.players * backs
    for seat in clockwise(view):
        slot = slots
        for back, age, turn, card in view.hands[seat]:
            place: i64 = number_of_back[back]
            if card:
                out.put(known + numbers[card], 1.0)
            out.more(counted + place, 0.2)
            if slot < slots + SLOTS * length:
                out.put(slot + place, 1.0)
                out.put(slot + backs, (view.reshuffles - age) / 10.0)
                out.put(slot + backs + 1, (view.turn + 1 - turn) / 20.0)
                slot += length
        known += cards
        counted += backs
        slots += SLOTS * length
    out.skip(view.players * (cards + backs + SLOTS * length))


def fill_returned(returned: tuple[int, ...], reshuffles: int, out: Numbers) -> None:
    for card, when in enumerate(returned):
        if when:
            out.put(card, (2 + reshuffles - when) / 10.0)
    out.skip(len(returned))


def fill_face_down(view: FaceDownView, out: Numbers) -> None:
    """LR-R18: what lies face down in the discard pile, where the option has it."""
    box: Box = view.box
    cards: i64 = box.cards
    backs: i64 = len(box.backs)
    fill_returned(view.open_returned, view.reshuffles, out)
    for seat, back, _ in view.refused:
        out.more(relative(seat, view.seat, view.players) * backs + box.number_of_back[back], 1.0)
    out.skip(view.players * backs)
    for _, _, card in view.refused:
        if card:
            out.put(box.numbers[card], 1.0)
    out.skip(cards)
    for _, card, when in view.recalled:
        out.put(box.numbers[card], (2 + view.reshuffles - when) / 10.0)
    out.skip(cards)


def fields(box: Box) -> list[Field]:
    """A room may be kept for each that the Werewolf brought: at most one from each deck."""
    return [
        Field("loot", "deck", (0, 1)),
        Field("awaken", "target", tuple(range(box.players))),
        Field("keep", "cards", items=(tuple(box.ids),)),
    ]
