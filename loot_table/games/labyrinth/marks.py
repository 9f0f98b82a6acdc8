"""What a refusal lights up on the table."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.state import Seat
from loot_table.games.labyrinth.grid import Grid


def marks(
    grid: Grid, seats: Sequence[Seat] = (), walls: Sequence[int] = (), squares: Sequence[int] = ()
) -> tuple[str, ...]:
    """Players, walls by their numbers, and squares."""
    return (
        *[f"seat {seat}" for seat in seats],
        *[f"wall {wall}" for wall in walls],
        *[grid.name(square) for square in squares],
    )
