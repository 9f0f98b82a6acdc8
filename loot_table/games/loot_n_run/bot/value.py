"""How likely each player wins, from a table that somebody imagines: scores, cards, what their backs tell, whose turn it is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from loot_table.engine.net import among_rivals, net_of
from loot_table.engine.state import Seat
from loot_table.games.loot_n_run.bot.backs import told_by_backs
from loot_table.games.loot_n_run.box import NONE
from loot_table.games.loot_n_run.components import GUARDIAN_BITS
from loot_table.games.loot_n_run.table import Table

HOME: Final = Path(__file__).parent
BACKS: Final = 3  # as many as the net has seen; rooms of one's own making may have others
CUT: Final = 0  # decisions of a playout before its table is valued
RIPE: Final = 1000  # tries of an answer before what comes after it is searched too: beyond the budget, see docs/bots.md
NODES: Final = (0, 0, 0, 1000)  # iterations of a search, by level; at first sight one plays well already


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return net_of(HOME, table.players).shares(features(table))


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals', and whose turn it is."""
    players = table.players
    tops = [0.0] * BACKS
    for back in table.tops:
        if NONE < back < BACKS:
            tops[back] += 1.0
    found = among_rivals([situation(table, seat) for seat in range(players)])
    for seat in range(players):
        is_next = 1.0 if seat == table.to_act else 0.0
        turns = (seat - table.to_act) % players / players  # until it is this seat's turn
        found[seat] += [turns, is_next, *[is_next * many for many in tops]]
    return found


def situation(table: Table, seat: Seat) -> list[float]:
    """A seat by itself; points count in parts of the target."""
    box = table.box
    target = float(box.target)
    cards = table.cards_of(seat)
    score = table.scores[seat] / target
    points = box.points(cards) / target
    bare = 1.0 if box.danger(cards) > 0 else 0.0  # whether it would be caught
    guardians = box.guardians(cards)
    would_win = 1.0 if score + points >= 1.0 else 0.0
    caught, expected = told_by_backs(box, cards)
    return [
        score,
        points,
        points * bare,
        1.0 - bare if cards else 0.0,
        len(cards) / 4.0,
        caught,
        expected / target,
        *[bare if guardians & bit else 0.0 for bit in GUARDIAN_BITS],
        would_win,
        would_win * bare,
    ]
