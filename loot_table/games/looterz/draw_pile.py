"""Draw Pile, hand and Graveyard: cards that are drawn, discarded and shuffled again."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import say
from loot_table.engine.state import Chance, Effect, Refusal, Seat, even, kept, marks, place_in, take_out
from loot_table.games.looterz.box import MOST_PLAYERS
from loot_table.games.looterz.events import Discarded, DragonSeen, Drew, NothingToTake, Reshuffled
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.party import enter
from loot_table.games.looterz.table import Table

DRAGON_CARDS: Final = 4


@final
@dataclass(frozen=True)
class TakeTop(Effect):
    """Take the top card of the Draw Pile, into the hand or into play; reshuffle first if it is empty (LZ-06)."""

    seat: Seat
    is_entering: bool

    def do(self, table: Table) -> None:
        if not table.pile and not table.dragons:
            reshuffle(table)
            if not table.pile:
                table.tell(NothingToTake(self.seat))  # LZ-R4
                return
        table.agenda.append(TOP_CARDS[self.is_entering][self.seat])


@final
@dataclass(frozen=True)
class TopCard(Chance):
    """Which card lies on top: each that is left is equally likely. A Dragon card is replaced by the next (LZ-V2)."""

    seat: Seat
    is_entering: bool

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        found = [(card, 1) for card in table.pile]
        if table.dragons:
            found.append((table.box.dragon, table.dragons))
        return found

    def sample(self, table: Table, rng: Random) -> int:
        drawn = int(rng.below(len(table.pile) + table.dragons))
        return table.pile[drawn] if drawn < len(table.pile) else table.box.dragon

    def odds(self, table: Table, outcome: int) -> tuple[tuple[int, ...], int]:
        cards = len(table.pile)
        place = cards if outcome == table.box.dragon else place_in(table.pile, outcome)
        return (kept((*even(cards), table.dragons)) if table.dragons else even(cards)), place

    def name_of(self, table: Table, outcome: int) -> str:
        return "dragon" if outcome == table.box.dragon else table.box.ids[outcome]

    def do(self, table: Table, outcome: int) -> None:
        if outcome == table.box.dragon:
            table.dragons -= 1
            table.tell(DragonSeen(DRAGON_CARDS - table.dragons))
            if not table.dragons:
                table.end_by_dragon("dragon")
            else:
                table.agenda.append(TAKE_TOPS[self.is_entering][self.seat])
            return
        take_out(table.pile, outcome)
        if table.box.reshuffles_at_once and not table.pile and not table.dragons:
            reshuffle(table)  # LZ-R3
        if self.is_entering:
            enter(table, self.seat, outcome, "draw_pile")
        else:
            insort(table.hands[self.seat], outcome)
            if table.news is not None:
                table.tell(Drew(self.seat, table.box.ids[outcome]))


TAKE_TOPS: Final = [[TakeTop(seat, is_entering) for seat in range(MOST_PLAYERS)] for is_entering in (False, True)]
TOP_CARDS: Final = [[TopCard(seat, is_entering) for seat in range(MOST_PLAYERS)] for is_entering in (False, True)]


def reshuffle(table: Table) -> None:
    """LZ-06, LZ-92: the Graveyard is the new Draw Pile; its cards are known, their order is not."""
    if not table.graveyard:
        return
    table.tell(Reshuffled(len(table.graveyard)))
    table.reshuffles += 1
    for card in table.graveyard:
        table.cycle[card] = table.reshuffles
    table.pile = sorted(table.graveyard)
    table.graveyard = []


def draw(table: Table, seat: Seat) -> None:
    """LZ-22: the top card of the Draw Pile comes into the hand."""
    table.agenda.append(TAKE_TOPS[False][seat])


def discard(table: Table, seat: Seat, card: int) -> None:
    """LZ-05: from the hand to the Graveyard. LZ-62: no Last Wish."""
    leave_hand(table, seat, card)
    table.graveyard.append(card)
    if table.news is not None:
        table.tell(Discarded(seat, table.box.ids[card]))


def leave_hand(table: Table, seat: Seat, card: int) -> None:
    take_out(table.hands[seat], card)
    table.known[card] = False


def not_in_hand(card: str, rule: str) -> Refusal:
    return Refusal(say("{card} is not in your hand.", card=CardName(card)), rule, marks("card", card))
