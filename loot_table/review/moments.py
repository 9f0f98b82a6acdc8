"""A finished game, step by step: the table before each, and what was done there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from loot_table.engine.errors import BadInput
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Action, Seat, State


class StillRunning(BadInput):
    """A review of a running game would tell its players what they must not know."""

    def __init__(self, text: Sentence) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True)
class Moment:
    """A step of the record."""

    step: int  # entries before it
    state: State  # the true table before it
    entry: Entry

    @property
    def is_chance(self) -> bool:
        return self.entry.outcome is not None

    @property
    def is_decision(self) -> bool:
        """Whether somebody had a choice."""
        return self.entry.action is not None and not is_forced(self.state)

    @property
    def seat(self) -> Seat:
        return self.entry.seat

    @property
    def played(self) -> Action:
        assert self.entry.action is not None
        return self.entry.action


def is_forced(state: State) -> bool:
    """Whether the seat to act has one answer only."""
    decision = state.decision()
    return not decision.is_large(state) and not decision.is_open() and len(decision.actions(state)) == 1


@final
class Watching(Witness):
    def __init__(self) -> None:
        self.moments: list[Moment] = []

    def see(self, state: State, entry: Entry) -> None:
        self.moments.append(Moment(len(self.moments), state.copy(), entry))


def moments_of(match: Match) -> Sequence[Moment]:
    """All steps of a match, which must be over."""
    if not match.is_over:
        raise StillRunning(say("This game is still running. A review comes when it is over."))
    watching = Watching()
    match.seen_again(watching)
    return watching.moments
