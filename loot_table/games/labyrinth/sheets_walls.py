"""Walls on paper: pieces in true size, their nodes with arrows and the cross, and small ones on cards."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.printed import BOLD, FINE, HAIR, WHITE, Disc, Fill, Outline, Picture, Rect, Text, Thing
from loot_table.engine.printed_signs import Cell, inner_lines, letters, line, loops, mirrored
from loot_table.games.labyrinth.components import Kind

CELL = 15.0  # of the board, and so of the walls
BRICK = Fill("#d6cfe6", "bricks")


def wall_piece(kind: Kind) -> Thing:
    """Walls may be turned over, so both sides show the same wall."""
    cells, nodes = kind.shapes[0].cells, kind.shapes[0].nodes
    wide, tall = (CELL * (1 + max(cell[axis] for cell in cells)) for axis in (0, 1))
    both = mirrored([*cells, *nodes])
    front = wall(kind.symbol, cells, nodes, CELL)
    back = wall(kind.symbol, both[: len(cells)], both[len(cells) :], CELL, HAIR)
    return Thing(kind.symbol, wide, tall, front, back, kind.copies, loops(cells, CELL))


def pictured(kind: Kind, x: float, y: float, width: float, height: float) -> Picture:
    """A wall as large as fits into a rectangle, without its name."""
    cells, nodes = kind.shapes[0].cells, kind.shapes[0].nodes
    across, down = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    unit = min(width / across, height / down, 10)
    left, top = x + (width - across * unit) / 2, y + (height - down * unit) / 2
    found: list[Outline] = []
    for loop in loops(cells, unit):
        found.append(Outline((tuple([(left + u, top + v) for u, v in loop]),), BRICK, BOLD))
    return (*found, *[part for n in range(len(nodes)) for part in node(nodes, n, unit, left, top)])


def wall(symbol: str, cells: Sequence[Cell], nodes: Sequence[Cell], unit: float, edge: float = 0) -> Picture:
    x, y = next(cell for cell in cells if cell not in nodes)
    return (
        Outline(loops(cells, unit), BRICK, edge),
        *inner_lines(cells, unit),
        *[part for n in range(len(nodes)) for part in node(nodes, n, unit, 0, 0)],
        Rect(x * unit + 1, y * unit + unit / 2 - 2.2, unit - 2, 4.4, WHITE, FINE, corner=1),
        Text(symbol, x * unit + 1.4, y * unit + unit / 2 - 2.2, unit - 2.8, 4.4, 3, is_bold=True),
    )


def node(nodes: Sequence[Cell], number: int, unit: float, left: float, top: float) -> Picture:
    """Where the token stands: numbered, the last one a cross (LL-1.5)."""
    x, y = left + (nodes[number][0] + 0.5) * unit, top + (nodes[number][1] + 0.5) * unit
    disc = Disc(x, y, unit * 0.36, WHITE, FINE)
    if number < len(nodes) - 1:
        return (disc, letters(str(number + 1), x, y, unit * 0.42))
    arm = unit * 0.16
    return (disc, line(x - arm, y - arm, x + arm, y + arm, 0.7), line(x + arm, y - arm, x - arm, y + arm, 0.7))
