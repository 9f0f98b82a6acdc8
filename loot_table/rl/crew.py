"""Who plays the tables of a `VectorTable`: this process alone, or a crew of processes that write into shared memory."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.shared_memory import SharedMemory
from typing import Any

from loot_table.engine.errors import WorkerEnded
from loot_table.rl.arrays import Array, Sizes, Tables, Wish
from loot_table.rl.worker import START, STEP, WANDER, Order, work

SECONDS = 5.0  # for a worker to end by itself
Ready = tuple[list[int], list[Array]]  # tables, and with lists the legal letters of each


class Alone:
    """All tables in this process."""

    def __init__(self, wish: Wish, tables: int) -> None:
        self.tables = Tables(wish.batch(tables))
        self.sizes = self.tables.sizes
        self.stepped: deque[list[int]] = deque([self.tables.all])
        self.is_whole = True

    def step(self, letters: list[int], ids: list[int]) -> None:
        self.tables.batch.step(letters, ids)
        self.stepped.append(ids)

    def wander(self, steps: int) -> None:
        self.tables.batch.wander(steps)
        self.stepped.append(self.tables.all)

    def ready(self, arrays: Mapping[str, Array]) -> Ready:
        ids = self.stepped.popleft()
        self.tables.show(ids, arrays)
        return ids, cut(*self.tables.listed(ids)) if self.sizes.lists else []

    def close(self) -> None:
        """There is nothing to end."""


def cut(letters: Array, ends: Array) -> list[Array]:
    """The letters of each table, as arrays that stay."""
    begins = [0, *ends[:-1].tolist()]
    return [letters[begin:end].copy() for begin, end in zip(begins, ends.tolist(), strict=True)]


class Worker:
    """A process, the memory it shares, and what it is still to do."""

    def __init__(self, wish: Wish, sizes: Sizes, first: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.first = first
        self.count = sizes.tables
        self.ids = list(range(sizes.tables))
        self.memory = SharedMemory(create=True, size=sizes.places()[""])
        self.arrays: dict[str, Array] = sizes.over(self.memory.buf)
        self.orders, theirs = spawn.Pipe()
        self.process: BaseProcess = spawn.Process(
            target=work, args=(theirs, wish, sizes.tables, first, self.memory.name), daemon=True
        )
        self.process.start()
        theirs.close()
        self.waiting: deque[tuple[Order, list[int]]] = deque()

    def order(self, what: str, ids: list[int], letters: list[int], steps: int = 0) -> None:
        """One after the other: what an order shows is read before the next begins."""
        self.waiting.append(((what, ids, steps), letters))
        if len(self.waiting) == 1:
            self.begin()

    def begin(self) -> None:
        order, letters = self.waiting[0]
        if letters:
            self.arrays["said"][order[1]] = letters
        with suppress(BrokenPipeError):  # that it is gone is said when it is waited for
            self.orders.send(order)

    def end(self) -> None:
        self.orders.close()
        self.arrays.clear()
        with suppress(BufferError):
            self.memory.close()
        self.memory.unlink()


class Crew:
    """Processes that each play some of the tables."""

    def __init__(self, wish: Wish, tables: int, size: int, letters: int, workers: int) -> None:
        self.sizes = Sizes(tables, size, letters, wish.players, wish.lists)
        self.owner: list[int] = []  # the worker of each table
        self.workers: list[Worker] = []
        self.is_whole = True  # whether nobody is missing
        try:
            for number in range(workers):
                first, last = tables * number // workers, tables * (number + 1) // workers
                self.owner += [number] * (last - first)
                self.workers.append(Worker(wish, Sizes(last - first, size, letters, wish.players, wish.lists), first))
        except BaseException:
            self.close()
            raise
        for worker in self.workers:
            worker.order(START, worker.ids, [])

    def step(self, letters: list[int], ids: list[int]) -> None:
        asked: dict[int, tuple[list[int], list[int]]] = {}
        for letter, table in zip(letters, ids, strict=True):
            number = self.owner[table]
            theirs, said = asked.setdefault(number, ([], []))
            theirs.append(table - self.workers[number].first)
            said.append(letter)
        for number, (theirs, said) in asked.items():
            self.workers[number].order(STEP, theirs, said)

    def wander(self, steps: int) -> None:
        for worker in self.workers:
            worker.order(WANDER, worker.ids, [], steps)

    def ready(self, arrays: Mapping[str, Array]) -> Ready:
        """The tables of the next order that is done, copied from where its worker wrote them."""
        busy = {worker.orders: worker for worker in self.workers if worker.waiting}
        found: Any = wait(list(busy))
        worker = busy[found[0]]
        try:
            trouble = worker.orders.recv()
        except (EOFError, OSError) as error:
            worker.process.join(SECONDS)
            code = worker.process.exitcode
            self.is_whole = False
            self.close()
            raise WorkerEnded(f"a worker of the tables is gone (exit code {code}), and all tables with it") from error
        if trouble:
            self.is_whole = False
            self.close()
            raise WorkerEnded(f"a worker of the tables cannot go on: {trouble}")
        (_, local, _), _ = worker.waiting.popleft()
        ids = [worker.first + table for table in local]
        is_all = len(local) == worker.count
        where: Any = slice(worker.first, worker.first + worker.count) if is_all else ids
        what: Any = slice(None) if is_all else local
        for name in ("to_act", "over", "rewards", "observations", "masks"):
            if name in arrays:
                arrays[name][where] = worker.arrays[name][what]
        lists = cut(worker.arrays["legal"], worker.arrays["ends"][: len(local)]) if self.sizes.lists else []
        if worker.waiting:
            worker.begin()
        return ids, lists

    def close(self) -> None:
        """Without orders the workers end; who does not is ended. Their memory is given back."""
        for worker in self.workers:
            worker.end()
        for worker in self.workers:
            worker.process.join(SECONDS)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()
        self.workers = []
