"""The luck of every chance, and the account: result = start + luck + own decisions + others' decisions + gap.

A chance was worth what the table is worth after it less the mean over all that could have come. Shares sum to 1, so the luck
of all seats sums to nothing. A decision was worth what the table is worth after it less before; to resign is one. The gap is what
nobody decided: where all agreed on an end that was not played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from loot_table.engine.match import Match
from loot_table.engine.sentence import Name, Sentence, say, together
from loot_table.measure.intervals import LEAST_BLOCKS, Interval, mean, sequence_of
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator, Shares

WIDEST_GAP: Final = 0.10  # beyond it an account is withheld
LITTLE: Final = 0.05  # luck that hardly matters
LUCK, DECISION, GAP = "luck", "decision", "gap"


@dataclass(frozen=True)
class Line:
    """What one step was worth to each seat."""

    step: int
    kind: str  # "luck", "decision" or "gap"
    seat: int | None  # who decided
    asked: str  # the kind of chance or of decision, by its name in the rules
    worth: tuple[float, ...]  # by seat


@dataclass(frozen=True)
class Account:
    """How a seat came to its result, in shares of the victory."""

    seat: int
    start: float
    luck: float
    own: float
    others: float
    gap: float
    result: float

    @property
    def is_withheld(self) -> bool:
        return abs(self.gap) > WIDEST_GAP

    @property
    def adjusted(self) -> float:
        """The result less the luck: as good a measure of strength, with less scatter."""
        return self.result - self.luck

    def withheld(self) -> Sentence | None:
        """Why luck and decisions are not told apart."""
        if not self.is_withheld:
            return None
        return say(
            "The end was agreed, not played: luck and decisions of {who} are not told apart.",
            who=Name(self.seat),
        )

    def says(self) -> Sentence | None:
        """Luck and skill in a line; None where they are not told apart."""
        if self.is_withheld:
            return None
        who = Name(self.seat)
        own, others = signed(self.own), signed(self.others)
        if not self.luck:  # as in a game without any
            return say("{who}: own decisions {own}, the others’ {others}.", who=who, own=own, others=others)
        if abs(self.luck) < LITTLE:
            luck = say("Luck hardly mattered to {who}.", who=who)
        elif self.luck > 0:
            luck = say("Luck was with {who}: {points} points.", who=who, points=signed(self.luck))
        else:
            luck = say("Luck was against {who}: {points} points.", who=who, points=signed(self.luck))
        return together(luck, say("Own decisions {own}, the others’ {others}.", own=own, others=others))


def signed(worth: float) -> str:
    """A gain or a loss in points: "+7", "−3"; what rounds to nothing is no loss."""
    points = round(100 * worth)
    return f"−{-points}" if points < 0 else f"+{points}"


@dataclass(frozen=True)
class Ledger:
    values: tuple[tuple[float, ...], ...]  # each seat's share before each step, and at the end
    lines: tuple[Line, ...]
    accounts: tuple[Account, ...]  # by seat

    @property
    def is_withheld(self) -> bool:
        return any(each.is_withheld for each in self.accounts)


def ledger_of(match: Match, moments: Sequence[Moment], evaluator: Evaluator, seed: int = 1) -> Ledger:
    """`seed`: decides what is drawn where a chance leads to more tables than are looked at."""
    values = [tuple(evaluator.value(moment.state, seed + moment.step)) for moment in moments] + [
        tuple(match.standings())
    ]
    lines: list[Line] = []
    for moment, before, after in zip(moments, values, values[1:], strict=False):
        worth = less(after, before)
        if moment.is_chance:
            lines.append(Line(moment.step, LUCK, None, type(moment.state.chance()).__name__, worth))
        elif moment.is_decision:
            asked = type(moment.state.decision()).__name__
            lines.append(Line(moment.step, DECISION, moment.seat, asked, worth))
        elif moment.entry.seat >= 0:
            lines.append(Line(moment.step, DECISION, moment.entry.seat, moment.entry.service, worth))
        else:
            lines.append(Line(moment.step, GAP, None, moment.entry.service, worth))
    accounts = [account_of(seat, values, lines) for seat in range(match.players)]
    return Ledger(tuple(values), tuple(lines), tuple(accounts))


def less(ones: Shares, others: Shares) -> tuple[float, ...]:
    return tuple([one - other for one, other in zip(ones, others, strict=True)])


def account_of(seat: int, values: Sequence[Shares], lines: Sequence[Line]) -> Account:
    def total(kind: str, is_own: bool | None = None) -> float:
        some = (each for each in lines if each.kind == kind and (is_own is None or (each.seat == seat) is is_own))
        return sum(each.worth[seat] for each in some)

    own, others = total(DECISION, True), total(DECISION, False)
    return Account(seat, values[0][seat], total(LUCK), own, others, total(GAP), values[-1][seat])


# ---------------------------------------------------------------- over a series


@dataclass(frozen=True)
class Series:
    """Results less luck, over several games of one player."""

    games: int
    result: float
    adjusted: float
    interval: Interval  # of the adjusted one; from 100 games on it holds at any moment


def series_of(accounts: Sequence[Account]) -> Series:
    adjusted = [each.adjusted for each in accounts]
    interval = sequence_of(adjusted) if len(adjusted) >= LEAST_BLOCKS else mean(adjusted)
    return Series(len(accounts), fmean(each.result for each in accounts), fmean(adjusted), interval)
