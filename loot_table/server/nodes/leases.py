"""What this node holds: tables, and a few things of the house that are done in one place. Held as long as its word in the
database is good; when it could not renew that in time, it lets go before others may take over."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from hashlib import blake2b
from typing import Final

import structlog

from loot_table.server.nodes.registry import LEASE_SECONDS, Beat, Orphan, Registry
from loot_table.server.problems import NoSuchTable, Unavailable, where
from loot_table.server.seats import opaque
from loot_table.server.store import StoreError, TableRow
from loot_table.server.tables import WAKE_DAYS, Tables

log = structlog.get_logger()
BEAT_SECONDS: Final = 2.0
BEAT_PATIENCE: Final = 2.0
MARGIN: Final = 1.0  # a node lets go so long before others may take over
OTHERS_TURN: Final = 4.0  # a table that its next home has not taken for so long is anybody's
MOST_SEEN: Final = 20_000  # homes of others in memory
BURY_EVERY: Final = 30  # beats
# What has a home though it is no table: its parts are kept in memory, and one node at a time does its work.
CHORES: Final = ("keyring", "daily", "lab", "notices")
GONE: Final = "This server has lost touch with the others; nothing is lost."


class Leases:
    def __init__(self, registry: Registry, tables: Tables, address: str) -> None:
        self.registry, self.tables, self.address = registry, tables, address
        self.me = ""
        self.nodes: dict[str, str] = {}  # all that live, and where they are reached
        self.held: dict[str, int] = {}  # what lives here, and the epoch it has been here since
        self.seen: OrderedDict[str, str] = OrderedDict()  # what lives with others
        self.valid_until = 0.0
        self.is_leaving = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.sweeping = asyncio.Lock()
        self.named: set[str] = set(CHORES)
        self.releasing: set[str] = set()
        self.released = asyncio.Event()
        self.tell: Callable[[str, str], Awaitable[None]] = nobody_hears  # a table has changed: by address
        self.beats = 0

    def is_living(self) -> bool:
        return bool(self.me) and time.monotonic() < self.valid_until

    # ---- as Homes

    def holds(self, id: str) -> bool:
        return id in self.held and id not in self.releasing and time.monotonic() < self.valid_until

    async def take(self, id: str) -> bool:
        home = await self.home_of(id)
        return home is None or home == self.me

    async def left_alone(self, since: int) -> list[TableRow]:
        return []  # the rounds find them, for all nodes together

    async def among(self, ids: Iterable[str]) -> set[str]:
        wanted = set(ids)
        mine = {id for id in wanted if self.holds(id)}
        others = wanted - mine
        if not others or not await self.take_chore("notices"):
            return mine
        return mine | (others - await self.registry.living(sorted(others)))

    def changed_from_afar(self, id: str) -> None:
        self.start(self.tell_home(id))

    async def leave(self) -> None:
        """What is under way is done: others may have all of it at once."""
        self.is_leaving = True
        try:
            await self.registry.leave(self.me)
        except StoreError as error:
            log.warning("left_without_a_word", error=str(error))  # it is noticed all the same, a little later
        self.held.clear()

    # ---- who lives where

    async def home_of(self, id: str, is_named: bool = False) -> str | None:
        """The node where something lives; with this one if that was nowhere. None: there is no such table."""
        if id in self.releasing:
            await self.released.wait()
        if self.holds(id):
            return self.me
        if self.seen.get(id) in self.nodes:
            return self.seen[id]
        if not self.is_living() and not self.is_leaving:
            raise StoreError("this server is not in touch with the others")
        found = await (self.registry.home(id) if self.is_leaving else self.registry.take(id, self.me, is_named))
        if found is None:
            if self.is_leaving:
                raise Unavailable("the server stops now; send this again when it is back")
            return None
        if found.node == self.me:
            self.held[id] = found.epoch
        else:
            self.seen[id] = found.node
            while len(self.seen) > MOST_SEEN:
                self.seen.popitem(last=False)
        return found.node

    async def take_chore(self, name: str) -> bool:
        return await self.home_of(name, is_named=True) == self.me

    async def hold(self, id: str) -> None:
        self.named.add(id)
        await self.home_of(id, is_named=True)

    def forget(self, id: str) -> None:
        """It is not where it was thought to be."""
        self.seen.pop(id, None)

    async def tell_home(self, id: str) -> None:
        self.forget(id)
        home = await self.home_of(id)
        if home is not None and home in self.nodes and home != self.me:
            await self.tell(self.nodes[home], id)

    # ---- living

    async def enter(self) -> None:
        """From now on this is a node, under a name that nobody had before."""
        began, name = time.monotonic(), secrets.token_hex(8)
        await self.registry.enter(name, self.address)
        self.me, self.nodes[name] = name, self.address
        self.valid_until = began + LEASE_SECONDS - MARGIN
        await self.beat()

    async def live(self) -> None:
        """Say so again and again; and see to what others have left."""
        while not self.is_leaving:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                async with asyncio.timeout(BEAT_PATIENCE):
                    await (self.beat() if self.me else self.enter())
            except Exception as error:  # whatever it is: whoever is not heard of in time must let go
                log.warning("beat_missed", **where(error))
                if self.me and time.monotonic() >= self.valid_until - BEAT_SECONDS:  # the next would come too late
                    self.lapse()

    async def beat(self) -> None:
        began = time.monotonic()
        found = await self.registry.beat(self.me)
        if self.is_leaving:
            return
        if found is None:
            self.lapse()
            await self.enter()
            return
        self.valid_until = began + LEASE_SECONDS - MARGIN
        self.nodes = found.nodes
        self.tables.alarms.house_time.go_on_from(found.house_seconds)
        self.beats += 1
        if not self.sweeping.locked():
            self.start(self.rounds(found, self.beats))

    def lapse(self) -> None:
        """Others take over: whoever looks here goes to them."""
        log.error("lease_lost", tables=len(self.held))
        self.me, self.valid_until = "", 0.0
        for id in list(self.held):
            if id in self.tables.known:
                self.tables.let_go(self.tables.known[id], GONE)
        self.held.clear()
        self.seen.clear()

    # ---- what others have left, and what is not needed here any more

    async def rounds(self, found: Beat, number: int) -> None:
        async with self.sweeping:
            try:
                orphans = await self.registry.orphans() if found.has_dead else []
                if number in (2, 4):
                    orphans += await self.registry.unclaimed(int(time.time()) - WAKE_DAYS * 86400)
                for orphan in orphans:
                    await self.adopt(orphan, is_anybodys=number == 4 or orphan.seconds > OTHERS_TURN)
                await self.release_sleepers()
                if number % BURY_EVERY == 0:
                    await self.registry.bury()
            except (StoreError, Unavailable) as error:
                log.warning("rounds_missed", error=type(error).__name__)

    async def adopt(self, orphan: Orphan, is_anybodys: bool) -> None:
        """Each node takes its share at once, and what is left over a little later."""
        id = orphan.row.table
        if self.is_leaving or not (is_anybodys or self.chosen(id) == self.me):
            return
        try:
            await self.tables.wake(orphan.row)
        except NoSuchTable:
            return
        except Exception as error:
            log.error("table_not_woken", table=opaque(id), **where(error))

    def chosen(self, id: str) -> str:
        """Whose share a table is: the same for all who know the same nodes, and another's only if that one goes."""
        return max(self.nodes, key=lambda node: blake2b(f"{node} {id}".encode(), digest_size=8).digest())

    async def release_sleepers(self) -> None:
        """Tables that sleep live nowhere."""
        busy = {*self.named, *self.tables.known, *self.tables.waking}
        self.releasing = self.held.keys() - busy
        if not self.releasing:
            return
        self.released.clear()
        try:
            await self.registry.release(sorted(self.releasing), self.me)
            for id in self.releasing:
                self.tables.facts.noted.pop(id, None)
                self.held.pop(id, None)
        finally:
            self.releasing = set()
            self.released.set()

    # ---- tasks

    def start(self, work: Awaitable[None]) -> None:
        async def done() -> None:
            await work

        task = asyncio.get_running_loop().create_task(done())
        self.tasks.add(task)
        task.add_done_callback(self.finished)

    def finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task_failed", **where(error))

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.registry.close()


async def nobody_hears(address: str, id: str) -> None:
    return
