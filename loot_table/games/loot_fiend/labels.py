"""Labels of cells and pieces as people read them."""

from __future__ import annotations

from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.map import Cell


def spot_label(cell: Cell) -> str:
    """`(0,-1)`."""
    return f"({cell[0]},{cell[1]})"


def piece_label(kit: Components, piece: str) -> str:
    """`crown m07 (2 points)`."""
    shape = kit.shape_of[kit.piece_numbers[piece]]
    return f"{shape.name} {piece} ({counted(shape.value, 'point')})"
