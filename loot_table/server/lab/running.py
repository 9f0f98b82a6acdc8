"""One process that plays for a question, from the server's side."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from loot_table.engine import codec
from loot_table.server.lab.quotas import Quotas
from loot_table.server.lab.worker import MOST_BYTES, play, step_back

SLOW = 6  # times its CPU seconds that a process may take on the clock: others come first
PATIENCE = 60.0  # seconds that it has in any case: on a busy machine it takes some to start
Task = Callable[[tuple[int, int, int], Connection], None]
KEPT = "games that were finished are kept: go on"


class Killed(Exception):
    """The process ended before its answer."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Player:
    def __init__(self, quotas: Quotas, cpu_seconds: int, task: Task = play) -> None:
        self.quotas, self.cpu_seconds, self.task = quotas, cpu_seconds, task
        self.process: multiprocessing.process.BaseProcess | None = None
        self.is_late = self.is_killed = False
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def play(self, order: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """What the process says, until it ends. A thread listens, so that the event loop never waits for it."""
        loop = asyncio.get_running_loop()
        listener = threading.Thread(target=self.listen, args=(order, loop), name="lab", daemon=True)
        until = time.monotonic() + max(PATIENCE, SLOW * self.cpu_seconds)
        listener.start()
        is_over = False
        while True:
            try:
                async with asyncio.timeout(max(0.1, until - time.monotonic())):
                    said = await self.heard.get()
            except TimeoutError:
                self.is_late = True
                self.kill()
                until = time.monotonic() + 60
                continue
            if said is None:
                break
            told = codec.loads(said, MOST_BYTES)
            is_over = "end" in told or "error" in told
            yield told
        if not is_over:
            raise Killed(self.why())

    def listen(self, order: dict[str, Any], loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: start the process, give it its order, pass on what it says."""

        def hear(said: bytes | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.heard.put_nowait, said)

        try:
            line = self.start()
            line.recv_bytes()
            line.send_bytes(codec.dumps(order))
            while True:
                hear(line.recv_bytes())
        except (EOFError, OSError):
            if self.process is not None:
                self.process.join(5)
            hear(None)

    def start(self) -> Connection:
        spawn = multiprocessing.get_context("spawn")
        mine, theirs = spawn.Pipe()
        limits = (self.cpu_seconds, self.quotas.memory, self.quotas.log_bytes)
        self.process = spawn.Process(target=partial(self.task, limits), args=(theirs,), daemon=True)
        self.process.start()
        step_back(self.process.pid or 0, self.quotas.is_idle)  # already while it starts, which is work, too
        theirs.close()
        if self.is_killed:
            self.process.kill()
        return mine

    def why(self) -> str:
        code = None if self.process is None else self.process.exitcode
        if self.is_late or code == -signal.SIGXCPU:
            return f"this took more than the {self.cpu_seconds} seconds that a question has; {KEPT}"
        return f"the process that played was stopped from outside; {KEPT}"

    def spent(self) -> float:
        """CPU seconds that a process which did not say so has had at most: counted as if it had worked all the time."""
        code = None if self.process is None else self.process.exitcode
        return float(self.cpu_seconds) if code == -signal.SIGXCPU else 0.0

    def kill(self) -> None:
        self.is_killed = True
        if self.process is not None and self.process.is_alive():
            self.process.kill()
