"""An answer of the lab: a sentence, then figures with their intervals, then how to ask again. The same object is printed by
the command line, drawn in a report, and written as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from statistics import fmean
from typing import Any

from loot_table.measure.intervals import ALPHA, Interval, share_sequence_of

UNDECIDED = "not enough evidence"
MOST_APART = 3  # figures that are otherwise among other bots, as far as they are named
OPEN = (UNDECIDED, "withheld", "known from below")
BAD = ("unfair", "different", "something is dead", "better without", "thinking does not always help")


@dataclass(frozen=True)
class Figure:
    """One number: what it is of, where it lies, and where it should."""

    name: str
    value: float
    interval: Interval
    unit: str = "%"  # `%` for shares and `points` for what is more or less of them: kept as parts of one
    band: Interval | None = None  # where it is wanted
    note: str = ""  # what has to be said beside it, such as how far values can be trusted

    def says(self) -> str:
        """`29.1 % (27.9 to 30.3)`."""
        if not isfinite(self.interval.low) or not isfinite(self.interval.high):
            return f"{self.written(self.value)} (not known yet)"
        low, high = self.number(self.interval.low), self.number(self.interval.high)
        return f"{self.written(self.value)} ({low} to {high})"

    def to_json(self) -> dict[str, Any]:
        """With the words that are printed everywhere: who shows it need not know how a figure is written."""
        return {
            "name": self.name,
            "value": self.value,
            "interval": finite(self.interval),
            "unit": self.unit,
            "band": finite(self.band),
            "says": self.says(),
            "note": self.note,
        }

    def written(self, value: float) -> str:
        return f"{self.number(value)} {self.unit}".rstrip()

    def number(self, value: float) -> str:
        if self.unit == "%":
            return f"{100 * value:.1f}"
        if self.unit == "points":
            return f"{100 * value:+.1f}"
        return f"{value:,.1f}" if abs(value) < 100 and value % 1 else f"{value:,.0f}"


def share_figure(name: str, shares: Sequence[float], alpha: float = ALPHA, band: Interval | None = None) -> Figure:
    """A mean share over deals, at any moment."""
    return Figure(name, fmean(shares), share_sequence_of(shares, alpha), band=band)


@dataclass(frozen=True)
class Answer:
    question: str
    game: str
    players: int
    design: str  # its hash
    title: str  # of the design
    bots: str
    deals: int
    seed: int
    stopped: str  # `decided`, or `budget`
    verdict: str
    says: str  # the sentence
    figures: tuple[Figure, ...]
    command: str
    differs: tuple[str, ...] = ()  # what the design has changed
    elsewhere: dict[str, str] = field(default_factory=dict)  # the verdict at other levels of bots
    apart: tuple[str, ...] = ()  # figures that are surely otherwise there
    is_reversed: bool = False  # one of them says the opposite there
    sides: tuple[tuple[Figure, Figure], ...] = ()  # of two designs: each figure in the one and in the other
    examples: tuple[int, ...] = ()  # numbers of games behind it
    line_up: tuple[str, ...] = ()  # who plays those games, where not all of them are `bots`
    cannot_tell: tuple[str, ...] = ()

    @property
    def players_shown(self) -> tuple[str, ...]:
        """Who plays the games behind it."""
        return self.line_up or (self.bots,) * self.players

    @property
    def flips(self) -> bool:
        """Whether another level of bots says the opposite: not that it knows too little."""
        decided = {verdict for verdict in (self.verdict, *self.elsewhere.values()) if verdict not in OPEN}
        return len(decided) > 1 or self.is_reversed

    def checked_with(self, other: Answer) -> Answer:
        """With what other bots say to it: their verdict, and which figures are surely otherwise."""
        theirs = {(each.name, each.unit): each for each in other.figures}
        both = [(each, found) for each in self.figures if (found := theirs.get((each.name, each.unit))) is not None]
        far = sorted((pair for pair in both if are_apart(*pair)), key=lambda pair: -abs(pair[1].value - pair[0].value))
        said = [f"{one.name} {one.says()}, among {other.bots} bots {found.says()}" for one, found in far[:MOST_APART]]
        return replace(
            self,
            elsewhere={**self.elsewhere, other.bots: other.verdict},
            apart=(*self.apart, *said),
            is_reversed=self.is_reversed or any(one.unit == "points" and one.value * two.value < 0 for one, two in far),
        )

    def to_json(self) -> dict[str, Any]:
        figures = [each.to_json() for each in self.figures]
        sides = [[each.to_json() for each in both] for both in self.sides]
        return {**asdict(self), "figures": figures, "sides": sides, "flips": self.flips}


def are_apart(one: Figure, other: Figure) -> bool:
    """Whether two intervals have nothing in common."""
    return one.interval.low > other.interval.high or one.interval.high < other.interval.low


def finite(interval: Interval | None) -> list[float] | None:
    """None where nothing is known yet: JSON has no number for that."""
    if interval is None or not isfinite(interval.low) or not isfinite(interval.high):
        return None
    return [interval.low, interval.high]
