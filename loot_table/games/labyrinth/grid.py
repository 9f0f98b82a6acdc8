"""The board as bits: squares, lines, neighbourhoods and walks on a square grid.

A set of squares is one whole number with a bit for each square. Rows are one bit longer than the board is wide, and
there is a row above and one below: the squares *beyond* the edge. A shift never carries a square into another row.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, final

from loot_table.engine.sentence import Verbatim, Word, place, word
from loot_table.engine.state import marks

DIRECTIONS: Final = "NESW"
DIRECTION_NAMES: Final = ("north", "east", "south", "west")
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
DIRECTION_WORDS: Final = {"north": word("north"), "east": word("east"), "south": word("south"), "west": word("west")}
BYTE_BITS: Final = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]
NOWHERE: Final = 0  # a square beyond the edge, for things that are off the board


def file_name(x: int) -> str:
    """A to Z, then AA."""
    return chr(65 + x) if x < 26 else "A" + chr(65 + x - 26)


def square_name(x: int, y: int) -> str:
    """`K7`: how people write a square. A1 is the north-west corner."""
    return f"{file_name(x)}{y + 1}"


def at(x: int, y: int) -> Verbatim:
    """A square in a sentence."""
    return place(square_name(x, y))


def toward(direction: int) -> Word:
    """A direction in a sentence."""
    return DIRECTION_WORDS[DIRECTION_NAMES[direction]]


@final
class Grid:
    """All that depends on the side of the board alone."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.stride = side + 1
        self.size = (side + 2) * self.stride + 1
        self.bytes = self.size // 8 + 1
        self.bits: list[int] = [1 << square for square in range(self.size)]
        self.squares: list[int] = [self.square(x, y) for y in range(side) for x in range(side)]
        self.board = 0
        for square in self.squares:
            self.board |= self.bits[square]
        self.beyond = ((1 << self.size) - 1) & ~self.board
        self.steps: list[int] = [-self.stride, 1, self.stride, -1]
        # rays[direction][square]: the squares in line, up to and with the first one beyond the edge.
        self.rays: list[list[int]] = [self.lines(step) for step in self.steps]
        self.beside: list[int] = [self.spread(bit) & ~bit if bit & self.board else 0 for bit in self.bits]

    def square(self, x: int, y: int) -> int:
        return (y + 1) * self.stride + x + 1

    def x(self, square: int) -> int:
        return square % self.stride - 1

    def y(self, square: int) -> int:
        return square // self.stride - 1

    def has(self, x: int, y: int) -> bool:
        return 0 <= x < self.side and 0 <= y < self.side

    def name(self, square: int) -> str:
        """`10,3`: how a square is written in positions and components."""
        return f"{self.x(square)},{self.y(square)}"

    def place(self, square: int) -> Verbatim:
        return at(self.x(square), self.y(square))

    def places(self, squares: Sequence[int]) -> list[Verbatim]:
        return [self.place(square) for square in squares]

    def marks(self, squares: Sequence[int]) -> tuple[str, ...]:
        """Squares that a refusal lights up."""
        return marks("cell", *[self.name(square) for square in squares])

    def lines(self, step: int) -> list[int]:
        found = [0] * self.size
        for square in self.squares:
            here = square
            while self.bits[here] & self.board:
                here += step
                found[square] |= self.bits[here]
        return found

    def spread(self, area: int) -> int:
        """These squares and those beside them, some beyond the edge."""
        return area | area << 1 | area >> 1 | area << self.stride | area >> self.stride

    def flood(self, start: int, area: int, goal: int) -> int:
        """All that can be walked to inside an area; it stops early once the goal is reached."""
        stride = self.stride
        found = start & area
        while True:
            wider = (found | found << 1 | found >> 1) & area
            wider = (wider | wider << stride | wider >> stride) & area
            if wider == found or wider & goal == goal:
                return wider
            found = wider

    def clusters(self, area: int) -> list[int]:
        """An area in parts that touch, corners included. All that lies beyond the edge is one part."""
        stride = self.stride
        parts: list[int] = []
        start = area & self.beyond or area & -area
        while start:
            part = start
            while True:
                wide = part | part << 1 | part >> 1
                wide = (wide | wide << stride | wide >> stride) & area
                if wide == part:
                    break
                part = wide
            parts.append(part)
            area ^= part
            start = area & -area
        return parts

    def listed(self, area: int) -> list[int]:
        """The squares of a set, in reading order."""
        found: list[int] = []
        stored = area.to_bytes(self.bytes, "little")
        for number in range(self.bytes):
            byte = stored[number]
            if byte:
                start = number * 8
                for place in BYTE_BITS[byte]:
                    found.append(start + place)
        return found

    def rows(self, area: int) -> list[int]:
        """A set of squares as one small number a row, bit x for column x: what a client can hold."""
        line = (1 << self.side) - 1
        return [area >> self.square(0, y) & line for y in range(self.side)]

    def distance(self, one: int, other: int) -> int:
        """Spaces between two squares, counted orthogonally, straight over everything (LL-5.4)."""
        return abs(self.x(one) - self.x(other)) + abs(self.y(one) - self.y(other))


# Boards of every size and reach would take some ten megabytes: those asked for last are kept.
@lru_cache(maxsize=6)
def grid(side: int) -> Grid:
    return Grid(side)


@lru_cache(maxsize=100)
def diamonds(side: int, radius: int) -> list[int]:
    """For each square those at most so many spaces away."""
    board = grid(side)
    if radius == 0:
        return [bit & board.board for bit in board.bits]
    return [board.spread(area) & board.board for area in diamonds(side, radius - 1)]
