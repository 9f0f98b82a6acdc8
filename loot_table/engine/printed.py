"""What a game puts on paper: pictures of a few shapes, in millimetres, and things that are cut out of a sheet.

A game's `sheets.py` fills it in, `loot_table/press` lays it out. All of it is data; texts are plain and drawn as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

RULE = r"\b[A-Z]{2}-[A-Z]?[0-9]"
POINTING = re.compile(rf"{RULE}|\w_\w+ = ")
IN_BRACKETS = re.compile(rf"\s*\([^()]*{RULE}[^()]*\)")
Point = tuple[float, float]
Loop = tuple[Point, ...]

INK = "#1b1322"
PAPER = "#ffffff"
FAINT = "#7a7280"
HAIR = 0.1  # the thinnest line that printers draw
FINE = 0.3
BOLD = 0.6


@dataclass(frozen=True)
class Fill:
    """A colour, and a pattern over it that tells the same without colour."""

    colour: str = PAPER
    pattern: str = ""  # by its name: bars, dots, diagonals, checks, crosses, pinstripes, waves


WHITE = Fill()
BLACK = Fill(INK)


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: Fill | None = None
    line: float = FINE  # 0: none
    corner: float = 0
    is_dashed: bool = False
    colour: str = INK  # of the line


@dataclass(frozen=True)
class Disc:
    x: float
    y: float
    radius: float
    fill: Fill | None = None
    line: float = FINE
    is_dashed: bool = False


@dataclass(frozen=True)
class Outline:
    """Closed loops, or one open line. Where loops lie in each other the inner one is a hole."""

    loops: tuple[Loop, ...]
    fill: Fill | None = None
    line: float = FINE
    is_open: bool = False
    is_dashed: bool = False
    colour: str = INK


@dataclass(frozen=True)
class Path:
    """A sign as the letters of an SVG path, in a square of 24 around the middle, drawn `size` millimetres wide."""

    letters: str
    x: float
    y: float
    size: float
    fill: Fill | None = None
    line: float = FINE
    colour: str = INK


@dataclass(frozen=True)
class Text:
    """Words in a rectangle: broken into lines, and smaller until they fit."""

    text: str
    x: float
    y: float
    width: float
    height: float
    size: float = 3.0  # of a capital and its surroundings, in millimetres
    align: str = "middle"  # or start, end
    is_bold: bool = False
    is_top: bool = False  # begins at the upper edge instead of standing in the middle
    colour: str = INK


@dataclass(frozen=True)
class Group:
    """A picture moved, and turned clockwise around its origin."""

    picture: Picture
    x: float = 0
    y: float = 0
    turn: float = 0


Shape = Rect | Disc | Outline | Path | Text | Group
Picture = tuple[Shape, ...]


@dataclass(frozen=True)
class Thing:
    """A card, tile, piece or token. `cuts` are the lines to cut along; none: its edges."""

    name: str
    width: float
    height: float
    front: Picture
    back: Picture = ()
    copies: int = 1
    cuts: tuple[Loop, ...] = ()

    def times(self, copies: int) -> Thing:
        return replace(self, copies=copies)


@dataclass(frozen=True)
class Lot:
    """Things that are printed together."""

    title: str
    things: tuple[Thing, ...]
    note: str = ""

    @property
    def count(self) -> int:
        return sum(thing.copies for thing in self.things)


@dataclass(frozen=True)
class Board:
    """A picture that may be larger than a sheet. It is parted only at multiples of `step` from `edge`."""

    title: str
    width: float
    height: float
    picture: Picture
    step: float = 1
    edge: float = 0
    copies: int = 1
    note: str = ""

    @property
    def count(self) -> int:
        return self.copies


def alone(rule: str) -> str:
    """A rule without brackets and sentences that name another one or an option; nobody looks those up at the table."""
    sentences = re.split(r"(?<=[.!?]) ", IN_BRACKETS.sub("", rule))
    return " ".join([sentence for sentence in sentences if not POINTING.search(sentence)]) or rule


@dataclass(frozen=True)
class Book:
    """What the game says of itself, for player aids: the goal at this table, and every rule by its number."""

    goal: str
    rules: Mapping[str, str] = field(default_factory=dict)

    def says(self, *numbers: str) -> list[str]:
        """These rules, as far as there are any, without what only points to others."""
        return [alone(self.rules[number]) for number in numbers if number in self.rules]


@dataclass(frozen=True)
class Sheets:
    """All that is printed for a table, and what people have to find elsewhere."""

    lots: tuple[Lot | Board, ...]
    needs: tuple[str, ...] = ()
