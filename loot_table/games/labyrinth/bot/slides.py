"""The board as plain numbers, square by square, for looking at many slides: a set of squares is dear to walk along.

What a slide does is said in `moving.py` and, faster, here: tests hold both side by side.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.games.labyrinth.grid import NOWHERE, grid
from loot_table.games.labyrinth.table import Table

FARTHEST: Final = 3  # slides looked ahead

# What is on a square.
CLOSED: Final = 1
TREASURE: Final = 2
TAKEN: Final = 4  # by a pawn or the minotaur

LOOT_BITS: Final = 10  # a slide is told as where it ends, and in the last bits how many treasures it takes
LOOT: Final = 1023
REACHED: Final = 85  # squares after up to three slides: 1 + 4 + 16 + 64


@final
class Prospect:
    """How many slides a pawn is from a treasure, and how many treasures that slide takes."""

    def __init__(self, slides: int, treasures: int) -> None:
        self.slides = slides
        self.treasures = treasures


@lru_cache(maxsize=6)
def empty_squares(side: int) -> list[int]:
    """A board with nothing on it, closed beyond its edge."""
    board = grid(side)
    return [CLOSED if bit & board.beyond else 0 for bit in board.bits]


@final
class Slides:
    """What is on each square of a table. It can follow to another table, and changes little if that is much the same."""

    def __init__(self, table: Table) -> None:
        self.grid = table.box.grid
        self.squares = vec[i64](empty_squares(self.grid.side))
        self.steps = vec[i64](self.grid.steps)
        self.closed = self.grid.beyond
        self.treasures = 0
        self.taken = 0
        # Squares seen in a search carry its number; those to go on from stand in a row.
        self.seen = vec[i64]([0] * self.grid.size)
        self.search: i64 = 0
        self.row = vec[i64]([0] * REACHED)
        self.follow(table)

    def follow(self, table: Table) -> None:
        """Be this table."""
        taken = table.pawn_squares()
        if table.minotaur != NOWHERE:
            taken |= self.grid.bits[table.minotaur]
        if table.closed != self.closed:
            self.turn(self.closed ^ table.closed, CLOSED)
            self.closed = table.closed
        if table.treasures != self.treasures:
            self.turn(self.treasures ^ table.treasures, TREASURE)
            self.treasures = table.treasures
        if taken != self.taken:
            self.turn(self.taken ^ taken, TAKEN)
            self.taken = taken

    def turn(self, area: int, what: i64) -> None:
        """These squares have it if they had it not."""
        for square in self.grid.listed(area):
            self.squares[square] ^= what

    def slide(self, square: i64, step: i64, start: i64) -> i64:
        """LL-4.2, LL-4.6: where a pawn comes to rest, and what it takes, that stands at `start` on the table."""
        squares = self.squares
        here = square
        loot: i64 = 0
        while not squares[here + step] & CLOSED:
            here += step
            if squares[here] & TREASURE:
                loot += 1
        while squares[here] & TAKEN and here not in (square, start):
            if squares[here] & TREASURE:
                loot -= 1
            here -= step
        return (here << LOOT_BITS) + loot

    def prospect(self, start: i64) -> Prospect:
        """Breadth first over the squares on which a pawn can stop, on the walls as they stand."""
        seen, row = self.seen, self.row
        self.search += 1
        seen[start] = self.search
        row[0] = start
        first: i64 = 0
        last: i64 = 1
        for slides in range(1, FARTHEST + 1):
            best: i64 = 0
            end = last
            for n in range(first, end):
                for direction in range(4):
                    slid = self.slide(row[n], self.steps[direction], start)
                    rest: i64 = slid >> LOOT_BITS
                    loot: i64 = slid & LOOT
                    if loot > 0:
                        best = max(best, loot)
                    elif seen[rest] != self.search:
                        seen[rest] = self.search
                        row[last] = rest
                        last += 1
            if best > 0:
                return Prospect(slides, best)
            first = end
        return Prospect(FARTHEST + 1, 0)

    def leads_to_treasure(self, square: i64, step: i64) -> bool:
        """Whether there is one in line before something closed, whoever stands in between."""
        squares = self.squares
        here: i64 = square + step
        while not squares[here] & CLOSED:
            if squares[here] & TREASURE:
                return True
            here += step
        return False
