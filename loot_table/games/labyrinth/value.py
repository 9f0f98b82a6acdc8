"""How likely each side wins, from a table that somebody imagines: treasures, and slides to the next one."""

from __future__ import annotations

from typing import Final

from loot_table.engine.shares import shared, weighed
from loot_table.engine.state import Seat
from loot_table.games.labyrinth.greedy import prospect
from loot_table.games.labyrinth.table import Table

CUT: Final = 0  # the table is valued at once: a decent player's look at thousands of walls is dear
NODES: Final = (0, 0, 30, 300)  # iterations of a search, by level

# Found by `scripts/weigh.py` in games of greedy bots: for two players, and for more.
DUEL: Final = [3.303, 2.468, 0.872, -0.41, 0.534, 0.269, 0.99, -0.015, 0.369, -0.293]
MANY: Final = [3.303, 2.468, 0.872, -0.41, 0.534, 0.269, 0.99, -0.015, 0.369, -0.293]


def value(table: Table) -> list[float]:
    """Each seat's share of the victory: a side's, shared by its seats."""
    weights = DUEL if table.players == 2 else MANY
    strengths = [weighed(features(table, seat), weights) for seat in range(table.players)]
    sides = table.box.sides
    together = [max([strengths[seat] for seat in range(side, table.players, sides)]) for side in range(sides)]
    members = table.players // sides
    shares = shared(together)
    return [shares[table.box.side[seat]] / members for seat in range(table.players)]


def features(table: Table, seat: Seat) -> list[float]:
    """What speaks for a seat; treasures count in parts of what is needed."""
    target = float(table.box.target)
    stash = table.stash[table.box.side[seat]]
    ahead = prospect(table, seat)
    turns = (seat - table.to_act) % table.players / table.players
    in_one = 1.0 if ahead.slides == 1 else 0.0
    return [
        stash / target,
        stash / target * max(table.stash) / target,
        in_one,
        in_one * turns,
        1.0 if ahead.slides == 2 else 0.0,
        1.0 if ahead.slides == 3 else 0.0,
        in_one if stash + ahead.treasures >= table.box.target else 0.0,
        turns * in_one if stash + ahead.treasures >= table.box.target else 0.0,
        in_one if ahead.treasures > 1 else 0.0,
        turns,
    ]
