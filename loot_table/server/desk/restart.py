"""A restart that is announced: a line on every screen that counts down, and no new table shortly before."""

from __future__ import annotations

import time
from typing import Any, Final
from urllib.parse import quote

import msgspec
import structlog
from msgspec import Struct

from loot_table.engine import codec
from loot_table.server.metrics import RESTART_AT
from loot_table.server.naming import cleaned
from loot_table.server.papers import Paper
from loot_table.server.tables import Tables

log = structlog.get_logger()
ANNOUNCED: Final = "restart"  # the kind of paper, and its id
CLOSED_SECONDS: Final = 60.0  # before it, in which no new table is made
STALE_SECONDS: Final = 600.0  # after it: it did not come, and nobody waits any more


class Announced(Struct):
    at: int  # in seconds since 1970
    text: str
    by: str


class Restart:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.announced: Announced | None = None
        tables.is_about_to_stop = self.is_soon

    async def read(self) -> None:
        """After a start: what is still to come. What was to come before has."""
        paper = await self.tables.store.paper(ANNOUNCED)
        if paper is not None and read_announced(paper).at > time.time():
            await self.hear(paper)

    async def announce(self, seconds: int, text: str, by: str) -> Announced:
        said = Announced(int(time.time()) + seconds, cleaned(text), by)
        await self.write(codec.dumps(said))
        return said

    async def call_off(self) -> None:
        await self.write(b"")

    async def write(self, body: bytes) -> None:
        paper = Paper(ANNOUNCED, ANNOUNCED, "", "", body, int(time.time()))
        await self.tables.store.put_paper(paper)
        await self.hear(paper)

    async def hear(self, paper: Paper) -> None:
        """Here or at another node: everybody who looks is told."""
        found = read_announced(paper) if paper.body else None
        if found == self.announced:
            return
        self.announced = found
        RESTART_AT.set(0 if found is None else found.at)
        for table in list(self.tables.awake.values()):
            for session in list(table.sessions):
                session.send(self.message())
        self.tables.lobby.changed()

    # ---- telling

    def current(self) -> Announced | None:
        found = self.announced
        return None if found is None or time.time() > found.at + STALE_SECONDS else found

    def is_soon(self) -> bool:
        found = self.current()
        return found is not None and time.time() > found.at - CLOSED_SECONDS

    def told(self) -> dict[str, Any] | None:
        found = self.current()
        return None if found is None else {"seconds": max(0, round(found.at - time.time())), "text": found.text}

    def message(self) -> dict[str, Any]:
        """For sockets."""
        return {"type": "restart", "restart": self.told()}

    def header(self) -> str | None:
        """With every answer, for pages that have no socket."""
        found = self.told()
        return None if found is None else f"{found['seconds']};{quote(found['text'])}"


def read_announced(paper: Paper) -> Announced:
    return msgspec.json.decode(paper.body, type=Announced)
