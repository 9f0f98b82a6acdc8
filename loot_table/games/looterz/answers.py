"""Answers to follow-up questions (target, victim, player, card, sacrifice, discard, order, use), and who asked.

A step that has to ask stays on the agenda, right under its question; the answer is handed to it. A question with one
possible answer is not asked at all (LZ-95).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.state import Action, Decision, Effect, Refusal, Seat
from loot_table.games.looterz.box import MOST_PLAYERS
from loot_table.games.looterz.dungeon_events import Declined
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.table import Table


@dataclass(frozen=True)
class Asks(Effect):
    """A step that may have to ask a seat something: a card, a player, or whether to go on."""

    seat: Seat

    def choices(self, table: Table) -> list[int]:
        """The cards or players that may be answered, in canonical order."""
        raise NotImplementedError

    def take(self, table: Table, choice: int) -> None:
        """Go on with this answer. The step is off the agenda."""
        raise NotImplementedError

    def may_decline(self, table: Table) -> bool:
        return False

    def agree(self, table: Table) -> None:
        """Go on after a `Use`."""
        raise NotImplementedError

    def source(self) -> str:
        """The card whose ability asks; empty for a phase of the turn."""
        return ""

    def prompt(self, table: Table) -> Sentence:
        """The question."""
        raise NotImplementedError

    def offer(self, table: Table) -> Sentence:
        """The question whether to go on at all."""
        raise NotImplementedError

    def choosing(self, table: Table, card: str) -> Sentence:
        """The words on the button of a card that may be answered."""
        raise NotImplementedError

    def why_not(self, table: Table, choice: int) -> Refusal:
        """Why a card or player that is not among the choices is not."""
        raise NotImplementedError


def ask(table: Table, step: Asks, question: Decision) -> None:
    """Put a question, or answer it where there is only one answer (LZ-95)."""
    choices = step.choices(table)
    if len(choices) == 1 and not step.may_decline(table):
        step.take(table, choices[0])
        return
    table.agenda.append(step)
    table.agenda.append(question)


def asking(table: Table) -> Asks:
    """The step that put the present question."""
    step = table.agenda[-2]
    assert isinstance(step, Asks)
    return step


def answered(table: Table) -> Asks:
    """The same after the question was answered and taken off; it is taken off too."""
    step = table.agenda.pop()
    assert isinstance(step, Asks)
    return step


# ---------------------------------------------------------------- answers


@dataclass(frozen=True)
class Answer(Action):
    """An answer to a follow-up question."""

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return table.decision().why_not(table, self)


@final
@dataclass(frozen=True)
class Target(Answer):
    """Choose a Looter for an effect."""

    looter: str

    def label(self, table: Table) -> Sentence:
        return asking(table).choosing(table, self.looter)

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).take(table, table.box.numbers[self.looter])


@final
@dataclass(frozen=True)
class Victim(Answer):
    """Steal from this player."""

    player: int

    def label(self, table: Table) -> Sentence:
        return say("Steal from {who}", who=Name(self.player))

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).take(table, self.player)


@final
@dataclass(frozen=True)
class Player(Answer):
    """Let an effect fall on this player."""

    player: int

    def label(self, table: Table) -> Sentence:
        return say("Choose {who}", who=Name(self.player))

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).take(table, self.player)


@final
@dataclass(frozen=True)
class Card(Answer):
    """Choose a card from the Graveyard or a hand."""

    card: str

    def label(self, table: Table) -> Sentence:
        return asking(table).choosing(table, self.card)

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).take(table, table.box.numbers[self.card])


@final
@dataclass(frozen=True)
class Sacrifice(Answer):
    """Put a Looter you control into the Graveyard (LZ-61)."""

    looter: str

    def label(self, table: Table) -> Sentence:
        return say("Sacrifice {looter}", looter=CardName(self.looter))

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).take(table, table.box.numbers[self.looter])


@final
@dataclass(frozen=True)
class Discard(Answer):
    """Put a card from your hand into the Graveyard."""

    card: str

    def label(self, table: Table) -> Sentence:
        return say("Discard {card}", card=CardName(self.card))

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).take(table, table.box.numbers[self.card])


@final
@dataclass(frozen=True)
class Order(Answer):
    """Resolve this Last Wish first (LZ-77)."""

    card: str

    def label(self, table: Table) -> Sentence:
        return say("{card} first", card=CardName(self.card))

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).take(table, table.box.numbers[self.card])


@final
@dataclass(frozen=True)
class Use(Answer):
    """Use what is optional."""

    def label(self, table: Table) -> Sentence:
        return say("Use {card}", card=CardName(asking(table).source()))

    def do(self, table: Table, seat: Seat) -> None:
        answered(table).agree(table)


@final
@dataclass(frozen=True)
class Decline(Answer):
    """Pass over what is optional."""

    def label(self, table: Table) -> Sentence:
        return say("Decline")

    def do(self, table: Table, seat: Seat) -> None:
        step = answered(table)
        table.tell(Declined(seat, step.source()))


USE: Final = Use()
DECLINE: Final = Decline()
VICTIMS: Final = [Victim(player) for player in range(MOST_PLAYERS)]
PLAYERS: Final = [Player(player) for player in range(MOST_PLAYERS)]
