"""Makes a server one of several."""

from __future__ import annotations

import asyncio
import socket
from functools import partial
from typing import Any

import uvicorn
from starlette.applications import Starlette

from loot_table.engine.errors import BadInput
from loot_table.server.asking import Service
from loot_table.server.daily.tries import KIND as TRY
from loot_table.server.house_time import ALARM
from loot_table.server.keyring.rings import KINDS as OF_RINGS
from loot_table.server.nodes.door import Door, config_of, open_door, opened
from loot_table.server.nodes.feed import Feed
from loot_table.server.nodes.leases import Leases
from loot_table.server.nodes.passing import Passing
from loot_table.server.nodes.registry import Registry
from loot_table.server.nodes.splice import Switch
from loot_table.server.nodes.way import Way
from loot_table.server.notices.boxes import WISH
from loot_table.server.notices.due import DUE
from loot_table.server.papers import Paper
from loot_table.server.postgres import PostgresStore

HERE = "127.0.0.1"


class Nodes:
    def __init__(self, service: Service, store: PostgresStore, address: str = "", instead_of: str = "") -> None:
        """`address`: where other nodes reach this one, by host and port; by default as the database sees this machine."""
        self.service, self.store, self.address, self.instead_of = service, store, address, instead_of
        self.registry = Registry(store)
        self.leases = Leases(self.registry, service.tables, address)
        self.way = Way(self.leases)
        self.feed = Feed(store, service.tables.lobby)
        self.port: socket.socket | None = None
        self.tasks: list[asyncio.Task[None]] = []
        service.tables.homes = self.leases

    def stand_before(self, app: Starlette) -> None:
        app.add_middleware(Passing, way=self.way)

    def ws(self) -> Any:
        return partial(Switch, self.way)

    # ---- open and close

    async def start(self) -> None:
        self.way.secret = await self.registry.secret()
        self.leases.address = await self.open_port()
        self.hear()
        await self.feed.start()
        await self.registry.leave(self.instead_of)
        await self.leases.enter()
        self.tasks = [asyncio.create_task(work) for work in (self.leases.live(), self.feed.follow())]

    async def open_port(self) -> str:
        wanted = self.address
        if not wanted:
            seen = await self.registry.own_address() or HERE
            wanted = f"[{seen}]:0" if ":" in seen else f"{seen}:0"
        try:
            self.port = opened(wanted)
        except (OSError, ValueError) as error:
            raise BadInput(f"other nodes cannot reach this one at {wanted}: {error}; name another --node") from None
        return f"{wanted.rpartition(':')[0]}:{self.port.getsockname()[1]}"

    async def let_nodes_in(self, server: Any, config: uvicorn.Config) -> asyncio.Server:
        assert self.port is not None
        door = Door(config.loaded_app, self.service.tables, self.way)
        return await open_door(config_of(door, config), self.port, server)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.leases.close()
        await self.way.close()

    # ---- what others write down and this server has in memory

    def hear(self) -> None:
        self.feed.hearing[ALARM] = self.hear_alarm
        self.feed.hearing[TRY] = self.hear_try
        for kind in OF_RINGS:
            self.feed.hearing[kind] = self.service.rings.changed_elsewhere
        if self.service.notices is not None:
            self.feed.hearing[DUE] = self.hear_due
            self.feed.hearing[WISH] = self.hear_wish

    async def hear_alarm(self, paper: Paper) -> None:
        if not self.leases.holds(paper.about):  # of our own tables we know it better
            self.service.tables.alarms.kept([paper])

    async def hear_try(self, paper: Paper) -> None:
        self.service.daily.boards.kept.pop(paper.about, None)

    async def hear_due(self, paper: Paper) -> None:
        if not self.leases.holds(paper.about):
            self.service.notices.take([paper])

    async def hear_wish(self, paper: Paper) -> None:
        self.service.notices.boxes.changed_elsewhere(paper)
