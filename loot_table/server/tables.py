"""All tables that are awake: commands come in, are kept, and only then are answered and shown."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec
import structlog

from loot_table import bots, games
from loot_table.engine.errors import BadInput, BadJson, IllegalAction
from loot_table.engine.game import Game
from loot_table.engine.options import read
from loot_table.engine.sentence import say
from loot_table.engine.state import Refusal, Seat
from loot_table.server import commands, frames, snapshots, talk
from loot_table.server import happenings as h
from loot_table.server import messages as m
from loot_table.server.brains import Brains
from loot_table.server.cards import card
from loot_table.server.codes import new_code
from loot_table.server.facts import AllFacts
from loot_table.server.guests import SetUp
from loot_table.server.happenings import Beginning, Happening, Place, written
from loot_table.server.homes import Homes, OneHome
from loot_table.server.house_time import ALARM, Alarms
from loot_table.server.lobby import Lobby
from loot_table.server.metrics import CHANGES, COMMIT_SECONDS, LIVE_TABLES
from loot_table.server.minutes import TimeKeeper
from loot_table.server.naming import check_name
from loot_table.server.overview import RETIRED
from loot_table.server.papers import Paper
from loot_table.server.problems import NoSeat, NoSuchTable, NotAllowed, NotNow, ReadBack, Unavailable, where
from loot_table.server.seats import hashed, is_table_id, is_token, new_key, new_table_id, new_token, opaque
from loot_table.server.snapshots import Photographer
from loot_table.server.stirring import Stirring
from loot_table.server.store import Append, Conflict, Interrupted, Kept, Store, StoreError, TableRow
from loot_table.server.table import LiveTable, folded, trailed
from loot_table.server.telling import USUAL, Manner, refusal_told
from loot_table.server.tracing import span

log = structlog.get_logger()
MOST_AWAKE = 2000
WAKE_DAYS = 7  # tables that nobody has touched for longer wait until somebody comes
GOODBYE_SECONDS = 3.0
CLOSED_AWAY = 4003  # a screen that may not look at the table any more
CLOSED_RESTART = 1012
Answer = dict[str, Any]


@dataclass(frozen=True)
class Origin:
    """Which design of the lab a table plays, and whose invitation led to it; or which daily deal; where its game begins."""

    design: str | None = None
    playtest: str | None = None
    deal: str | None = None  # or which daily deal, and its key
    key: str | None = None
    beginning: Beginning | None = None
    scores: tuple[list[int], ...] = ()  # of the games before, where that game was one of a series


ORDINARY = Origin()


class Clerk(Protocol):
    """Keeps papers about what happens at tables, in the same transaction: none is lost, and none comes twice."""

    def papers(self, table: LiveTable, happening: Happening, asked: Seat | None) -> list[Paper]:
        """After it has happened, before it is kept; `asked`: whose decision it was before."""

    def kept(self, table: LiveTable, papers: list[Paper]) -> None:
        """Now they are on disk."""


class Tables:
    def __init__(self, store: Store, brains: Brains) -> None:
        self.store = store
        self.homes: Homes = OneHome(store)
        self.awake: dict[str, LiveTable] = {}
        # Also those that were put to sleep while somebody still has them in hand: a table is never there twice.
        self.known: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self.waking: dict[str, asyncio.Lock] = {}
        self.codes: set[str] = set()
        self.lobby = Lobby()
        self.stirring = Stirring(self, brains)
        self.alarms = Alarms(store)
        self.facts = AllFacts()
        self.clerks: list[Clerk] = [self.facts, Photographer()]
        self.is_closing = False
        self.is_about_to_stop: Callable[[], bool] = lambda: False  # shortly before a restart that was announced
        # What else can be a table to look at, and who wants to know of games that are over.
        self.finders: list[Callable[[str], Awaitable[LiveTable | None]]] = []
        self.time_keeper = TimeKeeper(store)
        self.when_over: list[Callable[[LiveTable], None]] = [self.time_keeper.finished]

    async def wake_up(self) -> None:
        """After a start: tables that wait for players, bots or a clock go on by themselves. One that cannot be read is
        set aside, and the others wake all the same."""
        await self.alarms.read()
        for row in await self.homes.left_alone(int(time.time()) - WAKE_DAYS * 86400):
            try:
                await self.wake(row)
            except Exception as error:
                log.error("table_not_woken", table=opaque(row.table), **where(error))
            await asyncio.sleep(0)

    async def wake(self, row: TableRow) -> None:
        """One that waits for players, bots or a clock."""
        self.codes.add(row.code)
        is_asleep = row.table in self.alarms.due  # a table by day, until it rings
        if row.is_public or (row.phase == "playing" and not is_asleep):
            self.stirring.stir(await self.get(row.table))

    # ---- finding and making tables

    async def get(self, id: str) -> LiveTable:
        """A table, read from its log if it sleeps. One that lives on another server is read to be looked at."""
        if id in self.awake and self.homes.holds(id):
            return self.awake[id]
        if not is_table_id(id):
            raise NoSuchTable("there is no such table")
        try:
            async with self.waking.setdefault(id, asyncio.Lock()):
                if not await self.homes.take(id):
                    visit = await self.read(id)
                    visit.is_elsewhere = True
                    return visit
                found = self.awake.get(id) or self.known.get(id) or await self.read(id)
                table = self.known.setdefault(id, found)  # somebody may have been quicker
                if id not in self.awake:
                    self.rouse(table)
                    if table.is_called():
                        self.stirring.stir(table)
        finally:
            self.waking.pop(id, None)
        return table

    def rouse(self, table: LiveTable) -> None:
        self.awake[table.id] = self.known[table.id] = table
        self.lobby.post(table)
        self.put_to_sleep(table)
        LIVE_TABLES.set(len(self.awake))

    async def read(self, id: str) -> LiveTable:
        kept = await self.store.events(id)
        if not kept:
            for finder in self.finders:
                if (found := await finder(id)) is not None:
                    return found
            raise NoSuchTable("there is no such table")
        row = await self.store.row(id)
        if row is not None and row.phase == RETIRED:
            raise NoSuchTable("this table was put away; whoever runs this server can bring it back")
        table = await self.long_log(id, kept) or folded(id, kept)
        self.alarms.put_right(table.clock)
        if table.aside:
            log.error("table_set_aside", table=opaque(id), version=table.version, entries=len(kept), why=table.aside)
        await talk.remember(self.store, table)
        return table

    async def long_log(self, id: str, kept: Sequence[Kept]) -> LiveTable | None:
        """By its last snapshot, if it has one that fits."""
        if len(kept) < snapshots.EVERY:
            return None
        paper = await self.store.paper(snapshots.id_of(id))
        return None if paper is None else snapshots.taken_up(id, kept, paper.body)

    def put_to_sleep(self, newest: LiveTable) -> None:
        """Forget tables nobody looks at; their log has everything."""
        if len(self.awake) > MOST_AWAKE:
            idle = [id for id, table in self.awake.items() if not table.sessions and not table.lock.locked()]
            for id in idle[: len(self.awake) - MOST_AWAKE]:
                if id != newest.id and not self.stirring.is_busy(id):
                    del self.awake[id]

    async def find(self, code: str) -> str:
        """The table with a code as `codes.read_code` writes it."""
        found = await self.store.find_code(code)
        if found is None:
            raise NoSuchTable(f"no table is called {code}")
        return found

    async def create(self, wish: m.NewTable, origin: Origin = ORDINARY) -> tuple[LiveTable, dict[Seat, str]]:
        """A new table and the tokens of the seats its maker holds."""
        game = games.load(wish.game)
        game.check_players(wish.players)
        read(game.options, wish.options)
        places, tokens = placed(wish, game)
        written(
            self.new_table(wish, places, 0, None, origin)
        )  # what could not be read back is not looked at any further
        game.components(wish.components)
        return await self.create_with(wish, places, min(tokens), None, origin), tokens

    def new_table(
        self, wish: m.NewTable, places: list[Place], host: Seat, previous: LiveTable | None, origin: Origin
    ) -> h.Created:
        return h.Created(
            code=new_code(self.codes),
            game=wish.game,
            players=wish.players,
            options=wish.options,
            components=wish.components,
            is_public=wish.is_public,
            spectators=wish.spectators,
            previous=previous.id if previous is not None else None,
            places=places,
            host=host,
            clock=None if wish.clock is None else h.ClockTerms(**msgspec.structs.asdict(wish.clock)),
            key=origin.key or new_key(),
            scores=list(origin.scores) if previous is None or origin.beginning is not None else next_scores(previous),
            design=origin.design,
            playtest=origin.playtest,
            deal=origin.deal,
            beginning=origin.beginning,
            has_hints=wish.has_hints,
        )

    async def create_with(
        self, wish: m.NewTable, places: list[Place], host: Seat, previous: LiveTable | None, origin: Origin
    ) -> LiveTable:
        if self.is_about_to_stop():
            raise Unavailable("the server starts anew in a moment: make the table after that")
        made = self.new_table(wish, places, host, previous, origin)
        table = LiveTable(new_table_id())
        table.fold(made)
        await self.keep(table, written(made), None)
        await self.homes.take(table.id)
        self.codes.add(made.code)
        table.presence.looks()
        self.rouse(table)
        return table

    async def start(self, table: LiveTable) -> None:
        """At once, where there is nobody to wait for."""
        async with table.lock:
            await self.change(table, commands.started(table), None)

    async def join(self, table: LiveTable, wish: m.Join) -> tuple[Seat, str, dict[str, Any]]:
        """A newcomer takes an open seat: its number, its token, and the table card."""
        async with table.lock:
            name = check_name(wish.name)
            free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
            if table.phase != "gathering" or not free:
                raise NotNow("no seat is open" if table.phase == "gathering" else "the game has started")
            if wish.seat is not None and wish.seat not in free:
                raise NotNow("that seat is not open")
            seat = free[0] if wish.seat is None else wish.seat
            token = new_token()
            await self.change(table, h.Joined(seat, name, hashed(token)), None)
            return seat, token, card(table)

    def seat_of(self, table: LiveTable, token: str) -> Seat | None:
        """The seat that a token opens."""
        for seat, place in enumerate(table.places):
            if is_token(token, place.token) or is_token(token, place.phone):
                return seat
        return None

    # ---- commands

    async def command(
        self, table: LiveTable, command: m.Command, keys: frozenset[str], manner: Manner = USUAL
    ) -> Answer:
        """Answer a command for a seat that one of the keys, hashed tokens, opens."""
        with span("command", table=opaque(table.id)):
            return await self.command_answered(table, command, keys, manner)

    async def command_answered(
        self, table: LiveTable, command: m.Command, keys: frozenset[str], manner: Manner
    ) -> Answer:
        async with table.lock:
            if self.is_closing:
                raise Unavailable("the server stops now; send this again when it is back")
            if command.seat not in table.seats_of(keys):
                raise NoSeat("you do not hold that seat")
            await self.stirring.call_time(table)
            try:
                answer = await self.answer(table, command, manner)
            except ReadBack:  # as it is in the log now; this command may be there
                answer = await self.answer(table, command, manner, is_again=True)
        return {"type": "answer", "id": command.id, **answer}

    async def answer(self, table: LiveTable, command: m.Command, manner: Manner, is_again: bool = False) -> Answer:
        key = table.command_key(command.seat, command.id)
        if key in table.answered:
            first = {"type": "answer", "id": command.id, "result": "accepted", "version": table.answered[key]}
            return {"result": "repeated", "answer": first}
        if command.version != table.version and not isinstance(command.do, m.TIMELESS):
            return {"result": "conflict", "frame": frames.frame(table, command.seat, manner)}
        try:
            if isinstance(command.do, m.Chat) and not table.aside:
                return await talk.chat(self.store, table, command, command.do)
            if isinstance(command.do, m.Rematch):
                return await self.rematch(table, command.seat, key)
            await self.change(table, commands.decide(table, command.seat, command.do), key)
        except IllegalAction as error:
            voice = manner.voice(table.names()) if table.match is None else table.match.voice(manner.words)
            return {"result": "refused", "refusal": refusal_told(error.refusal, voice)}
        except BadJson as error:
            return {"result": "error", "error": {"code": "bad_action", "text": str(error)}}
        except Unavailable as error:
            if isinstance(error, ReadBack) and not is_again:
                raise
            return {"result": "error", "error": {"code": error.code, "text": str(error)}}
        return {"result": "accepted", "version": table.version}

    async def change(self, table: LiveTable, happening: Happening, command: str | None) -> None:
        """Let it happen, keep it, and only then show it. The caller holds the table's lock."""
        self.alarms.stamp(table, happening)
        body, phase, asked = written(happening), table.phase, table.asked()
        table.fold(happening, command)
        papers = self.alarms.papers(table)
        for clerk in self.clerks:
            papers += clerk.papers(table, happening, asked)
        await self.keep(table, body, command, papers)
        self.alarms.kept(papers)
        for clerk in self.clerks:
            clerk.kept(table, papers)
        CHANGES.inc()
        if table.is_elsewhere:
            self.homes.changed_from_afar(table.id)
            return
        now = time.monotonic()
        table.stopwatch.start(now) if isinstance(happening, h.Started) else table.stopwatch.tick(now)
        if table.phase == "over" and phase != "over":
            for hear in self.when_over:
                hear(table)
        self.show(table)
        self.stirring.stir(table)

    async def keep(self, table: LiveTable, body: bytes, command: str | None, papers: Sequence[Paper] = ()) -> None:
        """Durably. If that fails nothing has happened: the table is read back as it was."""
        began = time.perf_counter()
        try:
            with span("append", table=opaque(table.id), version=table.version):
                await self.store.append(Append(table.row(), table.version, body, command, tuple(papers)))
        except StoreError as error:
            is_known = isinstance(error, (Conflict, Interrupted))
            complain = log.warning if is_known else log.error
            complain("not_kept", table=opaque(table.id), version=table.version, error=str(error))
            if table.version > 1:
                await self.roll_back(table)
                if is_known:
                    raise ReadBack("this table was changed elsewhere meanwhile; try again") from None
            raise Unavailable("this could not be written down, so it has not happened; try again") from None
        table.trail = trailed(table.trail, body)
        COMMIT_SECONDS.observe(time.perf_counter() - began)

    async def read_back(self, id: str) -> None:
        """Another server has written into this table's log."""
        table = self.awake.get(id)
        if table is not None:
            async with table.lock:
                await self.roll_back(table)

    async def roll_back(self, table: LiveTable) -> None:
        """The table as its log has it: what was not kept has not happened, and what others have kept has."""
        version = table.version
        try:
            kept = await self.read(table.id)
        except (BadInput, StoreError):
            self.awake.pop(table.id, None)
            self.known.pop(table.id, None)
            table.lock.is_lost = True
            for session in list(table.sessions):
                session.part(1013, "The table cannot be read now; try again.")
            raise Unavailable("the table cannot be read now; try again") from None
        for name in kept.__dataclass_fields__:
            if name not in ("lock", "sessions", "presence", "is_elsewhere"):
                setattr(table, name, getattr(kept, name))
        if table.version >= version and not table.is_elsewhere:
            self.show(table)
            self.stirring.stir(table)

    def let_go(self, table: LiveTable, words: str) -> None:
        """It lives elsewhere from now on: whoever looks here comes back, and is shown the way."""
        table.lock.is_lost = True
        self.awake.pop(table.id, None)
        self.known.pop(table.id, None)
        self.facts.noted.pop(table.id, None)
        self.lobby.leave(table.id)
        for session in list(table.sessions):
            session.part(CLOSED_RESTART, words)
        LIVE_TABLES.set(len(self.awake))

    # ---- after a change

    def show(self, table: LiveTable) -> None:
        """A frame to everybody who looks, each their own."""
        shared = frames.Shared(table)
        table.shared = None
        for session in list(table.sessions):
            if session.may_stay():
                session.send_frame(table, shared)
            else:
                session.part(CLOSED_AWAY, "You may not look at this table any more.")
        self.lobby.post(table)

    async def rematch(self, table: LiveTable, seat: Seat, key: str) -> Answer:
        """The same again with everybody one seat further (LT-10), or the next game of a series (LT-15). Tokens go with
        their players. Whoever asks is ready, and with nobody else to wait for the game starts at once."""
        if table.phase != "over":
            raise IllegalAction(Refusal(say("That is only possible after the game."), "LT-10"))
        if table.next is not None:
            return {"result": "accepted", "version": table.version}
        asker = table.places[seat]
        by = 0 if table.beginning is not None else 1  # LT-21: the same moment again, each on the same side of it
        turned = [table.places[seat - by] for seat in range(table.players)]
        places = [
            Place(
                place.kind,
                place.name,
                place.colour if table.game.most_players > 2 else table.places[seat].colour,  # of two, a side's
                place.team,
                is_ready=place.kind == "bot"
                or place is asker
                or (place.screen is not None and place.screen == asker.screen),
                bot=place.bot if place.kind == "bot" else None,
                token=place.token,
                screen=place.screen,
                phone=place.phone,
            )
            for seat, place in enumerate(turned)
        ]
        wish = m.NewTable(table.game.slug, table.players, table.options, table.components)
        wish.has_hints = table.has_hints
        wish.is_public, wish.spectators = table.is_public, table.spectators  # type: ignore[assignment]
        if table.clock is not None:
            wish.clock = m.ClockWish(table.clock.bank, table.clock.increment, table.clock.is_per_move)
        scores = () if table.beginning is None else tuple(table.scores)
        origin = Origin(table.design, table.playtest, beginning=table.beginning, scores=scores)
        again = await self.create_with(wish, places, (table.host + by) % table.players, table, origin)
        if all(place.is_ready for place in places):
            await self.start(again)
        await self.change(table, h.Rematched(again.id), key)
        return {"result": "accepted", "version": table.version}

    async def forget(self, table: LiveTable) -> None:
        """Delete a table with everything that was played and said at it. Whoever looks is told."""
        await self.take_away(table, self.store.forget, "This table was deleted.")

    async def retire(self, table: LiveTable, paper: Paper) -> None:
        """Put a table away: nothing of it is lost, and nobody finds it."""

        async def put_away(id: str) -> None:
            await self.store.retire(id)
            await self.store.put_paper(paper)

        await self.take_away(table, put_away, "This table was put away by whoever runs this server.")

    async def take_away(self, table: LiveTable, do: Callable[[str], Awaitable[None]], words: str) -> None:
        async with table.lock:
            await do(table.id)
            if table.version >= snapshots.EVERY:
                await self.store.put_paper(snapshots.nothing(table.id))
            if table.id in self.alarms.due:
                silence = Paper(f"{ALARM}-{table.id}", ALARM, ALARM, table.id, b"", int(time.time()))
                await self.store.put_paper(silence)
                self.alarms.kept([silence])
            self.facts.noted.pop(table.id, None)
            table.lock.is_lost = True
            table.phase = "over"  # whatever bot or clock comes late finds nothing to do
            self.awake.pop(table.id, None)
            self.known.pop(table.id, None)
            self.lobby.post(table)
            for session in list(table.sessions):
                session.part(CLOSED_AWAY, words)
        LIVE_TABLES.set(len(self.awake))

    def check_may_watch(self, table: LiveTable) -> None:
        if not table.may_be_watched():
            before_end = " before the end" if table.spectators == "after" else ""
            raise NotAllowed(f"this table is not for watching{before_end}")

    async def say_goodbye(self) -> None:
        """What was begun is answered, nothing new is begun, and everybody is told."""
        self.is_closing = True
        for table in list(self.awake.values()):
            async with table.lock:  # what was begun is done: nothing new is begun after that
                pass
        await self.homes.leave()
        leaving = []
        for table in list(self.awake.values()):
            for session in list(table.sessions):
                leaving.append(session.leave("The server stops now. Nothing is lost."))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await asyncio.gather(*leaving, return_exceptions=True)

    async def close(self) -> None:
        await self.stirring.close()
        await self.alarms.write_down()


def next_scores(table: LiveTable) -> list[list[int]]:
    """What a rematch knows of the games before it: nothing after the last of a series (LT-15)."""
    series = table.series()
    return [] if series is None or series.is_over else [list(score) for score in series.scores]


def placed(wish: m.NewTable, game: Game) -> tuple[list[Place], dict[Seat, str]]:
    """The seats as wished, and a token for each that the maker of the table holds."""
    wished = wish.seats or [m.SeatWish("human")]
    if len(wished) > wish.players:
        raise BadInput(f"{len(wished)} seats are described, but {wish.players} play")
    wished = [*wished, *[m.SeatWish("open")] * (wish.players - len(wished))]
    if not any(seat.kind == "human" for seat in wished):
        raise BadInput("one of the seats must be human: whoever makes the table")
    screen = new_table_id()
    set_up = SetUp(game, wish.players, wish.options, wish.components)
    places: list[Place] = []
    tokens: dict[Seat, str] = {}
    for seat, one in enumerate(wished):
        place = Place(kind=one.kind, colour=(game.seat_colours + "abcdefgh")[seat])
        if one.kind == "bot":
            place.bot, place.is_ready = commands.check_bot(one.bot, set_up), True
        elif one.kind == "human":
            tokens[seat] = new_token()
            place.token, place.screen, place.is_ready = hashed(tokens[seat]), screen, True
            name = one.name or (wish.name if len(tokens) == 1 else None) or f"Player {seat + 1}"
            place.name = check_name(name)
        places.append(place)
    for place in places:
        if place.bot is not None:  # when the names of all people are known
            place.name = bots.name_for(place.colour, screen, [other.name for other in places])
    return places, tokens
