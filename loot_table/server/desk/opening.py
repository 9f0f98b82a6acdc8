"""The desk of a server: what it watches, and what it does by itself."""

from __future__ import annotations

import asyncio
from typing import Final

from loot_table.server.asking import Service
from loot_table.server.desk.acts import delete_old
from loot_table.server.desk.restart import ANNOUNCED, Restart
from loot_table.server.desk.vitals import Vitals

DELETE_EVERY: Final = 3600.0


class Desk:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.restart = Restart(service.tables)
        self.vitals = Vitals(service, service.folder)
        self.deleting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if self.service.nodes is not None:
            self.service.nodes.feed.hearing[ANNOUNCED] = self.restart.hear
        await self.restart.read()
        self.vitals.start()
        self.deleting = asyncio.create_task(self.delete_now_and_then())

    async def delete_now_and_then(self) -> None:
        while True:
            await delete_old(self.service)
            await asyncio.sleep(DELETE_EVERY)

    async def close(self) -> None:
        await self.vitals.close()
        if self.deleting is not None:
            self.deleting.cancel()
            await asyncio.gather(self.deleting, return_exceptions=True)
