"""What components are worth, summed over games: means with the errors that clustering leaves, and which of many to trust."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from loot_table.lab.answers import Figure
from loot_table.measure.intervals import ALPHA, Interval, normal, sequence

FALSE = 0.10  # of what is said to stand out, so much may be chance (Benjamini and Hochberg)
LEAST_GAMES = 30  # in which it was met
TIGHTEST_HERE = 400  # games: what is dear is asked of few


@dataclass(frozen=True)
class Weighed:
    """One game: for each component its weights, its worth by weight, how often it came, and what was not foreseen then."""

    number: int
    parts: Mapping[str, tuple[float, float, int, float]]


@dataclass(frozen=True)
class Worth:
    """What a component is worth to the one who draws or uses it, and what the values do not foresee of it."""

    name: str
    games: int
    value: float
    error: float  # standard error, clustered by game
    gap: float
    gap_error: float

    @property
    def chance(self) -> float:
        return chance_of(self.value, self.error)

    @property
    def is_clean(self) -> bool:
        return abs(self.gap) <= normal(ALPHA) * self.gap_error

    @property
    def figure(self) -> Figure:
        return self.figure_of_many(1)

    @property
    def beside(self) -> Figure:
        """How much better than the values said those came off who drew or used it: the check of the values."""
        reach = normal(ALPHA) * self.gap_error
        return Figure("", self.gap, Interval(self.gap - reach, self.gap + reach), "points")

    def figure_of_many(self, many: int, band: Interval | None = None) -> Figure:
        """One of so many that are looked at together, right at all looks."""
        scatter = self.error * sqrt(self.games)
        held = sequence(self.value, scatter, self.games, ALPHA / many, TIGHTEST_HERE, LEAST_GAMES)
        note = "results " + self.beside.says().replace(" points", "")
        return Figure(self.name, self.value, held, "points", band, note)


def chance_of(value: float, error: float) -> float:
    """How likely something worthless would look as valuable as this."""
    return 1.0 if error <= 0 else 2 * (1 - NormalDist().cdf(abs(value) / error))


def mean_by(weights: Sequence[float], sums: Sequence[float]) -> tuple[float, float]:
    """What a component is worth: Σ p (V(it came) - E) / Σ p over all draws at which it could come, drawn or not, with p its odds
    and E what was to be expected. To use it: V(best answer with it) - V(best without it). A weighted mean over games, and its
    standard error, √Σ(sum - mean × weight)² / Σ weight: games are what is independent."""
    total = sum(weights)
    if total <= 0:
        return 0.0, 0.0
    middle = sum(sums) / total
    rest = sum((each - middle * weight) ** 2 for weight, each in zip(weights, sums, strict=True))
    return middle, sqrt(rest) / total


def worths(told: Sequence[Weighed]) -> list[Worth]:
    """Every component that was met often enough, the most valuable first."""
    games_of: dict[str, list[tuple[float, float, int, float]]] = defaultdict(list)
    for each in told:
        for name, parts in each.parts.items():
            games_of[name].append(parts)
    found = []
    for name, rows in games_of.items():
        if len(rows) >= LEAST_GAMES:
            value, error = mean_by([row[0] for row in rows], [row[1] for row in rows])
            gap, gap_error = mean_by([float(row[2]) for row in rows], [row[3] for row in rows])
            found.append(Worth(name, len(rows), value, error, gap, gap_error))
    return sorted(found, key=lambda each: -each.value)


def standing_out(chances: Sequence[float], false: float = FALSE) -> list[bool]:
    """Which of many findings to trust, so that at most this part of them is chance: Benjamini and Hochberg, the k smallest of m
    with p(k) ≤ 0.1 k / m."""
    ordered = sorted(range(len(chances)), key=lambda place: chances[place])
    last = max(
        (rank for rank, place in enumerate(ordered, 1) if chances[place] <= false * rank / len(chances)), default=0
    )
    trusted = set(ordered[:last])
    return [place in trusted for place in range(len(chances))]
