"""A review, finding by finding: what matters most comes first, so that somebody can read while the rest is found out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.components import content_hash
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import mixed
from loot_table.engine.sentence import Sentence
from loot_table.engine.state import SPECTATOR, Seat
from loot_table.review.effort import effort_for
from loot_table.review.judging import Judged, first_look, judge, looks
from loot_table.review.ledger import Ledger, ledger_of
from loot_table.review.lines import judge_by_search, judge_by_solution
from loot_table.review.marks import CLOSE
from loot_table.review.moments import Moment, moments_of
from loot_table.review.rates import Rate, rate_of
from loot_table.review.ribbon import Ribbon, open_ribbon, ribbon_of
from loot_table.review.story import TurningPoint, turning_points, verdict
from loot_table.review.valuing import Evaluator

AT_FIRST: Final = 3  # decisions that are judged before anything else,
AT_FIRST_MOST: Final = 8  # or so many, as long as none of them is marked


@dataclass(frozen=True)
class Opening:
    """What is reviewed, and by whom."""

    evaluator: str  # its hash
    steps: int
    decisions: int  # with more than one answer
    result: tuple[float, ...]
    is_deep: bool
    has_hindsight: bool


@dataclass(frozen=True)
class Decision:
    """A decision, judged by what the seat knew; and with all cards open, where that was asked for."""

    judged: Judged
    says: Sentence
    hindsight: Judged | None = None


@dataclass(frozen=True)
class Closing:
    """What it all comes to."""

    seat: Seat  # whose turning points these are
    turning_points: tuple[TurningPoint, ...]
    rates: tuple[Rate, ...]


Finding = Opening | Decision | Ledger | Ribbon | Closing


@final
class Review:
    """A finished match, ready to be asked about."""

    def __init__(self, match: Match, is_deep: bool = False, seed: int | None = None) -> None:
        """`seed`: decides the imagined tables; without one the record itself does, so that every review of it says the
        same."""
        self.match = match
        self.moments: Sequence[Moment] = moments_of(match)
        self.is_deep = is_deep
        self.decisions = [each for each in self.moments if each.is_decision]
        effort = effort_for(match.game, is_deep).for_length(len(self.decisions))
        self.evaluator = Evaluator(match.game, match.players, match.components.hash, effort)
        record = content_hash({"entries": [entry.to_json() for entry in match.record]})
        self.seed = int(record, 16) if seed is None else seed

    def judge(self, moment: Moment, is_hindsight: bool = False) -> Judged:
        """One decision. Nothing is hidden in a game without secrets, so hindsight is no better there."""
        if self.evaluator.solution is not None:
            return judge_by_solution(moment, self.evaluator)
        if self.evaluator.search is not None:
            return judge_by_search(moment, self.evaluator)
        return judge(moment, self.evaluator, self.seed_of(moment), is_hindsight)

    def decision(self, moment: Moment, has_hindsight: bool = False) -> Decision:
        return list(self.decided(moment, None, has_hindsight))[-1]

    def decided(self, moment: Moment, first: Judged | None, has_hindsight: bool) -> Iterator[Decision]:
        """A decision as soon as a mark is certain, and again when it is settled. `first`: the first look, where there was one."""
        seed = self.seed_of(moment)
        for judged in [self.judge(moment)] if first is None else looks(first, moment, self.evaluator, seed):
            is_open = judged.is_settled and has_hindsight and self.match.game.has_secrets
            hindsight = self.judge(moment, True) if is_open else None
            yield Decision(judged, verdict(self.match, moment, judged), hindsight)

    def seed_of(self, moment: Moment) -> int:
        return mixed(self.seed + moment.step)

    def glanced(self, ordered: Sequence[Moment]) -> list[tuple[Moment, Judged | None]]:
        """What is judged first. Where a mark takes two looks, the first ones say where it is soonest found."""
        at_first = ordered[:AT_FIRST_MOST]
        if self.evaluator.effort.look is None:
            return [(moment, None) for moment in at_first]
        looked = {moment.step: first_look(moment, self.evaluator, self.seed_of(moment)) for moment in at_first}
        dearest = sorted(at_first, key=lambda each: (looked[each.step].mark == CLOSE, -looked[each.step].loss))
        return [(moment, looked[moment.step]) for moment in dearest]

    def ledger(self) -> Ledger:
        return ledger_of(self.match, self.moments, self.evaluator, self.seed)

    def ribbon(self, eyes: Seat) -> Ribbon:
        return ribbon_of(self.moments, self.evaluator, eyes, self.match.standings(), self.seed)

    def by_importance(self, seat: Seat | None) -> list[Moment]:
        """All decisions, those of the seat first, and among them those after which most had changed."""
        value = self.evaluator.knowledge.value
        swings = {}
        for moment in self.decisions:
            after = moment.state.copy()
            after.apply(moment.played)
            shares = [value(each)[moment.seat] if value and each.agenda else 0.0 for each in (moment.state, after)]
            swings[moment.step] = abs(shares[1] - shares[0])
        return sorted(self.decisions, key=lambda each: (seat is not None and each.seat != seat, -swings[each.step]))

    def findings(self, seat: Seat | None = None, has_hindsight: bool = False) -> Iterator[Finding]:
        """`seat`: whose decisions come first, and whose story is told; without one, the winner's."""
        if seat is not None and not 0 <= seat < self.match.players:
            raise BadInput(f"there is no seat {seat}; seats are 0 to {self.match.players - 1}")
        result = tuple(self.match.standings())
        many = len(self.decisions)
        yield Opening(self.evaluator.hash, len(self.moments), many, result, self.is_deep, has_hindsight)
        judged: list[Judged] = []
        ordered = self.by_importance(seat)
        for moment, first in self.glanced(ordered):
            for decision in self.decided(moment, first, has_hindsight):
                yield decision
            judged.append(decision.judged)
            if len(judged) >= AT_FIRST and any(each.mark != CLOSE for each in judged):
                break
        ledger = self.ledger()
        yield ledger
        yield open_ribbon(ledger)
        if self.match.game.has_secrets:
            for eyes in (SPECTATOR, *range(self.match.players)):
                yield self.ribbon(eyes)
        done = {each.step for each in judged}
        for moment in [each for each in ordered if each.step not in done]:
            decision = self.decision(moment, has_hindsight)
            judged.append(decision.judged)
            yield decision
        yield self.closing(ledger, judged, result.index(max(result)) if seat is None else seat)

    def closing(self, ledger: Ledger, judged: Sequence[Judged], seat: Seat) -> Closing:
        points = turning_points(self.match, self.moments, ledger, judged, self.evaluator, seat)
        kinds = [(each, type(self.moments[each.step].state.decision()).__name__) for each in judged]
        players = self.match.players
        return Closing(seat, points, tuple(rate_of(each, kinds, self.match.game, players) for each in range(players)))


def review(
    match: Match,
    seat: Seat | None = None,
    is_deep: bool = False,
    has_hindsight: bool = False,
    seed: int | None = None,
) -> Iterator[Finding]:
    """All findings about a finished match. One that is running is refused (`StillRunning`)."""
    return Review(match, is_deep, seed).findings(seat, has_hindsight)


def is_marked(finding: Finding) -> bool:
    return isinstance(finding, Decision) and finding.judged.mark != CLOSE
