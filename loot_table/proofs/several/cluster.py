"""Nodes that share a database, each a process with a port of its own and a way of its own to it; and who is let in where."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

import sqlalchemy as sql

from loot_table.proofs.own_postgres import SOCKET, url_of
from loot_table.proofs.several.strait import Strait
from loot_table.proofs.wire import HOST, ServerProcess

LOOK_EVERY = 0.5  # seconds between two looks of the balancer at each node
LOOK_PATIENCE = 1.0
TRIES = 5  # to start a node: its way may be cut just then
READY = b"GET /readyz HTTP/1.1\r\nhost: balancer\r\nconnection: close\r\n\r\n"
OPTIONS = ("--no-limits", "--pace", "0", "--no-lab")


class Node:
    def __init__(self, folder: Path, number: int, strait: Strait) -> None:
        self.strait = strait
        url = f"postgresql://loot@{HOST}:{strait.port}/postgres?sslmode=disable&gssencmode=disable"
        self.server = ServerProcess(url, OPTIONS)
        self.server.log = folder / f"node-{number}.log"
        self.is_ready = False
        self.is_in_trouble = False  # of our making; another one is chosen meanwhile

    def start(self) -> None:
        for left in reversed(range(TRIES)):
            try:
                self.server.start()
                return
            except RuntimeError:
                if not left:
                    raise

    async def look(self) -> None:
        """As a balancer does: is it one to send visitors to?"""
        try:
            async with asyncio.timeout(LOOK_PATIENCE):
                reader, writer = await asyncio.open_connection(HOST, self.server.port)
                try:
                    writer.write(READY)
                    self.is_ready = (await reader.readline()).split()[1:2] == [b"200"]
                finally:
                    writer.transport.abort()
        except (OSError, TimeoutError):
            self.is_ready = False


class Cluster:
    """So many nodes, and a balancer that knows nothing but who is ready."""

    def __init__(self, folder: Path, database: Path, rng: random.Random) -> None:
        self.folder, self.database, self.rng = folder, database, rng
        self.nodes: list[Node] = []
        self.engine = sql.create_engine(url_of(database).replace("postgresql:", "postgresql+psycopg:"))
        self.looking: asyncio.Task[None] | None = None

    async def open(self, count: int) -> None:
        for number in range(count):
            strait = Strait(self.database / SOCKET)
            await strait.open()
            self.nodes.append(Node(self.folder, number, strait))
        await asyncio.gather(*[asyncio.to_thread(node.start) for node in self.nodes])
        self.looking = asyncio.create_task(self.look())

    async def look(self) -> None:
        while True:
            await asyncio.gather(*[node.look() for node in self.nodes])
            await asyncio.sleep(LOOK_EVERY)

    def door(self) -> int:
        """The port that the balancer sends the next visitor to."""
        ready = [node for node in self.nodes if node.is_ready]
        return self.rng.choice(ready or self.nodes).server.port

    def untroubled(self) -> list[Node]:
        return [node for node in self.nodes if not node.is_in_trouble]

    def ask(self, order: str, **words: object) -> list[sql.Row[tuple[object, ...]]]:
        """The database itself, by a way that is never closed."""
        with self.engine.begin() as connection:
            return list(connection.execute(sql.text(order), words).all())

    async def stop(self) -> list[str]:
        """Ask all to end; what is wrong with how they did."""
        if self.looking is not None:
            self.looking.cancel()
        complaints = []
        for node in self.nodes:
            code = await asyncio.to_thread(node.server.stop)
            if code:
                complaints.append(f"a node ended with code {code} when asked to stop")
            complaints += node.server.errors()
        return complaints

    async def close(self) -> None:
        for node in self.nodes:
            if node.server.process is not None and node.server.process.poll() is None:
                node.server.kill()
            await node.strait.close()
        if self.looking is not None:
            self.looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.looking
        self.engine.dispose()
