"""What happens at a table by itself: bots answer, clocks ring, a called start comes, a host who is gone is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from loot_table.engine import codec
from loot_table.engine.errors import BadInput, IllegalAction, LootError
from loot_table.engine.match import Match
from loot_table.engine.state import NOBODY, Seat
from loot_table.server import commands
from loot_table.server.brains import Brains, NoAnswer
from loot_table.server.happenings import Hosted
from loot_table.server.presence import GRACE_SECONDS
from loot_table.server.problems import Unavailable, where
from loot_table.server.seats import opaque
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable

if TYPE_CHECKING:
    from loot_table.server.tables import Tables

log = structlog.get_logger()
PULSE_SECONDS = 0.5
STALL_SECONDS = 2.0  # a server that stood still for so long has cost nobody time
SWEEP_EVERY = 120  # pulses
AGAIN_SECONDS = 1.0  # until a bot whose answer came to nothing is asked again


def decisions_of(match: Match, seat: Seat) -> int:
    return sum(entry.seat == seat and entry.action is not None for entry in match.record)


class Stirring:
    def __init__(self, tables: Tables, brains: Brains) -> None:
        self.tables = tables
        self.brains = brains
        self.tasks: set[asyncio.Task[None]] = set()
        self.thinking: set[str] = set()  # tables for which a bot is at work
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.successions: dict[str, asyncio.TimerHandle] = {}
        self.beat = time.monotonic()

    def is_busy(self, table: str) -> bool:
        return table in self.thinking or table in self.timers

    def stir(self, table: LiveTable) -> None:
        """Let a bot think if it is its turn and anybody looks, and a clock ring when time is up."""
        if table.is_elsewhere or table.lock.is_lost:
            return
        if table.bot_to_act() is not None and table.is_worth_playing() and table.id not in self.thinking:
            self.thinking.add(table.id)
            self.start(self.let_bots_play(table))
        timer = self.timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        left = self.time_left(table)
        if left is not None and not (table.is_by_day() and table.phase == "playing"):  # days have alarms
            loop = asyncio.get_running_loop()
            self.timers[table.id] = loop.call_later(max(0.0, left) + 0.01, self.ring_soon, table)

    def looked_at(self, table: LiveTable) -> None:
        """Somebody asked for something: bots that had stopped go on."""
        was_watched = table.is_watched()
        table.presence.looks()
        if not was_watched:
            self.stir(table)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)

    def finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task_failed", **where(task.exception()))

    # ---- bots

    async def let_bots_play(self, table: LiveTable) -> None:
        """Until a person is to act, or nobody has looked for a while. A bot gets the view of its seat, as JSON."""
        try:
            while (seat := table.bot_to_act()) is not None and table.is_worth_playing() and not self.tables.is_closing:
                async with table.lock:
                    if table.bot_to_act() != seat:
                        continue
                    match, version = table.playing(), table.version
                    view = codec.dumps(codec.encode(match.view(seat)))
                    header = codec.dumps({"options": table.options, "components": table.components})
                    bot = str(table.places[seat].bot)
                    seed = None if table.deal is None else table.luck().dice(seat, decisions_of(match, seat))
                answer = await self.brains.answer(
                    table.game.slug,
                    table.players,
                    header,
                    view,
                    bot,
                    table.presence.lane,
                    seed,
                    partial(can_be_played, match, seat),
                )
                async with table.lock:
                    if self.tables.is_closing:
                        return
                    if table.version == version and table.bot_to_act() == seat:
                        await self.tables.change(table, commands.played(table, seat, codec.loads(answer)), None)
        except (Unavailable, NoAnswer, IllegalAction, BadInput) as error:
            # A full disk, workers that were killed, or an answer that is none: the table must not wait for ever.
            log.error("bot_asked_again", table=opaque(table.id), error=type(error).__name__)
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.stir, table)
        finally:
            self.thinking.discard(table.id)

    # ---- clocks and calls

    def time_left(self, table: LiveTable) -> float | None:
        """Seconds until something happens by itself: a called start, or somebody's time is up."""
        now, clock = time.monotonic(), table.clock
        if table.phase == "gathering":
            return table.starts_in(now)
        is_running = clock is not None and clock.running != NOBODY and table.phase == "playing"
        return clock.left_of(clock.running, now) if clock is not None and is_running else None

    def ring_soon(self, table: LiveTable) -> None:
        self.start(self.ring(table))

    async def ring(self, table: LiveTable) -> None:
        """The timer's time has come."""
        if table.lock.is_lost or self.tables.is_closing:
            return
        try:
            async with table.lock:
                await self.call_time(table)
                if self.time_left(table) is not None:  # time was credited meanwhile
                    self.tables.alarms.set(table)
                    self.stir(table)
        except Unavailable:  # nothing can be written: it rings again
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.ring_soon, table)

    async def ring_asleep(self, id: str) -> None:
        """The alarm of a table by day, which may have been asleep since the last move."""
        try:
            table = await self.tables.get(id)
            if table.is_elsewhere:  # it rings there; and here a little later, if that server is gone by then
                self.tables.alarms.ring_again(table)
            else:
                await self.ring(table)
        except (Unavailable, StoreError):
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, lambda: self.start(self.ring_asleep(id)))

    async def call_time(self, table: LiveTable) -> None:
        """A called start is due (LT-6), or somebody has no time left, also when a command comes first (LT-9)."""
        self.notice_stall()
        left = self.time_left(table)
        if left is None or left > 0:
            return
        if table.clock is not None and table.phase == "playing":
            await self.tables.change(table, commands.resigned(table, table.clock.running, is_late=True), None)
        else:
            await self.tables.change(table, commands.started(table), None)

    async def pulse(self) -> None:
        """Notices when the whole server stood still, and takes down what nobody looks at."""
        beats, self.beat = 0, time.monotonic()
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            self.notice_stall()
            for table in self.tables.alarms.ringing():
                self.start(self.ring_asleep(table))
            beats += 1
            if beats % SWEEP_EVERY == 0:
                self.tables.lobby.sweep()
                await self.tables.alarms.write_down()

    def notice_stall(self) -> None:
        """A server that stood still costs nobody time: seen at the next beat, or by whoever looks at a clock before it."""
        late = time.monotonic() - self.beat - PULSE_SECONDS
        self.beat = time.monotonic() if late >= 0 else self.beat
        if late >= STALL_SECONDS:
            self.credit_stall(late)

    def credit_stall(self, seconds: float) -> None:
        log.warning("stood_still", seconds=round(seconds, 1))
        self.tables.alarms.house_time.credit(seconds)
        self.tables.facts.forget()
        for table in list(self.tables.awake.values()):
            if table.clock is not None and table.clock.running != NOBODY:
                table.clock.credit_stall(seconds)
                self.stir(table)

    # ---- the host

    def somebody_came_or_went(self, table: LiveTable) -> None:
        """LT-6: when the host has been gone for long, the next who is here hosts."""
        waiting = self.successions.pop(table.id, None)
        if waiting is not None:
            waiting.cancel()
        if table.phase != "aside" and not table.has_screen(table.host) and table.sessions:
            loop = asyncio.get_running_loop()
            self.successions[table.id] = loop.call_later(GRACE_SECONDS + 0.1, self.succeed_soon, table)

    def heard_of(self, table: LiveTable) -> None:
        """A player without a screen asked for something: they may be the one to host."""
        if table.game is not None and table.heir() is not None:
            self.start(self.succeed(table))

    def succeed_soon(self, table: LiveTable) -> None:
        self.successions.pop(table.id, None)
        self.start(self.succeed(table))

    async def succeed(self, table: LiveTable) -> None:
        with contextlib.suppress(Unavailable):  # it comes to that again with the next who comes or goes
            async with table.lock:
                heir = table.heir()
                if heir is not None:
                    await self.tables.change(table, Hosted(heir), None)
                else:
                    self.somebody_came_or_went(table)

    async def close(self) -> None:
        for timer in [*self.timers.values(), *self.successions.values()]:
            timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.brains.hang_up()
        self.brains.close()


def can_be_played(match: Match, seat: Seat, answer: bytes) -> bool:
    """Whether what came from elsewhere is an action that the rules allow this seat now."""
    try:
        return match.why_not(seat, match.game.codec.action(codec.loads(answer))) is None
    except LootError:
        return False
