"""What refusals have in common: the cells they light up, and the answer to another question."""

from __future__ import annotations

from loot_table.engine.sentence import Sentence
from loot_table.engine.state import Refusal, marks
from loot_table.games.loot_fiend.map import Cell


def cells(*cells: Cell) -> tuple[str, ...]:
    """`cell:0,-1`."""
    return marks("cell", *[f"{x},{y}" for x, y in cells])


def not_now(instead: Sentence) -> Refusal:
    """LF-94: the answer to another question."""
    return Refusal(instead, "LF-94")
