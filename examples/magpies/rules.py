"""The rules of Magpies, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loot_table.engine.sentence import Count, Name, Points, Sentence, Thing, all_of, say
from loot_table.engine.state import REFEREE, Action, Chance, Decision, Effect, Event, Refusal, Seat
from magpies.table import CAT, COUNTS, HIDDEN, THINGS, WORTH, Table


def new(players: int, options: object, components: object) -> Table:
    """MP-1."""
    table = Table([0] * players, [[] for _ in range(players)], list(COUNTS))
    table.then(TakeTurn(0))
    return table


# ---- your turn


@dataclass(frozen=True)
class TakeTurn(Decision):
    """MP-2: peck, or fly home."""

    def rule(self) -> str:
        return "MP-2"

    def prompt(self, table: Table) -> Sentence:
        return say("Peck or fly home?")

    def actions(self, table: Table) -> list[Action]:
        return [action for action in (Peck(), FlyHome()) if action.why_not(table, self.seat) is None]


@dataclass(frozen=True)
class Peck(Action):
    """MP-3: take a thing from the nest."""

    def label(self, table: Table) -> Sentence:
        return say("Peck")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.then(Take(seat), EndTurn(seat))


@dataclass(frozen=True)
class FlyHome(Action):
    """MP-5: bring home what is in your beak."""

    def label(self, table: Table) -> Sentence:
        return say("Fly home")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.beaks[seat]:
            return Refusal(say("There is nothing in your beak to bring home."), "MP-5", ("nest",))
        return None

    def do(self, table: Table, seat: Seat) -> None:
        things = tuple(table.beaks[seat])
        table.beaks[seat] = []
        table.home[seat] += sum(WORTH[thing] for thing in things)
        table.tell(FlownHome(seat, things))
        table.then(EndTurn(seat))


# ---- what happens by itself


@dataclass(frozen=True)
class Take(Chance):
    """MP-3 and MP-4: what is taken is decided now, and not before."""

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(thing, count) for thing, count in enumerate(table.nest) if count]

    def name_of(self, table: Table, outcome: int) -> str:
        return THINGS[outcome]

    def do(self, table: Table, outcome: int) -> None:
        table.nest[outcome] -= 1
        if outcome != CAT:
            table.beaks[self.seat].append(outcome)
            table.tell(Pecked(self.seat, outcome))
            return
        dropped, table.beaks[self.seat] = tuple(table.beaks[self.seat]), []
        for thing in dropped:
            table.nest[thing] += 1
        table.tell(Scared(self.seat, dropped))


@dataclass(frozen=True)
class EndTurn(Effect):
    """MP-1: the next magpie, clockwise."""

    seat: Seat

    def do(self, table: Table) -> None:
        table.then(TakeTurn((self.seat + 1) % table.players))


# ---- what people notice


@dataclass(frozen=True)
class Pecked(Event):
    seat: Seat
    thing: int

    def text(self) -> Sentence:
        if self.thing == HIDDEN:
            return say("{who} takes something.", who=Name(self.seat))
        return say("{who} takes {what}.", who=Name(self.seat), what=named(self.thing, is_one_of_many=True))

    def rule(self) -> str:
        return "MP-3"

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat in (self.seat, REFEREE) else Pecked(self.seat, HIDDEN)


@dataclass(frozen=True)
class Scared(Event):
    seat: Seat
    dropped: tuple[int, ...]

    def text(self) -> Sentence:
        if not self.dropped:
            return say("A cat! {who} has nothing to lose.", who=Name(self.seat))
        return say("A cat! {who} drops {what}.", who=Name(self.seat), what=all_named(self.dropped))

    def rule(self) -> str:
        return "MP-4"

    def reveals(self) -> bool:
        return True


@dataclass(frozen=True)
class FlownHome(Event):
    seat: Seat
    things: tuple[int, ...]

    def text(self) -> Sentence:
        points = Points(sum(WORTH[thing] for thing in self.things))
        return say(
            "{who} brings home {what}: {points}.", who=Name(self.seat), what=all_named(self.things), points=points
        )

    def rule(self) -> str:
        return "MP-5"

    def is_scoring(self) -> bool:
        return True

    def reveals(self) -> bool:
        return True


def named(thing: int, is_one_of_many: bool = False) -> Thing:
    return Thing(THINGS[thing], THINGS[thing], is_one_of_many)


def all_named(things: tuple[int, ...]) -> Sentence:
    kinds = sorted(set(things))
    return say("{all}", all=all_of([counted(kind, things.count(kind)) for kind in kinds]))


def counted(thing: int, number: int) -> Count:
    return Count(number, f"a {THINGS[thing]}", f"{{n}} {THINGS[thing]}s")
