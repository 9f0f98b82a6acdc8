"""The two decks: what nature decides about them, and the reshuffle when one is empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Chance, Effect, Seat, even, place_in
from loot_table.games.loot_n_run.awaken_events import WerewolfDrew
from loot_table.games.loot_n_run.box import NONE
from loot_table.games.loot_n_run.events import Looted, Reshuffled, ReshuffledUnseen, TurnedUp
from loot_table.games.loot_n_run.table import Table

DECKS: Final = (0, 1)  # left and right
SEATS: Final = range(6)
# Weights of the backs by what stands for them, as long as there are so few that it fits into a word.
WEIGHTS: Final[dict[int, tuple[int, ...]]] = {}
MOST_OF_A_BACK: Final = 1024
MOST_BACKS: Final = 6


@final
@dataclass(frozen=True)
class TurnUp(Chance):
    """The back of a deck's new top card can be seen (LR-70). An outcome is a back's number."""

    deck: int

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        weighted = [(back, weight(table, self.deck, back)) for back in range(len(table.pool))]
        return [(back, many) for back, many in weighted if many > 0]

    def sample(self, table: Table, rng: Random) -> int:
        other: i64 = table.tops[1 - self.deck]
        left: i64 = rng.below(table.sizes[0] + table.sizes[1] - (1 if other != NONE else 0))
        for back, cards in enumerate(table.pool):
            left -= len(cards) - 1 if back == other else len(cards)
            if left < 0:
                return back
        raise AssertionError("the decks hold the pool")

    def odds(self, table: Table, outcome: int) -> tuple[tuple[int, ...], int]:
        key: i64 = 0  # what stands for the weights
        place: i64 = 0
        other: i64 = table.tops[1 - self.deck]
        last: i64 = outcome
        pool = table.pool
        backs: i64 = len(pool)
        back: i64 = 0
        while back < backs:
            many: i64 = len(pool[back]) - (1 if back == other else 0)
            if many > 0:
                key = key * MOST_OF_A_BACK + many
                if back < last:
                    place += 1
            back += 1
        found = WEIGHTS.get(int(key)) if backs <= MOST_BACKS else None
        if found is None:
            found = tuple([many for _, many in self.outcomes(table)])
            if backs <= MOST_BACKS:
                WEIGHTS[int(key)] = found
        return found, int(place)

    def name_of(self, table: Table, outcome: int) -> str:
        return table.box.backs[outcome]

    def do(self, table: Table, outcome: int) -> None:
        table.tops[self.deck] = outcome
        if table.news is not None:
            table.tell(TurnedUp(self.deck, table.box.backs[outcome]))


def weight(table: Table, deck: int, back: int) -> int:
    """How many cards of a back may lie on top: those not dealt, without the other deck's top card."""
    return len(table.pool[back]) - (table.tops[1 - deck] == back)


@dataclass(frozen=True)
class TopCard(Chance):
    """The top card of a deck goes to a player. An outcome is a card's number."""

    seat: Seat
    deck: int

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(card, 1) for card in table.pool[table.tops[self.deck]]]

    def sample(self, table: Table, rng: Random) -> int:
        cards = table.pool[table.tops[self.deck]]
        return cards[rng.below(len(cards))]

    def odds(self, table: Table, outcome: int) -> tuple[tuple[int, ...], int]:
        cards = table.pool[table.tops[self.deck]]
        return even(len(cards)), place_in(cards, outcome)

    def name_of(self, table: Table, outcome: int) -> str:
        return table.box.rooms[outcome].id


@final
@dataclass(frozen=True)
class Draw(TopCard):
    """LR-25: to the player who loots it."""

    def do(self, table: Table, outcome: int) -> None:
        table.take(self.deck, outcome)
        table.hold(self.seat, outcome)
        if table.news is not None:
            room = table.box.rooms[outcome]
            table.tell(Looted(self.seat, self.deck, table.box.backs[room.back], room.id, room.face))


@final
@dataclass(frozen=True)
class WerewolfDraw(TopCard):
    """LR-46: to the player whom the Werewolf helps, who will choose."""

    def do(self, table: Table, outcome: int) -> None:
        table.take(self.deck, outcome)
        table.drawn.append(outcome)
        table.drawn_from.append(self.deck)
        if table.news is not None:
            room = table.box.rooms[outcome]
            table.tell(WerewolfDrew(self.seat, self.deck, table.box.backs[room.back], room.id, room.face))


@final
@dataclass(frozen=True)
class ShowTops(Effect):
    """Decks whose top card is not seen yet show it."""

    def do(self, table: Table) -> None:
        show_tops(table)


@final
@dataclass(frozen=True)
class TidyDecks(Effect):
    """LR-60, at the moments of LR-R12: reshuffle if a deck is empty; then both decks show their backs."""

    def do(self, table: Table) -> None:
        if (table.sizes[0] == 0 or table.sizes[1] == 0) and not table.has_reached:
            reshuffle(table)
        show_tops(table)


def show_tops(table: Table) -> None:
    for deck in (1, 0):  # the left deck's comes next
        if table.tops[deck] == NONE and table.sizes[deck] > 0:
            table.agenda.append(TURN_UPS[deck])


def reshuffle(table: Table) -> None:
    """LR-60: the remaining deck and the discard pile become two new decks; deck 0 has the odd card (LR-R13)."""
    left = table.sizes[0] + table.sizes[1]
    if not table.discard and not table.refused and left < 2:
        return  # LR-R14: nothing could be split
    table.reshuffles += 1
    returned = table.returned.copy()
    for card in table.discard:
        returned[card] = table.reshuffles
        table.pool[table.box.back[card]].append(card)
    if table.refused:
        take_back_refused(table)
    for cards in table.pool:
        cards.sort()
    everything = left + len(table.discard) + len(table.refused)
    table.sizes = [(everything + 1) // 2, everything // 2]
    table.tops = [NONE, NONE]
    if table.news is not None:
        tell_reshuffled(table)
    table.returned = returned
    table.discard = []
    table.refused = []


def take_back_refused(table: Table) -> None:
    """LR-R18: cards that lay face down go back too, and only who refused them knows that they did."""
    recalled = table.recalled.copy()
    for refused in table.refused:
        recalled[refused.seat, refused.card] = table.reshuffles
        table.pool[table.box.back[refused.card]].append(refused.card)
    table.recalled = recalled


def tell_reshuffled(table: Table) -> None:
    box = table.box
    returned = box.named(table.discard)
    if table.refused:
        backs = tuple([box.backs[box.back[refused.card]] for refused in table.refused])
        table.tell(ReshuffledUnseen(returned, table.sizes[0], table.sizes[1], backs))
    else:
        table.tell(Reshuffled(returned, table.sizes[0], table.sizes[1]))


# Built once and used for ever; two of a kind are those of the left and the right deck.
TURN_UPS: Final = [TurnUp(deck) for deck in DECKS]
DRAWS: Final = [[Draw(seat, deck) for deck in DECKS] for seat in SEATS]
WEREWOLF_DRAWS: Final = [[WerewolfDraw(seat, deck) for deck in DECKS] for seat in SEATS]
SHOW_TOPS: Final = ShowTops()
TIDY_DECKS: Final = TidyDecks()
