"""What a refusal lights up on the table."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.state import Seat


def marks(seats: Sequence[Seat] = (), decks: Sequence[int] = (), cards: Sequence[str] = ()) -> tuple[str, ...]:
    """Players' cards, decks, and single cards by their ids."""
    return (*[f"seat:{seat}" for seat in seats], *[f"deck:{deck}" for deck in decks], *cards)
