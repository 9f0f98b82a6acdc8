"""A key ring holds the seats of one person. A browser gets one with its first seat and shows it by a cookie that no script
reads. A recovery code or a passkey opens the same ring on another device. Everything is kept as papers:

| kind     | id                      | owner | about      | says                                         |
|----------|-------------------------|-------|------------|----------------------------------------------|
| ring     | the ring                | ring  | the ring   | since when, name and colour of its holder     |
| browser  | hash of a browser's key | ring  | the ring   | since when                                   |
| recovery | hash of a code          | ring  | the ring   | since when                                   |
| passkey  | hash of its id          | ring  | the ring   | public key, counter, name                    |
| held     | ring, table, seat's key | ring  | the table  | the hash of the seat's token, and since when |
| block    | both rings              | ring  | other ring | the name they had                            |
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from loot_table.engine import codec
from loot_table.server.happenings import Rekeyed
from loot_table.server.papers import Paper
from loot_table.server.problems import NotNow
from loot_table.server.seats import hashed, new_table_id, new_token
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

MOST_TABLES: Final = 2000  # on a ring; the oldest go
MOST_BROWSERS: Final = 40
MOST_BLOCKS: Final = 500
MOST_AT_HAND: Final = 1000  # rings in memory
RING_LETTERS: Final = len(new_table_id())
KINDS: Final = ("held", "block", "passkey", "recovery", "browser", "ring")  # of what a ring owns, itself last
Kind = TypeVar("Kind", bound=Struct)


class About(Struct):
    """What is known of a ring's holder: what they typed."""

    made: int
    name: str = ""
    colour: str = "a"


class Held(Struct):
    key: str  # the hash of the seat's token
    at: int


class Browser(Struct):
    made: int


class Blocked(Struct):
    name: str
    made: int


@dataclass
class Ring:
    id: str
    about: About
    tables: dict[str, dict[str, int]] = field(default_factory=dict)  # seats' keys by table, and since when
    blocked: dict[str, Blocked] = field(default_factory=dict)  # by ring

    def keys_at(self, table: str) -> frozenset[str]:
        return frozenset(self.tables.get(table, ()))

    def in_order(self) -> list[str]:
        """Tables, the oldest first."""
        return sorted(self.tables, key=lambda table: min(self.tables[table].values()))


def now() -> int:
    return int(time.time())


def read_as(paper: Paper, kind: type[Kind]) -> Kind:
    return msgspec.json.decode(paper.body, type=kind)


def emptied(paper: Paper) -> Paper:
    return Paper(paper.id, paper.kind, "", "", b"", now())


def browser_id(token: str) -> str:
    return f"browser-{hashed(token)}"


class Rings:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.at_hand: OrderedDict[str, Ring] = OrderedDict()
        self.by_browser: OrderedDict[str, str] = OrderedDict()  # ring by a browser's paper
        self.lock = asyncio.Lock()  # a ring is read once, and changed by one at a time

    async def put(self, id: str, kind: str, ring: str, about: str, body: object) -> None:
        await self.tables.store.put_paper(Paper(id, kind, ring, about, codec.dumps(body), now()))

    async def throw_away(self, paper: Paper) -> None:
        """Its content; that there was something is known for a replica's sake."""
        await self.tables.store.put_paper(emptied(paper))

    # ---- finding one

    async def of_browser(self, token: str | None) -> Ring | None:
        """The ring that a browser's key opens."""
        if not token or len(token) > 64:
            return None
        id = browser_id(token)
        found = self.by_browser.get(id)
        if found is None:
            paper = await self.tables.store.paper(id)
            if paper is None or paper.kind != "browser":
                return None
            found = self.by_browser[id] = paper.owner
            while len(self.by_browser) > MOST_AT_HAND:
                self.by_browser.popitem(last=False)
        return await self.get(found)

    async def get(self, id: str) -> Ring | None:
        if id in self.at_hand:
            self.at_hand.move_to_end(id)
            return self.at_hand[id]
        async with self.lock:
            return self.at_hand.get(id) or await self.read(id)

    async def changed_elsewhere(self, paper: Paper) -> None:
        """Another server of the same house has kept something of a ring, or thrown it away: it is read again."""
        async with self.lock:
            if paper.kind == "browser" and not paper.body:
                self.by_browser.pop(paper.id, None)
            elif paper.kind != "browser":
                ring = paper.owner or paper.id.removeprefix(f"{paper.kind}-")[:RING_LETTERS]
                self.at_hand.pop(ring, None)

    async def read(self, id: str) -> Ring | None:
        store = self.tables.store
        paper = await store.paper(id)
        if paper is None or paper.kind != "ring":
            return None
        ring = Ring(id, read_as(paper, About))
        for each in await store.papers_of(id, "held"):
            held = read_as(each, Held)
            ring.tables.setdefault(each.about, {})[held.key] = held.at
        for each in await store.papers_of(id, "block"):
            ring.blocked[each.about] = read_as(each, Blocked)
        self.at_hand[id] = ring
        while len(self.at_hand) > MOST_AT_HAND:
            self.at_hand.popitem(last=False)
        return ring

    async def holders(self, table: str) -> dict[str, set[str]]:
        """The rings on which each seat of a table hangs, by the seat's key."""
        found: dict[str, set[str]] = {}
        for paper in await self.tables.store.papers_about(table, "held"):
            found.setdefault(read_as(paper, Held).key, set()).add(paper.owner)
        return found

    # ---- making and changing one

    async def make(self) -> Ring:
        ring = Ring(new_table_id(), About(now()))
        await self.put(ring.id, "ring", ring.id, ring.id, ring.about)
        self.at_hand[ring.id] = ring
        return ring

    async def introduce(self, ring: Ring) -> str:
        """A key for one more browser."""
        known = await self.tables.store.papers_of(ring.id, "browser")
        for old in known[: max(0, len(known) + 1 - MOST_BROWSERS)]:
            await self.dismiss(old)
        token = new_token()
        await self.put(browser_id(token), "browser", ring.id, ring.id, Browser(now()))
        return token

    async def dismiss(self, browser: Paper) -> None:
        self.by_browser.pop(browser.id, None)
        await self.throw_away(browser)

    async def leave(self, token: str) -> None:
        """This browser's key opens nothing any more."""
        paper = await self.tables.store.paper(browser_id(token))
        if paper is not None:
            await self.dismiss(paper)

    async def describe(self, ring: Ring, name: str | None, colour: str | None) -> None:
        ring.about.name = ring.about.name if name is None else name
        ring.about.colour = ring.about.colour if colour is None else colour
        await self.put(ring.id, "ring", ring.id, ring.id, ring.about)

    async def keep(self, ring: Ring, table: str, keys: Iterable[str], at: int | None = None) -> None:
        """Seats of a table hang on the ring from now on."""
        async with self.lock:
            for key in keys:
                if key in ring.tables.get(table, ()):
                    continue
                held = Held(key, now() if at is None else at)
                await self.put(f"held-{ring.id}-{table}-{key[:24]}", "held", ring.id, table, held)
                ring.tables.setdefault(table, {})[key] = held.at
            while len(ring.tables) > MOST_TABLES:
                await self.drop_now(ring, ring.in_order()[0])

    async def drop(self, ring: Ring, table: str) -> None:
        async with self.lock:
            await self.drop_now(ring, table)

    async def drop_now(self, ring: Ring, table: str) -> None:
        for paper in await self.tables.store.papers_about(table, "held"):
            if paper.owner == ring.id:
                await self.throw_away(paper)
        ring.tables.pop(table, None)

    async def drop_keys(self, ring: Ring, table: str, keys: frozenset[str]) -> None:
        async with self.lock:
            for paper in await self.tables.store.papers_about(table, "held"):
                if paper.owner == ring.id and read_as(paper, Held).key in keys:
                    await self.throw_away(paper)
            ring.tables[table] = {key: at for key, at in ring.tables.get(table, {}).items() if key not in keys}

    async def bring(self, one: Ring, to: Ring) -> None:
        """What hangs on one ring hangs on another, too."""
        for table, keys in list(one.tables.items()):
            for key, at in list(keys.items()):
                await self.keep(to, table, [key], at)
        for other, each in list(one.blocked.items()):
            if other != to.id:
                with contextlib.suppress(NotNow):  # a full list keeps nobody from their games
                    await self.block(to, other, each.name)
        # Nobody gets rid of being blocked by it.
        for paper in await self.tables.store.papers_about(one.id, "block"):
            blocker = await self.get(paper.owner)
            if blocker is not None and blocker.id != to.id:
                with contextlib.suppress(NotNow):
                    await self.block(blocker, to.id, read_as(paper, Blocked).name)

    async def forget_table(self, table: str) -> None:
        """No ring holds seats of it any more."""
        async with self.lock:
            for paper in await self.tables.store.papers_about(table, "held"):
                if paper.owner in self.at_hand:
                    self.at_hand[paper.owner].tables.pop(table, None)
                await self.throw_away(paper)

    async def erase(self, ring: Ring) -> None:
        """The ring with all that it holds."""
        async with self.lock:
            papers = [paper for kind in KINDS for paper in await self.tables.store.papers_of(ring.id, kind)]
            # In one go, all or nothing: others wait for the lock.
            await self.tables.store.put_paper(*map(emptied, papers))
            for paper in papers:
                self.by_browser.pop(paper.id, None)
            ring.tables.clear()
            ring.blocked.clear()
            self.at_hand.pop(ring.id, None)

    async def change_locks(self, ring: Ring, table: LiveTable) -> None:
        """New keys to the ring's seats at a table: no cookie or token of before opens them, on whatever device it lies."""
        async with table.lock:
            old = ring.keys_at(table.id)
            is_aside = table.phase == "aside"  # nothing happens there until it can be read
            fresh = {} if is_aside else {seat: hashed(new_token()) for seat in table.seats_of(old)}
            if fresh:  # first: a server that stops in between must not leave a seat whose key nobody has
                await self.keep(ring, table.id, fresh.values(), min(ring.tables[table.id].values()))
            for seat, key in fresh.items():
                await self.tables.change(table, Rekeyed(seat, key), None)
        if fresh:
            await self.drop_keys(ring, table.id, old)

    # ---- who is not welcome

    async def block(self, ring: Ring, other: str, name: str) -> None:
        if len(ring.blocked) >= MOST_BLOCKS:
            raise NotNow(f"you have blocked {MOST_BLOCKS} people: let some of them back first")
        ring.blocked[other] = Blocked(name, now())
        await self.put(f"block-{ring.id}-{other}", "block", ring.id, other, ring.blocked[other])

    async def unblock(self, ring: Ring, other: str) -> None:
        if ring.blocked.pop(other, None) is not None:
            paper = await self.tables.store.paper(f"block-{ring.id}-{other}")
            if paper is not None:
                await self.throw_away(paper)
