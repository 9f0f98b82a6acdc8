"""Bots think in processes of their own. They are sent a view as JSON and nothing else."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.random import Random

# Seconds from the question to the answer, by public facts alone: a bot's name. What it thinks about shows nowhere.
PACE = {"random": 0.6, "greedy": 0.9}
USUAL_PACE = 1.0


@lru_cache(maxsize=64)
def box_of(slug: str, players: int, header: bytes) -> Any:
    """The components and options in force: known to all, so they need not be in the view."""
    told = codec.loads(header, 2**22)
    return games.load(slug).start(players, told["options"], told["components"]).view(0).box


def think(slug: str, players: int, header: bytes, view: bytes, bot: str, seed: int) -> bytes:
    """Runs in a worker: the answer of a bot to what its seat sees."""
    game = games.load(slug)
    seen = game.codec.decode(codec.loads(view, 2**22), box_of(slug, players, header))
    # The imagined table offers this seat the same actions as the real one.
    actions = bots.offered(seen.imagine(Random(seed)))
    return codec.dumps(codec.encode(bots.make(bot, game, seed).choose(seen, actions)))


class Brains:
    def __init__(self, workers: int = 2, pace: float = 1.0) -> None:
        self.workers = workers
        self.pace = pace  # 0 for tests and machines among themselves
        self.pool: ProcessPoolExecutor | None = None

    def ensure_pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        return self.pool

    async def answer(self, slug: str, players: int, header: bytes, view: bytes, bot: str) -> bytes:
        """What the bot does, not before its pace has passed."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        seed = secrets.randbits(62)
        for attempt in range(3):
            try:
                done = await loop.run_in_executor(self.ensure_pool(), think, slug, players, header, view, bot, seed)
                break
            except BrokenProcessPool:
                self.pool = None
                if attempt == 2:
                    raise
        await asyncio.sleep(max(0.0, began + PACE.get(bot, USUAL_PACE) * self.pace - loop.time()))
        return done

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
