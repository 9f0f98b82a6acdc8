"""How likely each player wins, from a table that somebody imagines: scores, cards in hand, whose turn it is."""

from __future__ import annotations

from typing import Final

from loot_table.engine.shares import shared, weighed
from loot_table.engine.state import Seat
from loot_table.games.loot_n_run.table import Table

CUT: Final = 0  # the table is valued as soon as the others have played: playing on adds more luck than sense
NODES: Final = (0, 0, 16, 1500)  # iterations of a search, by level

# Found by `scripts/weigh.py` in games of greedy bots: for two players, and for more.
DUEL: Final = [3.953, 2.977, 1.479, -0.912, -0.439, 1.04, 0.135, -0.22, 1.074, -0.289]
MANY: Final = [5.24, 3.1, 3.2, 0.0, -0.1, 1.42, 0.0, 0.15, 1.5, -0.6]


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    weights = DUEL if table.players == 2 else MANY
    return shared([weighed(features(table, seat), weights) for seat in range(table.players)])


def features(table: Table, seat: Seat) -> list[float]:
    """What speaks for a seat; points count in parts of the target."""
    box = table.box
    target = float(box.target)
    cards = table.cards_of(seat)
    score = table.scores[seat] / target
    points = box.points(cards) / target
    is_safe = box.danger(cards) <= 0
    late = max(table.scores) / target
    turns = (seat - table.to_act) % table.players / table.players  # until it is this seat's turn
    would_win = 1.0 if table.scores[seat] + box.points(cards) >= box.target else 0.0
    return [
        score,
        score * late,
        points if is_safe else 0.0,
        0.0 if is_safe else points,
        0.0 if is_safe else points * turns,
        would_win,
        would_win * turns,
        0.0 if is_safe else would_win,
        len(cards) / 4.0,
        turns,
    ]
