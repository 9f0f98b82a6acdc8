"""A toy to measure luck with: both throw three dice in turn, and who has more pips wins."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Action, Chance, Decision, Refusal, Seat, State, View

THROWS = 3


@dataclass(frozen=True)
class Throw(Action):
    def label(self, table: Table) -> Sentence:
        return say("Throw")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.then(Die(seat))


@dataclass(frozen=True)
class TakeTurn(Decision):
    def rule(self) -> str:
        return "D-1"

    def prompt(self, table: Table) -> Sentence:
        return say("Throw the die.")

    def actions(self, table: Table) -> list[Action]:
        return [Throw()]


@dataclass(frozen=True)
class Die(Chance):
    seat: Seat

    def outcomes(self, table: Table) -> list[tuple[int, int]]:
        return [(pips, 1) for pips in range(1, 7)]

    def do(self, table: Table, outcome: int) -> None:
        table.pips[self.seat] += outcome
        table.thrown += 1
        if table.thrown == 2 * THROWS:
            table.finish("All have thrown.")
        else:
            table.then(TakeTurn(1 - self.seat))


@dataclass(frozen=True)
class TableView(View):
    pips: tuple[int, int]
    thrown: int

    def imagine(self, rng: Random) -> Table:
        return Table(list(self.pips), self.thrown).with_agenda(self)


class Table(State):
    def __init__(self, pips: list[int], thrown: int = 0) -> None:
        super().__init__(2)
        self.pips = pips
        self.thrown = thrown

    def copy(self) -> Table:
        return Table(self.pips.copy(), self.thrown).with_agenda(self)

    def view(self, seat: Seat) -> TableView:
        return TableView(seat, None, 2, tuple(self.agenda), self.reason, (self.pips[0], self.pips[1]), self.thrown)

    def standings(self) -> list[float]:
        first, second = self.pips
        return [0.5, 0.5] if first == second else [float(first > second), float(second > first)]


def new(players: int, options: object, components: object) -> Table:
    table = Table([0, 0])
    table.then(TakeTurn(0))
    return table


GAME = Game("dice", "Dice", "Throw more.", 2, 2, new, seat_names=("Ada", "Bo"))
