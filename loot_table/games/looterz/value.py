"""How likely each player wins, from a table that somebody imagines: Loot, parties, hands, whose turn it is."""

from __future__ import annotations

from typing import Final

from loot_table.engine.shares import shared, weighed
from loot_table.engine.state import Seat
from loot_table.games.looterz.dungeon import is_ready
from loot_table.games.looterz.greedy import Judge
from loot_table.games.looterz.table import DUNGEON, SECOND_RECRUITMENT, Table

CUT: Final = 4  # decisions of a playout before its table is valued
NODES: Final = (0, 0, 60, 800)  # iterations of a search, by level

# Found by `scripts/weigh.py` in games of greedy bots: for two players, and for more.
DUEL: Final = [0.441, 1.69, 0.455, -0.202, 1.298, 1.883, 0.57, 0.104, 0.698, 0.678, -0.421]
MANY: Final = [1.675, 1.508, 0.845, -0.607, -0.289, 1.181, 0.25, 0.117, 0.432, 0.911, -0.65]


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    weights = DUEL if table.players == 2 else MANY
    return shared([weighed(features(table, seat), weights) for seat in range(table.players)])


def features(table: Table, seat: Seat) -> list[float]:
    """What speaks for a seat; Loot counts in parts of the target."""
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
