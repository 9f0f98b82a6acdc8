"""Words for cells, pieces and refusals."""

from __future__ import annotations

from loot_table.engine.state import Refusal, Seat
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.map import Cell


def cell_name(cell: Cell) -> str:
    """What lights a cell up: `0,-1`."""
    return f"{cell[0]},{cell[1]}"


def spot_label(cell: Cell) -> str:
    """A cell as people read it: `(0,-1)`."""
    return f"({cell[0]},{cell[1]})"


def seat_name(seat: Seat) -> str:
    """What lights a seat's backpack up."""
    return f"seat {seat}"


def piece_label(kit: Components, piece: str) -> str:
    """`crown m07 (2 points)`."""
    shape = kit.shape_of[kit.piece_numbers[piece]]
    return f"{shape.name} {piece} ({counted(shape.value, 'point')})"


def not_now(instead: str) -> Refusal:
    """LF-94: the answer to another question."""
    return Refusal(f"Not now: {instead}.", "LF-94")
