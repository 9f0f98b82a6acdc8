"""Plays a design deal by deal, and stops to look at fixed counts of deals: what is found does not depend on how many
processes played, nor on how often somebody looked. Finished games are kept and never played again."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from loot_table.arena.contest import Contest, GameResult
from loot_table.arena.run import chunks, play_games, read_log, spread_on_ray, write_log
from loot_table.engine.errors import BadInput
from loot_table.lab.design import Design
from loot_table.lab.marks import mark_of_play

FIRST_LOOK = 100  # deals
GROWTH = 1.4  # from one look to the next
CHUNK = 25  # deals that a process plays at a time
MOST_DEALS = 1_000_000
Progress = Callable[[str, int], None]
Told = TypeVar("Told")


@dataclass(frozen=True)
class Budget:
    """How far a question may go before it says that there is not enough evidence."""

    deals: int = 20_000

    def __post_init__(self) -> None:
        if not FIRST_LOOK <= self.deals <= MOST_DEALS:
            raise BadInput(f"a question is asked of {FIRST_LOOK} to {MOST_DEALS:,} deals, got {self.deals}")

    def looks(self) -> Iterator[int]:
        """Counts of deals at which one looks, the last one at the end."""
        at = float(FIRST_LOOK)
        while at < self.deals:
            yield int(at // CHUNK * CHUNK)
            at *= GROWTH
        yield self.deals


def contest_of(design: Design, players: int, bot: str, seed: int) -> Contest:
    """Every deal of a design once, with common luck: two designs that are compared meet the same."""
    return against(design, (bot,) * players, players, seed)


def against(design: Design, bots: tuple[str, ...], players: int, seed: int) -> Contest:
    """The same among bots that are not all alike."""
    return Contest(
        design.rules.slug,
        bots,
        players,
        MOST_DEALS,
        seed,
        dict(design.options),
        design.components,
        has_common_luck=True,
    )


class Deals(AbstractContextManager["Deals"]):
    """`with Deals(jobs=2) as deals: deals.played(contest, 400)`. `folder`: keeps finished games for another time.
    `on_ray`: play on a cluster."""

    def __init__(
        self, jobs: int = 1, folder: Path | None = None, progress: Progress | None = None, on_ray: bool = False
    ) -> None:
        self.jobs = jobs
        self.on_ray = on_ray
        self.folder = folder
        self.tell = progress or (lambda _, __: None)
        self.pool: ProcessPoolExecutor | None = None
        self.known: dict[str, dict[int, GameResult]] = {}
        self.stories: dict[str, list[Any]] = {}

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=kind is None, cancel_futures=True)

    def played(self, contest: Contest, deals: int, every_rotation: bool = False) -> list[GameResult]:
        """The first so many deals in their order; each once, or in every rotation of the seats."""
        done = self.known_of(contest)
        seats = contest.players
        numbers = range(deals * seats) if every_rotation else range(0, deals * seats, seats)
        missing = [number for number in numbers if number not in done]
        log = self.log_of(contest)
        for batch in self.batches(partial(play_games, contest), missing):
            if log is not None:
                keep(log, batch)
            done.update({result.number: result for result in batch})
            self.tell(contest.key(), len(done))
        return [done[number] for number in numbers]

    def told(self, contest: Contest, work: Callable[[Contest, list[int]], list[Told]], deals: int) -> list[Told]:
        """Something else of the first so many deals, in their order. What was told is remembered; `KeptDeals` writes it."""
        key = f"{work.__name__} {contest.key()}"
        if key not in self.stories:
            self.stories[key] = self.told_before(contest, work)
        known = self.stories[key]
        missing = [number * contest.players for number in range(len(known), deals)]
        for batch in self.batches(partial(work, contest), missing):
            self.keep_told(contest, work, batch)
            known += batch
            self.tell(contest.key(), len(known))
        return known[:deals]

    def told_before(self, contest: Contest, work: Callable[..., list[Told]]) -> list[Told]:
        """What was told another time, where that is kept."""
        return []

    def keep_told(self, contest: Contest, work: Callable[..., list[Told]], batch: list[Told]) -> None:
        """For another time, where that is kept."""

    def batches(self, work: Callable[[list[int]], list[Told]], numbers: list[int]) -> Iterator[list[Told]]:
        if self.on_ray:
            yield from spread_on_ray(work, numbers, CHUNK)
            return
        if self.jobs <= 1 or len(numbers) <= CHUNK:
            yield from (work(chunk) for chunk in chunks(numbers, CHUNK))
            return
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.jobs, mp_context=multiprocessing.get_context("spawn"))
        try:
            yield from self.pool.map(work, chunks(numbers, CHUNK))
        except BrokenProcessPool:
            self.pool = None
            raise BadInput("a process that played was killed; games that were finished are kept, ask again") from None

    def known_of(self, contest: Contest) -> dict[int, GameResult]:
        key = contest.key()
        if key not in self.known:
            contest.check()
            log = self.log_of(contest)
            self.known[key] = {} if log is None else {each.number: each for each in read_log(contest, log)}
        return self.known[key]

    def log_of(self, contest: Contest) -> Path | None:
        if self.folder is None:
            return None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{self.folder} cannot be made: {error.strerror}") from None
        return self.folder / f"{contest.game}-{contest.key()}-{mark_of_play(contest.game)}.jsonl"


@contextmanager
def borrowed(deals: Deals | None) -> Iterator[Deals]:
    """Somebody's, who goes on with them; or some for this one question."""
    if deals is not None:
        yield deals
    else:
        with Deals() as own:
            yield own


def keep(log: Path, batch: list[GameResult]) -> None:
    try:
        write_log(log, batch)
    except OSError as error:
        what = "games that were written before are kept"
        raise BadInput(f"{log} cannot be written: {error.strerror}; {what}") from None
