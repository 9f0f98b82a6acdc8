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
    return (
        seats_part(players),
        Part("agenda", (LATER, STEP), "what is asked now and next", names=((), steps)),
        Part("clock", (2,), "turns done, in hundreds; reshuffles, in tens", names=(("turns", "reshuffles"),)),
        Part("scores", (players,), "points, as a share of the target", names=(seats,)),
        Part("cards", (players, len(cards)), "cards in front of players that one knows", names=(seats, cards)),
        Part("slots", (players, SLOTS, len(slot)), "what everybody sees of these cards", SET, (seats, (), slot)),
        Part("drawn", (len(cards),), "what the Werewolf brought, where one knows it", names=(cards,)),
        Part("drawn backs", (2, len(backs)), "its backs, by deck", names=(("left", "right"), backs)),
        Part("discard", (len(cards),), "cards face up in the discard pile", names=(cards,)),
        Part("returned", (len(cards),), "reshuffles since a card was last shuffled in, and two, in tens; 0: never", names=(cards,)),
        Part("open returned", (len(cards),), "the same, as everybody knows it", names=(cards,)),
        Part("refused", (players, len(backs)), "cards face down in the discard pile", names=(seats, backs)),
        Part("refused cards", (len(cards),), "those of them that one knows", names=(cards,)),
        Part("recalled", (len(cards),), "one's own that were shuffled in, as in `returned`", names=(cards,)),
        Part("decks", (2, 2 + len(backs)), "size as a share of all cards, empty, the back on top",
             names=(("left", "right"), ("size", "empty", *backs))),
    )  # fmt: skip


def fill(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    cards: i64 = box.cards
    backs: i64 = len(box.backs)
    numbers = box.numbers
    seats = clockwise(view)
    look(view, out)
    fill_agenda(view, out)
    out.add(view.turn / 100.0)
    out.add(view.reshuffles / 10.0)
    for seat in seats:
        out.add(view.scores[seat] / box.target)
    for seat in seats:
        for _, _, _, card in view.hands[seat]:
            if card:
                out.put(numbers[card], 1.0)
        out.skip(cards)
    for seat in seats:
        fill_slots(view, seat, out)
    for _, _, card in view.drawn:
        if card:
            out.put(numbers[card], 1.0)
    out.skip(cards)
    for deck, back, _ in view.drawn:
        out.more(deck * backs + box.backs.index(back), 1.0)
    out.skip(2 * backs)
    for card in view.discard:
        out.put(numbers[card], 1.0)
    out.skip(cards)
    fill_returned(view.returned, view.reshuffles, out)
    fill_face_down(view, out)
    for deck in range(2):
        out.add(view.sizes[deck] / box.cards)
        out.flag(view.sizes[deck] == 0)
        out.one_of(box.backs.index(view.tops[deck]) if view.tops[deck] else -1, backs)


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


def fill_slots(view: TableView, seat: int, out: Numbers) -> None:
    box: Box = view.box
    backs: i64 = len(box.backs)
    told = 0
    for back, age, turn, _ in view.hands[seat]:
        if told == SLOTS:
            break
        out.one_of(box.backs.index(back), backs)
        out.add((view.reshuffles - age) / 10.0)
        out.add((view.turn + 1 - turn) / 20.0)
        told += 1
    out.skip((SLOTS - told) * (backs + 2))


def fill_returned(returned: tuple[int, ...], reshuffles: int, out: Numbers) -> None:
    for when in returned:
        out.add((2 + reshuffles - when) / 10.0 if when else 0.0)


def fill_face_down(view: TableView, out: Numbers) -> None:
    """LR-R18: what lies face down in the discard pile, where the option has it."""
    box: Box = view.box
    cards: i64 = box.cards
    backs: i64 = len(box.backs)
    if not isinstance(view, FaceDownView):
        fill_returned(view.returned, view.reshuffles, out)
        out.skip(view.players * backs + 2 * cards)
        return
    fill_returned(view.open_returned, view.reshuffles, out)
    for seat, back, _ in view.refused:
        out.more(relative(seat, view.seat, view.players) * backs + box.backs.index(back), 1.0)
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
