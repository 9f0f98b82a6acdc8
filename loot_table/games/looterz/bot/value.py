"""How likely each player wins, from a table that somebody imagines: Loot, parties, hands, whose turn it is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from loot_table.engine.net import among_rivals, net_of
from loot_table.engine.state import Seat
from loot_table.games.looterz.dungeon import is_ready
from loot_table.games.looterz.table import DUNGEON, SECOND_RECRUITMENT, Table
from loot_table.games.looterz.worth import Judge

HOME: Final = Path(__file__).parent
CUT: Final = 4  # decisions of a playout before its table is valued
NODES: Final = (0, 0, 20, 1600)  # iterations of a search, by level


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return net_of(HOME, table.players).shares(features(table))


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals'."""
    return among_rivals([situation(table, seat) for seat in range(table.players)])


def situation(table: Table, seat: Seat) -> list[float]:
    """A seat by itself; Loot counts in parts of the target."""
    target = float(table.box.loot_target)
    judge = Judge(table, seat)
    loot = table.loot[seat] / target
    hoped = 0.0  # what its Looterz would find if all searched
    worth = 0.0
    life = 0
    for card in table.parties[seat]:
        hoped += judge.hoped(card)
        worth += judge.kept(card)
        life += table.life[card]
    hoped /= target
    turns = (seat - table.active) % table.players / table.players
    is_done = seat == table.active and table.phase >= SECOND_RECRUITMENT
    if is_done:
        turns = 1.0
    still = 0.0  # what it can still find in this turn
    if seat == table.active and table.phase <= DUNGEON:
        for card in table.parties[seat]:
            if is_ready(table, card):
                still += judge.hoped(card)
    hand = table.hands[seat]
    best = max([0.0, *[judge.recruit(card) for card in hand]])
    return [
        loot,
        loot * loot,
        hoped,
        hoped * turns,
        worth / target,
        min(1.0, loot + hoped) ** 3,
        still / target,
        len(hand) / 4.0,
        best / 4.0,
        life / 10.0,
        turns,
    ]
