"""A turn: what it does, in the rulebook's order, worked out on plain numbers.

It is said here and nowhere else. The table carries it out, the ban on repeats looks where it leads, the notation writes it
down, and the bots' swift board makes it and takes it back.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from loot_table.engine.state import Seat
from loot_table.games.crates_barrels.board import HIGH, LOW, NONE, RESERVE
from loot_table.games.crates_barrels.box import Box
from loot_table.games.crates_barrels.table import Table

# A turn as a number: where from, times 128, and where to. A respawn comes from the reserve, a pass stays there.
STRIDE: Final = 128
RESPAWNING: Final = 16256  # RESERVE * STRIDE: respawns, and after all of them the pass
PASSING: Final = 16383  # RESERVE * STRIDE + RESERVE
NO_TURN: Final = -1

# What a turn does, as bits.
TAKES: Final = 1  # an enemy pawn out
RETURNS: Final = 2  # the loot that this pawn carried
CARRIES: Final = 4  # the pawn that moved carries loot now
DELIVERS: Final = 8
PICKS_UP: Final = 16
ELIMINATES: Final = 32
WINS: Final = 40  # DELIVERS or ELIMINATES


def deeds(origin: i64, target: i64, is_held: bool, carrier: i64, their_carrier: i64, home: i64, loot: i64) -> i64:
    """CB-TRN-3: what a turn does, but for (e); whether the enemy holds the target, the carriers, both Loot Tiles."""
    done: i64 = 0
    # (a) an enemy pawn on the target is taken out (CB-ATT-1), and loot it carried is back on its tile (CB-LOO-6)
    if is_held:
        done = TAKES | RETURNS if their_carrier == target else TAKES
    # (b) your pawn is placed, and a carrier keeps its loot (CB-LOO-5)
    if carrier == origin:
        done |= CARRIES
        # (c) does it deliver? (CB-WIN-1)
        if target == home:
            done |= DELIVERS
    # (d) does it pick up? (CB-LOO-1, CB-LOO-3) A pawn that respawns arrives empty (CB-RSP-2).
    elif target == loot and carrier == NONE and origin != RESERVE:
        done |= CARRIES | PICKS_UP
    return done


def eliminates(box: Box, low: i64, high: i64, origin: i64, target: i64) -> bool:
    """CB-TRN-3 (e), CB-WIN-2: whether a turn leaves no Respawn Tile free to an enemy who has no pawn then."""
    # The attacker covers the tile it lands on, and no longer the one it left.
    free_low = box.spots_low & ~((low & ~LOW[origin]) | LOW[target])
    free_high = box.spots_high & ~((high & ~HIGH[origin]) | HIGH[target])
    return free_low == 0 and free_high == 0


def deeds_at(table: Table, seat: Seat, origin: i64, target: i64) -> i64:
    """What a seat's turn does at this table."""
    own = table.sides[seat]
    enemy = table.sides[1 - seat]
    loot = table.box.loot
    done = deeds(origin, target, enemy.has(target), own.carrier, enemy.carrier, loot[seat], loot[1 - seat])
    left: i64 = len(enemy.tiles)
    if done & TAKES:
        left -= 1
    if left == 0 and eliminates(table.box, own.low | enemy.low, own.high | enemy.high, origin, target):
        done |= ELIMINATES
    return done
