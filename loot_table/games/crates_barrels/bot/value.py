"""How likely each side wins: what the position is worth once attacks are played out, and how far the loot is from home."""

from __future__ import annotations

from math import tanh
from pathlib import Path
from typing import Final

from loot_table.engine.net import Net, among_rivals, net_of
from loot_table.engine.state import Seat
from loot_table.games.crates_barrels.board import NONE
from loot_table.games.crates_barrels.bot.greedy import BEYOND, DEEPEST, WIN, Outlook
from loot_table.games.crates_barrels.table import Table

HOME: Final = Path(__file__).parent
LUCK: Final = 1.0  # there is none
CUT: Final = 4  # decisions of a playout before its table is valued
PAWN: Final = 140.0  # what a pawn counts
SETTLED: Final = 8.0  # pawns: what a game that is as good as won counts


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return by_net(table, net_of(HOME, table.players))


def by_net(table: Table, net: Net) -> list[float]:
    return net.shares(features(table))


def features(table: Table) -> list[list[float]]:
    """What speaks for each side, and against it."""
    outlook = Outlook(table)
    settled = int(outlook.settled(DEEPEST, -BEYOND, BEYOND))  # for the seat to move
    worth = SETTLED if settled >= WIN else -SETTLED if settled <= -WIN else settled / PAWN
    mover = table.to_act
    found = among_rivals([situation(table, seat) for seat in range(2)])
    limit = float(table.box.turn_limit)
    late = table.turn / limit if limit > 0 else 0.0
    for seat in range(2):
        mine = worth if seat == mover else -worth
        found[seat] += [mine / 4.0, tanh(mine), tanh(mine / 3.0), 1.0 if seat == mover else 0.0, late, late**4]
    return found


def situation(table: Table, seat: Seat) -> list[float]:
    """A side by itself."""
    side = table.sides[seat]
    own, theirs = table.box.turns_to_loot[seat], table.box.turns_to_loot[1 - seat]
    nearest = min([theirs[tile] for tile in side.tiles], default=9)
    home = table.turns_home(seat)
    return [
        len(side.tiles) / 5.0,
        nearest / 5.0,
        sum([theirs[tile] for tile in side.tiles]) / 20.0,
        sum([own[tile] <= 1 for tile in side.tiles]) / 2.0,
        sum([own[tile] <= 2 for tile in side.tiles]) / 3.0,
        1.0 if home != NONE else 0.0,
        1.0 / (1.0 + home) if home != NONE else 0.0,
    ]
