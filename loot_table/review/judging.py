"""A decision judged: every answer gets the same effort on the same imagined tables with the same luck.

The best answer is never measured on the tables that it was chosen on, so that luck in the choice does not count: each part of
the tables in turn measures what the others chose. What is lost has an error, and a mark needs certainty (`marks.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import hypot, sqrt
from statistics import fmean
from typing import Final

from loot_table.engine.random import Random, mixed
from loot_table.engine.state import Action, State, View
from loot_table.review.effort import Look
from loot_table.review.marks import CLOSE, SURER, Mark, is_close, mark_for
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator

LISTS: Final = 16  # of answers, where one does not hold them all
LIKED: Final = 6  # candidates that look best at first sight
BY_LOT: Final = 2  # and some at random, to see how far answers lie apart
AFTER_FIRST: Final = 4  # candidates after the first stage at most, and half as many after each that follows, but two
AFTER_TRIAL: Final = (
    4,
    2,
)  # of the answers that are looked at again: after the trial, and after each look; and the played one
GLANCES: Final = 8  # tables for a first sight of many answers
BELIEVED: Final = 0.1  # how far the first look may be wrong about two answers, while a trial is short
SURE: Final = 3.0  # errors that an answer must lie behind to be out of the race
ENOUGH: Final = 2.0  # errors within which a second look's mark must stay the same; else there are more tables
OTHERWISE: Final = 0.3
PARTS: Final = 8  # of the tables. With two, which is the least, the choice between answers that are close scatters


@dataclass(frozen=True)
class Candidate:
    """An answer, and what it promises to the seat."""

    action: Action
    share: float
    error: float  # one standard error of the share; 0 where it is exact
    tables: int
    line: tuple[Action, ...] = ()  # what is expected after it, where that is known
    ends_in: int | None = None  # own turns until a certain win; below 0 until a certain loss


@dataclass(frozen=True)
class Judged:
    """What a decision cost, in shares of the victory."""

    step: int
    seat: int
    rule: str
    played: Candidate
    best: Candidate
    candidates: tuple[Candidate, ...]  # the best first
    answers: int  # that there were; 0 where they are too many to list
    loss: float
    error: float
    mark: Mark
    is_hindsight: bool = False
    is_settled: bool = True  # otherwise it is certain that something was lost, and how much is still found out

    @property
    def spread(self) -> float:
        """How far the answers lie apart."""
        return self.candidates[0].share - self.candidates[-1].share


# What answers came to, one after the other on the same tables.
Results = Mapping[Action, list[float]]


def judge(moment: Moment, evaluator: Evaluator, seed: int, hindsight: bool = False) -> Judged:
    """By what the seat knew; in hindsight by the true table, with all cards open."""
    return list(looks(first_look(moment, evaluator, seed, hindsight), moment, evaluator, seed, hindsight))[-1]


def looks(first: Judged, moment: Moment, evaluator: Evaluator, seed: int, hindsight: bool = False) -> Iterator[Judged]:
    """What would be marked is looked at again, in games for which a look does not suffice: told as soon as a mark is certain, and
    once more when it is settled."""
    look = evaluator.effort.look
    if look is None or first.mark == CLOSE:
        yield first
    else:
        yield from second_look(first, moment, evaluator, look, seed, hindsight)


def first_look(moment: Moment, evaluator: Evaluator, seed: int, hindsight: bool = False) -> Judged:
    view = moment.state.view(moment.seat)
    doubt = evaluator.effort.doubt if evaluator.effort.look is None else 0.0  # who looks again has doubts then
    racing = candidates_for(moment, view, evaluator)
    found: dict[Action, list[float]] = {action: [] for action in racing}
    loss = scatter = 0.0
    for stage, upto in enumerate(evaluator.effort.stages):
        for number in range(len(found[moment.played]), upto):
            world, luck = table_for(moment, view, evaluator, mixed(seed + number), hindsight)
            for action in racing:
                found[action].append(tried(world.copy(), action, evaluator, luck)[moment.seat])
        loss, scatter = lost(found, racing, moment.played)
        at_last = scatter * sqrt(upto / evaluator.effort.stages[-1])
        marks = marks_within(SURER, found, racing, moment.played, loss, at_last, doubt)
        racing = still_racing(found, racing, moment.played, max(2, AFTER_FIRST >> stage))
        rivals = [apart(found[action], found[moment.played]) for action in racing if action != moment.played]
        if len(marks) == 1 or all(is_close(*each) for each in rivals):
            break
    return judged(moment, found, racing, loss, scatter, doubt, hindsight)


def table_for(moment: Moment, view: View, evaluator: Evaluator, seed: int, hindsight: bool) -> tuple[State, int]:
    """A table to try answers on, and their luck there."""
    rng = Random(seed)
    world = moment.state.copy() if hindsight else evaluator.imagine(view, rng)
    return world, int(rng.word())


def second_look(
    first: Judged, moment: Moment, evaluator: Evaluator, look: Look, seed: int, hindsight: bool = False
) -> Iterator[Judged]:
    """The played answer and its best rivals on other tables, played on by careful players. The first look says only who the rivals
    are: so what it was wrong about does not count. A trial says which of them stay, and then its tables do not count either."""
    view = moment.state.view(moment.seat)
    racing = [first.played.action, *rivals_of(first, look.rivals)]
    trial: dict[Action, list[float]] = {}
    found: dict[Action, list[float]] = {action: [] for action in racing}
    loss, scatter = 0.0, 1.0
    is_told = False
    for stage, upto in enumerate((look.trial, *[look.trial + more for more in look.stages])):
        decisions = look.decisions if stage else look.trial_decisions
        done = len(trial.get(moment.played, ())) + len(found[moment.played])
        for number in range(done, upto):
            world, luck = table_for(moment, view, evaluator, mixed(mixed(seed) + number), hindsight)
            for action in racing:
                after = world.copy()
                after.apply(action)
                shares = evaluator.play_on(after, Random(luck), decisions, is_careful=True, over=max(1, decisions // 2))
                found[action].append(shares[moment.seat])
        loss, scatter = lost(found, racing, moment.played)
        at_last = scatter * sqrt(len(found[moment.played]) / look.stages[-1])
        marks = marks_within(ENOUGH, found, racing, moment.played, loss, at_last, look.doubt)
        likely = likelihoods(first, found, moment.played) if stage == 0 else None
        racing = still_racing(found, racing, moment.played, AFTER_TRIAL[stage > 0], likely)
        if racing == [moment.played] or marks == {CLOSE} or (stage and len(marks) == 1):
            break
        if stage == 0:
            trial, found = found, {action: [] for action in racing}
        elif not is_told and CLOSE not in marks:
            is_told = True
            yield replace(looked_again(first, {**trial, **found}, racing, loss, scatter, look.doubt), is_settled=False)
    yield looked_again(first, {**trial, **found}, racing, loss, scatter, look.doubt)


def likelihoods(first: Judged, trial: Results, played: Action) -> Mapping[Action, float]:
    """How far answers are ahead of the played one by what a short trial says and, the less sure that is the more, by the first
    look."""
    looked = {each.action: each.share - first.played.share for each in first.candidates}
    found = {}
    for action, shares in trial.items():
        ahead, error = apart(shares, trial[played])
        weight = BELIEVED**2 / (BELIEVED**2 + error**2)
        found[action] = weight * ahead + (1 - weight) * looked[action]
    return found


def marks_within(
    sure: float, found: Results, racing: Sequence[Action], played: Action, loss: float, at_last: float, doubt: float
) -> set[Mark]:
    """The marks that it may come to, when each rival may be so many errors further ahead of the played answer, or less. `at_last`:
    the error that it will have when all tables are played; as long as there are few, hardly anything could be marked."""
    rivals = [apart(found[action], found[played]) for action in racing if action != played]
    best, ours = max(fmean(found[action]) for action in racing), fmean(found[played])
    reach = [max([ahead + way * sure * error for ahead, error in rivals], default=0.0) for way in (-1, 1)]
    return {mark_for(each, at_last, best, ours, doubt) for each in (*reach, loss)}


def rivals_of(first: Judged, most: int) -> list[Action]:
    """What was called best, and what came closest to it in the race."""
    others = [each for each in first.candidates if each.action != first.played.action]
    others.sort(key=lambda each: (each.action != first.best.action, -each.tables, -each.share))
    return [each.action for each in others[:most]]


def looked_again(
    first: Judged, found: Results, racing: Sequence[Action], loss: float, error: float, doubt: float
) -> Judged:
    """Other answers keep their distance to the one that had been called best."""
    again = {
        action: Candidate(action, fmean(shares), error_of(shares), len(shares)) for action, shares in found.items()
    }
    shift = again[first.best.action].share - first.best.share
    told = [
        again.get(each.action) or replace(each, share=min(1.0, max(0.0, each.share + shift)))
        for each in first.candidates
    ]
    played = again[first.played.action]
    best = max((again[action] for action in racing), key=lambda each: each.share) if loss > 0 else played
    return replace(
        first,
        played=played,
        best=best,
        candidates=tuple(sorted(told, key=lambda each: -each.share)),
        loss=0.0 if best is played else loss,
        error=hypot(error, doubt),
        mark=CLOSE if best is played else mark_for(loss, error, best.share, played.share, doubt),
    )


def tried(world: State, action: Action, evaluator: Evaluator, luck: int) -> Sequence[float]:
    """What everybody has after an answer and some more decisions. The same number, the same luck."""
    world.apply(action)
    return evaluator.play_on(world, Random(luck), evaluator.effort.cut)


# ---------------------------------------------------------------- who is in the race


def candidates_for(moment: Moment, view: View, evaluator: Evaluator) -> list[Action]:
    """All answers where they are few; else the played one, those that look best, and some at random. Where there are too many to
    list, a list is drawn by lot, and another one would hold others: so many lists are put together. What is drawn here is the same
    for every seed: who looks twice looks at the same answers."""
    seed = mixed(moment.step)
    rng = Random(seed)
    table = evaluator.imagine(view, rng)
    decision = table.decision()
    lists = [evaluator.knowledge.listed(table, decision, rng) for _ in range(LISTS if decision.is_large(table) else 1)]
    listed = list(dict.fromkeys([*chain(*lists), moment.played]))  # some come twice
    look = evaluator.effort.look
    liked = LIKED if look is None else 2 * look.rivals  # who looks again leaves the choice to that
    if len(listed) <= liked + BY_LOT:
        return listed
    glances: dict[Action, list[float]] = {action: [] for action in listed}
    for number in range(GLANCES):
        world = evaluator.imagine(view, Random(mixed(seed + number)))
        for action in listed:
            after = world.copy()
            after.apply(action)
            glances[action].append(evaluator.play_on(after, Random(seed + number), 0)[moment.seat])
    ordered = sorted(listed, key=lambda action: -fmean(glances[action]))
    kept = [*ordered[:liked], moment.played, evaluator.knowledge.answer(table, rng)]
    rest = [action for action in ordered if action not in kept]
    rng.shuffle(rest)
    return list(dict.fromkeys([*kept, *rest[:BY_LOT]]))


def still_racing(
    found: Results,
    racing: Sequence[Action],
    played: Action,
    most: int,
    likely: Mapping[Action, float] | None = None,
) -> list[Action]:
    """The best so far (or the likeliest, where that is known better), so many of them and only who is not clearly behind the first;
    and the played one. Of answers that lead to the same table one is enough, and the played one stands for its own."""
    alone = {tuple(found[action]): action for action in [*reversed(racing), played]}
    means = {action: fmean(found[action]) for action in alone.values()}
    first, order = max(means, key=lambda action: means[action]), likely or means
    kept = []
    for action in sorted(means, key=lambda action: -order[action])[:most]:
        behind, error = apart(found[first], found[action])
        if behind <= SURE * error:
            kept.append(action)
    return kept if played in kept else [*kept, played]


# ---------------------------------------------------------------- what was lost


def lost(found: Results, racing: Sequence[Action], played: Action) -> tuple[float, float]:
    """What the played answer is behind the best, measured on each part of the tables for the choice of all others."""
    sums = {action: [sum(found[action][part::PARTS]) for part in range(PARTS)] for action in racing}
    totals = {action: sum(parts) for action, parts in sums.items()}
    behind: list[float] = []
    for part in range(PARTS):
        best = max(racing, key=lambda action: totals[action] - sums[action][part])
        pairs = zip(found[best][part::PARTS], found[played][part::PARTS], strict=True)
        behind += [theirs - ours for theirs, ours in pairs]
    return fmean(behind), error_of(behind)


def apart(ones: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """How far two answers lie apart on the same tables, and its error."""
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    return fmean(differences), error_of(differences)


def error_of(values: Sequence[float]) -> float:
    """Few tables that came out alike are no proof of certainty: one that came out otherwise is thought to them."""
    count = len(values)
    if count < 2:
        return 1.0
    middle = fmean(values)
    scatter = sum([(value - middle) ** 2 for value in values]) / (count - 1)  # as `variance`, which is exact and slow
    return sqrt((scatter + OTHERWISE**2 / count) / count)


def judged(
    moment: Moment, found: Results, racing: Sequence[Action], loss: float, error: float, doubt: float, hindsight: bool
) -> Judged:
    told = [Candidate(action, fmean(each), error_of(each), len(each)) for action, each in found.items()]
    told.sort(key=lambda each: (each.action not in racing, -each.share))
    played = next(each for each in told if each.action == moment.played)
    best = told[0] if loss > 0 else played
    decision = moment.state.decision()
    mark = mark_for(loss, error, best.share, played.share, doubt) if best is not played else CLOSE
    return Judged(
        moment.step,
        moment.seat,
        decision.rule(),
        played,
        best,
        tuple(sorted(told, key=lambda each: -each.share)),
        0 if decision.is_large(moment.state) else len(decision.actions(moment.state)),
        max(loss, 0.0) if best is not played else 0.0,
        hypot(error, doubt),
        mark,
        hindsight,
    )
