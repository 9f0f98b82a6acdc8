"""The end of the game: somebody has won, or nobody will."""

from __future__ import annotations

from loot_table.engine.state import Seat
from loot_table.games.crates_barrels.events import Delivered, Drawn, Eliminated
from loot_table.games.crates_barrels.table import Table


def win(table: Table, seat: Seat, reason: str) -> None:
    table.winner = seat
    if table.news is not None:
        table.tell(Delivered(seat) if reason == "loot" else Eliminated(seat))
    finish(table, seat, reason)


def draw(table: Table, seat: Seat, reason: str) -> None:
    table.tell(Drawn(reason))
    finish(table, seat, reason)


def finish(table: Table, seat: Seat, reason: str) -> None:
    """The turn of this seat was the last one."""
    if table.box.names_next:
        table.next = 1 - seat
    table.finish(reason)
