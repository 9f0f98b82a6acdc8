"""Marks: how a refusal and a forecast name the cards and players on the board that they speak of."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.state import Seat


def marks(*cards: str, seats: Sequence[Seat] = ()) -> tuple[str, ...]:
    """What a refusal lights up."""
    return (*cards, *[seat_mark(seat) for seat in seats])


def seat_mark(seat: Seat) -> str:
    return f"seat:{seat}"
