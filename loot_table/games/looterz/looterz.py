"""What happens to Looterz and cards: entering, dying, gaining Life, changing sides, being drawn."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.state import Chance, Effect, Seat
from loot_table.games.looterz.abilities import LastWishes, forget, has_trigger, trigger
from loot_table.games.looterz.components import MOST_PLAYERS
from loot_table.games.looterz.deed_events import Buried, GainedLife, Hurt, Looted, Stole, TookControl, WentHome
from loot_table.games.looterz.events import Discarded, DragonSeen, Drew, Entered, NothingToTake, Reshuffled
from loot_table.games.looterz.table import NONE, Table

DRAGON_CARDS: Final = 4

# ---------------------------------------------------------------- the Draw Pile


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

    def do(self, table: Table, outcome: int) -> None:
        if outcome == table.box.dragon:
            table.dragons -= 1
            table.tell(DragonSeen(DRAGON_CARDS - table.dragons))
            if not table.dragons:
                table.end_by_dragon("dragon")
            else:
                table.agenda.append(TAKE_TOPS[self.is_entering][self.seat])
            return
        table.pile.remove(outcome)
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
    table.hands[seat].remove(card)
    table.known[card] = False


# ---------------------------------------------------------------- entering and dying


def enter(table: Table, seat: Seat, card: int, origin: str) -> None:
    """LZ-21, LZ-63: a Looter enters with its Life tokens, and its Recruitment takes effect at once."""
    life = min(table.box.printed_life[card], table.life_supply())  # LZ-R6
    assert life > 0, "whoever lets it enter has looked at the supply"
    table.put(card, seat, life, seat)
    if table.news is not None:
        table.tell(Entered(seat, table.box.ids[card], life, origin))
    trigger(table, seat, card, True, "recruitment")


def bury(table: Table, seat: Seat, cards: list[int], how: str) -> None:
    """LZ-05, LZ-75: Looterz of one seat go to the Graveyard together, in party order. Last Wishes follow at once."""
    wishes: list[int] = []
    for card in cards:
        table.parties[seat].remove(card)
        table.controller[card] = NONE
        table.life[card] = 0
        table.home[card] = NONE
        table.acted[card] = False
        table.exhausted[card] = False
        table.graveyard.append(card)
        forget(table, card)
        if has_trigger(table, card, "last_wish"):
            wishes.append(card)
    ids = table.box.ids
    if table.news is not None:
        table.tell(Buried(seat, tuple([ids[card] for card in cards]), how))
    if len(wishes) == 1:
        trigger(table, seat, wishes[0], False, "last_wish")
    elif wishes:
        table.agenda.append(LastWishes(seat, tuple([ids[card] for card in wishes])))


def hurt(table: Table, cards: list[int], hits: int) -> None:
    """LZ-35, LZ-36, LZ-75: Looterz of one seat lose tokens at the same moment; those without any are dead."""
    for card in cards:
        table.life[card] = max(0, table.life[card] - hits)
    seat = table.controller[cards[0]]
    if table.news is not None:
        ids = table.box.ids
        table.tell(Hurt(seat, tuple([ids[card] for card in cards]), tuple([table.life[card] for card in cards])))
    dead = [card for card in cards if table.life[card] == 0]
    if dead:
        bury(table, seat, dead, "killed")


def gain_life(table: Table, cards: list[int], amount: int) -> None:
    """LZ-69, LZ-R37: up to the cap, and with strict tokens up to the supply (LZ-R6)."""
    gainers: list[int] = []
    for card in cards:
        gain = min(amount, table.box.life_cap - table.life[card], table.life_supply())
        if gain > 0:
            table.life[card] += gain
            gainers.append(card)
    if gainers and table.news is not None:
        ids = table.box.ids
        lives = tuple([table.life[card] for card in gainers])
        table.tell(GainedLife(table.controller[gainers[0]], tuple([ids[card] for card in gainers]), lives))


# ---------------------------------------------------------------- control


def take_control(table: Table, seat: Seat, card: int, is_permanent: bool) -> None:
    """LZ-70: it moves with its tokens and its exhaustion. LZ-73: nothing is triggered."""
    victim = table.controller[card]
    change_party(table, card, seat)
    if is_permanent:
        table.home[card] = seat
    if table.news is not None:
        table.tell(TookControl(seat, victim, table.box.ids[card], is_permanent))


def go_home(table: Table, seat: Seat) -> None:
    """LZ-72: what a seat has borrowed returns to its home party."""
    borrowed = [card for card in table.parties[seat] if table.home[card] != seat]
    for card in borrowed:
        home = table.home[card]
        change_party(table, card, home)
        if table.news is not None:
            table.tell(WentHome(home, table.box.ids[card]))


def change_party(table: Table, card: int, seat: Seat) -> None:
    table.parties[table.controller[card]].remove(card)
    table.parties[seat].append(card)
    table.controller[card] = seat


# ---------------------------------------------------------------- Loot


def loot(table: Table, seat: Seat, amount: int) -> None:
    """LZ-82: all of it at once, from the supply."""
    gain = min(amount, table.loot_supply())  # LZ-R5
    table.loot[seat] += gain
    if amount and table.news is not None:
        table.tell(Looted(seat, gain, table.loot[seat]))


def steal(table: Table, seat: Seat, victim: Seat, amount: int) -> None:
    """LZ-64: what there is, up to the amount."""
    gain = min(amount, table.loot[victim])
    table.loot[victim] -= gain
    table.loot[seat] += gain
    if table.news is not None:
        table.tell(Stole(seat, victim, gain))


def richest_victims(table: Table, seat: Seat) -> list[Seat]:
    """LZ-65: the other players with the highest Loot at the table; nobody when the stealer alone has it."""
    most = max([amount for other, amount in enumerate(table.loot) if other != seat])
    if most == 0 or (table.loot[seat] > most and not table.box.leader_may_steal):
        return []
    return [other for other, amount in enumerate(table.loot) if other != seat and amount == most]


def any_victims(table: Table, seat: Seat) -> list[Seat]:
    """LZ-64: every other player who has Loot."""
    return [other for other, amount in enumerate(table.loot) if other != seat and amount > 0]
