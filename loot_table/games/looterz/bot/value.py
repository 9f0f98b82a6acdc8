"""How likely each player wins, from a table that somebody imagines: Loot, parties, hands, whose turn it is, what is rolled."""

from __future__ import annotations

from math import exp, sqrt
from pathlib import Path
from typing import Final

from loot_table.engine.net import Net, among_rivals, net_of
from loot_table.engine.state import Seat
from loot_table.games.looterz.dice import AttackRoll, SearchRoll
from loot_table.games.looterz.draw_pile import TopCard
from loot_table.games.looterz.dungeon import is_ready
from loot_table.games.looterz.odds import Hits
from loot_table.games.looterz.table import DUNGEON, SECOND_RECRUITMENT, Table
from loot_table.games.looterz.worth import Judge

HOME: Final = Path(__file__).parent
LUCK: Final = 1.5  # so many times less must results of two players scatter once luck is taken away
CUT: Final = 4  # decisions of a playout before its table is valued
NODES: Final = (0, 0, 20, 1600)  # iterations of a search, by level


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return by_net(table, net_of(HOME, table.players))


def by_net(table: Table, net: Net) -> list[float]:
    return net.shares(features(table))


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals'."""
    return among_rivals([situation(table, seat) + coming(table, seat) for seat in range(table.players)])


def situation(table: Table, seat: Seat) -> list[float]:
    """A seat by itself; Loot counts in parts of the target."""
    target = float(table.box.loot_target)
    judge = Judge(table, seat)
    loot = table.loot[seat] / target
    hoped = 0.0  # what its Looterz would find if all searched
    scatter = 0.0
    worth = 0.0
    life = 0
    is_active = seat == table.active
    still = 0.0  # what it can still find in this turn
    ready = 0
    for card in table.parties[seat]:
        finds = judge.hoped(card)
        hoped += finds
        scatter += finds * (6 - table.box.power[card]) / 6
        worth += judge.kept(card)
        life += table.life[card]
        if is_active and table.phase <= DUNGEON and is_ready(table, card):
            still += finds
            ready += 1
    needed = target - table.loot[seat]
    # Whether a turn of searching would be enough, about.
    soon = 1 / (1 + exp(1.7 * (needed - 0.5 - hoped) / sqrt(scatter + 0.3)))
    at_once = 1 / (1 + exp(1.7 * (needed - 0.5 - still) / sqrt(scatter + 0.3))) if ready else 0.0
    hoped /= target
    turns = (seat - table.active) % table.players / table.players
    if is_active and table.phase >= SECOND_RECRUITMENT:
        turns = 1.0
    hand = table.hands[seat]
    recruits = sorted([judge.recruit(card) for card in hand], reverse=True)
    return [
        loot,
        loot * loot,
        hoped,
        hoped * turns,
        worth / target,
        min(1.0, loot + hoped) ** 3,
        still / target,
        len(hand) / 4.0,
        max(0.0, recruits[0]) / 4.0 if recruits else 0.0,
        life / 10.0,
        turns,
        soon,
        soon * turns,
        at_once,
        len(table.parties[seat]) / 4.0,
        ready / 4.0,
        max(0.0, recruits[1]) / 4.0 if len(recruits) > 1 else 0.0,
        1.0 if table.guards(seat) else 0.0,
    ]


def coming(table: Table, seat: Seat) -> list[float]:
    """What a roll or a draw that is about to happen means for a seat, on average."""
    step = table.agenda[-1] if table.agenda else None
    box = table.box
    found = wins = lost = 0.0
    if isinstance(step, SearchRoll) and step.seat == seat:
        card = box.numbers[step.looter]
        hits = Hits(table.life[card], box.power[card])
        found, wins = hits.mean(), hits.at_least(box.loot_target - table.loot[seat])
    elif isinstance(step, AttackRoll) and table.controller[box.numbers[step.target]] == seat:
        card = box.numbers[step.looter]
        lost = Hits(table.life[card], box.power[card]).mean()
    is_drawing = isinstance(step, TopCard) and step.seat == seat
    return [found / box.loot_target, wins, lost / 3.0, 1.0 if is_drawing else 0.0]
