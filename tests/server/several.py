"""Several nodes on one real PostgreSQL, in the test's own process: each with ports of its own, and a database they share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sql
from server.house import QuickBrains
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from loot_table.proofs.wire import HOST, Chair, new_game, request
from loot_table.server.app import make_app
from loot_table.server.asking import Service
from loot_table.server.doorman import listening
from loot_table.server.limits import Limits
from loot_table.server.nodes import leases, registry, way
from loot_table.server.nodes.opening import Nodes
from loot_table.server.postgres import PostgresStore, schema
from loot_table.server.serve import PoliteServer, Settings, configured
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

PATIENCE = 20.0


def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases of a second: a node that dies is missed soon."""
    for module in (registry, leases, way):
        monkeypatch.setattr(module, "LEASE_SECONDS", 1.0)
    monkeypatch.setattr(leases, "BEAT_SECONDS", 0.15)
    monkeypatch.setattr(leases, "MARGIN", 0.2)
    monkeypatch.setattr(leases, "OTHERS_TURN", 0.5)
    monkeypatch.setattr(way, "AGAIN_SECONDS", 0.05)


class Node:
    def __init__(self, url: str, is_strict: bool = False) -> None:
        self.settings = Settings(database=url, is_strict=is_strict, lab=None)
        self.store = PostgresStore(url)
        self.tables = Tables(self.store, QuickBrains(pace=0))
        self.service = Service(self.tables, Limits(is_strict), frozenset())
        self.nodes = self.service.nodes = Nodes(self.service, self.store)
        self.leases = self.nodes.leases
        self.port = 0

    async def open(self) -> None:
        app = make_app(self.service)
        config = configured(app, self.settings)
        config.load()
        self.server = PoliteServer(config, self.settings, print)
        self.server.lifespan = config.lifespan_class(config)
        self.doors = listening(HOST, 0)
        self.port = int(self.doors[0].getsockname()[1])
        await self.server.startup(sockets=self.doors)

    async def close(self) -> None:
        """As when it is told to stop."""
        await self.server.shutdown(self.doors)

    def dies(self) -> None:
        """As when its process is killed: nobody hears from it any more, and nothing of it is heard."""
        for task in [*self.nodes.tasks, *self.leases.tasks]:
            task.cancel()
        assert self.server.doorman is not None
        assert self.server.node_door is not None
        for post in self.server.doorman.posts:
            post.cancel()
        for door in self.doors:
            door.close()
        self.server.node_door.close()
        for connection in list(self.server.server_state.connections):
            connection.transport.abort()
        self.tables.is_closing = True
        self.store.workers.shutdown(wait=True)

    # ---- asking

    def live(self, table: str) -> LiveTable:
        return self.tables.awake[table]

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        return await asyncio.to_thread(request, self.port, method, path, body, token)

    async def game(
        self, slug: str = "loot_n_run", players: int = 3, bots: Sequence[str] = (), **wish: Any
    ) -> list[Chair]:
        return await asyncio.to_thread(new_game, self.port, slug, players, bots, **wish)

    async def post(self, chair: Chair, id: str, version: int, do: dict[str, Any]) -> Any:
        return await asyncio.to_thread(self.here(chair).post, id, version, do)

    def here(self, chair: Chair) -> Chair:
        return replace(chair, port=self.port)

    @asynccontextmanager
    async def screen(self, chair: Chair) -> AsyncIterator[ClientConnection]:
        """An open socket after hello."""
        async with self.here(chair).socket() as socket:
            await chair.hello(socket)
            yield socket


async def frame(socket: ClientConnection, version: int = 0) -> dict[str, Any]:
    """The next frame, of that version at least, whatever else is said."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told: dict[str, Any] = json.loads(await socket.recv())
            if told["type"] == "frame" and told["version"] >= version:
                return told


async def told_on(socket: ClientConnection) -> None:
    """Whatever it says, until it is closed."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await socket.recv()


async def come_back(node: Node, chair: Chair) -> dict[str, Any]:
    """As a client does whose socket was closed: again and again, until there is a frame."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with node.screen(chair) as socket:
                    return await frame(socket)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


def first_action(told: dict[str, Any]) -> dict[str, Any]:
    return {"type": "play", "action": told["match"]["actions"][0]["action"]}


def emptied(url: str) -> str:
    engine = sql.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    schema.drop_all(engine)
    engine.dispose()
    return url


def written(url: str, order: str) -> list[Any]:
    """What the database says, asked by a witness."""
    engine = sql.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    try:
        with engine.begin() as connection:
            done = connection.execute(sql.text(order))
            return list(done.all()) if done.returns_rows else []
    finally:
        engine.dispose()


def together(url: str, count: int, story: Callable[..., Awaitable[None]]) -> None:
    """Run a test's story with so many nodes on an empty database."""

    async def run() -> None:
        nodes = [Node(url) for _ in range(count)]
        for node in nodes:
            await node.open()
        try:
            async with asyncio.timeout(60):
                await story(*nodes)
        finally:
            for node in nodes:
                if not node.tables.is_closing:
                    await node.close()

    emptied(url)
    asyncio.run(run())
