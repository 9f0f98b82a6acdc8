"""Processes that think for bots, one question at a time. One that does not answer in time is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.server.turns import Turns

# Slug, players, header (options and components), view, bot, seed and hurry: a view as JSON, and nothing else of the table.
Question = tuple[str, int, bytes, bytes, str, int, float]
READY = b"ready"
NICENESS = 15  # bots think when nobody waits for the server itself


class Stuck(Exception):
    """A worker did not answer in time, or died of the question."""


# ---------------------------------------------------------------- inside a worker


@lru_cache(maxsize=64)
def box_of(slug: str, players: int, header: bytes) -> Any:
    """The components and options in force: known to all, so they need not be in the view."""
    told = codec.loads(header, 2**22)
    return games.load(slug).start(players, told["options"], told["components"]).view(0).box


def think(slug: str, players: int, header: bytes, view: bytes, bot: str, seed: int, hurry: float = 1.0) -> bytes:
    """The answer of a bot to what its seat sees. In a hurry its clock runs so many times as fast."""
    game = games.load(slug)
    seen = game.codec.decode(codec.loads(view, 2**22), box_of(slug, players, header))
    # The imagined table offers this seat the same actions as the real one.
    actions = bots.offered(seen.imagine(Random(seed)))
    chosen = bots.make(bot, game, seed, lambda: time.monotonic() * hurry).choose(seen, actions)
    return codec.dumps(codec.encode(chosen))


def asked(question: Question) -> bytes:
    return think(*question)


def work(line: Connection, answer: Callable[[Question], bytes] = asked) -> None:
    """All that a worker does: it gets ready, and answers until the server hangs up."""
    threading.Thread(target=live_no_longer_than_the_server, name="watch", daemon=True).start()
    for game in games.all_games():  # the first question shall not wait for what all questions need
        bots.make(bots.LEVELS[-1].name, game, 1)
        game.start(game.least_players)
    with contextlib.suppress(EOFError, ConnectionError):  # at any moment, also before it was ready
        line.send_bytes(READY)
        while True:
            question: Question = line.recv()
            line.send_bytes(answer(question))


def live_no_longer_than_the_server() -> None:
    """A server that was killed leaves no workers behind."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


# ---------------------------------------------------------------- in the server


class Worker:
    """A process that is ready to think; making one takes as long as a program takes to start."""

    def __init__(self, target: Callable[[Connection], None]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.line, theirs = spawn.Pipe()
        self.process = spawn.Process(target=target, args=(theirs,), daemon=True)
        self.process.start()
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, self.process.pid or 0, NICENESS)
        theirs.close()
        self.line.recv_bytes()

    def ask(self, question: Any) -> bytes:
        self.line.send(question)
        return self.line.recv_bytes()

    def stop(self) -> None:
        """At once, whatever it does. Who waits for its answer learns that there will be none."""
        self.process.kill()


class Workers:
    """So many at most, started when they are needed. The event loop only ever waits for threads."""

    def __init__(self, most: int, target: Callable[[Connection], None] = work) -> None:
        self.target = target
        self.turns = Turns(most)
        self.threads = ThreadPoolExecutor(2 * most, thread_name_prefix="bots")
        self.idle: list[Worker] = []
        self.all: set[Worker] = set()

    async def ask(self, question: Any, patience: float, lane: str = "", is_long: bool = False) -> bytes:
        """A worker's answer within so many seconds after it is ready, or Stuck. Those who wait take turns by lane."""
        loop = asyncio.get_running_loop()
        async with self.turns.turn(lane, is_long):
            try:
                worker = self.idle.pop() if self.idle else await loop.run_in_executor(self.threads, self.hired)
            except (EOFError, OSError):
                raise Stuck from None
            try:
                answer = await asyncio.wait_for(loop.run_in_executor(self.threads, worker.ask, question), patience)
            except (TimeoutError, EOFError, OSError):
                raise Stuck from None
            else:
                self.idle.append(worker)
                return answer
            finally:
                if worker not in self.idle:  # also when whoever asked has gone away
                    self.all.discard(worker)
                    worker.stop()

    def hired(self) -> Worker:
        worker = Worker(self.target)
        self.all.add(worker)
        return worker

    def close(self) -> None:
        for worker in list(self.all):
            worker.stop()
        self.threads.shutdown(wait=False, cancel_futures=True)
