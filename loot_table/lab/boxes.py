"""What a component does to a game: it is taken out of the box, or comes once more, and the same deals are played again.

Luck is common. As long as both games have gone the same way, whoever draws the component where it is there gets something
else where it is not: the difference of that seat's results is what it is worth, whatever the values say. Deals that have
parted before (an odd was another one, a bot counted the cards) say nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from zlib import crc32

from loot_table.arena.contest import Contest, play_match
from loot_table.engine.errors import LootError
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import State
from loot_table.lab.answers import Figure
from loot_table.lab.design import Design
from loot_table.lab.draws import owners_of
from loot_table.lab.paths import at
from loot_table.lab.spoken import COUNTS, path_of
from loot_table.lab.usage import owner_of
from loot_table.lab.worths import LEAST_GAMES, chance_of
from loot_table.measure.intervals import Interval, mean

TWIN = "twin"  # what comes once more is called by its name and this


@dataclass(frozen=True)
class Fate:
    """One game: the seat that drew each component first, where the game was then, and what came of it."""

    number: int
    first: Mapping[str, tuple[int, int]]  # the seat, and a mark of all that had happened before
    marks: frozenset[int]  # of all that had happened before each draw
    result: tuple[float, ...]
    decisions: int


class FirstDraws(Witness):
    def __init__(self, owners: Mapping[str, str]) -> None:
        self.owners = owners
        self.first: dict[str, tuple[int, int]] = {}
        self.marks: set[int] = set()
        self.mark = 0
        self.decisions = 0

    def see(self, state: State, entry: Entry) -> None:
        happened = type(entry.action).__name__
        if entry.action is not None:
            self.decisions += 1
        elif entry.outcome is not None:
            chance = state.chance()
            happened = chance.name_of(state, entry.outcome)
            seat = getattr(chance, "seat", None)
            if seat is not None:
                self.marks.add(self.mark)
                self.first.setdefault(owner_of(happened, self.owners), (seat, self.mark))
        self.mark = crc32(f"{entry.seat} {happened}".encode(), self.mark)


def fate_of(match: Match, number: int, owners: Mapping[str, str]) -> Fate:
    seen = FirstDraws(owners)
    match.seen_again(seen)
    return Fate(number, seen.first, frozenset(seen.marks), tuple(match.standings()), seen.decisions)


def fates(contest: Contest, numbers: list[int]) -> list[Fate]:
    owners = owners_of(contest)
    return [fate_of(play_match(contest, number).match, number, owners) for number in numbers]


# ---------------------------------------------------------------- other boxes


@dataclass(frozen=True)
class Box:
    """A design with one component less or more."""

    name: str  # of the component
    is_without: bool
    design: Design

    @property
    def title(self) -> str:
        return f"without {self.name}" if self.is_without else f"one more {self.name}"

    def drawer(self, before: Fate, after: Fate) -> int | None:
        """Who drew what only one of the boxes has, if the other game had come to the same draw."""
        here, there = (before, after) if self.is_without else (after, before)
        seat, mark = here.first.get(self.name if self.is_without else self.name + TWIN, (0, -1))
        return seat if mark in there.marks else None


def boxes(design: Design, name: str) -> Iterator[Box]:
    """Without a component and with one more of it, as far as the game allows."""
    path = path_of(design, name)
    if path is None:
        return
    for is_without, make in ((True, without), (False, one_more)):
        made = playable(make, design, path)
        if made is not None:
            yield Box(name, is_without, made)


def playable(make: Callable[[Design, str], Design], design: Design, path: str) -> Design | None:
    try:
        made = make(design, path)
        made.check()
    except LootError:  # the game needs it, or has no room for another
        return None
    return made


def without(design: Design, path: str) -> Design:
    return design.remove(path)


def one_more(design: Design, path: str) -> Design:
    inside, _, name = path.rpartition(".")
    made = design.copied(path, name + TWIN)
    for field in COUNTS:
        if field in at(design.data, path):
            made = made.set(f"{inside}.{name}{TWIN}.{field}", 1)
    return made


# ---------------------------------------------------------------- what it does


@dataclass(frozen=True)
class Effect:
    """What another box does, deal by deal: after less before."""

    box: Box
    on: str  # whom or what
    unit: str
    values: tuple[float, ...]

    @property
    def value(self) -> float:
        return fmean(self.values)

    @property
    def chance(self) -> float:
        return chance_of(self.value, sqrt(variance(self.values) / len(self.values)))

    @property
    def figure(self) -> Figure:
        return Figure(f"{self.box.title}, {self.on}", self.value, mean(self.values), self.unit)

    @property
    def says(self) -> str:
        """In words that fit whichever way it goes."""
        if self.on != LENGTH:
            return f"{self.figure.name} {self.figure.says()}"
        low, high = sorted(abs(edge) for edge in self.figure.interval)
        size = Figure("", abs(self.value), Interval(low, high), self.unit)
        return f"{self.box.title}, a game is {'longer' if self.value > 0 else 'shorter'} by {size.says()}"


WHOM, FIRST_SEAT, LENGTH = "whoever draws it gains", "seat 1 gains", "a game is longer by"


def effects(box: Box, before: Sequence[Fate], after: Sequence[Fate]) -> list[Effect]:
    """On whoever draws it first, where enough did; on the seat that begins; on the length."""
    deals = list(zip(before, after, strict=True))
    drawn = [(one, other, box.drawer(one, other)) for one, other in deals]
    to_whom = tuple(other.result[seat] - one.result[seat] for one, other, seat in drawn if seat is not None)
    found = [Effect(box, WHOM, "points", to_whom)] if len(to_whom) >= LEAST_GAMES else []
    found.append(Effect(box, FIRST_SEAT, "points", tuple(other.result[0] - one.result[0] for one, other in deals)))
    length = tuple(float(other.decisions - one.decisions) for one, other in deals)
    return [*found, Effect(box, LENGTH, "decisions", length)]
