"""Movement and attacking: where a pawn can go, and why not elsewhere."""

from __future__ import annotations

from mypy_extensions import i64

from loot_table.engine.sentence import all_of, place, say
from loot_table.engine.state import Refusal, Seat
from loot_table.games.crates_barrels.board import NAMES, NONE, Reach, cells
from loot_table.games.crates_barrels.sides import Side
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
    if not is_open(own, way, own.low | enemy.low, own.high | enemy.high):
        return False
    return way.target != table.box.loot[seat] or can_enter_home(table, seat, way)


def is_open(own: Side, way: Reach, low: i64, high: i64) -> bool:
    """CB-MOV-3, CB-MOV-4: nobody in the way, of all pawns on these tiles, and no own pawn there."""
    return not own.has(way.target) and not way.is_blocked(low, high)


def can_enter_home(table: Table, seat: Seat, way: Reach) -> bool:
    """CB-MOV-5, CB-ATT-4: the own Loot Tile is for the carrier, or for who may attack there."""
    if table.sides[seat].carrier == way.origin:
        return True
    return not table.box.has_sanctuary and table.sides[1 - seat].has(way.target)


def can_go(table: Table, seat: Seat, origin: i64, target: i64) -> bool:
    """Whether a pawn could move there as the board stands."""
    way = find_reach(table, origin, target)
    return way is not None and can_land(table, seat, way)


def reach_of(table: Table, seat: Seat, tile: i64) -> list[int]:
    """Where a pawn could end a move as the board stands."""
    return [int(way.target) for way in table.box.reach[tile] if can_land(table, seat, way)]


def can_deliver(table: Table, seat: Seat) -> bool:
    """Whether this side's carrier would win with its next move as the board stands."""
    carrier = table.sides[seat].carrier
    return carrier != NONE and can_go(table, seat, carrier, table.box.loot[seat])


def why_not_move(table: Table, seat: Seat, origin: i64, target: i64) -> Refusal | None:
    """Why a pawn may not go from one tile to another, but for the ban on repeats."""
    if not table.sides[seat].has(origin):
        return Refusal(say("You have no pawn on {tile}.", tile=place(NAMES[origin])), "CB-TRN-1", cells(origin))
    if origin == target:
        return Refusal(say("A move ends on another tile: you may not pass."), "CB-MOV-2", cells(origin))
    stuck = why_not_elsewhere(table, seat, origin)
    if stuck is not None:
        return stuck
    way = find_reach(table, origin, target)
    if way is None:
        text = say("{to} is out of reach from {tile}.", to=place(NAMES[target]), tile=place(NAMES[origin]))
        return Refusal(text, "CB-MOV-1", cells(origin, target))
    return why_not_land(table, seat, way)


def why_not_land(table: Table, seat: Seat, way: Reach) -> Refusal | None:
    """The same as `can_land`, with the reason."""
    if can_land(table, seat, way):
        return None
    to, lit = place(NAMES[way.target]), cells(way.target)
    if table.sides[seat].has(way.target):
        return Refusal(say("Your own pawn stands on {tile}.", tile=to), "CB-MOV-4", lit)
    own, enemy = table.sides
    if way.is_blocked(own.low | enemy.low, own.high | enemy.high):
        tiles = all_of([place(NAMES[tile]) for tile in sorted(way.between)])
        text = (
            say("A pawn stands in the way on {tile}.", tile=tiles)
            if len(way.between) == 1
            else say("Pawns stand in the way on {tiles}.", tiles=tiles)
        )
        return Refusal(text, "CB-MOV-3", cells(*way.between))
    if table.sides[1 - seat].has(way.target):
        return Refusal(say("An enemy pawn on your own Loot Tile {tile} is safe there.", tile=to), "CB-ATT-4", lit)
    return Refusal(say("{tile} is your own Loot Tile: only your carrier may enter it.", tile=to), "CB-MOV-5", lit)


def must_leave(table: Table, seat: Seat) -> bool:
    """CB-R04, `vacate`: a pawn on its own Loot Tile must go at once."""
    return table.box.must_vacate and table.sides[seat].has(table.box.loot[seat])


def why_not_elsewhere(table: Table, seat: Seat, origin: i64) -> Refusal | None:
    home = table.box.loot[seat]
    if must_leave(table, seat) and origin != home:
        text = say("Your pawn on {tile} must leave your Loot Tile first.", tile=place(NAMES[home]))
        return Refusal(text, "CB-R04", cells(home))
    return None
