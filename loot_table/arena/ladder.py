"""The ladder: every level of bots against the one below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from loot_table.arena.contest import Contest
from loot_table.arena.ratings import standings
from loot_table.arena.run import run
from loot_table.bots.levels import NAMES

WANTED = 0.65  # the least share of wins over the level below, with two players


@dataclass(frozen=True)
class Step:
    """What came of one step."""

    game: str
    higher: str
    lower: str
    games: int
    share: float  # of the higher level's wins
    low: float  # 95 % interval
    high: float
    seconds_a_move: float  # of the higher level


def contests(game: str, games: int, seed: int = 1) -> list[Contest]:
    """The steps of a game from the lowest on: duels, each deal from both seats."""
    return [Contest(game, (higher, lower), 2, games, seed) for lower, higher in pairwise(NAMES)]


def climbed(contest: Contest, jobs: int, folder: Path | None, progress: Callable[[int], None]) -> Step:
    """One step. With a folder, finished games are kept there and not played again."""
    higher, lower = contest.bots
    log = folder / f"{contest.game}-{higher}.log" if folder is not None else None
    [stood] = [each for each in standings(contest, run(contest, jobs, log, progress)) if each.bot == higher]
    return Step(contest.game, higher, lower, contest.games, stood.share, stood.low, stood.high, stood.seconds_a_move)
