"""Respawning: when a pawn comes back from the reserve, and why not."""

from __future__ import annotations

from mypy_extensions import i64

from loot_table.engine.sentence import all_of, place, say
from loot_table.engine.state import Refusal, Seat
from loot_table.games.crates_barrels.board import NAMES, RESERVE, cells
from loot_table.games.crates_barrels.movement import must_leave, why_not_elsewhere
from loot_table.games.crates_barrels.table import Table


def can_respawn(table: Table, seat: Seat) -> bool:
    """CB-RSP-1, but for the tile."""
    return table.box.has_respawning and table.reserve(seat) > 0 and not must_leave(table, seat)


def why_not_respawn(table: Table, seat: Seat, target: i64) -> Refusal | None:
    """Why no pawn may respawn on this tile, but for the ban on repeats."""
    if not table.box.has_respawning:
        return Refusal(say("In this game lost pawns do not come back."), "CB-R27")
    stuck = why_not_elsewhere(table, seat, RESERVE)
    if stuck is not None:
        return stuck
    if table.reserve(seat) == 0:
        return Refusal(say("All your pawns are on the board: there is none to respawn."), "CB-RSP-1")
    if target not in table.box.respawn:
        tiles = all_of([place(NAMES[tile]) for tile in table.box.respawn])
        text = say("{tile} is not a Respawn Tile; those are {tiles}.", tile=place(NAMES[target]), tiles=tiles)
        return Refusal(text, "CB-RSP-1", cells(*table.box.respawn))
    if table.is_covered(target):
        text = say("The Respawn Tile {tile} is covered by a pawn.", tile=place(NAMES[target]))
        return Refusal(text, "CB-RSP-3", cells(target))
    return None


def can_come_back(table: Table) -> bool:
    """Whether a player without pawns can still respawn (CB-WIN-3)."""
    crates, barrels = table.sides
    box = table.box
    return box.spots_low & ~(crates.low | barrels.low) != 0 or box.spots_high & ~(crates.high | barrels.high) != 0
