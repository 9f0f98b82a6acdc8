"""The table of Magpies, and what a seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, Seat, State, View

THINGS = ("button", "ring", "crown", "cat")
CAT = 3
HIDDEN = -1  # a thing that this seat has not seen
WORTH = (1, 2, 4)
COUNTS = (9, 6, 3, 3)
TARGET = 12


@dataclass(frozen=True)
class TableView(View):
    home: tuple[int, ...]  # points, by seat
    beaks: tuple[tuple[int, ...], ...]  # things by seat, in the order they were taken
    unseen: tuple[int, ...]  # so many of each thing are in the nest or in a beak that this seat cannot look into

    def imagine(self, rng: Random) -> Table:
        """Nobody knows which treasures are in which beak, so all are equally likely. Cats are in none."""
        nest = list(self.unseen)
        beaks = [[taken_from(nest, rng) if thing == HIDDEN else thing for thing in beak] for beak in self.beaks]
        return Table(list(self.home), beaks, nest).with_agenda(self)


def taken_from(nest: list[int], rng: Random) -> int:
    """A treasure at random."""
    left = rng.below(sum(nest[:CAT]))
    thing = 0
    while left >= nest[thing]:
        left -= nest[thing]
        thing += 1
    nest[thing] -= 1
    return thing


class Table(State):
    def __init__(self, home: list[int], beaks: list[list[int]], nest: list[int]) -> None:
        super().__init__(len(home))
        self.home = home
        self.beaks = beaks
        self.nest = nest  # so many of each thing

    def copy(self) -> Table:
        beaks = [beak.copy() for beak in self.beaks]
        return Table(self.home.copy(), beaks, self.nest.copy()).with_agenda(self)

    def view(self, seat: Seat) -> TableView:
        unseen, beaks = self.nest.copy(), []
        for owner, beak in enumerate(self.beaks):
            if seat in (owner, REFEREE):
                beaks.append(tuple(beak))
            else:
                beaks.append((HIDDEN,) * len(beak))
                for thing in beak:
                    unseen[thing] += 1
        return TableView(
            seat, None, self.players, tuple(self.agenda), self.reason, tuple(self.home), tuple(beaks), tuple(unseen)
        )

    def check_end(self) -> None:
        if max(self.home) >= TARGET:
            self.finish("Twelve points are at home.")  # MP-6
        elif not any(self.nest):
            self.finish("The nest is empty.")  # MP-6

    def standings(self) -> list[float]:
        best = max(self.home)
        return [float(points == best) / self.home.count(best) for points in self.home]  # MP-7
