"""A process that plays some of the tables of a `VectorTable`; what is seen at them goes through shared memory."""

from __future__ import annotations

from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory

from loot_table.engine.errors import LootError
from loot_table.rl.arrays import Tables, Wish

START = "start"  # tell what there is
STEP = "step"  # say the letters that were written, at these tables
WANDER = "wander"  # so many letters at random everywhere
Order = tuple[str, list[int], int]


def work(orders: Connection, wish: Wish, count: int, first: int, name: str) -> None:
    """Until there is nobody who orders."""
    memory = SharedMemory(name)
    try:
        serve(orders, wish, count, first, memory)
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        pass  # whoever ordered is gone, or everything is to end
    finally:
        with suppress(BufferError):
            memory.close()


def serve(orders: Connection, wish: Wish, count: int, first: int, memory: SharedMemory) -> None:
    tables = Tables(wish.batch(count, first))
    arrays = tables.sizes.over(memory.buf)
    while True:
        what, ids, steps = orders.recv()
        try:
            if what == STEP:
                tables.batch.step(arrays["said"][ids].tolist(), ids)
            elif what == WANDER:
                tables.batch.wander(steps)
        except LootError as error:
            orders.send(str(error))
            continue
        tables.show(ids, arrays)
        if wish.lists:
            letters, ends = tables.listed(ids)
            arrays["legal"][: len(letters)] = letters
            arrays["ends"][: len(ids)] = ends
        orders.send("")
