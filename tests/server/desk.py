"""Somebody at the operator's desk of a server in the test's own process."""

from __future__ import annotations

from typing import Any

from server.house import ORIGIN, House

from loot_table.proofs.inside import Inside, Reply
from loot_table.server.desk import keys
from loot_table.server.desk.door import COOKIE

AT = "/api/operator"


class AtTheDesk:
    """A browser with an operator's session, or a program with a key."""

    def __init__(self, house: House, **headers: str) -> None:
        self.inside = Inside(house.app, **headers)

    async def get(self, what: str = "") -> Any:
        return whole(await self.inside.get(AT + what))

    async def post(self, what: str, body: Any = None) -> Any:
        return whole(await self.inside.post(AT + what, body))


def whole(reply: Reply) -> Any:
    assert reply.status == 200, reply.body
    return reply.json()


async def key_of(house: House, name: str = "ana") -> str:
    return await keys.make_key(house.tables.store, name)


async def with_key(house: House, name: str = "ana") -> AtTheDesk:
    return AtTheDesk(house, Authorization=f"Bearer {await key_of(house, name)}")


async def signed_in(house: House, key: str) -> AtTheDesk:
    browser = Inside(house.app, Origin=ORIGIN)
    reply = await browser.post(f"{AT}/sign-in", {"key": key})
    assert reply.status == 200, reply.body
    return AtTheDesk(house, Origin=ORIGIN, Cookie=f"{COOKIE}={reply.cookies()[COOKIE]}")
