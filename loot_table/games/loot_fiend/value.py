"""How likely each player wins: points, room in the backpack, and the time that is left to fill it."""

from __future__ import annotations

from math import sqrt
from typing import Final

from loot_table.engine.shares import shared, weighed
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.greedy import flips_left
from loot_table.games.loot_fiend.table import Table

CUT: Final = 6  # decisions of a playout before its table is valued
NODES: Final = (0, 0, 60, 800)  # iterations of a search, by level

# Found by `scripts/weigh.py` in games of greedy bots: for two players, and for more.
DUEL: Final = [0.875, 1.674, -0.24, 1.833, 0.085, 2.047, 0.505, 0.535, 0.46, -0.158]
MANY: Final = [0.184, 2.43, -0.679, 3.073, 0.605, 3.14, 0.024, 0.527, 0.312, -0.083]


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    weights = DUEL if table.players == 2 else MANY
    return shared([weighed(features(table, seat), weights) for seat in range(table.players)])


def features(table: Table, seat: Seat) -> list[float]:
    """What speaks for a seat."""
    pack = table.packs[seat]
    kit = pack.kit
    left = min(3.0, flips_left(table) / table.players / 4.0)  # time
    points = pack.points / 10.0
    room = pack.free / 20.0
    reach = 0  # points on the own tile and next to it
    here = table.at[seat]
    for number in [here, *table.tiles[here].joined()]:
        for piece in table.tiles[number].loot:
            if pack.has_room(kit.shape_of[piece]):
                reach = max(reach, kit.shape_of[piece].value)
    is_mine = 1.0 if table.turn == seat else 0.0
    return [
        points,
        points / sqrt(0.2 + left),
        room * left,
        room * sqrt(left),
        (kit.locks - pack.locks) * left / 4.0,
        (kit.locks - pack.locks) / 4.0,
        kit.packer.flexibility(pack.taken) / 20.0 * left,
        reach / 5.0,
        is_mine * table.actions_left / 5.0,
        is_mine,
    ]
