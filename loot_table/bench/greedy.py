"""How many games of greedy bots are played in a second, by the arena and everything that it checks."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from loot_table.arena.contest import Contest
from loot_table.arena.run import run

WANTED = 10_000 / 60 / 2  # games a second of CPU time: ten thousand in a minute on two cores


@dataclass(frozen=True)
class Pace:
    """Games of one kind; the time of starting processes is in it."""

    game: str
    players: int
    games: int
    jobs: int
    seconds: float
    cpu_seconds: float  # of all processes
    decisions: int

    @property
    def rate(self) -> float:
        """Games in a second of CPU time."""
        return self.games / self.cpu_seconds


def paced(game: str, players: int, games: int, jobs: int, progress: Callable[[int], None] | None = None) -> Pace:
    """Play so many games on so many processes. All seats have the same bot."""
    contest = Contest(game, ("greedy", "greedy"), players, games)
    began, cpu = time.perf_counter(), cpu_seconds()
    results = run(contest, jobs, progress=progress)
    spent = time.perf_counter() - began, cpu_seconds() - cpu
    decisions = sum(sum(result.decisions) for result in results)
    return Pace(game, players, games, jobs, *spent, decisions)


def cpu_seconds() -> float:
    """Of this process and of those that it started and that have ended."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system
