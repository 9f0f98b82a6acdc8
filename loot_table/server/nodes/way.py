"""Which way a request goes: by its path, to the node where that lives."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import httpx2

from loot_table.server.nodes.leases import CHORES, Leases
from loot_table.server.nodes.registry import LEASE_SECONDS
from loot_table.server.problems import Unavailable
from loot_table.server.seats import is_table_id
from loot_table.server.store import StoreError

API: Final = "/api/"
NODE: Final = b"loot-node"  # in front of all other headers of what comes from another node: their secret
VISITOR: Final = b"loot-visitor"  # the address it came from
LOOK_SECONDS: Final = 3.0  # that the database may take to say where something lives
AGAIN_SECONDS: Final = 0.25  # until somebody who does not answer is looked for again
OF_KEYRING: Final = ("keyring", "library")
MOST_SECONDS: Final = 60.0  # a page may wait long for news
READ_BACK: Final = "/nodes/read-back/"  # a table of that node was changed in the log
Reached = TypeVar("Reached")


def what_lives(path: str) -> str | None:
    """The table, or the chore, that a request is about; None: any node answers it."""
    if not path.startswith(API):
        return None
    parts = path.split("/")
    if parts[2] == "tables":
        return parts[3] if len(parts) > 3 and is_table_id(parts[3]) and parts[3] != "mine" else None
    name = "keyring" if parts[2] in OF_KEYRING else parts[2]
    return name if name in CHORES else None


class Unreachable(Exception):
    """A node did not let us in: nothing was asked of it."""


class Way:
    def __init__(self, leases: Leases) -> None:
        self.leases, self.secret = leases, b""
        leases.tell = self.tell
        self.client = httpx2.AsyncClient(
            timeout=httpx2.Timeout(MOST_SECONDS, connect=2.0),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=64),
            trust_env=False,
        )

    async def to(self, id: str) -> str | None:
        """Where something lives; None: here, or nowhere."""
        home = await self.leases.home_of(id, is_named=id in CHORES)
        return None if home is None or home == self.leases.me else self.leases.nodes.get(home)

    async def reach(self, id: str, knock: Callable[[str], Awaitable[Reached]]) -> Reached | None:
        """Let in by the node where something lives, or None if that is here. A node that has died is waited for until its
        word is good no more: then another one is there. Where it is this node that has lost touch, nobody waits: others
        know the way."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEASE_SECONDS + 2):
                while True:
                    try:
                        address = await asyncio.wait_for(self.to(id), LOOK_SECONDS)
                        return None if address is None else await knock(address)
                    except (Unreachable, StoreError) as error:
                        self.leases.forget(id)
                        if isinstance(error, StoreError) and not self.leases.is_living():
                            break
                        await asyncio.sleep(AGAIN_SECONDS)
        raise Unavailable("this table cannot be reached now; try again")

    async def tell(self, address: str, id: str) -> None:
        with contextlib.suppress(httpx2.TransportError):  # it finds out with its next change
            await self.client.post(f"http://{address}{READ_BACK}{id}", headers=[(NODE, self.secret)])

    async def close(self) -> None:
        await self.client.aclose()


def host_of(address: str) -> str:
    return address.rpartition(":")[0].strip("[]")


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])
