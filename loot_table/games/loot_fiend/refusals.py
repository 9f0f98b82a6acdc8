"""What refusals have in common: the marks of what they light up, and the answer to another question."""

from __future__ import annotations

from loot_table.engine.state import Refusal, Seat
from loot_table.games.loot_fiend.map import Cell


def marks(*things: Cell | Seat | str) -> tuple[str, ...]:
    """What to light up: a cell `0,-1`, a seat's backpack `seat 1`, a piece `m07`."""
    return tuple([mark(thing) for thing in things])


def mark(thing: Cell | Seat | str) -> str:
    if isinstance(thing, str):
        return thing
    if isinstance(thing, int):
        return f"seat {thing}"
    return f"{thing[0]},{thing[1]}"


def not_now(instead: str) -> Refusal:
    """LF-94: the answer to another question."""
    return Refusal(f"Not now: {instead}.", "LF-94")
