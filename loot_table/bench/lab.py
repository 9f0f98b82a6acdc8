"""How soon the lab knows: a planted unfairness of six points, and the first interval after an edit."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from loot_table.arena.contest import Contest, GameResult
from loot_table.bench.greedy import cpu_seconds
from loot_table.engine.errors import LootError
from loot_table.lab.deals import FIRST_LOOK, Budget, Deals
from loot_table.lab.design import Design, knobs
from loot_table.lab.questions import fair

WANTED_CPU = 120.0  # seconds until a planted unfairness is decided
WANTED_SEEDS = 0.95  # of the seeds
WANTED_FIRST = 10.0  # seconds from an edit to the first interval
# How many of a hundred decisions a bot has to miss so that its seat wins six points less than its half.
MISSES = {"crates_barrels": 1.2, "labyrinth": 25.0, "loot_fiend": 4.0, "loot_n_run": 4.5, "looterz": 4.5}


class Planted(Deals):
    """Games in which the second seat misses something now and then."""

    def __init__(self, misses: float, jobs: int = 1) -> None:
        super().__init__(jobs)
        self.misses = misses

    def played(self, contest: Contest, deals: int, every_rotation: bool = False) -> list[GameResult]:
        bot = contest.bots[0]
        others = contest.bots[2:]
        return super().played(replace(contest, bots=(bot, f"{bot} missing {self.misses:g}", *others)), deals)


@dataclass(frozen=True)
class Found:
    game: str
    seed: int
    verdict: str
    share: float  # of the first seat, as it was seen
    deals: int
    cpu: float


def planted(game: str, seed: int, most: int = 20_000) -> Found:
    began = cpu_seconds()
    with Planted(MISSES[game]) as deals:
        answer = fair(Design(game), 2, budget=Budget(most), deals=deals, seed=seed)
    return Found(game, seed, answer.verdict, answer.figures[0].value, answer.deals, cpu_seconds() - began)


def first_interval(game: str) -> float:
    """Seconds from an edit until there is an interval: the design is changed, read, checked and played."""
    began = time.perf_counter()
    design = Design(game)
    for path, value in knobs(design):
        try:
            edited = design.set(path, value + 1)
            edited.check()
        except LootError:  # not every number can be turned by one
            continue
        break
    fair(edited, 2, budget=Budget(FIRST_LOOK))
    return time.perf_counter() - began
