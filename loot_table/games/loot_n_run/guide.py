"""What stands around the table of Loot N Run: what rooms are worth, what a turn would do, how a round goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mypy_extensions import mypyc_attr

from loot_table.engine.guide import Banner, Fact, Forecast, Pick, SeatFacts
from loot_table.engine.guide import Chapters as NoChapters
from loot_table.engine.sentence import Name, Part, Points, Row, Sentence, all_of, say, together
from loot_table.engine.state import Action, Event, Seat
from loot_table.games.loot_n_run.awaken_events import Awakened, ExtraTurn
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.events import Looted, Passed, Ran
from loot_table.games.loot_n_run.faces import (
    DECK_WORDS,
    Face,
    amulets_in,
    back_of,
    cards_in,
    guardians_in,
    room_of,
    rooms,
)
from loot_table.games.loot_n_run.odds import percents
from loot_table.games.loot_n_run.rules import Awaken, Loot, Run, TakeTurn
from loot_table.games.loot_n_run.table import SeenCard, TableView
from loot_table.games.loot_n_run.werewolf import Keep, KeepDrawn

PICKS = {
    "loot": Pick(say("Which deck?"), say("The backs tell how dangerous the next room is.")),
    "awaken": Pick(say("Whose rooms?"), say("You win something if guardians outnumber amulets.")),
}


def goal(view: TableView) -> Sentence:
    return say(
        "Someone reaching {target} ends it: all remaining rooms are turned up and scored. The most points win.",
        target=Points(view.box.target),
    )


def hint(view: TableView) -> Sentence | None:
    if is_keeping(view):
        if view.box.hides_refused:
            return say("Kept rooms lie face down before you; the others are discarded face down too.")
        return say("Kept rooms lie face down before you; the others are discarded for all to see.")
    left, right = view.sizes
    return say(
        "{target} end the game. Decks hold {left} and {right}.", target=Points(view.box.target), left=left, right=right
    )


def is_keeping(view: TableView) -> bool:
    """Whether this seat chooses among the Werewolf's rooms."""
    return bool(view.agenda) and isinstance(view.agenda[-1], KeepDrawn) and view.to_act == view.seat


def secret(view: TableView) -> Sentence | None:
    return carrying(view) if not is_keeping(view) else None


def picks(view: TableView) -> Mapping[str, Pick]:
    return PICKS


def banner(view: TableView) -> Banner | None:
    step = view.agenda[-1] if view.agenda else None
    if not isinstance(step, TakeTurn) or not step.is_extra:
        return None
    return Banner(say("Extra turn for {who}", who=Name(step.seat)), "LR-47")


# ---------------------------------------------------------------- what rooms are worth


@dataclass(frozen=True)
class Worth:
    """What rooms bring in a run, and whether they would survive an Awaken."""

    points: int
    guardians: Part
    amulets: Part
    is_safe: bool


def worth(box: Box, ids: Sequence[str]) -> Worth:
    cards = [box.numbers[id] for id in ids]
    guardians = len([card for card in cards if box.guardian[card]])
    amulets = sum([box.rooms[card].amulets for card in cards])
    return Worth(box.points(cards), guardians_in(guardians), amulets_in(amulets), box.danger(cards) <= 0)


def own_rooms(view: TableView) -> list[str]:
    return [card for _, _, _, card in view.hands[view.seat]] if view.seat >= 0 else []


def carrying(view: TableView) -> Sentence | None:
    """What the own rooms are worth; None without any."""
    own = own_rooms(view)
    if not own:
        return None
    have = worth(view.box, own)
    points = Points(have.points)
    if have.is_safe:
        return say(
            "You carry {points}. If woken, you escape: {amulets} against {guardians}.",
            points=points,
            amulets=have.amulets,
            guardians=have.guardians,
        )
    return say(
        "You carry {points}. If woken, you are caught: {amulets} against {guardians}.",
        points=points,
        amulets=have.amulets,
        guardians=have.guardians,
    )


def backs_in(view: TableView, hand: Sequence[SeenCard]) -> Row:
    """`2 green, 1 red`."""
    found = [back for back, _, _, _ in hand]
    shown = [say("{n} {back}", n=found.count(back), back=back_of(back)) for back in view.box.backs if back in found]
    return Row(tuple(shown), ", ")


# ---------------------------------------------------------------- the card of a seat


def seat(view: TableView, seat: Seat) -> SeatFacts:
    hand = view.hands[seat]
    facts = [Fact(say("{rooms}", rooms=rooms(len(hand))))]
    if hand:
        can_be_woken = bool(view.agenda)  # not when the game is over
        facts.append(
            fate(view) if seat == view.seat and can_be_woken else Fact(say("{backs}", backs=backs_in(view, hand)))
        )
    score = view.scores[seat]
    return SeatFacts(str(score), say("point") if score == 1 else say("points"), tuple(facts))


def fate(view: TableView) -> Fact:
    have = worth(view.box, own_rooms(view))
    if have.is_safe:
        safe = say("safe: {amulets}, {guardians}", amulets=have.amulets, guardians=have.guardians)
        return Fact(safe, tone="good", is_secret=True)
    caught = say("caught if woken: {amulets}, {guardians}", amulets=have.amulets, guardians=have.guardians)
    return Fact(caught, tone="bad", is_secret=True)


# ---------------------------------------------------------------- what a turn would do


def forecast(view: TableView, action: Action) -> Forecast:
    match action:
        case Loot(deck):
            return Forecast(looting(view, deck), locks=True)
        case Run():
            now, points = view.scores[view.seat], worth(view.box, own_rooms(view)).points
            become = say(
                "{now} becomes {then}, and your rooms go to the discard pile.", now=now, then=Points(now + points)
            )
            return Forecast(become, locks=True)
        case Awaken(target):
            return Forecast(awakening(view, target), locks=True)
        case Keep(cards):
            return Forecast(keeping(view, cards), locks=True)
        case _:
            return Forecast(say("There is nothing else to do."))


def looting(view: TableView, deck: int) -> Sentence | None:
    back = view.tops[deck]
    if not back:
        return None
    behind = [room for room in view.box.rooms if view.box.backs[room.back] == back]
    guardians = len([room for room in behind if room.guardian])
    taken = say("{room}, only for your eyes.", room=room_of(back))
    if not guardians:
        return taken
    return together(taken, say("1 in {n} hides a guardian.", n=f"{len(behind) / guardians:.3g}"))


def awakening(view: TableView, target: Seat) -> Sentence | None:
    if not view.hands[target]:
        return None
    caught, mummy, werewolf, frank = percents(view, target)
    return together(
        say("{backs}.", backs=backs_in(view, view.hands[target])),
        say(
            "{caught} caught: Mummy {mummy}, Werewolf {werewolf}, Frank {frank}. Otherwise they score.",
            caught=f"{caught} %",
            mummy=f"{mummy} %",
            werewolf=f"{werewolf} %",
            frank=f"{frank} %",
        ),
    )


def keeping(view: TableView, cards: Sequence[str]) -> Sentence:
    would = worth(view.box, [*own_rooms(view), *cards])
    points = Points(would.points)
    if would.is_safe:
        return say(
            "Your rooms would be worth {points}; if woken you would escape ({amulets}, {guardians}).",
            points=points,
            amulets=would.amulets,
            guardians=would.guardians,
        )
    return say(
        "Your rooms would be worth {points}; if woken you would be caught ({amulets}, {guardians}).",
        points=points,
        amulets=would.amulets,
        guardians=would.guardians,
    )


# ---------------------------------------------------------------- everything, read out


def told(view: TableView) -> Sequence[Sentence]:
    lines = [deck_told(view, deck) for deck in range(2)]
    lines += [seat_told(view, number) for number in range(view.players)]
    own = carrying(view) if view.agenda else None
    return [*lines, *([own] if own is not None else []), *discard_told(view)]


def deck_told(view: TableView, deck: int) -> Sentence:
    name, size, back = DECK_WORDS[deck], cards_in(view.sizes[deck]), view.tops[deck]
    if back:
        return say("The {deck} deck has {cards}, the top one {back}.", deck=name, cards=size, back=back_of(back))
    return say("The {deck} deck has {cards}.", deck=name, cards=size)


def seat_told(view: TableView, number: Seat) -> Sentence:
    hand = view.hands[number]
    who, points, many = Name(number), Points(view.scores[number]), rooms(len(hand))
    if not hand:
        return say("{who} has {points} and no rooms.", who=who, points=points)
    faces = [Face(card, view.box.rooms[view.box.numbers[card]].face) for _, _, _, card in hand if card]
    shown = all_of(faces) if faces else backs_in(view, hand)
    has = say("{who} has {points} and {rooms}: {shown}.", who=who, points=points, rooms=many, shown=shown)
    if number == view.seat or not view.agenda:
        return has
    return together(has, say("Caught if woken: {chance}.", chance=f"{percents(view, number)[0]} %"))


def discard_told(view: TableView) -> list[Sentence]:
    box: Box = view.box
    hidden = len(view.face_down())
    lines = [say("{cards} in the discard pile.", cards=cards_in(len(view.discard) + hidden))]
    if hidden:
        lines.append(say("Face down: {n}.", n=hidden))
    for number, back in enumerate(box.backs):
        here = [box.numbers[id] for id in view.discard if box.back[box.numbers[id]] == number]
        lines.append(
            say(
                "{back}: {seen} of {all} guardians seen.",
                back=back_of(back),
                seen=len([card for card in here if box.guardian[card]]),
                all=len([room for room in box.rooms if room.back == number and room.guardian]),
            )
        )
    return lines


# ---------------------------------------------------------------- what a review calls what was hidden


def place(where: Sequence[str | int]) -> Sentence:
    owner = where[1]
    if where[0] != "hands" or not isinstance(owner, int):
        return say("what the Werewolf brought") if where[0] == "drawn" else say("face down in the discard pile")
    return say("room {n} of {who}", n=int(where[2]) + 1, who=Name(owner))


def thing(view: TableView, id: str) -> Part:
    return Face(id, view.box.rooms[view.box.numbers[id]].face)


# ---------------------------------------------------------------- the headings of the log


@mypyc_attr(native_class=False)
class Chapters(NoChapters):
    """A round is over when the turn comes back to somebody who has had one."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.round = 1
        self.before = -1
        self.is_extra = False

    def heading(self, event: Event, version: int) -> Sentence:
        if isinstance(event, ExtraTurn):
            self.is_extra = True
        elif isinstance(event, Looted | Ran | Awakened | Passed):
            if not self.is_extra and 0 <= event.seat <= self.before:
                self.round += 1
            self.before = event.seat
            self.is_extra = False
        return say("Round {n}", n=self.round)
