"""A toy to give reasons with: behind two doors sleep a dog and a guard, and where they sleep nobody knows."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Points, Sentence, say
from loot_table.engine.state import SPECTATOR, Action, Chance, Decision, Event, Refusal, Seat, State, View

CELLARS = 8  # in which of them this is decides what happens behind a door, see `Open.do`


@dataclass(frozen=True)
class Went(Event):
    seat: Seat
    door: str

    def text(self) -> Sentence:
        who = Name(self.seat)
        return say("{who} goes left.", who=who) if self.door == "left" else say("{who} goes right.", who=who)

    def rule(self) -> str:
        return "T-1"


@dataclass(frozen=True)
class Caught(Event):
    seat: Seat

    def text(self) -> Sentence:
        return say("{who} is caught.", who=Name(self.seat))

    def rule(self) -> str:
        return "T-2"


@dataclass(frozen=True)
class Found(Event):
    seat: Seat
    points: int

    def text(self) -> Sentence:
        return say("{who} finds {points}.", who=Name(self.seat), points=Points(self.points))

    def rule(self) -> str:
        return "T-3"


@dataclass(frozen=True)
class Barked(Event):
    def text(self) -> Sentence:
        return say("The dog barks.")

    def rule(self) -> str:
        return "T-4"


@dataclass(frozen=True)
class Creaked(Event):
    def text(self) -> Sentence:
        return say("The floor creaks.")

    def rule(self) -> str:
        return "T-5"

    def is_small(self) -> bool:
        return True


@dataclass(frozen=True)
class Rained(Event):
    drops: int

    def text(self) -> Sentence:
        return say("It rains.") if self.drops else say("It is dry.")

    def rule(self) -> str:
        return "T-6"


@dataclass(frozen=True)
class Open(Action):
    door: str

    def label(self, table: Table) -> Sentence:
        return say("Go left") if self.door == "left" else say("Go right")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.tell(Went(seat, self.door))
        is_left = self.door == "left"
        table.points[seat] += 1 if is_left else 2
        if caught(self, table.cellar):
            table.tell(Caught(seat))
        if found(self, table.cellar):
            table.tell(Found(seat, table.cellar))
        if is_left or table.cellar % 4:
            table.tell(Barked())
        if is_left and table.cellar < 7:
            table.tell(Creaked())
        table.then(Weather(seat))


def caught(door: Open, cellar: int) -> bool:
    return cellar < (1 if door.door == "left" else 7)


def found(door: Open, cellar: int) -> bool:
    return cellar >= (2 if door.door == "left" else 6)


@dataclass(frozen=True)
class Weather(Chance):
    seat: Seat

    def outcomes(self, table: Table) -> list[tuple[int, int]]:
        return [(0, 3), (1, 1)]

    def do(self, table: Table, outcome: int) -> None:
        table.tell(Rained(outcome))
        table.points[1] += 3 * outcome
        table.opened += 1
        if table.opened == 4:
            table.finish("Both have looked behind both doors.")
        else:
            table.then(Choose(1 - self.seat))


@dataclass(frozen=True)
class Choose(Decision):
    def rule(self) -> str:
        return "T-0"

    def prompt(self, table: Table) -> Sentence:
        return say("Which door?")

    def actions(self, table: Table) -> list[Action]:
        return [Open("left"), Open("right")] if self.seat == 0 else [Wait()]


@dataclass(frozen=True)
class Wait(Action):
    """The other one only looks on."""

    def label(self, table: Table) -> Sentence:
        return say("Wait")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.then(Weather(seat))


@dataclass(frozen=True)
class TableView(View):
    points: tuple[int, int]
    opened: int
    cellar: int | None

    def imagine(self, rng: Random) -> Table:
        cellar = rng.below(CELLARS) if self.cellar is None else self.cellar
        return Table(list(self.points), self.opened, cellar).with_agenda(self)


class Table(State):
    def __init__(self, points: list[int], opened: int = 0, cellar: int = 0) -> None:
        super().__init__(2)
        self.points = points
        self.opened = opened
        self.cellar = cellar

    def copy(self) -> Table:
        return Table(self.points.copy(), self.opened, self.cellar).with_agenda(self)

    def view(self, seat: Seat) -> TableView:
        points, knows = (self.points[0], self.points[1]), seat < SPECTATOR
        return TableView(
            seat, None, 2, tuple(self.agenda), self.reason, points, self.opened, self.cellar if knows else None
        )

    def standings(self) -> list[float]:
        first, second = self.points
        return [0.5, 0.5] if first == second else [float(first > second), float(second > first)]


def new(players: int, options: object, components: object) -> Table:
    table = Table([0, 0], cellar=3)
    table.then(Choose(0))
    return table


GAME = Game("doors", "Two doors", "Choose one.", 2, 2, new, seat_names=("Ada", "Bo"), has_secrets=True)
