"""What a designer wants of a design, as sentences: each is measured on deals, and says how far a design is from it.

seats within 2 points
median 35 to 45 minutes
median 40 to 60 decisions
no card above 5 points
racer and hoarder within 5 points of each other
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import median

from loot_table.arena.compare import share_of
from loot_table.bots.styles import AS, personas
from loot_table.engine.errors import BadInput
from loot_table.lab.answers import UNDECIDED, Figure, share_figure
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.deals import Deals, against, contest_of
from loot_table.lab.design import Design
from loot_table.lab.draws import draws
from loot_table.lab.habits import margins
from loot_table.lab.questions import decisions_of, minutes
from loot_table.lab.worths import worths
from loot_table.measure.intervals import ALPHA, Interval, quantile_sequence

Measure = Callable[["Where", int], list[Figure]]
MOST_ABOVE = 8  # cards that are shown, the most valuable first
NUMBER = r"(\d+(?:\.\d+)?)"


@dataclass(frozen=True)
class Where:
    """A design, and who plays it on which deals."""

    design: Design
    players: int
    bot: str
    seed: int
    deals: Deals


@dataclass(frozen=True)
class Want:
    """A sentence, and how a design is measured for it: figures, each with the band in which it is wanted."""

    sentence: str
    measure: Measure

    def figures(self, where: Where, deals: int) -> list[Figure]:
        return self.measure(where, deals)


def distance(figures: Sequence[Figure]) -> float:
    """How far figures lie from their bands: nothing where all lie within, one where a figure is off by its band's edge."""
    off = 0.0
    for each in figures:
        if each.band is None:
            continue
        below = each.band.low - each.value if isfinite(each.band.low) else 0.0
        above = each.value - each.band.high if isfinite(each.band.high) else 0.0
        scale = each.band.half if isfinite(each.band.half) and each.band.half > 0 else abs(each.band.high) or 1.0
        off = max(off, below / scale, above / scale)
    return off


def verdict_on(figures: Sequence[Figure]) -> str:
    """Yes: all lie within, with their intervals. No: one lies wholly outside. Else nobody knows."""
    banded = [(each.interval, each.band) for each in figures if each.band is not None]
    if all(band.low <= seen.low and seen.high <= band.high for seen, band in banded):
        return "yes"
    if any(seen.low > band.high or seen.high < band.low for seen, band in banded):
        return "no"
    return UNDECIDED


def read_want(sentence: str, design: Design) -> Want:
    said = " ".join(sentence.lower().split())
    for pattern, made in WANTS:
        match = re.fullmatch(pattern, said)
        if match is not None:
            return Want(said, made(design, *match.groups()))
    raise BadInput(f"a want is one of: {'; '.join(FORMS)}. Got {sentence!r:.80}")


def seats_within(_: Design, points: str) -> Measure:
    reach = float(points) / 100

    def measure(where: Where, many: int) -> list[Figure]:
        results = where.deals.played(contest_of(where.design, where.players, where.bot, where.seed), many)
        band = Interval(1 / where.players - reach, 1 / where.players + reach)
        return [
            share_figure(f"seat {seat + 1}", [share_of(seat, each) for each in results], ALPHA / where.players, band)
            for seat in range(where.players)
        ]

    return measure


def median_between(_: Design, low: str, high: str, unit: str) -> Measure:
    band = Interval(float(low), float(high))
    if band.low >= band.high:
        raise BadInput(f"a median lies between a number and a larger one, not {low} and {high}")

    def measure(where: Where, many: int) -> list[Figure]:
        results = where.deals.played(contest_of(where.design, where.players, where.bot, where.seed), many)
        lengths = [decisions_of(each) for each in results]
        values = lengths if unit == "decisions" else [minutes(each) for each in lengths]
        return [Figure("a usual game", median(values), quantile_sequence(values, 0.5), unit, band)]

    return measure


def no_card_above(_: Design, points: str) -> Measure:
    reach = float(points) / 100

    def measure(where: Where, many: int) -> list[Figure]:
        contest = contest_of(where.design, where.players, where.bot, where.seed)
        found = worths(where.deals.told(contest, draws, many))
        # Of many cards one looks good by chance: all intervals hold together, and each that may be above is shown.
        figures = [each.figure_of_many(len(found), Interval(-reach, reach)) for each in found]
        above = [each for each in figures if each.interval.high > reach]
        return above[:MOST_ABOVE] or figures[:1]

    return measure


def ways_within(design: Design, one: str, other: str, points: str) -> Measure:
    known, reach = personas(design.rules), float(points) / 100
    for name in (one, other):
        if name not in known:
            raise BadInput(f"{design.rules.name} has no persona {name!r:.40}; there are {', '.join(known) or 'none'}")
    bots = (f"{USUAL_BOT}{AS}{one}", f"{USUAL_BOT}{AS}{other}")

    def measure(where: Where, many: int) -> list[Figure]:
        contest = against(where.design, bots, where.players, where.seed)
        shares = margins(contest, where.deals.played(contest, many, every_rotation=True))
        # Within so many points of each other: each wins its half, give or take half of them.
        band = Interval(0.5 - reach / 2, 0.5 + reach / 2)
        return [share_figure(f"{one} against {other}", shares, band=band)]

    return measure


WANTS: tuple[tuple[str, Callable[..., Measure]], ...] = (
    (rf"seats within {NUMBER}(?: points?)?", seats_within),
    (rf"median {NUMBER} to {NUMBER} (minutes|decisions)", median_between),
    (rf"no card above \+?{NUMBER}(?: points?)?", no_card_above),
    (rf"(\w+) and (\w+) within {NUMBER}(?: points?)?(?: of each other)?", ways_within),
)
FORMS = (
    "seats within 2 points",
    "median 35 to 45 minutes",
    "median 40 to 60 decisions",
    "no card above 5 points",
    "racer and hoarder within 5 points of each other",
)


def wants_of(design: Design) -> tuple[str, ...]:
    """What can be wanted of a game, as examples: with its own ways to play, or without."""
    known = list(personas(design.rules))
    ways = [f"{known[0]} and {known[1]} within 5 points of each other"] if len(known) > 1 else []
    return (*FORMS[:-1], *ways)
