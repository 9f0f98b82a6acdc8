"""What a decent player of Looterz knows: the worth of a Looter, of a search, of harm to a dangerous rival.

It sees the seat's view only; the imagined table below is used for what is open and for the own hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.looterz.abilities import OPS, Part, Resolve, Share
from loot_table.games.looterz.answers import Card, Discard, Order, Player, Sacrifice, Target, Use, Victim, asking
from loot_table.games.looterz.dungeon import Activate, Attack, Search, is_ready
from loot_table.games.looterz.language import Ability, Deed
from loot_table.games.looterz.odds import Hits
from loot_table.games.looterz.rules import Draw, Recruit
from loot_table.games.looterz.table import NONE, SECOND_RECRUITMENT, Table, TableView
from loot_table.games.looterz.targets import TargetOp

WIN: Final = 100.0
CARD: Final = 0.5  # a card in hand
UNKNOWN_LOOTER: Final = 1.2  # one from the top of the Draw Pile

# What an Activation adds to a Looter's worth, and what a Last Wish is worth to its controller, by the first effect.
ACTIVATION: Final = {"destroy": 0.7, "take_control": 0.5, "search": 0.4, "steal": 0.5, "damage": 0.5, "attack": 0.2}
LAST_WISH: Final = {"loot": 1.0, "steal": 0.8, "destroy": 0.8, "recover": 0.6, "gain_life": 0.4, "damage": 0.2}
SOME_WORTH: Final = 0.3


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    return likings(view.imagine(rng), actions, rng)


def likings(table: Table, actions: Sequence[Action], rng: Random) -> list[float]:
    """The same on a table that somebody imagines: only what the seat to act can see is looked at."""
    judge = Judge(table, table.to_act)
    return [judge.action(action) for action in actions]


@final
class Judge:
    """One seat's opinion of the table."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.crowd = 1 + 0.6 * (table.players - 2)  # at a full table the others profit as well

    # ---------------------------------------------------------------- worth of Looterz

    def looter(self, card: int, life: int) -> float:
        """A Looter in play with so many Life tokens."""
        if life <= 0:
            return 0.0
        box = self.table.box
        worth = 2 * life * box.power[card] / 6
        if box.activation[card] >= 0:
            worth += ACTIVATION.get(box.abilities[card][box.activation[card]].first.op, SOME_WORTH)
        return worth

    def wish(self, card: int) -> float:
        worth = 0.0
        for ability in self.table.box.abilities[card]:
            if ability.trigger == "last_wish":
                worth += LAST_WISH.get(ability.first.op, SOME_WORTH)
        return worth

    def weight(self, seat: Seat) -> float:
        """How much a loss of this seat is worth to us; our own loss is a loss."""
        if seat == self.seat:
            return -1.0
        return (0.6 + 1.2 * self.table.loot[seat] / self.table.box.loot_target) / self.crowd

    def harm(self, card: int, lost: int) -> float:
        """Taking so many Life tokens off a Looter, its Last Wish included."""
        table = self.table
        life = table.life[card]
        loss = self.looter(card, life) - self.looter(card, life - lost)
        if lost >= life:
            loss -= self.wish(card)
        return loss * self.weight(table.controller[card])

    def kept(self, card: int) -> float:
        """What its controller loses with a Looter; borrowed ones cost nothing."""
        table = self.table
        if table.home[card] != table.controller[card]:
            return -self.wish(card)
        return self.looter(card, table.life[card]) - self.wish(card)

    # ---------------------------------------------------------------- worth of actions

    def action(self, action: Action) -> float:
        table = self.table
        numbers = table.box.numbers
        if isinstance(action, Recruit):
            return self.recruit(numbers[action.card])
        if isinstance(action, Draw):
            # Keep one card back for the next first phase, where a recruit acts before anybody can shoot it.
            is_short = table.phase == SECOND_RECRUITMENT and len(table.hands[self.seat]) <= 1
            return WIN / 2 if is_short else CARD
        if isinstance(action, Search):
            return self.search(numbers[action.looter])
        if isinstance(action, Attack):
            return self.attack(numbers[action.looter], numbers[action.target])
        if isinstance(action, Activate):
            return self.activate(numbers[action.looter])
        return self.answer(action)

    def answer(self, action: Action) -> float:
        """An answer to a follow-up question. Declining and resting are worth nothing."""
        table = self.table
        numbers = table.box.numbers
        if isinstance(action, Target):
            return self.target(numbers[action.looter])
        if isinstance(action, Sacrifice):
            return -self.kept(numbers[action.looter])
        if isinstance(action, Discard):
            return -self.recruit(numbers[action.card])
        if isinstance(action, Card):
            return self.recruit(numbers[action.card])
        if isinstance(action, (Victim, Player)):
            return self.weight(action.player) + sum(self.hoped(card) for card in table.parties[action.player])
        if isinstance(action, Order):
            return self.wish(numbers[action.card])
        return self.use() if isinstance(action, Use) else 0.0

    def hoped(self, card: int) -> float:
        """The Loot a Looter's search brings on average."""
        return self.table.life[card] * self.table.box.power[card] / 6

    def search(self, card: int) -> float:
        table = self.table
        needed = table.box.loot_target - table.loot[self.seat]
        hits = Hits(table.life[card], table.box.power[card])
        return hits.mean() + (WIN * hits.at_least(needed) if needed <= hits.dice else 0.0)

    def attack(self, card: int, target: int) -> float:
        table = self.table
        hits = Hits(table.life[card], table.box.power[card])
        return sum([hits.chance(lost) * self.harm(target, lost) for lost in range(1, hits.dice + 1)])

    def activate(self, card: int) -> float:
        table = self.table
        ability = table.box.abilities[card][table.box.activation[card]]
        return self.ability(ability, card, card)

    def recruit(self, card: int) -> float:
        """A card from the hand, the Graveyard or the Draw Pile as a Looter of ours."""
        box = self.table.box
        worth = self.looter(card, box.printed_life[card]) + 0.3 * self.wish(card) + 0.3 * box.has_taunt[card]
        for ability in box.abilities[card]:
            if ability.trigger == "recruitment":
                worth += self.ability(ability, card, NONE)
        return worth

    def use(self) -> float:
        """An optional ability or step."""
        step = asking(self.table)
        card = self.table.box.numbers[step.source()]
        if isinstance(step, Resolve):
            return self.ability(step.rules(self.table), card, step.itself(self.table))
        assert isinstance(step, Part)
        return self.deed(step.line(self.table), card, step.itself(self.table))

    def target(self, target: int) -> float:
        step = asking(self.table)
        assert isinstance(step, (Part, Share))
        return self.on(step.line(self.table), self.table.box.numbers[step.card], target)

    # ---------------------------------------------------------------- worth of abilities

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
        """What a seat's part of a deed is worth to us."""
        op = OPS[deed.op]
        if not op.can_change(self.table, seat, card, itself, deed) and itself != NONE:
            return 0.0
        gain = 1.0 if seat == self.seat else -self.weight(seat)
        if isinstance(op, TargetOp):
            return self.strike(seat, op, deed, card, itself)
        if deed.op == "sacrifice":
            worths = sorted([self.kept(other) for other in self.table.parties[seat] if other != itself])
            return -gain * sum(worths[: deed.n])
        return gain * self.plain(seat, deed)

    def plain(self, seat: Seat, deed: Deed) -> float:
        """A deed that touches no Looter, as its own player sees it."""
        table = self.table
        if deed.op in ("loot", "steal"):
            if deed.op == "steal" and not OPS["steal"].can_change(table, seat, 0, NONE, deed):
                return 0.0
            wins = table.loot[seat] + deed.n >= table.box.loot_target
            return deed.n * (1.4 if deed.op == "steal" else 1.0) + (WIN if wins else 0.0)
        if deed.op == "draw":
            return CARD * deed.n
        if deed.op == "discard":
            return -CARD * min(deed.n, len(table.hands[seat]))
        if deed.op == "enter" and deed.origin == "draw_pile":
            return UNKNOWN_LOOTER
        if deed.op == "enter" and deed.origin == "hand" and seat != self.seat:
            return UNKNOWN_LOOTER if table.hands[seat] else 0.0
        cards = table.hands[seat] if deed.origin == "hand" else table.graveyard
        best = max([0.0, *[self.looter(card, table.box.printed_life[card]) for card in cards]])
        return best if deed.op == "enter" else min(CARD, best)

    def strike(self, seat: Seat, op: TargetOp, deed: Deed, card: int, itself: int) -> float:
        """A deed on Looterz: all that are hit, or the one its player would choose."""
        if deed.pick == "self" and itself == NONE:  # a card that is about to enter
            return self.table.box.printed_life[card] * self.table.box.power[card] / 6 if deed.op == "search" else 0.0
        found = op.picked(self.table, seat, itself, deed)
        worths = [self.on(deed, card, target) for target in found]
        if not worths:
            return 0.0
        if deed.pick != "choose":
            return sum(worths)
        best = max(worths) if seat == self.seat else min(worths)
        # The Hydra attacks twice: the optional second attack may be passed over.
        return max(0.0, best) if deed.is_optional and seat == self.seat else best

    def on(self, deed: Deed, card: int, target: int) -> float:
        """What a deed on one Looter is worth to us."""
        table = self.table
        weight = self.weight(table.controller[target])
        if deed.op == "destroy":
            return self.harm(target, table.life[target])
        if deed.op == "damage":
            return self.harm(target, deed.n)
        if deed.op == "attack":
            return self.attack(card, target)
        if deed.op == "gain_life":
            gain = min(deed.n, table.box.life_cap - table.life[target])
            return -weight * gain * 2 * table.box.power[target] / 6
        if deed.op == "exhaust":
            # One of ours that has acted already loses nothing: it is upright again before its next turn.
            return weight * self.hoped(target) if is_ready(table, target) or weight > 0 else 0.0
        if deed.op == "search":
            return self.search(target)
        acts = self.search(target) if is_ready(table, target) else 0.0
        forever = self.looter(target, table.life[target]) * (1 + weight) if deed.duration == "permanent" else 0.0
        return acts + forever
