"""What happens to Looterz in play: entering, dying, losing and gaining Life, changing sides."""

from __future__ import annotations

from loot_table.engine.state import Seat, take_out
from loot_table.games.looterz.abilities import LastWishes, forget, has_trigger, trigger
from loot_table.games.looterz.box import NONE
from loot_table.games.looterz.dungeon_events import Buried, Entered, GainedLife, Hurt, TookControl, WentHome
from loot_table.games.looterz.table import Table

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
        take_out(table.parties[seat], card)
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
    take_out(table.parties[table.controller[card]], card)
    table.parties[seat].append(card)
    table.controller[card] = seat
