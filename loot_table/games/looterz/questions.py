"""The follow-up questions, one for each kind of choice. The step under a question knows what may be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Sentence, say, together
from loot_table.engine.state import Action, Decision, Refusal
from loot_table.games.looterz.answers import (
    DECLINE,
    PLAYERS,
    USE,
    VICTIMS,
    Card,
    Decline,
    Discard,
    Order,
    Player,
    Sacrifice,
    Target,
    Use,
    Victim,
    asking,
)
from loot_table.games.looterz.box import MOST_PLAYERS, NONE
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.table import Table


@dataclass(frozen=True)
class Question(Decision):
    """A follow-up question; the step under it knows what may be answered."""

    def prompt(self, table: Table) -> Sentence:
        return asking(table).prompt(table)

    def answer(self, table: Table, choice: int) -> Action:
        """The action that means this choice."""
        raise NotImplementedError

    def choice(self, table: Table, action: Action) -> int | None:
        """What an action chooses: a card or player, NONE for one that does not exist, None for another kind."""
        raise NotImplementedError

    def actions(self, table: Table) -> Sequence[Action]:
        step = asking(table)
        found = [self.answer(table, choice) for choice in step.choices(table)]
        if step.may_decline(table):
            found.append(DECLINE)
        return found

    def sample(self, table: Table, rng: Random) -> Action:
        step = asking(table)
        choices = step.choices(table)
        drawn = int(rng.below(len(choices) + int(step.may_decline(table))))
        return self.answer(table, choices[drawn]) if drawn < len(choices) else DECLINE

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        step = asking(table)
        if isinstance(action, Decline):
            if step.may_decline(table):
                return None
            return Refusal(together(say("This cannot be declined."), step.prompt(table)), "LZ-79")
        choice = self.choice(table, action)
        if choice is None:
            return Refusal(together(say("That is no answer now."), step.prompt(table)), self.rule())
        if choice == NONE:
            return Refusal(say("There is no such card or player at this table."), self.rule())
        return None if choice in step.choices(table) else step.why_not(table, choice)


@final
@dataclass(frozen=True)
class ChooseTarget(Question):
    """Which Looter?"""

    def rule(self) -> str:
        return "LZ-79"

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing a target for {card}.", who=Name(self.seat), card=source(table))

    def answer(self, table: Table, choice: int) -> Action:
        return table.box.targets[choice]

    def choice(self, table: Table, action: Action) -> int | None:
        return table.box.number(action.looter) if isinstance(action, Target) else None


@final
@dataclass(frozen=True)
class ChooseVictim(Question):
    """From whom do you Steal?"""

    def rule(self) -> str:
        return "LZ-65"

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing whom to rob for {card}.", who=Name(self.seat), card=source(table))

    def answer(self, table: Table, choice: int) -> Action:
        return VICTIMS[choice]

    def choice(self, table: Table, action: Action) -> int | None:
        return seat_or_none(table, action.player) if isinstance(action, Victim) else None


@final
@dataclass(frozen=True)
class ChoosePlayer(Question):
    """On which opponent does it fall?"""

    def rule(self) -> str:
        return "LZ-R26"

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing an opponent for {card}.", who=Name(self.seat), card=source(table))

    def answer(self, table: Table, choice: int) -> Action:
        return PLAYERS[choice]

    def choice(self, table: Table, action: Action) -> int | None:
        return seat_or_none(table, action.player) if isinstance(action, Player) else None


@final
@dataclass(frozen=True)
class ChooseCard(Question):
    """Which card?"""

    def rule(self) -> str:
        return "LZ-79"

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing a card for {card}.", who=Name(self.seat), card=source(table))

    def answer(self, table: Table, choice: int) -> Action:
        return Card(table.box.ids[choice])

    def choice(self, table: Table, action: Action) -> int | None:
        return table.box.number(action.card) if isinstance(action, Card) else None


@final
@dataclass(frozen=True)
class MustSacrifice(Question):
    """Which Looter do you sacrifice?"""

    def rule(self) -> str:
        return "LZ-61"

    def waiting(self, table: Table) -> Sentence:
        who = Name(self.seat)
        if not asking(table).source():
            return say("{who} is choosing a Looter to sacrifice.", who=who)
        return say("{who} is choosing a Looter to sacrifice for {card}.", who=who, card=source(table))

    def answer(self, table: Table, choice: int) -> Action:
        return table.box.sacrifices[choice]

    def choice(self, table: Table, action: Action) -> int | None:
        return table.box.number(action.looter) if isinstance(action, Sacrifice) else None


@final
@dataclass(frozen=True)
class MustDiscard(Question):
    """Which card do you discard, of a hand that is too large?"""

    def rule(self) -> str:
        return "LZ-51"

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing a card to discard.", who=Name(self.seat))

    def answer(self, table: Table, choice: int) -> Action:
        return Discard(table.box.ids[choice])

    def choice(self, table: Table, action: Action) -> int | None:
        return table.box.number(action.card) if isinstance(action, Discard) else None


@final
@dataclass(frozen=True)
class DiscardForAbility(Question):
    """Which card do you discard, as the price of an ability or because it makes you?"""

    is_cost: bool

    def rule(self) -> str:
        return discard_rule(self.is_cost)

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing a card to discard for {card}.", who=Name(self.seat), card=source(table))

    def answer(self, table: Table, choice: int) -> Action:
        return Discard(table.box.ids[choice])

    def choice(self, table: Table, action: Action) -> int | None:
        return table.box.number(action.card) if isinstance(action, Discard) else None


def discard_rule(is_cost: bool) -> str:
    """A price is paid whole; what an ability makes one do is done if it can be."""
    return "LZ-42" if is_cost else "LZ-79"


@final
@dataclass(frozen=True)
class ChooseOrder(Question):
    """Which Last Wish comes first?"""

    def rule(self) -> str:
        return "LZ-77"

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is ordering Last Wishes.", who=Name(self.seat))

    def answer(self, table: Table, choice: int) -> Action:
        return Order(table.box.ids[choice])

    def choice(self, table: Table, action: Action) -> int | None:
        return table.box.number(action.card) if isinstance(action, Order) else None


@final
@dataclass(frozen=True)
class UseOrDecline(Decision):
    """Do you use it?"""

    def rule(self) -> str:
        return "LZ-79"

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is deciding whether to use {card}.", who=Name(self.seat), card=source(table))

    def prompt(self, table: Table) -> Sentence:
        return asking(table).offer(table)

    def actions(self, table: Table) -> Sequence[Action]:
        return (USE, DECLINE)

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, (Use, Decline)):
            return None
        return Refusal(together(say("Use it or decline."), self.prompt(table)), "LZ-79")


def source(table: Table) -> CardName:
    """The card that asks."""
    return CardName(asking(table).source())


def seat_or_none(table: Table, player: int) -> int:
    return player if 0 <= player < table.players else NONE


# Built once: the questions by seat.
CHOOSE_TARGET: Final = [ChooseTarget(seat) for seat in range(MOST_PLAYERS)]
CHOOSE_VICTIM: Final = [ChooseVictim(seat) for seat in range(MOST_PLAYERS)]
CHOOSE_PLAYER: Final = [ChoosePlayer(seat) for seat in range(MOST_PLAYERS)]
CHOOSE_CARD: Final = [ChooseCard(seat) for seat in range(MOST_PLAYERS)]
MUST_SACRIFICE: Final = [MustSacrifice(seat) for seat in range(MOST_PLAYERS)]
MUST_DISCARD: Final = [MustDiscard(seat) for seat in range(MOST_PLAYERS)]
FORCED_DISCARD: Final = [DiscardForAbility(seat, False) for seat in range(MOST_PLAYERS)]
COST_DISCARD: Final = [DiscardForAbility(seat, True) for seat in range(MOST_PLAYERS)]
CHOOSE_ORDER: Final = [ChooseOrder(seat) for seat in range(MOST_PLAYERS)]
USE_OR_DECLINE: Final = [UseOrDecline(seat) for seat in range(MOST_PLAYERS)]
