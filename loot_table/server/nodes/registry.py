"""Which nodes there are and which of them is a table's home, as the database knows it: by its clock, and nobody else's.

A node's word is good until `until`; it says so again every few seconds. A table's row in `homes` counts while its node's
word is good. Nothing here decides what happened at a table: that is the log, in which no version is there twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import sqlalchemy as sql

from loot_table.server.papers import Paper
from loot_table.server.postgres import PostgresStore
from loot_table.server.store import TableRow

LEASE_SECONDS: Final = 8.0
FORGET_SECONDS: Final = 60.0  # after which nobody wakes what a node has left behind; who asks finds it all the same
MOST_ORPHANS: Final = 500  # at a time
SECRET: Final = "nodes-secret"  # noqa: S105 (the name of the paper that holds it)


class Home(NamedTuple):
    node: str
    epoch: int  # how many homes the table has had


class Beat(NamedTuple):
    house_seconds: float  # that the house was open, with at least one node
    nodes: dict[str, str]  # all that live, and where they are reached
    has_dead: bool


class Orphan(NamedTuple):
    row: TableRow
    seconds: float  # since it has no home


ENTER = """
INSERT INTO nodes (id, address, until) VALUES (:node, :address, now() + make_interval(secs => :lease))
"""
OPEN_HOUSE = """
INSERT INTO house (id, seconds, at)
SELECT 1, coalesce((SELECT convert_from(body, 'UTF8')::float FROM papers WHERE id = 'house-time' AND body <> ''), 0),
       clock_timestamp()
ON CONFLICT DO NOTHING
"""
# While any node beats, the house is open; when none did, what is beyond a lease was no time.
COUNT_HOUSE = """
UPDATE house SET at = greatest(at, clock_timestamp()),
       seconds = seconds + least(greatest(extract(epoch FROM clock_timestamp() - at), 0), :lease)
RETURNING seconds
"""
BEAT = """
UPDATE nodes SET until = now() + make_interval(secs => :lease) WHERE id = :node AND until > now()
"""
NODES = "SELECT id, address, until > now() FROM nodes"
LEAVE = "UPDATE nodes SET until = now() WHERE id = :node AND until > now()"
HOME = """
SELECT homes.node, homes.epoch FROM homes JOIN nodes ON nodes.id = homes.node AND nodes.until > now()
WHERE homes.id = :id
"""
TAKE = """
INSERT INTO homes (id, node, epoch)
SELECT :id, :node, 1
WHERE (:is_named OR EXISTS (SELECT FROM tables WHERE tables.id = :id))
  AND EXISTS (SELECT FROM nodes WHERE nodes.id = :node AND until > now())
ON CONFLICT (id) DO UPDATE SET node = excluded.node, epoch = homes.epoch + 1
WHERE NOT EXISTS (SELECT FROM nodes WHERE nodes.id = homes.node AND until > now())
RETURNING node, epoch
"""
RELEASE = "DELETE FROM homes WHERE id = ANY(:ids) AND node = :node"
LIVING = """
SELECT homes.id FROM homes JOIN nodes ON nodes.id = homes.node AND nodes.until > now() WHERE homes.id = ANY(:ids)
"""
ORPHANS = """
SELECT tables.id, code, phase, is_public, extract(epoch FROM now() - nodes.until)
FROM homes JOIN nodes ON nodes.id = homes.node JOIN tables ON tables.id = homes.id
WHERE nodes.until <= now() AND phase <> 'over' AND (is_public OR phase = 'playing') LIMIT :most
"""
UNCLAIMED = """
SELECT tables.id, code, phase, is_public, 0 FROM tables LEFT JOIN homes ON homes.id = tables.id
WHERE homes.id IS NULL AND phase <> 'over' AND (is_public OR phase = 'playing') AND touched >= :since LIMIT :most
"""
BURY = (
    """DELETE FROM homes USING nodes
    WHERE nodes.id = homes.node AND nodes.until < now() - make_interval(secs => :seconds)""",
    """DELETE FROM nodes WHERE until < now() - make_interval(secs => :seconds)
    AND NOT EXISTS (SELECT FROM homes WHERE homes.node = nodes.id)""",
)
ADDRESS = "SELECT host(inet_client_addr())"


class Registry:
    """A thread of its own: whoever waits for the log does not keep a node from saying that it lives."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="registry")

    async def do(self, work: Callable[[sql.Connection], Any]) -> Any:
        return await self.store.do(work, executor=self.thread)

    async def ask(self, order: str, **words: Any) -> list[Any]:
        return list(await self.do(lambda connection: connection.execute(sql.text(order), words).all()))

    async def enter(self, node: str, address: str) -> None:
        def work(connection: sql.Connection) -> None:
            connection.execute(sql.text(OPEN_HOUSE))
            connection.execute(sql.text(ENTER), {"node": node, "address": address, "lease": LEASE_SECONDS})

        await self.do(work)

    async def beat(self, node: str) -> Beat | None:
        """None: it was silent for too long, and what was its own may be another's."""

        def work(connection: sql.Connection) -> Beat | None:
            lives = connection.execute(sql.text(BEAT), {"node": node, "lease": LEASE_SECONDS}).rowcount
            if not lives:
                return None
            seconds = connection.execute(sql.text(COUNT_HOUSE), {"lease": LEASE_SECONDS}).scalar_one()
            rows = connection.execute(sql.text(NODES)).all()
            living = {id: address for id, address, is_living in rows if is_living}
            return Beat(float(seconds), living, len(living) < len(rows))

        found = await self.do(work)
        assert found is None or isinstance(found, Beat)
        return found

    async def leave(self, node: str) -> None:
        await self.do(lambda connection: connection.execute(sql.text(LEAVE), {"node": node}).rowcount)

    async def home(self, id: str) -> Home | None:
        found = await self.ask(HOME, id=id)
        return Home(*found[0]) if found else None

    async def take(self, id: str, node: str, is_named: bool = False) -> Home | None:
        """Its home: where it lives, or with this node if that is nowhere. None: there is no such table. `is_named`: it is
        something else that has a home."""

        def work(connection: sql.Connection) -> Home | None:
            for _ in range(2):  # somebody may be quicker
                for order in (HOME, TAKE):
                    words = {"id": id, "node": node, "is_named": is_named} if order == TAKE else {"id": id}
                    found = connection.execute(sql.text(order), words).one_or_none()
                    if found is not None:
                        return Home(*found)
            return None

        found = await self.do(work)
        assert found is None or isinstance(found, Home)
        return found

    async def release(self, ids: Sequence[str], node: str) -> None:
        await self.do(
            lambda connection: connection.execute(sql.text(RELEASE), {"ids": list(ids), "node": node}).rowcount
        )

    async def living(self, ids: Sequence[str]) -> set[str]:
        """Those that have a home now."""
        return {str(id) for (id,) in await self.ask(LIVING, ids=list(ids))}

    async def orphans(self) -> list[Orphan]:
        """Tables that wait for players, bots or a clock, and whose home is gone."""
        return [Orphan(TableRow(*row), float(seconds)) for *row, seconds in await self.ask(ORPHANS, most=MOST_ORPHANS)]

    async def unclaimed(self, since: int) -> list[Orphan]:
        """The same of those that never had one."""
        found = await self.ask(UNCLAIMED, since=since, most=MOST_ORPHANS)
        return [Orphan(TableRow(*row), float(seconds)) for *row, seconds in found]

    async def bury(self) -> None:
        def work(connection: sql.Connection) -> None:
            for order in BURY:
                connection.execute(sql.text(order), {"seconds": FORGET_SECONDS})

        await self.do(work)

    async def own_address(self) -> str | None:
        """How the database sees this machine; None where it is the same one."""
        found = (await self.ask(ADDRESS))[0][0]
        return None if found is None else str(found)

    async def secret(self) -> bytes:
        """What nodes know each other by: whoever may write to the database may be one."""
        await self.store.put_first(Paper(SECRET, "secret", "", "", secrets.token_urlsafe(32).encode(), 0))
        found = await self.store.paper(SECRET)
        assert found is not None
        return found.body

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
