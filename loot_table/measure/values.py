"""Whether a value function can be trusted: does it see luck, are its shares right, and what does it not foresee?

The luck of a chance is the value after it less the mean over all that could have come. Whatever the value function, that
adds up to nothing on average; the better the function, the more of the result's scatter it explains. How much luck there is
to be seen is told by playouts (`playouts.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from operator import itemgetter
from statistics import fmean, variance

from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.random import Random
from loot_table.engine.state import State
from loot_table.measure.intervals import ALPHA, Interval, mean
from loot_table.measure.playouts import Held
from loot_table.measure.recorder import Value, recorded

BINS = 10
CALIBRATION = 0.03  # shares may lie so far from results
SEEN = 0.7  # so much of a game's luck must be seen, where there is less of it than wanted
TRIES = 200  # of a bootstrap
TINY = 1e-9


@dataclass(frozen=True)
class Told:
    """What one game tells about the values of its steps."""

    luck: tuple[float, ...]  # of each seat
    gap: tuple[float, ...]  # what came of chances on average and was not foreseen
    result: tuple[float, ...]
    seen: tuple[tuple[float, float], ...]  # values at some decisions, and how it ended


def told_by(match: Match, value: Value, every: int = 7) -> Told:
    rows = recorded(match, value=value)
    players = range(match.players)
    luck, gap, seen = [0.0] * match.players, [0.0] * match.players, []
    result = match.standings()
    for step, kind in enumerate(rows["kind"]):
        before, after, expected = rows["before"][step], rows["after"][step], rows["expected"][step]
        if kind == "chance":
            for seat in players:
                luck[seat] += after[seat] - expected[seat]
                gap[seat] += expected[seat] - before[seat]
        elif step % every == 0:
            seen += [(before[seat], result[seat]) for seat in players]
    return Told(tuple(luck), tuple(gap), tuple(result), tuple(seen))


def seen_in(match: Match, value: Value, every: int = 7) -> list[tuple[float, float]]:
    """The same pairs of values and results alone, which is quick: nothing that could have come is looked at."""
    values = Values(value, every)
    match.seen_again(values)
    result = match.standings()
    return [(share, result[seat]) for shares in values.seen for seat, share in enumerate(shares)]


class Values(Witness):
    """Values at some decisions."""

    def __init__(self, value: Value, every: int) -> None:
        self.value, self.every = value, every
        self.step = 0
        self.seen: list[Sequence[float]] = []

    def see(self, state: State, entry: Entry) -> None:
        if entry.action is not None and self.step % self.every == 0:
            self.seen.append(self.value(state))
        self.step += 1


@dataclass(frozen=True)
class Checked:
    """What many games tell."""

    games: int
    luck: tuple[Interval, ...]  # each seat's mean, which must hold 0
    ratio: float  # variance of the result / variance of the result less its luck
    ratio_interval: Interval
    calibration: float  # how far shares lie from results, on average over ten classes
    gap: float  # root of the mean square of a game's gap

    scatter: float  # variance of a seat's result, on average

    @property
    def is_unbiased(self) -> bool:
        return all(each.low - TINY <= 0.0 <= each.high + TINY for each in self.luck)

    @property
    def has_luck(self) -> bool:
        return any(each.half > TINY for each in self.luck)

    def ratio_if_all_were_seen(self, held: Held) -> float:
        """What the luck test would say of a value function that sees all the luck there is."""
        return self.scatter / max(self.scatter - held.luck, TINY)

    def failures(self, wanted: float | None, held: Held | None = None) -> list[str]:
        """What is not as it should be. A game that holds less luck than wanted must be seen to a good part. Where nothing is
        wanted, results less luck may at least not scatter more for certain."""
        found = []
        if not self.is_unbiased:
            found.append("luck is not 0 on average")
        if wanted is None:
            if self.has_luck and self.ratio_interval.high < 1.0:
                found.append(f"results less luck scatter more: {self.ratio:.2f} times less")
        elif self.has_luck and self.ratio < wanted:
            if held is None or self.ratio_if_all_were_seen(held) >= wanted:
                found.append(f"results less luck scatter {self.ratio:.2f} times less, not {wanted:.1f}")
            elif held.seen < SEEN:
                found.append(f"{held.seen:.0%} of the luck that there is are seen, not {SEEN:.0%}")
        if self.calibration > CALIBRATION:
            found.append(f"shares lie {100 * self.calibration:.1f} points from results, not {100 * CALIBRATION:.0f}")
        return found


def checked(games: Sequence[Told]) -> Checked:
    seats = range(len(games[0].result))
    sure = ALPHA / 10 / len(seats)  # all seats together, and seldom wrong: a test with fixed seeds asks for it
    return Checked(
        len(games),
        tuple(mean([game.luck[seat] for game in games], sure) for seat in seats),
        ratio_of(games),
        bootstrapped(games),
        calibration_of([pair for game in games for pair in game.seen]),
        sqrt(fmean([game.gap[seat] ** 2 for game in games for seat in seats])),
        fmean([variance([game.result[seat] for game in games]) for seat in seats]),
    )


def ratio_of(games: Sequence[Told]) -> float:
    """By how much results scatter less once luck is taken away, over all seats."""
    seats = range(len(games[0].result))
    whole = sum(variance([game.result[seat] for game in games]) for seat in seats)
    rest = sum(variance([game.result[seat] - game.luck[seat] for game in games]) for seat in seats)
    return whole / rest if rest > 0 else 1.0


def bootstrapped(games: Sequence[Told]) -> Interval:
    dice, count = Random(len(games)), len(games)
    found = sorted(ratio_of([games[int(dice.below(count))] for _ in range(count)]) for _ in range(TRIES))
    return Interval(found[int(TRIES * ALPHA / 2)], found[int(TRIES * (1 - ALPHA / 2)) - 1])


def calibration_beyond_chance(games: Sequence[Sequence[tuple[float, float]]]) -> float:
    """How far shares lie from results, root mean square over the ten classes, less what shares that are right would be off by
    chance in so few games. Pairs of one game end alike: games are what is independent."""
    ordered = sorted(
        ((told, came, game) for game, pairs in enumerate(games) for told, came in pairs), key=itemgetter(0)
    )
    square = 0.0
    for number in range(BINS):
        some = ordered[number * len(ordered) // BINS : (number + 1) * len(ordered) // BINS]
        by_game: dict[int, float] = defaultdict(float)
        for told, came, game in some:
            by_game[game] += told - came
        # What a game brings to a class that is right scatters around nothing: the squares of games add up.
        square += sum(by_game.values()) ** 2 - sum(each**2 for each in by_game.values())
    return sqrt(max(square, 0.0) * BINS) / len(ordered) if ordered else 0.0


def calibration_of(pairs: Sequence[tuple[float, float]]) -> float:
    """The expected calibration error: shares in ten classes of equal size, each against its mean result."""
    if not pairs:
        return 0.0
    ordered = sorted(pairs, key=lambda pair: pair[0])  # among equals as they come, not by how they ended
    apart = 0.0
    for number in range(BINS):
        some = ordered[number * len(ordered) // BINS : (number + 1) * len(ordered) // BINS]
        if some:
            apart += abs(sum(told for told, _ in some) - sum(came for _, came in some))
    return apart / len(ordered)
