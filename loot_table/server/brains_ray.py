"""Thinking on a Ray cluster, where there is one: the pool's door stays the same."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.server.turns import Turns
from loot_table.server.workers import Question, Stuck


def on_ray(most: int) -> RayThinkers:
    try:
        import ray  # noqa: PLC0415 (installed only where it is wanted)
    except ImportError:
        raise BadInput('Ray is not installed; it comes with `pip install "loot-table[ray]"`') from None
    return RayThinkers(ray, most)


class RayThinkers:
    """So many questions at a time, each a task of the cluster; one that takes too long is stopped there."""

    def __init__(self, ray: Any, most: int) -> None:
        from loot_table.server.brains_pool import answered  # noqa: PLC0415

        self.ray, self.turns = ray, Turns(most)
        if not ray.is_initialized():
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        self.far: Any = ray.remote(answered).options(num_cpus=1, max_retries=0)
        self.threads = ThreadPoolExecutor(most, thread_name_prefix="ray")

    async def ask(self, question: Question, patience: float, lane: str = "", is_long: bool = False) -> bytes:
        loop = asyncio.get_running_loop()
        async with self.turns.turn(lane, is_long):
            task = self.far.remote(question)
            try:
                answer: bytes = await loop.run_in_executor(self.threads, self.wait, task, patience)
            except (self.ray.exceptions.RayError, TimeoutError):
                self.ray.cancel(task, force=True)
                raise Stuck from None
            return answer

    def wait(self, task: Any, patience: float) -> bytes:
        answer: bytes = self.ray.get(task, timeout=patience)
        return answer

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
