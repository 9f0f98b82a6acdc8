"""All tables that are awake: commands come in, are kept, and only then are answered and shown."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from typing import Any

import structlog

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadJson, IllegalAction
from loot_table.engine.options import read
from loot_table.engine.state import NOBODY, Refusal, Seat
from loot_table.server import commands, frames
from loot_table.server import messages as m
from loot_table.server.brains import Brains
from loot_table.server.codes import new_code
from loot_table.server.metrics import COMMANDS, COMMIT_SECONDS, LIVE_TABLES
from loot_table.server.problems import NoSeat, NoSuchTable, NotAllowed, NotNow, Unavailable, where
from loot_table.server.seats import hashed, is_table_id, is_token, new_table_id, new_token
from loot_table.server.store import Append, Conflict, Store
from loot_table.server.table import Happening, LiveTable, Place

log = structlog.get_logger()
MOST_AWAKE = 2000
MOST_CHATS = 50
GOODBYE_SECONDS = 3.0
CLOSED_AWAY = 4003  # a screen that may not look at the table any more
Answer = dict[str, Any]


class Tables:
    def __init__(self, store: Store, brains: Brains) -> None:
        self.store = store
        self.brains = brains
        self.awake: dict[str, LiveTable] = {}
        self.waking: dict[str, asyncio.Lock] = {}
        self.codes: set[str] = set()
        self.public: dict[str, dict[str, Any]] = {}  # the lobby: cards of what is on disk, never of what is under way
        self.lobby_listeners: set[asyncio.Event] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False
        self.thinking: set[str] = set()  # tables for which a bot is at work
        self.timers: dict[str, asyncio.TimerHandle] = {}

    async def wake_up(self) -> None:
        """After a start: tables that wait for players or bots go on by themselves."""
        for row in await self.store.unfinished():
            self.codes.add(row.code)
            if row.is_public or row.phase == "playing":
                self.stir(await self.get(row.table))

    # ---- finding and making tables

    async def get(self, id: str) -> LiveTable:
        """A table, read from its log if it sleeps."""
        if id in self.awake:
            return self.awake[id]
        if not is_table_id(id):
            raise NoSuchTable("there is no such table")
        try:
            async with self.waking.setdefault(id, asyncio.Lock()):
                if id not in self.awake:
                    self.awake[id] = await self.read(id)
                    self.post(self.awake[id])
                    if self.awake[id].is_called():
                        self.stir(self.awake[id])
                    self.put_to_sleep()
        finally:
            self.waking.pop(id, None)
        LIVE_TABLES.set(len(self.awake))
        return self.awake[id]

    async def read(self, id: str) -> LiveTable:
        events = await self.store.events(id)
        if not events:
            raise NoSuchTable("there is no such table")
        table = LiveTable(id)
        for body, command in events:
            table.fold(codec.loads(body, 2**24), command)
        for said in await self.store.chats(id, 10**6):
            table.heard(codec.loads(said).get("team"))
        return table

    def put_to_sleep(self) -> None:
        """Forget tables nobody looks at; their log has everything."""
        if len(self.awake) > MOST_AWAKE:
            idle = [id for id, table in self.awake.items() if not table.sessions and not table.lock.locked()]
            for id in idle[: len(self.awake) - MOST_AWAKE]:
                if id not in self.thinking and id not in self.timers:
                    del self.awake[id]

    async def find(self, code: str) -> str:
        """The table with a code as `codes.read_code` writes it."""
        found = await self.store.find_code(code)
        if found is None:
            raise NoSuchTable(f"no table is called {code}")
        return found

    async def create(self, wish: m.NewTable) -> tuple[LiveTable, dict[Seat, str]]:
        """A new table and the tokens of the seats its maker holds."""
        game = games.load(wish.game)
        game.check_players(wish.players)
        codec.check_plain(wish.options)
        codec.check_plain(wish.components)
        read(game.options, wish.options)
        game.components(wish.components)
        places, tokens = placed(wish, game.seat_colours)
        return await self.create_with(wish, places, min(tokens), None), tokens

    async def create_with(
        self, wish: m.NewTable, places: list[dict[str, Any]], host: Seat, previous: LiveTable | None
    ) -> LiveTable:
        code = new_code(self.codes)
        happening: Happening = {
            "kind": "created",
            "code": code,
            "game": wish.game,
            "players": wish.players,
            "options": wish.options,
            "components": wish.components,
            "is_public": wish.is_public,
            "spectators": wish.spectators,
            "previous": previous.id if previous is not None else None,
            "places": places,
            "host": host,
            "clock": None if wish.clock is None else {"bank": wish.clock.bank, "increment": wish.clock.increment},
        }
        table = LiveTable(new_table_id())
        table.fold(happening)
        await self.keep(table, happening, None)
        self.codes.add(code)
        self.awake[table.id] = table
        LIVE_TABLES.set(len(self.awake))
        self.post(table)
        return table

    async def join(self, table: LiveTable, wish: m.Join) -> tuple[Seat, str, dict[str, Any]]:
        """A newcomer takes an open seat: its number, its token, and the table card."""
        async with table.lock:
            name = commands.check_name(wish.name)
            free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
            if table.phase != "gathering" or not free:
                raise NotNow("the game has started" if table.phase != "gathering" else "no seat is open")
            if wish.seat is not None and wish.seat not in free:
                raise NotNow("that seat is not open")
            seat = free[0] if wish.seat is None else wish.seat
            token = new_token()
            await self.change(table, {"kind": "joined", "seat": seat, "name": name, "token": hashed(token)}, None)
            return seat, token, table.card()

    def seat_of(self, table: LiveTable, token: str) -> Seat | None:
        """The seat that a token opens."""
        for seat, place in enumerate(table.places):
            if is_token(token, place.token):
                return seat
        return None

    # ---- commands

    async def command(self, table: LiveTable, command: m.Command, keys: frozenset[str], form: str = "scene") -> Answer:
        """Answer a command for a seat that one of the keys, hashed tokens, opens."""
        async with table.lock:
            if self.is_closing:
                raise Unavailable("the server stops now; send this again when it is back")
            if command.seat not in table.seats_of(keys):
                raise NoSeat("you do not hold that seat")
            await self.call_time(table)
            answer = await self.answer(table, command, form)
        COMMANDS.labels(type(command.do).__name__.lower(), answer["result"]).inc()
        return {"type": "answer", "id": command.id, **answer}

    async def answer(self, table: LiveTable, command: m.Command, form: str) -> Answer:
        key = table.command_key(command.seat, command.id)
        if key in table.answered:
            first = {"type": "answer", "id": command.id, "result": "accepted", "version": table.answered[key]}
            return {"result": "repeated", "answer": first}
        if command.version != table.version and not isinstance(command.do, m.TIMELESS):
            return {"result": "conflict", "frame": frames.frame(table, command.seat, form)}
        try:
            if isinstance(command.do, m.Chat):
                return await self.chat(table, command, command.do)
            if isinstance(command.do, m.Rematch):
                return await self.rematch(table, key)
            await self.change(table, commands.decide(table, command.seat, command.do), key)
        except IllegalAction as error:
            return {"result": "refused", "refusal": codec.encode(error.refusal)}
        except BadJson as error:
            return {"result": "error", "error": {"code": "bad_action", "text": str(error)}}
        except Unavailable as error:
            return {"result": "error", "error": {"code": error.code, "text": str(error)}}
        return {"result": "accepted", "version": table.version}

    async def change(self, table: LiveTable, happening: Happening, command: str | None) -> None:
        """Let it happen, keep it, and only then show it. The caller holds the table's lock."""
        table.fold(happening, command)
        await self.keep(table, happening, command)
        self.show(table)
        self.stir(table)

    async def keep(self, table: LiveTable, happening: Happening, command: str | None) -> None:
        """Durably. If that fails nothing has happened: the table is read back as it was."""
        began = time.perf_counter()
        try:
            body = codec.dumps(happening)
            await self.store.append(Append(table.row(), table.version, body, command))
        except (Conflict, OSError, sqlite3.Error) as error:
            log.error("not_kept", table=table.id, version=table.version, error=type(error).__name__)
            if table.version > 1:
                await self.roll_back(table)
            raise Unavailable("this could not be written down, so it has not happened; try again") from None
        COMMIT_SECONDS.observe(time.perf_counter() - began)

    async def roll_back(self, table: LiveTable) -> None:
        try:
            kept = await self.read(table.id)
        except (BadInput, OSError, sqlite3.Error):
            self.awake.pop(table.id, None)
            table.lock.is_lost = True
            for session in list(table.sessions):
                session.part(1013, "The table cannot be read now; try again.")
            raise Unavailable("the table cannot be read now; try again") from None
        for name in kept.__dataclass_fields__:
            if name not in ("lock", "sessions"):
                setattr(table, name, getattr(kept, name))

    # ---- after a change

    def show(self, table: LiveTable) -> None:
        """A frame to everybody who looks, each their own."""
        shared = frames.Shared(table)
        for session in list(table.sessions):
            if session.may_stay():
                session.send_frame(table, shared)
            else:
                session.part(CLOSED_AWAY, "You may not look at this table any more.")
        self.post(table)

    def stir(self, table: LiveTable) -> None:
        """Let a bot think if it is its turn, and a clock ring when time is up."""
        if table.bot_to_act() is not None and table.id not in self.thinking:
            self.thinking.add(table.id)
            self.start(self.let_bots_play(table))
        timer = self.timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        left = self.time_left(table)
        if left is not None:
            loop = asyncio.get_running_loop()
            self.timers[table.id] = loop.call_later(max(0.0, left) + 0.01, lambda: self.start(self.ring(table)))

    def time_left(self, table: LiveTable) -> float | None:
        """Seconds until something happens by itself: a called start, or somebody's time is up."""
        now, clock = time.monotonic(), table.clock
        if table.phase == "gathering":
            return table.starts_in(now)
        is_running = clock is not None and clock.running != NOBODY and table.phase == "playing"
        return clock.left_of(clock.running, now) if clock is not None and is_running else None

    def start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)

    def finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task_failed", **where(task.exception()))

    async def let_bots_play(self, table: LiveTable) -> None:
        """Until a person is to act. A bot gets the view of its seat, as JSON."""
        try:
            while (seat := table.bot_to_act()) is not None and not self.is_closing:
                async with table.lock:
                    if table.bot_to_act() != seat:
                        continue
                    match, version = table.playing(), table.version
                    view = codec.dumps(codec.encode(match.view(seat)))
                    header = codec.dumps({"options": table.options, "components": table.components})
                    bot = str(table.places[seat].bot)
                answer = await self.brains.answer(table.game.slug, table.players, header, view, bot)
                async with table.lock:
                    if table.version == version and table.bot_to_act() == seat:
                        await self.change(table, commands.played(table, seat, codec.loads(answer)), None)
        except Unavailable:
            asyncio.get_running_loop().call_later(1.0, self.stir, table)
        finally:
            self.thinking.discard(table.id)

    async def ring(self, table: LiveTable) -> None:
        """The timer's time has come."""
        async with table.lock:
            await self.call_time(table)

    async def call_time(self, table: LiveTable) -> None:
        """A called start is due (LT-6), or somebody has no time left, also when a command comes first (LT-9)."""
        left = self.time_left(table)
        if left is None or left > 0:
            return
        if table.clock is not None and table.phase == "playing":
            await self.change(table, commands.resigned(table, table.clock.running, is_late=True), None)
        else:
            await self.change(table, commands.started(table), None)

    # ---- chat, rematch, lobby

    async def chat(self, table: LiveTable, command: m.Command, wish: m.Chat) -> Answer:
        seat = command.seat
        if seat in table.muted:
            raise IllegalAction(Refusal("The host has muted you.", "LT-6"))
        clean = "".join(letter for letter in wish.text if letter.isprintable()).strip()
        if not clean:
            raise IllegalAction(Refusal("There is nothing to say in that.", "LT-6"))
        team = commands.listening_team(table, seat) if wish.to == "team" else None
        said = {
            "type": "chat",
            "number": table.said.get(team, 0) + 1,  # of its own kind, so that a secret line leaves no gap
            "seat": seat,
            "name": table.places[seat].name,
            "text": clean,
            "to": wish.to,
            "team": team,
            "at": int(time.time()),
        }
        try:
            await self.store.chat(table.id, table.chats + 1, codec.dumps(said), table.command_key(seat, command.id))
        except Conflict:  # it was said already
            first = {"type": "answer", "id": command.id, "result": "accepted", "version": table.version}
            return {"result": "repeated", "answer": first}
        except (OSError, sqlite3.Error):
            raise Unavailable("this could not be written down; try again") from None
        table.heard(team)
        for session in list(table.sessions):
            if table.hears(session.seats, team):
                session.send(said)
        return {"result": "accepted", "version": table.version}

    async def last_lines(self, table: LiveTable, seats: frozenset[Seat]) -> list[bytes]:
        """The last of what a screen with these seats may hear: as many, whatever else was said between them."""
        deaf = sum(count for team, count in table.said.items() if not table.hears(seats, team))
        lines = await self.store.chats(table.id, MOST_CHATS + deaf)
        return [said for said in lines if table.hears(seats, codec.loads(said).get("team"))][-MOST_CHATS:]

    async def rematch(self, table: LiveTable, key: str) -> Answer:
        """The same again with everybody one seat further (LT-10). Tokens go with their players."""
        if table.phase != "over":
            raise IllegalAction(Refusal("That is only possible after the game.", "LT-10"))
        if table.next is not None:
            return {"result": "accepted", "version": table.version}
        turned = [table.places[seat - 1] for seat in range(table.players)]
        places = [
            {
                "kind": place.kind,
                "name": place.name,
                "colour": table.places[seat].colour,
                "team": place.team,
                "is_ready": place.kind == "bot",
                "bot": place.bot if place.kind == "bot" else None,
                "token": place.token,
                "screen": place.screen,
            }
            for seat, place in enumerate(turned)
        ]
        wish = m.NewTable(table.game.slug, table.players, table.options, table.components)
        wish.is_public, wish.spectators = table.is_public, table.spectators  # type: ignore[assignment]
        if table.clock is not None:
            wish.clock = m.ClockWish(table.clock.bank, table.clock.increment)
        again = await self.create_with(wish, places, (table.host + 1) % table.players, table)
        await self.change(table, {"kind": "rematched", "next": again.id}, key)
        return {"result": "accepted", "version": table.version}

    def post(self, table: LiveTable) -> None:
        """Keep the lobby as everybody may see it now."""
        if table.is_public and table.phase != "over":
            self.public[table.id] = table.card()
        elif self.public.pop(table.id, None) is None:
            return
        for listener in self.lobby_listeners:
            listener.set()

    def lobby(self) -> list[dict[str, Any]]:
        """Public tables: those that gather first, then those that may be watched."""
        open_ones = [card for card in self.public.values() if card["phase"] == "gathering"]
        running = [card for card in self.public.values() if card["phase"] == "playing"]
        return [*open_ones, *[card for card in running if card["spectators"] == "public"]][:200]

    def check_may_watch(self, table: LiveTable) -> None:
        if not table.may_be_watched():
            before_end = " before the end" if table.spectators == "after" else ""
            raise NotAllowed(f"this table is not for watching{before_end}")

    async def say_goodbye(self) -> None:
        """What was begun is answered, nothing new is begun, and everybody is told."""
        self.is_closing = True
        leaving = []
        for table in list(self.awake.values()):
            async with table.lock:
                for session in list(table.sessions):
                    session.leave("The server stops now. Nothing is lost.")
                    leaving.append(session.gone.wait())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await asyncio.gather(*leaving)

    async def close(self) -> None:
        for timer in self.timers.values():
            timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.brains.close()


def placed(wish: m.NewTable, colours: str) -> tuple[list[dict[str, Any]], dict[Seat, str]]:
    """The seats as wished, and a token for each that the maker of the table holds."""
    wished = wish.seats or [m.SeatWish("human")]
    if len(wished) > wish.players:
        raise BadInput(f"{len(wished)} seats are described, but {wish.players} play")
    wished = [*wished, *[m.SeatWish("open")] * (wish.players - len(wished))]
    if not any(seat.kind == "human" for seat in wished):
        raise BadInput("one of the seats must be human: whoever makes the table")
    screen = new_table_id()
    places: list[dict[str, Any]] = []
    tokens: dict[Seat, str] = {}
    for seat, one in enumerate(wished):
        place = Place(kind=one.kind, colour=(colours + "abcdefgh")[seat])
        if one.kind == "bot":
            place.bot = commands.check_bot(one.bot)
            place.name, place.is_ready = commands.bot_name(place.bot, seat), True
        elif one.kind == "human":
            tokens[seat] = new_token()
            place.token, place.screen, place.is_ready = hashed(tokens[seat]), screen, True
            name = one.name or (wish.name if len(tokens) == 1 else None) or f"Player {seat + 1}"
            place.name = commands.check_name(name)
        places.append(place.__dict__.copy())
    return places, tokens
