"""Cards: drawing, playing, and the draw pile made anew (LL-2.5, LL-8.4, LL-8.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.state import Chance, Seat
from loot_table.games.labyrinth.events import CardDrawn, Reshuffled
from loot_table.games.labyrinth.memory import DREW, RESHUFFLED, drawn
from loot_table.games.labyrinth.table import Table


def pile_outcomes(table: Table) -> list[tuple[int, int]]:
    """The types a card drawn now may have, and how many there are of each."""
    return [(kind, count) for kind, count in enumerate(table.draw) if count]


@final
@dataclass(frozen=True)
class Draw(Chance):
    """A player gets a card: dealt at the start, or for a demolished wall."""

    seat: Seat
    is_dealt: bool

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return pile_outcomes(table)

    def sample(self, table: Table, rng: Random) -> int:
        return drawn(table.draw, rng)

    def name_of(self, table: Table, outcome: int) -> str:
        return table.box.kinds[outcome].symbol

    def do(self, table: Table, outcome: int) -> None:
        table.draw[outcome] -= 1
        table.hands[self.seat] = tuple(sorted((*table.hands[self.seat], outcome)))
        if table.past:
            remember_draw(table, self.seat, outcome)
        if table.news is not None:
            seers = [seat for seat in range(table.players) if table.box.shows_hand(self.seat, seat)]
            table.tell(CardDrawn(self.seat, table.box.kinds[outcome].symbol, self.is_dealt, tuple(seers)))


DEALS: Final = [Draw(seat, True) for seat in range(8)]
DRAWS: Final = [Draw(seat, False) for seat in range(8)]


def draw_card(table: Table, seat: Seat) -> None:
    """LL-8.4: the next thing that happens is that a player draws; LL-8.6: if need be from a new pile."""
    if sum(table.draw) == 0:
        reshuffle(table)
    table.then(DRAWS[seat])


def reshuffle(table: Table) -> None:
    """LL-8.6: the discard pile is the new draw pile, but for one card of its type for each wall on the board."""
    aside = [0] * len(table.draw)
    for wall in table.walls:
        aside[wall.shape.kind] += 1
    table.draw = [table.discard[kind] - aside[kind] for kind in range(len(aside))]
    table.discard = aside
    remember(table)
    if table.news is not None:
        table.tell(Reshuffled(sum(table.draw), sum(aside)))


def remember(table: Table) -> None:
    """LL-R36: with the pile empty everybody knows what is in the hidden hands together, and what is in the new pile."""
    table.past = (*table.past, RESHUFFLED)
    pile = tuple(table.draw)
    for viewer in range(table.players + 1):
        if not table.unseen[viewer]:
            counts = [0] * len(table.draw)
            for owner, hand in enumerate(table.hands):
                if viewer == table.players or not table.box.shows_hand(owner, viewer):
                    for kind in hand:
                        counts[kind] += 1
            table.unseen[viewer] = (tuple(counts),)
        table.unseen[viewer] = (*table.unseen[viewer], pile)


def remember_draw(table: Table, seat: Seat, kind: int) -> None:
    """Whoever sees the card knows that it is no longer among those of the pile."""
    table.past = (*table.past, (seat, DREW))
    for viewer in range(table.players):
        groups = table.unseen[viewer]
        if groups and table.box.shows_hand(seat, viewer):
            left = tuple([count - (kind == other) for other, count in enumerate(groups[-1])])
            table.unseen[viewer] = (*groups[:-1], left)


def play_card(table: Table, seat: Seat, kind: int) -> None:
    """LL-5.1: from the hand to the discard pile."""
    hand = list(table.hands[seat])
    hand.remove(kind)
    table.hands[seat] = tuple(hand)
    table.discard[kind] += 1
    if table.past:
        table.past = (*table.past, (seat, kind))
