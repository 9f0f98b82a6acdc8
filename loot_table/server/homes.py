"""Where tables live: here, unless several servers share a database (`nodes/`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from loot_table.server.store import Store, TableRow


class Homes(Protocol):
    def holds(self, id: str) -> bool:
        """Whether this server is known to be the home of a table."""

    async def take(self, id: str) -> bool:
        """Whether it lives here from now on at the latest; False: another server is its home."""

    async def hold(self, id: str) -> None:
        """It is only in this server's memory: whoever asks for it is sent here."""

    async def left_alone(self, since: int) -> list[TableRow]:
        """Tables that are to be woken after a start."""

    async def among(self, ids: Iterable[str]) -> set[str]:
        """Those of which this server is to tell their players: its own, and some that sleep."""

    def changed_from_afar(self, id: str) -> None:
        """A table of another server was changed here, in the log."""

    async def leave(self) -> None:
        """All that lives here is for others now."""


class OneHome:
    """There is one server, and everything is there."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def holds(self, id: str) -> bool:
        return True

    async def take(self, id: str) -> bool:
        return True

    async def hold(self, id: str) -> None:
        return

    async def left_alone(self, since: int) -> list[TableRow]:
        return await self.store.unfinished(since)

    async def among(self, ids: Iterable[str]) -> set[str]:
        return set(ids)

    def changed_from_afar(self, id: str) -> None:
        raise AssertionError("no table is elsewhere")

    async def leave(self) -> None:
        return
