"""How much somebody loses with a decision, beside what the levels lose: "erred like a Burglar"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, log
from statistics import fmean
from typing import Final

from loot_table.bots import LEVELS
from loot_table.engine.game import Game
from loot_table.engine.sentence import Name, Sentence, Verbatim, Word, say, word
from loot_table.measure.intervals import SURE as NORMAL
from loot_table.measure.intervals import Interval, mean
from loot_table.review.effort import file_of
from loot_table.review.judging import Judged

LEAST_SPREAD: Final = 0.005  # answers that lie closer together are no decision
SURE: Final = 2.0  # errors that two levels must lie apart to be told apart
LEAST_COUNTED: Final = 8  # decisions, before somebody is compared with a level
LIKE: Final[Mapping[str, Word]] = {
    "apprentice": word("an Apprentice"),
    "thief": word("a Thief"),
    "burglar": word("a Burglar"),
    "mastermind": word("a Mastermind"),
}


@dataclass(frozen=True)
class Rate:
    """What a seat lost with a decision on average, in points of victory."""

    seat: int
    counted: int  # decisions that made a difference
    rate: float
    interval: Interval
    by_kind: Mapping[str, tuple[int, float]]  # by kind of decision: how many, and the rate
    like: tuple[str, ...]  # the levels that err alike, the weakest first; none where nobody can tell

    def says(self) -> Sentence | None:
        if not self.like:
            return None
        who, lost = Name(self.seat), Verbatim(f"{self.rate:.1f}")
        level, last = LIKE[self.like[0]], LIKE[self.like[-1]]
        if len(self.like) == 1:
            return say(
                "{who} erred like {level}: {points} points lost with a decision.", who=who, level=level, points=lost
            )
        if len(self.like) == 2:
            return say(
                "{who} erred like {level} or {other}: {points} points lost with a decision.",
                who=who,
                level=level,
                other=last,
                points=lost,
            )
        return say(
            "{who} erred like anybody from {level} to {other}: {points} points lost with a decision.",
            who=who,
            level=level,
            other=last,
            points=lost,
        )


def rate_of(seat: int, decisions: Sequence[tuple[Judged, str]], game: Game, players: int) -> Rate:
    """Of a seat's decisions, each with its kind."""
    counted = [(each, kind) for each, kind in decisions if each.seat == seat and each.spread >= LEAST_SPREAD]
    losses = [100 * each.loss for each, _ in counted]
    by_kind = {}
    for kind in dict.fromkeys(kind for _, kind in counted):
        some = [100 * each.loss for each, other in counted if other == kind]
        by_kind[kind] = (len(some), fmean(some))
    rate = fmean(losses) if losses else 0.0
    like = alike(rate, rates_of_levels(game, players)) if len(losses) >= LEAST_COUNTED else ()
    return Rate(seat, len(losses), rate, mean(losses), by_kind, like)


def rates_of_levels(game: Game, players: int) -> Mapping[str, float]:
    """What each level loses with a decision, measured by `loot bench review --rates`; of two players where nobody has
    measured more."""
    told = file_of(game.slug).get("rates", {})
    return told.get(str(players)) or told.get("2") or {}


def alike(rate: float, levels: Mapping[str, float]) -> tuple[str, ...]:
    """The level that loses about as much, by the ratio, with all that could not be told apart from it. Where that is every
    level, it says nothing."""
    names = [level.name for level in LEVELS if level.name in levels]
    floor = 0.05  # points: below, everybody errs as little
    nearest = min(names, key=lambda name: abs(log(max(rate, floor) / max(levels[name], floor))), default="")
    found = tuple(name for name in names if levels[name] == levels[nearest])
    return found if len(found) < len(LEVELS) else ()


def told_apart(losses: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """What each level loses with a decision, the weakest first. Neighbours of whom it is not certain that the weaker loses more
    have one rate together."""
    pools = [([name], list(some)) for name, some in losses.items()]
    while len(pools) > 1:
        ahead = [surely_more(one, other) for (_, one), (_, other) in pairwise(pools)]
        least = min(range(len(ahead)), key=ahead.__getitem__)
        if ahead[least] >= SURE:
            break
        (names, some), (others, more) = pools[least : least + 2]
        pools[least : least + 2] = [([*names, *others], [*some, *more])]
    return {name: fmean(some) for names, some in pools for name in names}


def surely_more(ones: Sequence[float], others: Sequence[float]) -> float:
    """By how many errors the first lose more on average."""
    apart = fmean(ones) - fmean(others)
    return apart / max(1e-12, hypot(mean(ones).half, mean(others).half) / NORMAL)
