"""Numbers for networks: a view of Looterz as a row of floats, and what the fields of its actions can be."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from loot_table.engine.encoding import SET, Numbers, Part, clockwise, look, relative, seats_part
from loot_table.engine.spelling import Field
from loot_table.engine.state import Decision, Seat, Step
from loot_table.games.looterz import abilities, questions, rules
from loot_table.games.looterz.abilities import LastWishes, OfCard, Resolve, Share
from loot_table.games.looterz.answers import Asks
from loot_table.games.looterz.box import Box
from loot_table.games.looterz.dice import AttackRoll, Roll, SearchRoll
from loot_table.games.looterz.draw_pile import TakeTop, TopCard
from loot_table.games.looterz.dungeon import ChooseAction
from loot_table.games.looterz.table import PHASES, TableView

VERSION: Final = 1
LATER: Final = 6  # steps of the agenda that are told one by one
AGES: Final = 4  # reshuffles that are told apart, of cards hidden in hands

# What may wait on the agenda. The phases of a turn are left out: the present one says which are to come.
STEPS: Final[dict[Any, int]] = {
    step: number
    for number, step in enumerate([
        rules.RecruitOrDraw, ChooseAction, questions.ChooseTarget, questions.ChooseVictim, questions.ChoosePlayer,
        questions.ChooseCard, questions.MustSacrifice, questions.MustDiscard, questions.DiscardForAbility,
        questions.ChooseOrder, questions.UseOrDecline, Resolve, Share, abilities.Part, LastWishes, TakeTop, TopCard,
        SearchRoll, AttackRoll, rules.Deal, rules.ChooseStarter,
    ])
}  # fmt: skip
STEP_NAMES: Final = (
    "asks to recruit or draw", "asks who acts", "asks for a target", "asks whom to rob", "asks for a player",
    "asks for a card", "asks for a sacrifice", "asks for the hand limit", "asks for a discard", "asks for an order",
    "asks to use", "ability", "for each player", "part of an ability", "Last Wishes", "takes a card", "top card",
    "search", "attack", "deals", "lot who begins",
)  # fmt: skip
DETAILS: Final = ("is there", "as a price or into play", "ability", "line", "left")  # in thirds, the last in tens
LOOTER: Final = ("Life", "has acted", "exhausted", "place in the party")  # Life in sixths, the place in quarters
ELSEWHERE: Final = ("known in a hand", "Graveyard", "Draw Pile or hidden", "hidden since reshuffles", "has to do")


def parts(box: Box) -> tuple[Part, ...]:
    seats = tuple([f"+{step}" if step else "mine" for step in range(box.players)])
    cards = tuple(box.ids)
    ages = tuple([f"hidden, {age} reshuffles old" for age in range(AGES)])
    about = (*[f"with {seat}" for seat in seats], *[f"home {seat}" for seat in seats], *LOOTER,
             *[f"hand of {seat}" for seat in seats], *ELSEWHERE)  # fmt: skip
    step = (*STEP_NAMES, *[f"of {seat}" for seat in seats], *DETAILS, *cards)
    return (
        seats_part(len(seats)),
        Part("turn", (2 * len(seats) + len(PHASES) + 2,), "who began, whose turn; phase; turns as a share of the most, "
             "triggered abilities as a share of the limit",
             names=((*[f"{seat} began" for seat in seats], *[f"turn of {seat}" for seat in seats], *PHASES, "turns", "triggers"),)),
        Part("pile", (2,), "size of the Draw Pile as a share of all cards; Dragon cards, in quarters", names=(("size", "dragons"),)),
        Part("loot", (len(seats),), "Loot as a share of the target", names=(seats,)),
        Part("hands", (len(seats), 1 + AGES), "cards in a hand, and those of them that it hides, by how often the Graveyard "
             "was reshuffled since they were drawn; in tens", names=(seats, ("cards", *ages))),
        Part("cards", (len(cards), len(about)), "where each card is, as far as one knows", SET, (cards, about)),
        Part("agenda", (LATER, len(step)), "what is asked or happens next, and what waits", names=((), step)),
        Part("attacked", (len(cards),), "against whom dice are thrown", names=(cards,)),
    )  # fmt: skip


def fill(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    players = view.players
    look(view, out)
    out.one_of(relative(view.starter, view.seat, players), players)
    out.one_of(relative(view.active, view.seat, players), players)
    out.one_of(view.phase, len(PHASES))
    out.add(view.turn / box.last_turn)
    out.add(view.triggers / box.chain_limit)
    out.add(view.pile / box.cards)
    out.add(view.dragons / 4.0)
    seats = clockwise(view)
    for seat in seats:
        out.add(view.loot[seat] / box.loot_target)
    for seat in seats:
        fill_hand(view, seat, out)
    fill_cards(view, seats, out)
    fill_agenda(view, out)


def fill_hand(view: TableView, seat: Seat, out: Numbers) -> None:
    out.add(view.hand_sizes[seat] / 10.0)
    for age, hidden in enumerate(view.hidden[seat]):
        out.more(min(age, AGES - 1), hidden / 10.0)
    out.skip(AGES)


def fill_cards(view: TableView, seats: list[Seat], out: Numbers) -> None:
    box: Box = view.box
    numbers = box.numbers
    players: i64 = view.players
    width: i64 = 3 * players + len(LOOTER) + len(ELSEWHERE)
    hand: i64 = 2 * players + len(LOOTER)  # where the facts of cards in hands begin
    for step, seat in enumerate(seats):
        fill_party(view, seat, step, width, out)
        for card in view.hands[seat]:
            out.put(width * numbers[card] + hand + step, 1.0)
    rest: i64 = hand + players
    for card in view.known:
        out.put(width * numbers[card] + rest, 1.0)
    for card in view.graveyard:
        out.put(width * numbers[card] + rest + 1, 1.0)
    for age, unknown in enumerate(view.unknown):
        since = 1.0 / age if age else 0.0
        for card in unknown:
            out.put(width * numbers[card] + rest + 2, 1.0)
            out.put(width * numbers[card] + rest + 3, since)
    for waiting in view.agenda:
        if isinstance(waiting, Asks):
            for card in cards_of(waiting):
                out.put(width * numbers[card] + rest + 4, 1.0)
    out.skip(width * box.cards)


def fill_party(view: TableView, seat: Seat, step: i64, width: i64, out: Numbers) -> None:
    box: Box = view.box
    numbers = box.numbers
    players: i64 = view.players
    own: i64 = 2 * players  # where a Looter's own facts begin
    for place, (id, life, home, acted, exhausted) in enumerate(view.parties[seat]):
        at: i64 = width * numbers[id]
        out.put(at + step, 1.0)
        out.put(at + players + relative(home, view.seat, view.players), 1.0)
        out.put(at + own, life / 6.0)
        out.put(at + own + 1, 1.0 if acted else 0.0)
        out.put(at + own + 2, 1.0 if exhausted else 0.0)
        out.put(at + own + 3, (place + 1) / 4.0)


def fill_agenda(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    seats: i64 = len(STEP_NAMES)
    details: i64 = seats + view.players
    cards: i64 = details + len(DETAILS)
    width: i64 = cards + box.cards
    told = 0
    for step in reversed(view.agenda):
        kind: i64 = STEPS.get(type(step), -1)
        if kind < 0:
            continue
        if told == LATER:
            break
        told += 1
        out.put(kind, 1.0)
        seat = seat_of(step)
        if seat >= 0:
            out.put(seats + relative(seat, view.seat, view.players), 1.0)
        fill_details(step, details, out)
        for card in cards_of(step):
            out.put(cards + box.numbers[card], 1.0)
        out.skip(width)
    out.skip((LATER - told) * width)
    top = view.agenda[-1] if view.agenda else None
    if isinstance(top, AttackRoll):
        out.put(box.numbers[top.target], 1.0)
    out.skip(box.cards)


def fill_details(step: Step, details: i64, out: Numbers) -> None:
    if isinstance(step, OfCard):
        out.put(details, 1.0 if step.is_there else 0.0)
        out.put(details + 2, step.ability / 3.0)
    if isinstance(step, (Share, abilities.Part)):
        out.put(details + 3, step.deed / 3.0)
    if isinstance(step, (abilities.Part, rules.Deal)):
        out.put(details + 4, step.left / 10.0)
    if isinstance(step, questions.DiscardForAbility):
        out.put(details + 1, 1.0 if step.is_cost else 0.0)
    if isinstance(step, (TakeTop, TopCard)):
        out.put(details + 1, 1.0 if step.is_entering else 0.0)


def seat_of(step: Step) -> Seat:
    """Whose step it is; -1 for nobody's."""
    if isinstance(step, (Asks, Decision, Roll, TakeTop, TopCard, rules.Deal)):
        return step.seat
    return -1


def cards_of(step: Step) -> tuple[str, ...]:
    """The cards that it is about."""
    if isinstance(step, OfCard):
        return (step.card,)
    if isinstance(step, LastWishes):
        return step.cards
    return (step.looter,) if isinstance(step, Roll) else ()


def fields(box: Box) -> list[Field]:
    """A card is the same number wherever it is: only cards that its seat sees are ever answers."""
    cards = tuple(box.ids)
    players = tuple(range(box.players))
    return [
        Field("recruit", "card", cards),
        Field("search", "looter", cards),
        Field("attack", "looter", cards),
        Field("attack", "target", cards),
        Field("activate", "looter", cards),
        Field("rest", "looter", cards),
        Field("target", "looter", cards),
        Field("victim", "player", players),
        Field("player", "player", players),
        Field("card", "card", cards),
        Field("sacrifice", "looter", cards),
        Field("discard", "card", cards),
        Field("order", "card", cards),
    ]
