"""Two ways to say what positions of Crates vs Barrels are worth, against each other: by a net, and by another or by counting.

Each opening, some turns at random, is played twice with sides changed. Whoever is to move thinks for so much processor time, or
looks at so many positions; how many games are played at once therefore changes nothing. Openings count in their order, so that
short games are not counted first.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from loot_table.engine.random import Random, mixed
from loot_table.engine.thought import never
from loot_table.games.crates_barrels.bot.net import Net, read_net
from loot_table.games.crates_barrels.bot.search import DEEPEST, Search
from loot_table.games.crates_barrels.table import Table
from loot_table.measure.intervals import Trial, elo_of, mean, share_of
from loot_table.train.positions import opened

COUNTING: Final = "counting"
ENDLESS: Final = 1 << 40  # positions
MEMORY: Final = 262144  # positions to remember, of those that a turn's time is enough for
SURE: Final = 0.98  # both think so of the same side, for so many turns: it has won
SURE_FOR: Final = 4


@dataclass(frozen=True)
class Match:
    """What decides the games, but for how fast the machine is."""

    new: str  # a net's file, or counting
    old: str = COUNTING
    seconds: float = 0.1  # of processor time for a turn; 0: so many positions instead
    nodes: int = 0
    random_turns: int = 8
    seed: int = 1


@dataclass
class Tally:
    """One side's searches."""

    turns: int = 0
    positions: int = 0
    depth: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        self.turns += other.turns
        self.positions += other.positions
        self.depth += other.depth
        self.seconds += other.seconds

    def told(self) -> dict[str, float]:
        turns, seconds = max(self.turns, 1), max(self.seconds, 1e-9)
        return {
            "depth": round(self.depth / turns, 2),
            "positions_a_second": round(self.positions / seconds),
            "seconds_a_turn": round(seconds / turns, 4),
        }


@dataclass
class Opening:
    """Both games of one opening: what the new side brought home, and how both searched."""

    shares: list[float] = field(default_factory=list)
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))


@dataclass
class Outcome:
    """A match until its verdict, or until its time was up."""

    trial: Trial
    shares: list[float] = field(default_factory=list)  # the new side's in each opening
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))

    def told(self) -> dict[str, object]:
        """As plain data, with points of Elo and their 95 % interval."""
        low, high = mean(self.shares)
        share = sum(self.shares) / max(len(self.shares), 1)
        return {
            "openings": len(self.shares),
            "games": 2 * len(self.shares),
            "share": round(share, 4),
            "elo": [round(elo_of(max(min(each, 1.0), 0.0)), 1) for each in (share, low, high)],
            "by_opening": [self.shares.count(half / 4) for half in range(5)],
            "evidence": round(self.trial.evidence, 3),
            "verdict": self.trial.verdict or "open",
            "new": self.tallies[0].told(),
            "old": self.tallies[1].told(),
        }


def contest(
    match: Match, elo: tuple[float, float], openings: int, seconds: float, jobs: int, tell: Callable[[Outcome], None]
) -> Outcome:
    """Until the trial between two differences of Elo has a verdict, or so many openings or seconds are over."""
    outcome = Outcome(Trial(share_of(elo[0]), share_of(elo[1])))
    for opening in in_order(match, openings, time.time() + seconds, jobs):
        share = sum(opening.shares) / 2
        outcome.shares.append(share)
        for tally, more in zip(outcome.tallies, opening.tallies, strict=True):
            tally.add(more)
        verdict = outcome.trial.add(share)
        tell(outcome)
        if verdict is not None:
            break
    return outcome


def in_order(match: Match, openings: int, until: float, jobs: int) -> Iterator[Opening]:
    """Openings by number, as far as all before are finished. Whoever stops listening, or when time is up, stops the rest."""
    context = multiprocessing.get_context("spawn")
    enough = context.Event()
    with ProcessPoolExecutor(jobs, context, initializer=begin, initargs=(enough,)) as pool:
        try:
            running: dict[Future[Opening | None], int] = {}
            done: dict[int, Opening | None] = {}
            following = told = 0
            while told < openings:
                while len(running) < 2 * jobs and following < openings:
                    running[pool.submit(played, match, following, until)] = following
                    following += 1
                for finished in wait(running, return_when=FIRST_COMPLETED).done:
                    done[running.pop(finished)] = finished.result()
                while told in done:
                    opening = done.pop(told)
                    if opening is None:
                        return
                    told += 1
                    yield opening
        finally:
            enough.set()
            pool.shutdown(cancel_futures=True)


ENOUGH: list[Callable[[], bool]] = []  # of a process that plays: whether nobody listens any more


def begin(enough: multiprocessing.synchronize.Event) -> None:
    ENOUGH.append(enough.is_set)


def played(match: Match, number: int, until: float) -> Opening | None:
    """Both games of an opening; nothing when time is up before they are over."""
    found = Opening()
    for seat in range(2):
        rng = Random(mixed(mixed(match.seed) + number))
        table = opened(rng, match.random_turns)
        share = play(match, table, seat, rng, found.tallies, until)
        if share is None:
            return None
        found.shares.append(share)
    return found


def play(
    match: Match, table: Table, seat: int, rng: Random, tallies: tuple[Tally, Tally], until: float
) -> float | None:
    """One game, with the new side in a seat: its share."""
    nets = [net_called(match.new), net_called(match.old)]
    sure = [0, 0]  # for how many turns in a row a seat has been thought to win
    while table.agenda:
        if time.time() > until or any(is_over() for is_over in ENOUGH):
            return None
        mover = table.to_act
        who = 0 if mover == seat else 1
        value = turn(match, table, nets[who], rng, tallies[who])
        ahead = mover if value > 0.5 else 1 - mover
        sure[ahead] = sure[ahead] + 1 if max(value, 1 - value) > SURE else 0
        sure[1 - ahead] = 0
        if value == 1.0 or sure[ahead] >= SURE_FOR:
            return 1.0 if ahead == seat else 0.0
    return table.standings()[seat]


def turn(match: Match, table: Table, net: Net | None, rng: Random, tally: Tally) -> float:
    """Take the best turn found; what it promises to who took it."""
    began = time.process_time()
    limit = began + match.seconds
    if match.nodes:
        search = Search(table, match.nodes, never, net=net)
    else:
        search = Search(table, ENDLESS, lambda: time.process_time() > limit, MEMORY, net=net)
    thought = search.look(table.actions(), rng, DEEPEST)
    tally.turns += 1
    tally.positions += int(search.positions)
    tally.depth += thought.depth
    tally.seconds += time.process_time() - began
    table.apply(thought.action)
    return thought.lines[0].value


@lru_cache(maxsize=4)
def net_called(name: str) -> Net | None:
    """A net by its file; none to count."""
    return None if name == COUNTING else read_net(Path(name))
