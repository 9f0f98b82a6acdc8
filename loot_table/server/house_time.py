"""The house's own time, and alarms by it: play by day (LT-16).

A clock that counts days outlives the process, and a server that was away costs nobody time (LT-9). So days are counted in
seconds that the house was open, over all its starts: the count stands while it is closed, and whatever happens at a table
by day is written down with it. An alarm says when a table's running clock is up. It is kept in the same transaction as the
move that set it, so that a table by day sleeps without a timer and is read again only when it rings or somebody looks.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterable, Sequence

import msgspec
import structlog

from loot_table.engine import codec
from loot_table.engine.state import NOBODY
from loot_table.server.clock import Clock
from loot_table.server.happenings import Happening
from loot_table.server.papers import Paper
from loot_table.server.store import Store, StoreError
from loot_table.server.table import LiveTable

log = structlog.get_logger()
OPEN = "house-time"
ALARM = "alarm"
SPARE = 64  # alarms that were set anew, before those that count no more are swept out
LATER = 15.0  # seconds; by then another server is taken for gone
RESERVE = 1.0  # seconds that a running count may be behind before it is worth writing


class HouseTime:
    """Seconds that the house was open."""

    def __init__(self) -> None:
        self.before = -time.monotonic()

    def now(self) -> float:
        return self.before + time.monotonic()

    def go_on_from(self, seconds: float) -> None:
        self.before = seconds - time.monotonic()

    def credit(self, seconds: float) -> None:
        """The house stood still: that is no time."""
        self.before -= seconds


class Alarms:
    """When the clocks of tables by day are up."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.house_time = HouseTime()
        self.due: dict[str, float] = {}  # by house time
        self.next: list[
            tuple[float, str]
        ] = []  # a heap of them; what is in `due` no more, or otherwise, is passed over
        self.written = 0.0

    async def read(self) -> None:
        """After a start, before anybody reads a table."""
        paper = await self.store.paper(OPEN)
        if paper is not None:
            self.written = float(msgspec.json.decode(paper.body, type=float))
            self.house_time.go_on_from(self.written)
        self.kept(await self.store.papers_of(ALARM, ALARM))

    async def write_down(self) -> None:
        """Now and then, and at the end. What a crash loses of it is credited to whoever was thinking."""
        now = self.house_time.now()
        if not self.due or now - self.written < RESERVE:
            return
        try:
            await self.store.put_paper(Paper(OPEN, OPEN, OPEN, "", codec.dumps(round(now, 1)), int(time.time())))
            self.written = now
        except StoreError as error:
            log.error("house_time_not_kept", error=str(error))

    # ---- with every change of a table

    def stamp(self, table: LiveTable, happening: Happening) -> None:
        if table.is_by_day() and hasattr(happening, "began"):
            happening.began = round(self.house_time.now(), 1)

    def papers(self, table: LiveTable) -> list[Paper]:
        """The alarm as it is after a change, to be kept with it."""
        if not table.is_by_day():
            return []
        due = self.rings_at(table)
        if table.match is None:
            return []
        body = b"" if due is None else codec.dumps(round(due, 1))
        return [Paper(f"{ALARM}-{table.id}", ALARM, ALARM, table.id, body, int(time.time()))]

    def kept(self, papers: Iterable[Paper]) -> None:
        for paper in papers:
            if paper.kind != ALARM:
                continue
            if paper.body:
                self.put(paper.about, float(msgspec.json.decode(paper.body, type=float)))
            else:
                self.due.pop(paper.about, None)

    def put(self, table: str, due: float) -> None:
        self.due[table] = due
        heapq.heappush(self.next, (due, table))
        if len(self.next) > 2 * len(self.due) + SPARE:  # every move leaves one behind
            self.next = [(when, whose) for whose, when in self.due.items()]
            heapq.heapify(self.next)

    def set(self, table: LiveTable) -> None:
        """Again, when time was credited meanwhile."""
        due = self.rings_at(table)
        if due is not None and table.is_by_day():
            self.put(table.id, due)

    def ring_again(self, table: LiveTable) -> None:
        """At another server's table, should it not have rung there."""
        if self.rings_at(table) is not None:
            self.put(table.id, self.house_time.now() + LATER)

    def rings_at(self, table: LiveTable) -> float | None:
        """None while nobody's clock runs, and while a bot is about to play: such a table is woken after a start."""
        clock = table.clock
        if clock is None or clock.running == NOBODY or table.asked() != clock.running:
            return None
        return self.house_time.now() + clock.left_of(clock.running, time.monotonic())

    # ---- reading and ringing

    def put_right(self, clock: Clock | None) -> None:
        """A clock that was read from the log: it has run since then, as long as the house was open."""
        if clock is not None and clock.is_by_day and clock.running != NOBODY:
            clock.since -= max(0.0, self.house_time.now() - clock.began)

    def ringing(self) -> Sequence[str]:
        """Tables whose time has come. Each is named once."""
        found, now = [], self.house_time.now()
        while self.next and self.next[0][0] <= now:
            due, table = heapq.heappop(self.next)
            if self.due.get(table) == due:
                del self.due[table]
                found.append(table)
        return found
