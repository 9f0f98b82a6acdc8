"""How likely each side wins, from a table that somebody imagines: treasures, and slides to the next one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from loot_table.engine.net import among_rivals, net_of
from loot_table.engine.shares import shared
from loot_table.engine.state import Seat
from loot_table.games.labyrinth.bot.slides import Prospect, Slides
from loot_table.games.labyrinth.table import Table

HOME: Final = Path(__file__).parent
CUT: Final = 0  # the table is valued at once: a decent player's look at thousands of walls is dear
RIPE: Final = 4  # tries of an answer before what comes after it is searched too: the candidates are dear as well
NODES: Final = (0, 0, 30, 300)  # iterations of a search, by level


def value(table: Table) -> list[float]:
    """Each seat's share of the victory: a side's, shared by its seats."""
    net = net_of(HOME, table.players)
    strengths = [net.strength(seat) for seat in features(table)]
    sides = table.box.sides
    together = [max([strengths[seat] for seat in range(side, table.players, sides)]) for side in range(sides)]
    members = table.players // sides
    shares = shared(together)
    return [shares[table.box.side[seat]] / members for seat in range(table.players)]


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals'."""
    slides = Slides(table)
    seats = range(table.players)
    return among_rivals([situation(table, seat, slides.prospect(table.pawns[seat])) for seat in seats])


def situation(table: Table, seat: Seat, ahead: Prospect) -> list[float]:
    """A seat by itself, and what is ahead of it; treasures count in parts of what is needed."""
    target = float(table.box.target)
    stash = table.stash[table.box.side[seat]]
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
