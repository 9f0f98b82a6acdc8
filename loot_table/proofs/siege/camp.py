"""Where the hostile visitor lives: its address, and one table of its own that its tricks share."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from loot_table.proofs.siege.browser import Browser
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.visitor import Talk, Visitor
from loot_table.proofs.wire import Chair

AGAIN = 0.1  # seconds between two tries of what was refused
MOST_TRIES = 50


class Camp:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.browser = Browser(visitor)
        self.tally = Tally()  # what setting up the shared table took
        self.lock = asyncio.Lock()
        self.chairs: list[Chair] = []

    async def table(self) -> list[Chair]:
        """Both seats of a started table of the visitor's own, wanted until it is made."""
        while not await self.settled():
            await asyncio.sleep(AGAIN)
        return self.chairs

    async def settled(self) -> bool:
        """Whether there is that table; it is tried once to make it."""
        async with self.lock:
            if not self.chairs:
                self.chairs = await self.new_table(self.tally, "crates_barrels", ["human", "human"])
            return bool(self.chairs)

    async def new_table(self, tally: Tally, game: str, kinds: list[str]) -> list[Chair]:
        """The visitor's chairs at a new, started table, the host's first; none if it was refused."""
        seats = [{"kind": "human"} if kind == "human" else {"kind": "bot", "bot": kind} for kind in kinds]
        wish = {"game": game, "players": len(seats), "seats": seats, "is_public": True}
        heard = await self.browser.fetch(tally, "POST", "/api/tables", wish)
        if heard is None or heard.status >= 400:
            return []
        made = heard.json()
        chairs = [Chair(self.visitor.port, made["table"], one["seat"], one["token"]) for one in made["seats"]]
        await self.command(tally, chairs[0], 1, {"type": "start"})
        return chairs

    async def command(self, tally: Tally, chair: Chair, version: int, do: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a command over HTTP, if there was one."""
        path = f"/api/tables/{chair.table}/commands"
        wish = chair.command(f"{do['type']}-{tally.sent}", version, do)
        heard = await self.browser.fetch(tally, "POST", path, wish, chair.token)
        if heard is None or heard.status >= 400:
            return None
        answer = heard.json()
        return answer if isinstance(answer, dict) else None

    async def insist(self, tally: Tally, chair: Chair, version: int, do: dict[str, Any]) -> int | None:
        """The version at which a command was accepted, however often it must be sent; None if it never is."""
        for _ in range(MOST_TRIES):
            answer = await self.command(tally, chair, version, do)
            if answer is not None and answer["result"] == "accepted":
                return int(answer["version"])
            await asyncio.sleep(AGAIN)
        return None

    async def sit(self, tally: Tally, chair: Chair, talk: Talk, waiting: int | None = 16) -> None:
        """Talk over a socket of a seat, once hello is said."""
        hello = json.dumps({"type": "hello", "seats": [chair.seat]})
        await self.visitor.visit(tally, socket_path(chair), talk, chair.token, hello, waiting)


def socket_path(chair: Chair) -> str:
    return f"/api/tables/{chair.table}/socket"
