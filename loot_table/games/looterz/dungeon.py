"""The Dungeon Phase: each of your Looterz searches, attacks or uses its ability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Count, Name, Sentence, say
from loot_table.engine.state import Action, Decision, Effect, Refusal, Seat, marks
from loot_table.games.looterz import dice
from loot_table.games.looterz.abilities import resolve
from loot_table.games.looterz.activation import can_activate, why_not_activate
from loot_table.games.looterz.box import MOST_PLAYERS, NONE, Box
from loot_table.games.looterz.dungeon_events import Acted, Refreshed
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.table import DUNGEON, Table
from loot_table.games.looterz.taunt import attack_targets, guarded


@final
@dataclass(frozen=True)
class DungeonPhase(Effect):
    """LZ-30, LZ-32: each of your Looterz takes one action, in any order. LZ-38: until none is left."""

    seat: Seat

    def do(self, table: Table) -> None:
        table.phase = DUNGEON
        for card in table.parties[self.seat]:
            if is_ready(table, card):
                table.agenda.append(self)
                table.agenda.append(CHOOSE_ACTION[self.seat])
                return
        tired = [card for card in table.parties[self.seat] if table.exhausted[card]]
        for card in tired:
            table.exhausted[card] = False  # LZ-68
        if tired and table.news is not None:
            table.tell(Refreshed(self.seat, tuple([table.box.ids[card] for card in tired])))


def is_ready(table: Table, card: int) -> bool:
    return not table.acted[card] and not table.exhausted[card]


@final
@dataclass(frozen=True)
class ChooseAction(Decision):
    """LZ-31, LZ-32: pick a Looter that has not acted, and what it does."""

    def rule(self) -> str:
        return "LZ-32"

    def prompt(self, table: Table) -> Sentence:
        return say("Send your Looterz out, one by one.")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is sending Looterz into the Dungeon.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        box = table.box
        targets = attack_targets(table, self.seat)
        found: list[Action] = []
        for card in table.parties[self.seat]:
            if not is_ready(table, card):
                continue
            found.append(box.searches[card])
            for target in targets:
                if target != card:
                    found.append(attack_action(box, card, target))
            if can_activate(table, self.seat, card):
                found.append(box.activates[card])
            if box.options.allow_rest:
                found.append(box.rests[card])
        return found

    def sample(self, table: Table, rng: Random) -> Action:
        """Each Looter has a search, the attacks, perhaps an Activation and a rest: draw a number, see whose it is."""
        box = table.box
        targets = attack_targets(table, self.seat)
        rests = int(box.options.allow_rest)
        ready = [card for card in table.parties[self.seat] if is_ready(table, card)]
        # A Looter's answers: 0 searches, then one attack for each target but itself, then Activation, then rest.
        counts = [len(targets) + rests + int(can_activate(table, self.seat, card)) for card in ready]
        drawn = int(rng.below(sum(counts)))
        which = 0
        while drawn >= counts[which]:
            drawn -= counts[which]
            which += 1
        card = ready[which]
        if drawn == 0:
            return box.searches[card]
        if drawn < len(targets):
            target = targets[drawn - 1]
            # The attacker's own place in the list stands for the last target.
            return attack_action(box, card, targets[-1] if target == card else target)
        return box.rests[card] if rests and drawn == counts[which] - 1 else box.activates[card]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, (Search, Attack, Activate, Rest)):
            return action.why_not(table, self.seat)
        return Refusal(say("This is your Dungeon Phase: each of your Looterz acts before the next phase."), "LZ-11")


def attack_action(box: Box, card: int, target: int) -> Action:
    """Built when first needed."""
    spot = card * box.cards + target
    action = box.attacks[spot]
    if action is None:
        action = Attack(box.ids[card], box.ids[target])
        box.attacks[spot] = action
    return action


def why_not_act(table: Table, seat: Seat, looter: str) -> Refusal | None:
    """Why this Looter cannot act for this seat now."""
    card = table.box.number(looter)
    if card == NONE:
        return Refusal(say("There is no such Looter in this game."), "LZ-30")
    name = CardName(looter)
    show = marks("card", looter)
    if table.controller[card] == NONE:
        return Refusal(say("{looter} is not in play.", looter=name), "LZ-30", show)
    if table.controller[card] != seat:
        return Refusal(say("{looter} is not yours to command.", looter=name), "LZ-30", show)
    if table.acted[card]:
        return Refusal(say("{looter} has already acted this turn.", looter=name), "LZ-32", show)
    if table.exhausted[card]:
        tired = say("{looter} is exhausted and takes no action in this Dungeon Phase.", looter=name)
        return Refusal(tired, "LZ-68", show)
    return None


def begin_action(table: Table, looter: str) -> int:
    """The Looter takes its action of this turn."""
    table.triggers = 0
    card = table.box.numbers[looter]
    table.acted[card] = True
    return card


@final
@dataclass(frozen=True)
class Search(Action):
    """LZ-33: roll for Loot."""

    looter: str

    def label(self, table: Table) -> Sentence:
        return say("Roll {dice}", dice=dice_of(table, self.looter))

    def named(self, table: Table) -> Sentence:
        return say("Search with {looter}", looter=CardName(self.looter))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return why_not_act(table, seat, self.looter)

    def do(self, table: Table, seat: Seat) -> None:
        dice.search(table, seat, begin_action(table, self.looter))


def dice_of(table: Table, looter: str) -> Count:
    """LZ-37: one for each Life token."""
    return Count(table.life[table.box.numbers[looter]], "{n} die", "{n} dice")


@final
@dataclass(frozen=True)
class Attack(Action):
    """LZ-34, LZ-35: roll against the Life of another Looter."""

    looter: str
    target: str

    def label(self, table: Table) -> Sentence:
        return say("Roll {dice}", dice=dice_of(table, self.looter))

    def named(self, table: Table) -> Sentence:
        return say("Attack {target} with {looter}", target=CardName(self.target), looter=CardName(self.looter))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_act(table, seat, self.looter)
        if refusal is not None:
            return refusal
        target = table.box.number(self.target)
        if target == NONE:
            return Refusal(say("There is no such Looter in this game."), "LZ-34")
        name, show = CardName(self.target), marks("card", self.target)
        if self.target == self.looter:
            return Refusal(say("{looter} cannot attack itself.", looter=name), "LZ-34", show)
        if table.controller[target] == NONE:
            return Refusal(say("{looter} is not in play.", looter=name), "LZ-34", show)
        return None if target in attack_targets(table, seat) else guarded(table, target)

    def do(self, table: Table, seat: Seat) -> None:
        dice.attack(table, seat, begin_action(table, self.looter), table.box.numbers[self.target])


@final
@dataclass(frozen=True)
class Activate(Action):
    """LZ-40: use the Looter's Activation as its action."""

    looter: str

    def label(self, table: Table) -> Sentence:
        return say("Use {card}", card=CardName(self.looter))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_act(table, seat, self.looter)
        return refusal if refusal is not None else why_not_activate(table, seat, table.box.numbers[self.looter])

    def do(self, table: Table, seat: Seat) -> None:
        card = begin_action(table, self.looter)
        table.agenda.append(resolve(table, seat, card, True, table.box.activation[card]))


@final
@dataclass(frozen=True)
class Rest(Action):
    """LZ-R2, LZ-V7: the Looter does nothing, where the table allows it."""

    looter: str

    def label(self, table: Table) -> Sentence:
        return say("Rest")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.box.options.allow_rest:
            must = say("Every Looter must act: search, attack or use its ability.")
            return Refusal(must, "LZ-R2", marks("card", self.looter))
        return why_not_act(table, seat, self.looter)

    def do(self, table: Table, seat: Seat) -> None:
        begin_action(table, self.looter)
        if table.news is not None:
            table.tell(Acted(seat, self.looter, "rest", ""))


CHOOSE_ACTION: Final = [ChooseAction(seat) for seat in range(MOST_PLAYERS)]
