"""Lessons for a value net: what could be seen of all seats at some moments of many games, and how those games ended.

Some games begin with a few answers at random, so that tables are seen which the bots would not have come to. Nothing is
looked at before the last of them: how a game ends from there is how it ends among these bots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from loot_table import bots, games
from loot_table.arena.run import spread
from loot_table.bots.knowledge import knowledge_of
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import NATURE, Action, State

SLIPPING = 0.3  # of the games
MOST_SLIPS = 3
SLIP = 6  # one answer in so many is a slip, while there are slips to come
GREEDY = "greedy"
AT_ONCE = 200  # games that a process plays before it tells


@dataclass(frozen=True)
class Course:
    """Which games are looked at."""

    game: str
    players: int
    games: int
    bots: str = GREEDY
    every: int = 6  # one step in so many is looked at
    seed: int = 1


class Lessons(NamedTuple):
    """By moment: all seats' features, each seat's share in the end, and the number of the game."""

    rows: Any
    ends: Any
    numbers: Any


def lessons(course: Course, jobs: int = 1) -> Lessons:
    """All games of a course, in the order of their numbers whatever the number of processes."""
    numpy = arrays()
    played = spread(partial(some_lessons, course), list(range(course.games)), jobs, AT_ONCE)
    parts = sorted(played, key=lambda part: part[0])
    parts = [part for part in parts if len(part[1].rows)]
    return Lessons(*[numpy.concatenate(column) for column in zip(*[part[1] for part in parts], strict=True)])


def some_lessons(course: Course, numbers: list[int]) -> tuple[int, Lessons]:
    numpy = arrays()
    game = games.load(course.game)
    features = games.part(game, "bot.value").features
    rows: list[Any] = []
    ends: list[Any] = []
    owners: list[int] = []
    for number in numbers:
        rng = Random(mixed(mixed(course.seed) + number))
        state = game.start(course.players)
        state.settle()
        seen = followed(state, answering(course, rng), rng, course.every, features)
        shares = state.standings()
        if sum(shares) > 0.5:  # else nobody has won, which says nothing about anybody
            rows += seen
            ends += [shares] * len(seen)
            owners += [number] * len(seen)
    return numbers[0], Lessons(numpy.array(rows, numpy.float32), numpy.array(ends, numpy.float32), numpy.array(owners))


def followed(
    state: State, answer: Callable[[State], Action], rng: Random, every: int, features: Callable[[Any], Any]
) -> list[Any]:
    """Play to the end, and keep what is seen at some of the steps."""
    slips = int(rng.below(MOST_SLIPS + 1)) if rng.unit() < SLIPPING else 0
    seen = []
    while state.agenda:
        if slips == 0 and rng.below(every) == 0:
            seen.append(features(state))
        if state.to_act == NATURE:
            state.happen(state.chance().sample(state, rng))
        elif slips > 0 and rng.below(SLIP) == 0:
            state.apply(state.decision().sample(state, rng))
            slips -= 1
        else:
            state.apply(answer(state))
    return seen


def answering(course: Course, rng: Random) -> Callable[[State], Action]:
    """How these bots answer. Greedy ones need no view: their likings look only at what their seat sees."""
    game = games.load(course.game)
    if course.bots == GREEDY:
        knowledge = knowledge_of(game)
        return lambda state: knowledge.answer(state, rng)
    seats = [bots.make(course.bots, game, int(rng.word())) for _ in range(course.players)]
    return lambda state: seats[state.to_act].choose(state.view(state.to_act), bots.offered(state))


def arrays() -> Any:
    try:
        import numpy  # noqa: PLC0415 (installed only where it is wanted)
    except ImportError:
        raise BadInput('training needs NumPy and PyTorch; they come with `pip install "loot-table[train]"`') from None
    return numpy
