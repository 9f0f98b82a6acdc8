"""Somebody who works in the lab of a house."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from server.house import House, house

from loot_table.proofs.inside import Inside, Reply
from loot_table.server.lab.open_lab import Lab, open_lab
from loot_table.server.lab.quotas import Quotas

PATIENCE = 60.0
BUSY = Quotas(is_idle=False)  # tests run on machines that have more to do


class Designer:
    def __init__(self, here: House, lab: Lab) -> None:
        self.here, self.lab, self.me = here, lab, here.stranger

    async def make(self, game: str = "loot_n_run", **wish: Any) -> str:
        """A new design; its id. The key that comes with the first one is kept."""
        wanted = wish if "parent" in wish or "text" in wish else {"game": game, **wish}
        reply = await self.me.post("/api/lab/designs", wanted)
        assert reply.status == 201, reply.body
        if "key" in reply.json():
            self.me = Inside(self.here.app, Authorization=f"Bearer {reply.json()['key']}")
        return str(reply.json()["design"]["id"])

    async def got(self, path: str) -> Any:
        reply = await self.me.get(path)
        assert reply.status == 200, reply.body
        return reply.json()

    async def change(self, design: str, **wish: Any) -> Any:
        reply = await self.put(design, **wish)
        assert reply.status == 200, reply.body
        return reply.json()

    async def put(self, design: str, **wish: Any) -> Reply:
        return await self.me.request("PUT", f"/api/lab/designs/{design}", wish)

    async def types(self, design: str, path: str, text: str) -> Any:
        """Into a cell; the design afterwards."""
        return (await self.change(design, edits=[{"kind": "cell", "path": path, "text": text}]))["design"]

    async def ask(self, design: str, **wish: Any) -> str:
        wanted = {"question": "length", "players": 2, "most": 100, **wish}
        reply = await self.me.post(f"/api/lab/designs/{design}/jobs", wanted)
        assert reply.status == 201, reply.body
        return str(reply.json()["job"]["id"])

    async def answered(self, job: str) -> Any:
        """The question when it has come to an end."""
        return await self.sees(job, lambda found: not found["is_going_on"])

    async def sees(self, job: str, wanted: Any) -> Any:
        until, number = time.monotonic() + PATIENCE, -1
        while time.monotonic() < until:
            found = (await self.got(f"/api/lab/jobs/{job}?after={number}"))["job"]
            if wanted(found):
                return found
            number = found["number"]
            await asyncio.sleep(0)
        raise AssertionError(f"it does not come: {found}")


@asynccontextmanager
async def lab_in(folder: Path, quotas: Quotas = BUSY, **more: Any) -> AsyncIterator[Designer]:
    async with house(folder, **more) as here:
        lab = open_lab(here.tables, folder / "games", quotas)
        here.service.lab = lab
        yield Designer(here, lab)
        await lab.close()
