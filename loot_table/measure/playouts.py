"""How much luck a game holds, told by playouts: at chances of some games, many games of the same bots from every outcome.

Playouts are noisy. Those of an outcome are halved, and what both halves have in common is no noise. They are kept with the
records of their games, so that another value function can be held against them without playing them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import NATURE, State
from loot_table.measure.intervals import ALPHA, Interval
from loot_table.measure.recorder import Value, valued

FORMAT = "loot-table-luck/1"
MOST_OUTCOMES = 12  # of a chance; more are too dear
TRIES = 1000  # of a bootstrap
Answer = Callable[[Any, Random], Any]
Way = tuple[int, int, float, float]  # an outcome, its weight, the first seat's share on average in either half


@dataclass(frozen=True)
class Fork:
    """A chance, and how games end from there."""

    step: int  # entries of the record before it
    stands_for: float  # so many chances of its game
    outcomes: int  # that are possible
    ways: tuple[Way, ...]  # those that were played out


@dataclass(frozen=True)
class Explored:
    """A game, as its record has it, and some or all of its forks."""

    record: Mapping[str, Any]
    forks: tuple[Fork, ...]


@dataclass(frozen=True)
class Held:
    """The luck of a game, and what a value function sees of it."""

    games: int
    chances: int
    luck: float  # variance of the first seat's luck in a game, by playouts
    interval: Interval  # of that
    seen: float  # the part of it that the value function explains
    seen_interval: Interval


class Chances(Witness):
    """The tables at which nature had a choice, each with its step."""

    def __init__(self) -> None:
        self.step = 0
        self.met: list[tuple[int, State]] = []

    def see(self, state: State, entry: Entry) -> None:
        if entry.outcome is not None and len(state.outcomes()) > 1:
            self.met.append((self.step, state.copy()))
        self.step += 1


def explored(match: Match, answer: Answer, playouts: int, chances: int, seed: int) -> Explored:
    """Some chances of a match (0: all of them), drawn by lot, by playouts from their outcomes."""
    found = Chances()
    match.seen_again(found)
    met = found.met.copy()
    Random(mixed(seed)).shuffle(met)
    some = sorted(met[: chances or None], key=lambda each: each[0])
    share = len(met) / max(1, len(some))
    forks = [forked(state, step, share, answer, playouts, mixed(seed + step)) for step, state in some]
    return Explored(match.to_json(), tuple(forks))


def forked(state: State, step: int, stands_for: float, answer: Answer, playouts: int, seed: int) -> Fork:
    """Playouts from every outcome, or from a dozen of them; all with the same dice."""
    outcomes = list(state.outcomes())
    possible = len(outcomes)
    Random(seed).shuffle(outcomes)
    ways = []
    for outcome, weight in sorted(outcomes[:MOST_OUTCOMES]):
        after = state.copy()
        after.happen(outcome)
        ends = [played_out(after, answer, mixed(seed + number)) for number in range(playouts)]
        ways.append((outcome, weight, fmean(ends[0::2]), fmean(ends[1::2])))
    return Fork(step, stands_for, possible, tuple(ways))


def played_out(state: State, answer: Answer, seed: int) -> float:
    """The first seat's share when all play on as they usually do."""
    world, rng = state.copy(), Random(seed)
    while world.agenda:
        if world.to_act == NATURE:
            world.happen(world.chance().sample(world, rng))
        else:
            world.apply(answer(world, rng))
    return world.standings()[0]


# ---------------------------------------------------------------- a value function held against it


@dataclass(frozen=True)
class Sums:
    """Over a game: the variance of luck, that of what the value function takes for luck, and what they have in common."""

    luck: float
    own: float
    common: float


def held(games: Sequence[Explored], game: Game, value: Value) -> Held:
    sums = [summed(each, game, value) for each in games]
    dice, count = Random(len(sums)), len(sums)
    drawn = [[sums[int(dice.below(count))] for _ in range(count)] for _ in range(TRIES)]
    return Held(
        count,
        sum(len(each.forks) for each in games),
        fmean(each.luck for each in sums),
        middle([fmean(each.luck for each in some) for some in drawn]),
        seen_of(sums),
        middle([seen_of(some) for some in drawn]),
    )


def summed(explored: Explored, game: Game, value: Value) -> Sums:
    """Each fork counts as often as the chances that it stands for."""
    match = Match.from_json(explored.record, game)
    found = [(fork.stands_for, fork_sums(match.at(fork.step).state, fork, value)) for fork in explored.forks]
    return Sums(
        sum(times * each.luck for times, each in found),
        sum(times * each.own for times, each in found),
        sum(times * each.common for times, each in found),
    )


def fork_sums(state: State, fork: Fork, value: Value) -> Sums:
    own = []
    for outcome, _, _, _ in fork.ways:
        after = state.copy()
        after.happen(outcome)
        own.append(valued(after, value)[0])
    weights = [weight for _, weight, _, _ in fork.ways]
    first, second = [each for _, _, each, _ in fork.ways], [each for _, _, _, each in fork.ways]
    both = [(one + other) / 2 for one, other in zip(first, second, strict=True)]
    # Some outcomes of many scatter less than all of them.
    some, every = len(fork.ways), fork.outcomes
    wider = some / (some - 1) * (every - 1) / every
    return Sums(
        wider * covariance(weights, first, second),
        wider * covariance(weights, own, own),
        wider * covariance(weights, own, both),
    )


def covariance(weights: Sequence[int], ones: Sequence[float], others: Sequence[float]) -> float:
    total = sum(weights)
    middle = sum(weight * one for weight, one in zip(weights, ones, strict=True)) / total
    other = sum(weight * each for weight, each in zip(weights, others, strict=True)) / total
    parts = zip(weights, ones, others, strict=True)
    return sum(weight * (one - middle) * (each - other) for weight, one, each in parts) / total


def seen_of(games: Sequence[Sums]) -> float:
    """1 less the variance of what is not seen, in parts of all of it."""
    luck = fmean(each.luck for each in games)
    rest = fmean(each.luck - 2 * each.common + each.own for each in games)
    return 1 - rest / luck if luck > 0 else 0.0


def middle(found: list[float]) -> Interval:
    found.sort()
    return Interval(found[int(TRIES * ALPHA / 2)], found[int(TRIES * (1 - ALPHA / 2)) - 1])


# ---------------------------------------------------------------- kept


def as_plain(games: Sequence[Explored], playouts: int) -> dict[str, Any]:
    told = [
        {
            "record": each.record,
            "forks": [[fork.step, fork.stands_for, fork.outcomes, *map(list, fork.ways)] for fork in each.forks],
        }
        for each in games
    ]
    return {"format": FORMAT, "playouts": playouts, "games": told}


def from_plain(told: Any) -> list[Explored]:
    """What `as_plain` made."""
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadInput(f'these are no playouts: their "format" must be "{FORMAT}"')
    return [
        Explored(
            each["record"],
            tuple(
                Fork(step, share, possible, tuple((way[0], way[1], way[2], way[3]) for way in ways))
                for step, share, possible, *ways in each["forks"]
            ),
        )
        for each in told["games"]
    ]
