"""Somebody with a browser of their own: cookies by path, an origin, and no token in hand."""

from __future__ import annotations

import asyncio
from http.cookies import SimpleCookie
from typing import Any

from server.house import ORIGIN, House, error

from loot_table.proofs.inside import Inside, Reply

BOT = {"kind": "bot", "bot": "apprentice"}


class Visitor:
    def __init__(self, house: House, name: str = "Ana", origin: str = ORIGIN, host: str = "127.0.0.1") -> None:
        self.house, self.name, self.origin = house, name, origin
        self.inside = Inside(house.app, host, Origin=origin)
        self.cookies: dict[tuple[str, str], str] = {}  # by path and name

    def shown(self, path: str) -> str:
        plain = path.partition("?")[0]
        found = [(at, name, value) for (at, name), value in self.cookies.items() if f"{plain}/".startswith(f"{at}/")]
        return "; ".join(f"{name}={value}" for _, name, value in sorted(found, reverse=True))

    async def request(self, method: str, path: str, body: Any = None) -> Reply:
        cookie = self.shown(path)
        reply = await self.inside.request(method, path, body, **({"Cookie": cookie} if cookie else {}))
        for name, value in reply.headers:
            if name == b"set-cookie":
                for morsel in SimpleCookie(value.decode()).values():
                    self.cookies.pop((morsel["path"], morsel.key), None)
                    if morsel["max-age"] != "0":
                        self.cookies[morsel["path"], morsel.key] = morsel.value
        return reply

    async def get(self, path: str) -> Any:
        reply = await self.request("GET", path)
        assert reply.status == 200, reply.body
        return reply.json()

    async def post(self, path: str, body: Any = None, method: str = "POST") -> Any:
        reply = await self.request(method, path, {} if body is None else body)
        assert reply.status in (200, 201), reply.body
        return reply.json()

    async def delete(self, path: str) -> Any:
        return await self.post(path, method="DELETE")

    async def problem(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        return error(await self.request(method, path, body))

    async def sits_down(self, **wish: Any) -> str:
        """A table of their own; its id."""
        wish = {"game": "crates_barrels", "players": 2, "name": self.name, "seats": [{"kind": "human"}, BOT], **wish}
        return str((await self.post("/api/tables", wish))["table"])

    async def joins(self, table: str) -> int:
        return int((await self.post(f"/api/tables/{table}/join", {"name": self.name}))["seat"])

    async def does(self, table: str, kind: str, seat: int = 0, **fields: Any) -> Any:
        live = self.house.live(table)
        said = {"type": "command", "id": f"{kind}-{live.version}-{live.chats}", "seat": seat, "version": live.version}
        return await self.post(f"/api/tables/{table}/commands", {**said, "do": {"type": kind, **fields}})

    async def loses(self, **wish: Any) -> str:
        """A game against a bot that they resign at once."""
        table = await self.sits_down(**wish)
        await self.does(table, "start")
        assert (await self.does(table, "resign"))["result"] == "accepted"
        await asyncio.gather(*self.house.service.outcomes.tasks)  # its end is written down
        return table

    async def library(self) -> list[dict[str, Any]]:
        """All pages of it."""
        found: list[dict[str, Any]] = []
        page = await self.get("/api/library")
        while True:
            found += page["games"]
            if page["next"] is None:
                return found
            page = await self.get(f"/api/library?before={page['next']}")
