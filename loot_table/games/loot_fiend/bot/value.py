"""How likely each player wins: points, room in the backpack, and the time that is left to fill it."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Final

from loot_table.engine.net import among_rivals, net_of
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.bot.expectations import flips_left
from loot_table.games.loot_fiend.table import Table

HOME: Final = Path(__file__).parent
CUT: Final = 6  # decisions of a playout before its table is valued
NODES: Final = (0, 0, 50, 2000)  # iterations of a search, by level


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return net_of(HOME, table.players).shares(features(table))


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals'."""
    return among_rivals([situation(table, seat) for seat in range(table.players)])


def situation(table: Table, seat: Seat) -> list[float]:
    """A seat by itself."""
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
    is_mine = 1.0 if table.course.turn == seat else 0.0
    return [
        points,
        points / sqrt(0.2 + left),
        room * left,
        room * sqrt(left),
        (kit.locks - pack.locks) * left / 4.0,
        (kit.locks - pack.locks) / 4.0,
        kit.packer.flexibility(pack.taken) / 20.0 * left,
        reach / 5.0,
        is_mine * table.course.actions_left / 5.0,
        is_mine,
    ]
