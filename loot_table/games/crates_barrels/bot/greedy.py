"""What a decent player of Crates vs Barrels knows: one turn ahead, attacks played out, then counting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.games.crates_barrels.bot.counting import Counting, counting_of
from loot_table.games.crates_barrels.bot.swift import COARSE, Swift
from loot_table.games.crates_barrels.rules import turn_of
from loot_table.games.crates_barrels.table import Table, TableView
from loot_table.games.crates_barrels.turn import DELIVERS, PICKS_UP, TAKES, WINS

WIN: Final = 1_000_000
BEYOND: Final = 2_000_000  # more than any value
NOISE: Final = 3.0  # so that two games differ; a pawn is worth 140
DEEPEST: Final = 6  # attacks played out
MOST_FORCING: Final = 32  # attacks and pick-ups in one position: each of five pawns, five targets and the loot


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    outlook = Outlook(view.imagine(rng))
    found: list[float] = []
    for action in actions:
        found.append(float(outlook.value_after(turn_of(action))) + NOISE * rng.unit())
    return found


@final
class Outlook:
    """What turns are worth once the attacks are played out."""

    def __init__(self, table: Table) -> None:
        self.swift = Swift(table.box, COARSE)
        self.swift.stand_as(table)
        if self.swift.draws_repeats:  # the ban on repeats forbids none of the attacks played out
            self.swift.remember(table)
        self.counting: Counting = counting_of(table.box)
        self.turns = vec[i64]([0] * (MOST_FORCING * (DEEPEST + 1)))  # a row for each turn ahead

    def value_after(self, turn: i64) -> i64:
        """For the seat to move."""
        done = self.swift.deeds(turn)
        if done & WINS:
            return WIN + DEEPEST
        return self.worth(turn, done, DEEPEST, -BEYOND, BEYOND)

    def worth(self, turn: i64, done: i64, depth: i64, low: i64, high: i64) -> i64:
        """What a turn that does this and does not win is worth to who makes it, with attacks of so many turns."""
        swift = self.swift
        swift.make(turn, done)
        # CB-HSE-5, CB-HSE-6: a draw, for the third time here or at the turn limit.
        is_drawn = swift.turn >= swift.turn_limit or (swift.draws_repeats and swift.times_before() == 2)
        value: i64 = 0 if is_drawn else -self.settled(depth, -high, -low)
        swift.take_back(turn)
        return value

    def settled(self, depth: i64, low: i64, high: i64) -> i64:
        """For the seat to move; nobody must attack. What lies beyond `low` and `high` need not be exact."""
        swift = self.swift
        best = self.counting.value(swift)
        if depth == 0:
            return best
        # The sooner it is won the better.
        won: i64 = WIN + depth - 1
        if swift.can_deliver():
            return won
        if best >= high:
            return best
        # Attacks and deliveries; pick-ups at the first level.
        forcing: i64 = TAKES | DELIVERS
        if depth == DEEPEST:
            forcing |= PICKS_UP
        first: i64 = depth * MOST_FORCING
        count = swift.gather_forcing(self.turns, first, depth == DEEPEST)
        for n in range(first, first + count):
            turn = self.turns[n]
            done = swift.deeds(turn)
            if not done & forcing:
                continue
            if done & WINS:
                return won
            best = max(best, self.worth(turn, done, depth - 1, max(low, best), high))
            if best >= high:
                return best
        return best
