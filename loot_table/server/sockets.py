"""A socket: one screen that looks at one table, with the seats it holds."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from loot_table.engine import codec
from loot_table.engine.errors import LootError
from loot_table.engine.state import NOBODY, SPECTATOR, Seat
from loot_table.server import frames, questions, talk
from loot_table.server import limits as budgets
from loot_table.server import messages as m
from loot_table.server.curtain import Curtain, recap_begins
from loot_table.server.deflate import LINE, Message
from loot_table.server.limits import Limits, Pace
from loot_table.server.metrics import SOCKETS
from loot_table.server.problems import NoSeat, NotAllowed, NotNow, Problem, TooFast, TooLarge, Unavailable
from loot_table.server.table import LiveTable
from loot_table.server.tables import CLOSED_RESTART, Tables
from loot_table.server.telling import Manner

log = structlog.get_logger()
Say = Callable[[Message], bool]
SUBPROTOCOL = "loot.1"
MOST_WAITING = 256  # messages; a client that is slower than that must come back
MOST_QUEUED = 2**20  # bytes of them
MOST_QUEUED_BY_ALL = 2**26  # over all screens; beyond it those go who have more than a frame or two waiting
FAIR_QUEUE = 2**17
MOST_BYTES = 8 * 1024
CLOSED_SLOW = 4008
MOST_TIMED = 8  # frames whose way to the screen and back is measured at a time
# What a message is on the bill, besides what it weighs: most are one unit.
UNITS: dict[type, float] = {
    m.WantFrame: 5.0,
    m.Unlock: 5.0,
    m.Lock: 5.0,
    m.Ask: 3.0,
    m.Command: 2.0,
    m.Seen: 0.2,
    m.Ping: 0.5,
}
UNIT_BYTES = 4096
FAN_OUT = 10.0  # screens that are told of a change, for one unit


class Session:
    queued_by_all: ClassVar[int] = 0

    def __init__(
        self,
        socket: WebSocket,
        table: LiveTable,
        keys: frozenset[str],
        held: frozenset[str],
        manner: Manner,
        since: int,
        address: str,
    ) -> None:
        """`keys`: the hashed tokens of the seats this screen plays; `held`: of all it could. Seats themselves can change
        hands while the socket is open."""
        self.socket = socket
        self.table = table
        self.keys = keys
        self.held = held
        self.manner = manner
        self.since = since  # the version whose news this screen has
        self.glimpsed = since  # the same, as far as everybody may know them: before the curtain
        self.unlocked: Seat | None = None
        self.say: Say | None = socket.scope.get("extensions", {}).get(LINE, {}).get("say")  # at once, if there is a way
        self.waiting: list[Message | None] = []  # what could not be said at once; None: then the socket is closed
        self.pump: asyncio.Task[None] | None = None  # while something waits
        self.closing = CLOSED_SLOW  # what the socket is closed with when nothing more waits
        self.address = address
        self.queued = 0  # bytes that wait
        self.pace = Pace(*budgets.SOCKET_MESSAGES)
        self.sent: dict[int, float] = {}  # when the frame of a version was sent

    @property
    def seats(self) -> frozenset[Seat]:
        return self.table.seats_of(self.keys)

    def may_stay(self) -> bool:
        """A player whose seat was given away, or a spectator where nobody may watch any more, must go."""
        if self.keys:
            return bool(self.seats)
        return self.table.may_be_watched() or bool(self.table.seats_of(self.held))

    async def slow_down(self, limits: Limits, units: float) -> None:
        """Who says too much is heard later; nothing of it is lost, and nobody else waits."""
        if limits.is_strict:
            wait = max(self.pace.wait("", units), limits.messages.wait(self.address, units))
            if wait > 0:
                await asyncio.sleep(min(wait, budgets.LONGEST_WAIT))

    def seen(self, version: int) -> None:
        """LT-9: how long the newest frame took to the screen and back is not its player's thinking."""
        began, clock = self.sent.pop(version, None), self.table.clock
        if began is not None and clock is not None and version == self.table.version and clock.running in self.seats:
            clock.credit_lag(clock.running, time.monotonic() - began)

    # ---- out

    def audience(self) -> tuple[Seat, Curtain | None]:
        """Whose eyes this screen has now, and the curtain if it has nobody's. Whoever opened it looks until they hand
        over, so that they see what came of their move; nobody else's secrets are here meanwhile."""
        table, match, seats = self.table, self.table.match, self.seats
        if not seats:
            return SPECTATOR, None
        to_act = match.to_act if match is not None else NOBODY
        seat = to_act if to_act in seats else min(seats)
        if match is None or not table.needs_curtain(seat, self.keys):
            return seat, None
        if self.unlocked in seats and table.can_unlock(self.unlocked):
            return self.unlocked, None
        self.unlocked = None
        is_asked = to_act in seats and table.can_unlock(to_act) and not table.places[to_act].is_played_by_bot()
        return SPECTATOR, Curtain(to_act if is_asked else None, recap_begins(match, {to_act} if is_asked else seats))

    def is_locked(self, seat: Seat) -> bool:
        """Whether a seat of this screen is behind the curtain."""
        return self.table.needs_curtain(seat, self.keys) and self.audience()[0] != seat

    def send_frame(self, table: LiveTable, shared: frames.Shared | None = None) -> None:
        audience, curtain = self.audience()
        if shared is None:
            shared = frames.shared(table, audience)
        since = self.since if curtain is None else max(self.since, self.glimpsed)
        message = shared.frame(audience, self.manner, since, curtain)
        self.glimpsed = table.version
        if curtain is None:
            self.since = table.version
        if table.clock is not None:
            self.sent.setdefault(table.version, time.monotonic())
            while len(self.sent) > MOST_TIMED:
                del self.sent[min(self.sent)]
        self.put(message)

    def send(self, message: dict[str, Any]) -> None:
        self.put(Message(codec.dumps(message)))

    def leave(self, text: str) -> asyncio.Task[None]:
        """A last word after all that waits; what to wait for."""
        self.closing = CLOSED_RESTART
        self.send({"type": "bye", "text": text})
        self.table.sessions.discard(self)
        return self.wait_for(None)

    def put(self, message: Message) -> None:
        """Say it now, or after all that waits."""
        if self.pump is None and self.say is not None and self.say(message):
            return
        size, most = len(message.text), MOST_QUEUED if Session.queued_by_all < MOST_QUEUED_BY_ALL else FAIR_QUEUE
        if len(self.waiting) >= MOST_WAITING or (self.queued and self.queued + size > most):
            self.part(CLOSED_SLOW)
        else:
            self.weigh(size)
            self.wait_for(message)

    def wait_for(self, message: Message | None) -> asyncio.Task[None]:
        self.waiting.append(message)
        if self.pump is None:
            self.pump = asyncio.get_running_loop().create_task(self.say_what_waits())
            self.pump.add_done_callback(was_heard_or_not)
        return self.pump

    def weigh(self, size: int) -> None:
        self.queued += size
        Session.queued_by_all += size

    def part(self, code: int, text: str | None = None) -> None:
        """The last that this screen hears, whatever else waited."""
        self.table.sessions.discard(self)
        self.waiting.clear()
        self.weigh(-self.queued)
        if text is not None:
            self.send({"type": "bye", "text": text})
        self.closing = code
        self.wait_for(None)

    async def say_what_waits(self) -> None:
        """In order, until nothing does or the socket closes."""
        while self.waiting:
            message = self.waiting.pop(0)
            if message is None:
                await self.socket.close(self.closing)
                return
            await self.socket.send_text(message.text.decode())
            self.weigh(-min(len(message.text), self.queued))
        self.pump = None

    async def hang_up(self) -> None:
        """Nothing more is said, and nothing more waits."""
        if self.pump is not None:
            self.pump.cancel()
            await asyncio.gather(self.pump, return_exceptions=True)
        self.weigh(-self.queued)


def was_heard_or_not(pump: asyncio.Task[None]) -> None:
    """A screen that is gone hears nothing more; whoever reads from it notices."""
    if not pump.cancelled():
        pump.exception()


async def attend(tables: Tables, socket: WebSocket, session: Session, limits: Limits) -> None:
    """Everything after hello. Each message is checked and authorised by itself."""
    table = session.table
    await session.slow_down(limits, len(table.sessions) / FAN_OUT)  # everybody who looks is told
    SOCKETS.inc()
    try:
        async with table.lock:
            if limits.is_strict:
                check_screens(table, session.keys)
            table.sessions.add(session)
            tables.stirring.looked_at(table)
            table.presence.lane = session.address if session.keys else table.presence.lane
            session.send_frame(table)
            for said in await talk.last_lines(tables.store, table, session.seats, session.keys):
                session.put(Message(said))
            if session.seats:
                tables.show(table)  # others see that somebody came
                tables.stirring.somebody_came_or_went(table)
        while True:
            await hear(tables, session, await receive(socket), limits)
            await asyncio.sleep(0)  # what was answered is sent before more is read
    except WebSocketDisconnect:
        pass
    finally:
        SOCKETS.dec()
        await session.hang_up()
        await leave(tables, session)


def check_screens(table: LiveTable, wanted: frozenset[str]) -> None:
    if not wanted and sum(not session.keys for session in table.sessions) >= budgets.SPECTATORS:
        raise TooFast("too many are watching this table")
    for key in wanted:
        if sum(key in session.keys for session in table.sessions) >= budgets.SOCKETS_OF_SEAT:
            raise TooFast("this seat has too many screens open: close one")


async def leave(tables: Tables, session: Session) -> None:
    table = session.table
    table.sessions.discard(session)
    table.presence.looks()
    for key in session.keys:
        table.presence.leaves(key)
    if session.seats:
        tables.stirring.somebody_came_or_went(table)
        with contextlib.suppress(Unavailable):
            async with table.lock:
                tables.show(table)


async def receive(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    found: bytes = message.get("bytes") or b"" if text is None else text.encode("utf-8", "surrogatepass")
    return found


async def hear(tables: Tables, session: Session, text: bytes, limits: Limits) -> None:
    """Do what a message asks; what is wrong with it is said and the socket stays open."""
    id: str | None = None
    try:
        await session.slow_down(limits, 0.5 + len(text) / UNIT_BYTES)
        if len(text) > MOST_BYTES:
            raise TooLarge(f"a message is at most {MOST_BYTES} bytes")
        said = m.socket_message.decode(text)
        id = getattr(said, "id", None)
        await session.slow_down(limits, UNITS.get(type(said), 1.0))
        if not session.may_stay():
            raise NotAllowed("this screen may not look at the table any more")
        await obey(tables, session, said, limits)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        session.send(complaint(id, "bad_message", str(error)))
    except Problem as error:
        session.send(complaint(id, error.code, str(error)))
    except LootError as error:
        session.send(complaint(id, "bad_request", str(error)))


def complaint(id: str | None, code: str, text: str) -> dict[str, Any]:
    return {"type": "answer", "id": id, "result": "error", "error": {"code": code, "text": text[:300]}}


async def obey(tables: Tables, session: Session, said: Any, limits: Limits) -> None:
    table = session.table
    if isinstance(said, m.Ping):
        session.send({"type": "pong"})
    elif isinstance(said, m.Seen):
        session.seen(said.version)
    elif isinstance(said, m.WantFrame):
        async with table.lock:
            session.since = session.glimpsed = -1
            session.send_frame(table)
    elif isinstance(said, m.Command):
        await do_command(tables, session, said, limits)
    elif isinstance(said, m.Unlock | m.Lock):
        await draw_curtain(session, said)
    elif isinstance(said, m.Ask):
        check_holds(session, said.seat)
        if not limits.allows_command(table.id, said.seat, False):
            raise TooFast("too many questions at once; wait a second")
        async with table.lock:
            if session.is_locked(said.seat):
                raise NotNow("this seat shares a screen: unlock it first")
            session.send(
                {
                    "type": "told",
                    "id": said.id,
                    "answer": questions.answer(table, said.seat, said.question, session.manner),
                }
            )
    else:
        raise Problem("hello is said once, at the beginning")


async def do_command(tables: Tables, session: Session, said: m.Command, limits: Limits) -> None:
    table = session.table
    check_holds(session, said.seat)
    if isinstance(said.do, m.Play) and session.is_locked(said.seat):  # a refusal may tell of the hand
        raise NotNow("this seat shares a screen: unlock it first")
    if not limits.allows_command(table.id, said.seat, isinstance(said.do, m.Chat)):
        raise TooFast("too many commands at once; wait a second")
    await session.slow_down(limits, len(table.sessions) / FAN_OUT)
    if isinstance(said.do, m.Rematch) and not limits.allows(budgets.NEW_TABLES, "table", session.address):
        raise TooFast("too many new tables from your address; wait a minute")
    answer = await tables.command(table, said, session.keys, session.manner)
    if answer["result"] == "conflict" and session.is_locked(said.seat):
        answer["frame"] = None
    session.send(answer)


async def draw_curtain(session: Session, said: m.Unlock | m.Lock) -> None:
    """Open it for a seat, or let it fall (LT-18)."""
    if isinstance(said, m.Unlock):
        check_holds(session, said.seat)
    async with session.table.lock:
        if isinstance(said, m.Unlock) and session.is_locked(said.seat) and not session.table.can_unlock(said.seat):
            raise NotNow("this hand is on a phone: take it back first")
        session.unlocked = said.seat if isinstance(said, m.Unlock) else None
        session.send_frame(session.table)


def check_holds(session: Session, seat: Seat) -> None:
    if seat not in session.seats:
        raise NoSeat("you do not hold that seat")


async def refuse(socket: WebSocket, text: str, code: int = 1008) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        if socket.application_state == WebSocketState.CONNECTED:
            await socket.send_text(codec.dumps({"type": "bye", "text": text}).decode())
        await socket.close(code)
