"""What if: another answer, played on from there with the same luck, or with fresh luck many times.

With the same luck, chances bring what they brought in the game, as long as that can still come (`measure/same_luck.py`). All
seats go on as decent players who see what they see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import Action
from loot_table.measure.intervals import Interval, goodman, mean
from loot_table.measure.luck import CommonLuck
from loot_table.measure.same_luck import SameLuck, brought_since
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator

FRESH: Final = 200  # games with other luck
LONGEST: Final = 20_000  # entries of a branch


@dataclass(frozen=True)
class Branch:
    """A game that was not played."""

    step: int
    action: Action
    record: Mapping[str, Any]  # to be replayed like any other
    standings: tuple[float, ...]


@dataclass(frozen=True)
class Spread:
    """Many such games: each seat's share, and how often it had which place."""

    step: int
    action: Action
    games: int
    shares: tuple[float, ...]
    intervals: tuple[Interval, ...]
    places: tuple[tuple[float, ...], ...]  # by seat: how often first, second, …
    place_intervals: tuple[tuple[Interval, ...], ...]


def branch(match: Match, moments: Sequence[Moment], step: int, action: Action, evaluator: Evaluator) -> Branch:
    """Another answer at a step, with the same luck from there."""
    earlier = decision_at(match, moments, step, action)
    earlier.nature = SameLuck(brought_since(match, step), {}, CommonLuck(step))
    rng = Random(mixed(step))
    earlier.play(earlier.to_act, action)
    while not earlier.is_over and earlier.version < LONGEST:
        earlier.play(earlier.to_act, evaluator.knowledge.answer(earlier.state, rng))
    return Branch(step, action, earlier.to_json(), tuple(earlier.standings()))


def fresh(
    match: Match, moments: Sequence[Moment], step: int, action: Action, evaluator: Evaluator, games: int = FRESH
) -> Spread:
    """Another answer at a step, with other luck from there, so many times."""
    decision_at(match, moments, step, action)
    ends = []
    for number in range(games):
        world = moments[step].state.copy()
        world.apply(action)
        ends.append(evaluator.play_on(world, Random(mixed(mixed(step) + number)), LONGEST))
    seats = range(match.players)
    places = [[place_of(end, seat) for end in ends] for seat in seats]
    counts = [[float(each.count(place)) for place in seats] for each in places]
    return Spread(
        step,
        action,
        games,
        tuple(fmean(end[seat] for end in ends) for seat in seats),
        tuple(mean([end[seat] for end in ends]) for seat in seats),
        tuple(tuple(count / games for count in each) for each in counts),
        tuple(tuple(goodman(each)) for each in counts),
    )


def place_of(end: Sequence[float], seat: int) -> int:
    """0 for the first; who ties shares the better place."""
    return sum(share > end[seat] for share in end)


def decision_at(match: Match, moments: Sequence[Moment], step: int, action: Action) -> Match:
    """The match as it was at a decision, where this answer is legal."""
    if not 0 <= step < len(moments) or moments[step].entry.action is None:
        raise BadInput(f"nobody decided anything at step {step}; there are {len(moments)} steps")
    earlier = match.at(step)
    refusal = earlier.why_not(earlier.to_act, action)
    if refusal is not None:
        raise BadInput(f"that answer is not allowed there: {earlier.voice().text(refusal.text)} ({refusal.rule})")
    return earlier
