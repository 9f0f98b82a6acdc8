"""What Looterz and abilities are worth to one seat: the measure of bots, which see what that seat sees."""

from __future__ import annotations

from typing import Final, final

from loot_table.engine.state import Seat
from loot_table.games.looterz.box import NONE
from loot_table.games.looterz.language import Ability, Deed
from loot_table.games.looterz.odds import Hits
from loot_table.games.looterz.table import Table

WIN: Final = 100.0
CARD: Final = 0.5  # a card in hand
UNKNOWN_LOOTER: Final = 1.2  # one from the top of the Draw Pile


@final
class Judge:
    """One seat's opinion of the table."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.crowd = 1 + 0.6 * (table.players - 2)  # at a full table the others profit as well

    # ---------------------------------------------------------------- Looterz

    def looter(self, card: int, life: int) -> float:
        """A Looter in play with so many Life tokens."""
        if life <= 0:
            return 0.0
        box = self.table.box
        worth = 2 * life * box.power[card] / 6
        if box.activation[card] >= 0:
            worth += box.abilities[card][box.activation[card]].first.operation.activation
        return worth

    def wish(self, card: int) -> float:
        """Its Last Wish, to its controller."""
        worth = 0.0
        for ability in self.table.box.abilities[card]:
            if ability.trigger == "last_wish":
                worth += ability.first.operation.last_wish
        return worth

    def best(self, cards: list[int]) -> float:
        """The best of these cards as a Looter that has just entered."""
        printed_life = self.table.box.printed_life
        return max([0.0, *[self.looter(card, printed_life[card]) for card in cards]])

    def kept(self, card: int) -> float:
        """What its controller loses with a Looter; borrowed ones cost nothing."""
        table = self.table
        if table.home[card] != table.controller[card]:
            return -self.wish(card)
        return self.looter(card, table.life[card]) - self.wish(card)

    def hoped(self, card: int) -> float:
        """The Loot a Looter's search brings on average."""
        return self.table.life[card] * self.table.box.power[card] / 6

    # ---------------------------------------------------------------- other players

    def weight(self, seat: Seat) -> float:
        """How much a loss of this seat is worth to us; our own loss is a loss."""
        if seat == self.seat:
            return -1.0
        return (0.6 + 1.2 * self.table.loot[seat] / self.table.box.loot_target) / self.crowd

    def share(self, seat: Seat) -> float:
        """How much a gain of this seat is worth to us."""
        return 1.0 if seat == self.seat else -self.weight(seat)

    def wins(self, seat: Seat, loot: int) -> bool:
        """Whether so much Loot more ends the game."""
        return self.table.loot[seat] + loot >= self.table.box.loot_target

    def harm(self, card: int, lost: int) -> float:
        """Taking so many Life tokens off a Looter, its Last Wish included."""
        table = self.table
        life = table.life[card]
        loss = self.looter(card, life) - self.looter(card, life - lost)
        if lost >= life:
            loss -= self.wish(card)
        return loss * self.weight(table.controller[card])

    # ---------------------------------------------------------------- what Looterz do

    def search(self, card: int) -> float:
        table = self.table
        needed = table.box.loot_target - table.loot[self.seat]
        hits = Hits(table.life[card], table.box.power[card])
        return hits.mean() + (WIN * hits.at_least(needed) if needed <= hits.dice else 0.0)

    def attack(self, card: int, target: int) -> float:
        table = self.table
        hits = Hits(table.life[card], table.box.power[card])
        return sum([hits.chance(lost) * self.harm(target, lost) for lost in range(1, hits.dice + 1)])

    def recruit(self, card: int) -> float:
        """A card from the hand, the Graveyard or the Draw Pile as a Looter of ours."""
        box = self.table.box
        worth = self.looter(card, box.printed_life[card]) + 0.3 * self.wish(card) + 0.3 * box.has_taunt[card]
        for ability in box.abilities[card]:
            if ability.trigger == "recruitment":
                worth += self.ability(ability, card, NONE)
        return worth

    # ---------------------------------------------------------------- abilities

    def ability(self, ability: Ability, card: int, itself: int) -> float:
        return sum([self.deed(deed, card, itself) for deed in ability.deeds])

    def deed(self, deed: Deed, card: int, itself: int) -> float:
        """What a deed brings us, for everybody on whom it falls."""
        if deed.who == "you":
            return self.part(self.seat, deed, card, itself)
        worth = 0.0
        for seat in range(self.table.players):
            if seat != self.seat:
                worth += self.part(seat, deed, card, itself)
        if deed.who == "opponent":
            return worth / (self.table.players - 1)
        return worth + (self.part(self.seat, deed, card, itself) if deed.who == "each" else 0.0)

    def part(self, seat: Seat, deed: Deed, card: int, itself: int) -> float:
        """What a seat's part of a deed is worth to us. A card that is about to enter may change the table first."""
        operation = deed.operation
        if itself != NONE and not operation.can_change(self.table, seat, card, itself, deed):
            return 0.0
        return operation.worth(self, seat, deed, card, itself)
