"""Playtests with people: the same figures as of bots, split by who sat there, and what people said afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from loot_table.lab.answers import Figure
from loot_table.measure.intervals import Interval, mean, quantile, wilson

FEWEST = 5  # finished games, before a figure says anything
ASKED = ("fun", "clear", "fair")


@dataclass(frozen=True)
class Playtest:
    """A finished game of a design with people at it."""

    table: str
    design: str  # the hash of what was played
    people: list[bool]  # by seat: whether somebody sat there to the end
    shares: list[float]
    decisions: list[int]
    minutes: float | None = None  # without long pauses; none where it was not played to its end


@dataclass(frozen=True)
class Said:
    """What somebody said after it: 1 to 5, or nothing."""

    fun: int | None
    clear: int | None
    fair: int | None
    text: str
    design: str


def figures_of(games: Sequence[Playtest], is_human: bool) -> tuple[Figure, ...]:
    """How often people, or the bots they met, won on each seat; and how many decisions they had."""
    found: list[Figure] = []
    seats = max((len(game.shares) for game in games), default=0)
    for seat in range(seats):
        shares = [game.shares[seat] for game in games if seat < len(game.shares) and game.people[seat] is is_human]
        if shares:
            found.append(Figure(f"seat {seat + 1}", fmean(shares), wilson(fmean(shares), len(shares))))
    decisions = [
        float(many)
        for game in games
        for many, person in zip(game.decisions, game.people, strict=True)
        if person is is_human
    ]
    if decisions:
        middle = sorted(decisions)[len(decisions) // 2]
        known = quantile(decisions, 0.5) if len(decisions) >= FEWEST else Interval(float("-inf"), float("inf"))
        found.append(Figure("decisions of a seat", middle, known, "decisions"))
    minutes = [game.minutes for game in games if game.minutes is not None and is_human]
    if len(minutes) >= FEWEST:
        found.append(Figure("minutes of a game", median(minutes), quantile(minutes, 0.5), "minutes"))
    return tuple(found)


def graded(said: Sequence[Said], name: str) -> dict[str, Any]:
    grades = [float(grade) for each in said if (grade := getattr(each, name)) is not None]
    figure = None
    if grades:
        known = mean(grades) if len(grades) >= FEWEST else Interval(float("-inf"), float("inf"))
        figure = Figure(name, fmean(grades), known, "of 5").says()
    return {"name": name, "count": len(grades), "mean": fmean(grades) if grades else None, "says": figure}


def told(games: Sequence[Playtest], said: Sequence[Said]) -> dict[str, Any]:
    """For the designer's page, by the design that was played: figures of an older one stay with it."""
    split = []
    for design in dict.fromkeys(game.design for game in games):
        of_it = [game for game in games if game.design == design]
        figures = {
            who: [{"name": each.name, "says": each.says()} for each in figures_of(of_it, is_human)]
            for who, is_human in (("people", True), ("bots", False))
        }
        split.append({"design": design, "games": len(of_it), "tables": [game.table for game in of_it][-20:], **figures})
    return {
        "games": len(games),
        "by_design": split,
        "survey": [graded(said, name) for name in ASKED],
        "said": len(said),
        "lines": [each.text for each in said if each.text][-50:],
    }
