"""The way between a node and its database, which can be closed: what is under way then is held up, or lost for good."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from loot_table.proofs.wire import HOST

PIECE = 2**16
GIVEN_UP_SECONDS = 5.0  # after which a system gives a connection up that nobody answers


class Strait:
    """A port of this machine that leads to the database's socket."""

    def __init__(self, to: Path) -> None:
        self.to = to
        self.port = 0
        self.is_refusing = False
        self.passable = asyncio.Event()
        self.passable.set()
        self.crossings: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self.server = await asyncio.start_server(self.cross, HOST, 0)
        self.port = int(self.server.sockets[0].getsockname()[1])

    async def cross(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.crossings.add(task)
        far = None
        try:
            if self.is_refusing:
                return
            await self.passable.wait()
            there, far = await asyncio.open_unix_connection(str(self.to))
            await self.both_ways((reader, far), (there, writer))
        except (OSError, asyncio.CancelledError):
            return
        finally:
            self.crossings.discard(task)
            for end in (writer, far):
                if end is not None:
                    end.transport.abort()

    async def both_ways(self, *ways: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        """Until one of the two has ended."""
        tasks = [asyncio.create_task(self.carry(*way)) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            await self.passable.wait()
            writer.write(piece)
            await writer.drain()

    # ---- closing it

    def cut(self) -> None:
        """Every connection is lost at once; others may be made."""
        for task in list(self.crossings):
            task.cancel()

    async def close_for(self, seconds: float, is_refusing: bool) -> None:
        """Nothing gets through for so long. Either everybody is told at once, or nobody is: what was sent is held up, and
        arrives late if it is not given up before."""
        self.is_refusing = is_refusing
        if is_refusing:
            self.cut()
            await asyncio.sleep(seconds)
        else:
            self.passable.clear()
            await asyncio.sleep(min(seconds, GIVEN_UP_SECONDS))
            if seconds > GIVEN_UP_SECONDS:
                self.cut()
                await asyncio.sleep(seconds - GIVEN_UP_SECONDS)
        self.is_refusing = False
        self.passable.set()

    async def close(self) -> None:
        self.server.close()
        self.cut()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.crossings, return_exceptions=True)
