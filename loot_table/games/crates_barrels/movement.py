"""Movement and attacking: where a pawn can go, and why not elsewhere."""

from __future__ import annotations

from mypy_extensions import i64

from loot_table.engine.state import Refusal, Seat
from loot_table.games.crates_barrels.board import NAMES, Reach, marks
from loot_table.games.crates_barrels.table import Table


def find_reach(table: Table, origin: i64, target: i64) -> Reach | None:
    for way in table.box.reach[origin]:
        if way.target == target:
            return way
    return None


def can_land(table: Table, seat: Seat, way: Reach) -> bool:
    """CB-MOV-3 to CB-MOV-5 and CB-ATT-4: nobody in the way, no own pawn there, not the own Loot Tile."""
    own = table.sides[seat]
    enemy = table.sides[1 - seat]
    target = way.target
    if own.has(target) or way.is_blocked(own.low | enemy.low, own.high | enemy.high):
        return False
    if target != table.box.loot[seat] or own.carrier == way.origin:
        return True
    return not table.box.has_sanctuary and enemy.has(target)


def why_not_move(table: Table, seat: Seat, origin: i64, target: i64) -> Refusal | None:
    """Why a pawn may not go from one tile to another, but for the ban on repeats."""
    if not table.sides[seat].has(origin):
        return Refusal(f"You have no pawn on {NAMES[origin]}.", "CB-TRN-1", marks(origin))
    if origin == target:
        return Refusal("A move ends on another tile: you may not pass.", "CB-MOV-2", marks(origin))
    stuck = why_not_elsewhere(table, seat, origin)
    if stuck is not None:
        return stuck
    way = find_reach(table, origin, target)
    if way is None:
        return Refusal(f"{NAMES[target]} is out of reach from {NAMES[origin]}.", "CB-MOV-1", marks(origin, target))
    return why_not_land(table, seat, way)


def why_not_land(table: Table, seat: Seat, way: Reach) -> Refusal | None:
    """The same as `can_land`, with the reason."""
    if can_land(table, seat, way):
        return None
    to = NAMES[way.target]
    if table.sides[seat].has(way.target):
        return Refusal(f"Your own pawn stands on {to}.", "CB-MOV-4", marks(way.target))
    own, enemy = table.sides
    if way.is_blocked(own.low | enemy.low, own.high | enemy.high):
        names = marks(*way.between)
        pawns = "A pawn stands" if len(names) == 1 else "Pawns stand"
        return Refusal(f"{pawns} in the way on {', '.join(names)}.", "CB-MOV-3", names)
    if table.sides[1 - seat].has(way.target):
        return Refusal(f"An enemy pawn on your own Loot Tile {to} is safe there.", "CB-ATT-4", marks(way.target))
    return Refusal(f"{to} is your own Loot Tile: only your carrier may enter it.", "CB-MOV-5", marks(way.target))


def must_leave(table: Table, seat: Seat) -> bool:
    """CB-R04, `vacate`: a pawn on its own Loot Tile must go at once."""
    return table.box.must_vacate and table.sides[seat].has(table.box.loot[seat])


def why_not_elsewhere(table: Table, seat: Seat, origin: i64) -> Refusal | None:
    home = table.box.loot[seat]
    if must_leave(table, seat) and origin != home:
        return Refusal(f"Your pawn on {NAMES[home]} must leave your Loot Tile first.", "CB-R04", marks(home))
    return None
