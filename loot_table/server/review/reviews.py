"""Reviews that are being made, each in a process of its own, one after the other; and those that were made lately."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import structlog

from loot_table.engine.match import Match
from loot_table.server.beginnings import lineage_of, replayed
from loot_table.server.happenings import Beginning, Lineage, Place
from loot_table.server.lab.quotas import Quotas
from loot_table.server.lab.running import Killed, Player
from loot_table.server.problems import NotNow, Problem, where
from loot_table.server.review.thinking import think
from loot_table.server.review.uploads import MOST_KEPT_ENTRIES, Uploads, entries_of
from loot_table.server.seats import new_table_id
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

log = structlog.get_logger()
WAIT_SECONDS: Final = 15.0  # that a page is kept waiting for the next finding
ALONE_SECONDS: Final = 60.0  # without anybody who asks; then it ends
MOST_WAITING: Final = 40
MOST_OF_ADDRESS: Final = 20  # of those: whoever else comes finds a place
KEPT: Final = 60  # reviews in memory
OF_ADDRESS: Final = 2  # questions of one that are answered at a time; there is room for one more
BRANCHES: Final = 200  # games that were not played, to watch
WAITING, GOING_ON, DONE, FAILED = "waiting", "going on", "done", "failed"
BRANCH: Final = "branch-"


class Wish(NamedTuple):
    """Two who wish the same read the same review."""

    table: str
    seat: int | None  # whose story is told
    is_deep: bool
    has_hindsight: bool
    language: str


class Live:
    """A review and what is known of it so far."""

    def __init__(self, wish: Wish, record: Mapping[str, Any], lane: str = "") -> None:
        self.wish, self.lane = wish, lane
        self.record: Mapping[str, Any] | None = record  # until it was worked on
        self.state, self.error = WAITING, ""
        self.findings: list[Any] = []
        self.asked = time.monotonic()
        self.news = asyncio.Event()

    def tell(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    @property
    def is_going_on(self) -> bool:
        return self.state in (WAITING, GOING_ON)


class Reviews:
    def __init__(self, tables: Tables, quotas: Quotas) -> None:
        self.tables, self.quotas = tables, quotas
        self.uploads = Uploads(tables)
        self.kept: OrderedDict[Wish, Live] = OrderedDict()
        self.queue: deque[Live] = deque()
        self.running: set[asyncio.Task[None]] = set()
        self.players: set[Player] = set()
        self.lanes: Counter[str] = Counter()  # whose reviews are made now
        self.asking: Counter[str] = Counter()  # whose questions are answered now
        self.branches: OrderedDict[str, LiveTable] = OrderedDict()
        self.began: dict[str, float] = {}  # when a review was last begun for those who wait
        self.is_closed = False
        self.when_done: list[Callable[[str, list[Any], bool], None]] = []

    # ---- a whole review

    async def news(self, wish: Wish, record: Mapping[str, Any], after: int, lane: str = "") -> Live:
        """The review, once it has more findings than `after`, or has ended, or a little later."""
        live = self.kept.get(wish)
        if live is None or live.state == FAILED:
            live = self.begin(wish, record, lane)
        self.kept.move_to_end(wish)
        live.asked = time.monotonic()
        if live.is_going_on and len(live.findings) <= after:
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    await live.news.wait()
            except TimeoutError:
                pass
        return live

    def begin(self, wish: Wish, record: Mapping[str, Any], lane: str) -> Live:
        is_full = len(self.queue) >= MOST_WAITING or sum(live.lane == lane for live in self.queue) >= MOST_OF_ADDRESS
        if is_full or self.is_closed:
            raise NotNow("many games wait for their review; try again in a few minutes")
        live = self.kept[wish] = Live(wish, record, lane)
        self.queue.append(live)
        while len(self.kept) > KEPT:
            old = next(iter(self.kept.values()))
            if old.is_going_on:
                break
            del self.kept[old.wish]
        self.go_on()
        return live

    def go_on(self) -> None:
        while self.queue and len(self.running) < self.quotas.jobs:
            live = self.next_in()
            self.queue.remove(live)
            task = asyncio.create_task(self.review(live))
            self.running.add(task)
            self.lanes[live.lane] += 1
            waiting = {each.lane for each in self.queue} | {live.lane}
            self.began = {lane: at for lane, at in self.began.items() if lane in waiting} | {
                live.lane: time.monotonic()
            }
            task.add_done_callback(partial(self.finished, live.lane))

    def next_in(self) -> Live:
        """Those who wait take turns by address, so that nobody's many games keep another's one waiting."""
        return min(self.queue, key=lambda live: (self.lanes[live.lane], self.began.get(live.lane, 0.0)))

    def finished(self, lane: str, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        self.lanes -= Counter([lane])
        if not task.cancelled() and task.exception() is not None:
            log.error("review_lost", **where(task.exception()))
        if not self.is_closed:
            self.go_on()

    async def review(self, live: Live) -> None:
        wish, player = live.wish, Player(self.quotas, self.quotas.cpu_seconds, think)
        self.players.add(player)
        live.state = GOING_ON
        record, live.record = live.record, None  # of a long game it is large
        order = {"task": "review", "record": record, "language": wish.language, "seat": wish.seat}
        order |= {"is_deep": wish.is_deep, "has_hindsight": wish.has_hindsight}
        state = FAILED
        try:
            async for said in player.play(order):
                if "finding" in said:
                    live.findings.append(said["finding"])
                live.error = said.get("error", "")
                state = DONE if "end" in said else state
                live.tell()
                if time.monotonic() - live.asked > ALONE_SECONDS:
                    player.kill()
        except Killed as killed:
            live.error = killed.words
        finally:
            player.kill()
            self.players.discard(player)
            live.state = state
            live.tell()
            if state == DONE and not wish.table.startswith(BRANCH):
                for hear in self.when_done:
                    hear(wish.table, live.findings, wish.is_deep)

    # ---- what is asked for by itself

    async def answer(self, order: Mapping[str, Any], lane: str = "") -> Any:
        """One answer of a process of its own, at most a few at a time, and never all of them for one address."""
        if len(self.players) > self.quotas.jobs + OF_ADDRESS or self.asking[lane] >= OF_ADDRESS:
            raise NotNow("several things are being worked out; try again in a moment")
        player = Player(self.quotas, self.quotas.cpu_seconds, think)
        self.players.add(player)
        self.asking[lane] += 1
        try:
            async for said in player.play(dict(order)):
                if "error" in said:
                    raise Problem(said["error"])
                if "found" in said:
                    return said["found"]
        except Killed as killed:
            raise NotNow(killed.words) from None
        finally:
            player.kill()
            self.players.discard(player)
            self.asking -= Counter([lane])
        raise NotNow("nothing was found out; try again")

    # ---- games that were not played

    async def keep_branch(self, record: dict[str, Any], table: LiveTable) -> str:
        """A table that is over, to watch for a while: its id."""
        id = BRANCH + new_table_id()
        self.branches[id] = over(id, await replayed(record), table)
        await self.tables.homes.hold(id)
        while len(self.branches) > BRANCHES or entries_of(self.branches.values()) > MOST_KEPT_ENTRIES:
            old, _ = self.branches.popitem(last=False)
            self.tables.awake.pop(old, None)
        return id

    async def find(self, id: str) -> LiveTable | None:
        return self.branches.get(id)

    async def close(self) -> None:
        self.is_closed = True
        for player in list(self.players):
            player.kill()
        for task in list(self.running):
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)


def open_reviews(tables: Tables, quotas: Quotas) -> Reviews:
    reviews = Reviews(tables, quotas)
    tables.finders += [reviews.find, reviews.uploads.find]
    return reviews


def over(id: str, match: Match, like: LiveTable) -> LiveTable:
    """A table with the seats of another one, at which this was played."""
    assert like.game is not None
    places = [
        Place(kind="bot", name=place.name, colour=place.colour, is_ready=True, bot="greedy") for place in like.places
    ]
    table = LiveTable(
        id, game=like.game, players=like.players, places=places, match=match, phase="over", design=like.design
    )
    table.options, table.components = dict(like.options), like.components
    table.version, table.marks = 1, [match.version]
    lineage = lineage_of(like, 0)
    table.beginning = Beginning(Lineage("branch", 0, lineage.table, lineage.names))
    return table
