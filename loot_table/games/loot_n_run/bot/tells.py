"""What the others' play tells about their cards: who had something to fear would mostly have run."""

from __future__ import annotations

from typing import Final

from loot_table.engine.state import Seat
from loot_table.games.loot_n_run.table import Table

# How often a decent player keeps cards that would be caught for another turn, by their points: 0 to 2, 3 to 5, and so on.
# Counted in games of greedy bots with two, three and more players; nobody is taken to be quite so sure.
DARING: Final = [[0.30, 0.25, 0.10, 0.08], [0.65, 0.30, 0.10, 0.08], [0.90, 0.60, 0.20, 0.10]]


def plausible(table: Table, me: Seat) -> float:
    """How likely the others would have come to an imagined table, as far as their cards go: 1 if nothing speaks against it."""
    chance = 1.0
    for seat in range(table.players):
        if seat != me and table.hands[seat]:
            chance *= kept_so_long(table, seat)
    return chance


def kept_so_long(table: Table, seat: Seat) -> float:
    """The chance that a player did not run with the first card, with the first two, and so on, in all turns since."""
    box = table.box
    daring = DARING[min(table.players, 4) - 2]
    hand = table.hands[seat]
    chance = 1.0
    cards: list[int] = []
    for place, held in enumerate(hand):
        cards.append(held.card)
        until = hand[place + 1].turn if place + 1 < len(hand) else table.turn
        turns = (until - held.turn) // table.players
        if turns > 0 and box.danger(cards) > 0:
            chance *= daring[min(box.points(cards) // 3, 3)] ** turns
    return chance
