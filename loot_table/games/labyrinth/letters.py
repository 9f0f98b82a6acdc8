"""The board in letters: two for a square, or one on a narrow screen, and never by colour alone."""

from __future__ import annotations

from typing import Final

from loot_table.games.labyrinth.grid import file_name
from loot_table.games.labyrinth.shapes import NEUTRAL, Wall
from loot_table.games.labyrinth.table import Table

LETTERS: Final = "WBGRYPNK"  # white, blue, green, red, yellow, purple, brown, pink
STYLES: Final = (
    "bold white",
    "bold blue",
    "bold green",
    "bold red",
    "bold yellow",
    "bold magenta",
    "bold dim",
    "bold cyan",
)
NEUTRAL_LETTER: Final = "-"
Cell = tuple[str, str]  # two letters and a style


def heading(side: int, wide: int) -> str:
    """The names of the files above their squares; on a narrow screen one letter."""
    return "   " + "".join(file_name(x)[-wide:].rjust(wide) for x in range(side))


def rank(y: int) -> str:
    return f"{y + 1:2} "


def narrowed(letters: str) -> str:
    """One letter of two: a wall is its owner's, its token says how many hits are left."""
    mark, letter = letters[0], letters[1]
    return mark if mark.isdigit() else letter if letter != NEUTRAL_LETTER else "#"


def cell(table: Table, square: int) -> Cell:
    """What is on a square. Different things have different letters."""
    bit = table.box.grid.bits[square]
    if square in table.pawns:
        seat = table.pawns.index(square)
        return f" {LETTERS[seat]}", STYLES[seat] + " reverse"
    if square == table.minotaur:
        return " M", "bold reverse"
    if table.treasures & bit:
        return " $", "bold yellow"
    wall = table.wall_on(square)
    if wall is None:
        return " .", "dim"
    if not table.closed & bit:
        return " :", "dim"
    letter, style = owner(wall.owner)
    return ("#" if square != token(table, wall) else str(hits_left(wall))) + letter, style


def owner(seat: int) -> Cell:
    return (NEUTRAL_LETTER, "dim") if seat == NEUTRAL else (LETTERS[seat].lower(), STYLES[seat])


def token(table: Table, wall: Wall) -> int:
    """The square on which a wall's token lies."""
    x, y = wall.shape.nodes[wall.node]
    return wall.anchor + y * table.box.grid.stride + x


def hits_left(wall: Wall) -> int:
    return wall.last_node() - wall.node + 1
