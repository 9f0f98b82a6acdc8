"""Proof that nobody receives a byte that depends on what they may not know.

Two servers each hold one table. The tables differ only in what one audience (a seat, or a spectator) may not know. Both
are asked the same things over HTTP and over a socket, by that audience, and every answer, frame, refusal, error, header
and size must be the same byte for byte, and so must what the servers write into their own logs, and the numbers that a
network gets (`numbers.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from starlette.types import ASGIApp
from structlog.testing import capture_logs

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.game import Game, Teams
from loot_table.engine.match import Match
from loot_table.engine.options import as_dict
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR, Action, Seat
from loot_table.proofs.inside import Inside, InsideSocket
from loot_table.proofs.numbers import Outlet
from loot_table.proofs.twins import NAMES, Entries, Parted, Report, Twins, begun, begun_games
from loot_table.server import messages as m
from loot_table.server.app import make_app
from loot_table.server.asking import RING_COOKIE, Service
from loot_table.server.brains import Brains
from loot_table.server.desk import keys
from loot_table.server.happenings import Place, Played
from loot_table.server.hints import Hints, question_of
from loot_table.server.keyring.rings import Rings
from loot_table.server.lab.quotas import Quotas
from loot_table.server.limits import Limits
from loot_table.server.lobby import Lobby
from loot_table.server.memory import MemoryStore
from loot_table.server.review.reviews import open_reviews
from loot_table.server.seats import hashed, opaque
from loot_table.server.store import Append
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables

TABLE = "two-worlds"
AT = f"/api/tables/{TABLE}"
DESK = "/api/operator"
OPERATOR = "loot-operator-of-two-worlds"
PLANS = ("go", "wait for the long corridor", "wall Blue in")
REQUESTS_EACH = 3  # of the list of HTTP requests, by turns
LONGEST = 40  # steps until the two worlds are made anew, so that histories stay short
Heard = list[tuple[str, bytes]]


class World:
    """A server with one table, seen by one audience: from a screen of its own, from a phone that has a hand of a shared
    screen, or, as everybody may see it, from a shared screen whose curtain is drawn (LT-18)."""

    def __init__(self, audience: Seat, is_at_one_screen: bool = False) -> None:
        self.audience = audience
        self.is_at_one_screen = is_at_one_screen
        holder = 0 if is_at_one_screen and audience == SPECTATOR else audience
        self.tables = Tables(MemoryStore(), Brains())
        self.service = Service(self.tables, Limits(is_strict=False), frozenset())
        self.service.reviews, self.service.hints = open_reviews(self.tables, Quotas()), Hints(self.tables)
        self.app: ASGIApp = make_app(self.service)
        self.inside = Inside(self.app, Authorization=f"Bearer {token(holder)}")
        self.desk = Inside(self.app, Authorization=f"Bearer {OPERATOR}")
        self.table = LiveTable(TABLE)
        self.socket: InsideSocket | None = None
        self.first: Heard = []  # what was said at the beginning, until it is compared

    async def put(self, match: Match) -> None:
        """Lay out a table on which this match is being played, and let the audience look at it."""
        await self.leave()
        self.table = laid_out(match)
        if self.is_at_one_screen:
            share_a_screen(self.table, self.audience)
        self.tables.awake, self.tables.lobby = {TABLE: self.table}, Lobby()
        self.tables.store = await with_operator(self.table)
        self.tables.lobby.post(self.table)
        await self.hang_key()
        self.tables.facts.forget()
        self.socket = self.inside.socket(f"{AT}/socket")
        await self.socket.__aenter__()
        watches = [0] if self.is_at_one_screen else []
        self.socket.say({"type": "hello", "seats": watches if self.audience == SPECTATOR else [self.audience]})
        self.first = []
        self.first = await self.heard([])

    async def hang_key(self) -> None:
        """A player's seat hangs on a ring, so that their library shows the table."""
        rings = self.service.rings = Rings(self.tables)
        if self.audience != SPECTATOR:
            ring = await rings.make()
            self.inside.headers["Cookie"] = f"{RING_COOKIE}={await rings.introduce(ring)}"
            await rings.keep(ring, TABLE, [hashed(token(self.audience))], at=0)

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def play(self, entries: Entries) -> None:
        """Keep and show what has been played, as the server does for a command."""
        async with self.table.lock:
            # The match on this table is the twin itself, which has been played on already: nothing is left to enter.
            self.table.fold(Played(entries[0]["seat"], [], []))
            self.tables.facts.note(self.table)
            self.tables.show(self.table)
        while any(session.pump is not None for session in self.table.sessions):
            await asyncio.sleep(0)  # the audience reads what it is sent

    async def whisper(self, rng: Random) -> int:
        """LT-12: other teams talk among themselves, here about this and there about that, or say nothing."""
        teams = self.table.teams()
        if teams is None or not teams.is_private:
            return 0
        others = [seat for seat in range(self.table.players) if self.audience == SPECTATOR or self.is_foe(teams, seat)]
        accepted = 0
        for _ in range(int(rng.below(3))):
            seat = rng.pick(others)
            said = m.Chat(f"let us {rng.pick(PLANS)}", "team")
            command = m.Command(f"w{self.table.chats}", seat, self.table.version, said)
            answer = await self.tables.command(self.table, command, frozenset([hashed(token(seat))]))
            assert answer["result"] in ("accepted", "refused")  # refused where talk is limited
            accepted += answer["result"] == "accepted"
        return accepted

    def is_foe(self, teams: Teams, seat: Seat) -> bool:
        return teams.of[seat] != teams.of[self.audience]

    async def heard(self, messages: Sequence[dict[str, Any]]) -> Heard:
        """What the socket says to these, after whatever it had to say before."""
        assert self.socket is not None
        for message in [*messages, {"type": "ping"}]:
            self.socket.say(message)
        found, self.first = self.first, []
        while (text := await self.socket.hear_text()) != b'{"type":"pong"}':
            found.append(("socket", text))
        return found

    async def asked(self, requests: Sequence[tuple[str, str, Any]]) -> Heard:
        found: Heard = []
        for method, path, body in requests:
            who = self.desk if path.startswith(DESK) else self.inside
            reply = await who.request(method, path, body)
            text = reply.body
            if path.endswith("/ticket") and reply.status == 200:  # a random word of the same length
                text = text.replace(reply.json()["ticket"].encode(), b"?")
            found.append((f"{method} {path}", b"%d %r %s" % (reply.status, reply.headers, text)))
        return found


async def with_operator(table: LiveTable) -> MemoryStore:
    """A store in which this table is listed, without a date, and somebody may sit at the operator's desk."""
    store = MemoryStore()
    await store.append(Append(table.row(), 1, b"{}"))
    store.dates[table.id] = (0, 0)
    await store.put_paper(
        keys.paper_of(keys.OPERATOR, "operator-ana", "ana", codec.dumps(keys.KeptKey(hashed(OPERATOR), 0)))
    )
    return store


def token(seat: Seat) -> str:
    return f"seat-{seat}"


def laid_out(match: Match) -> LiveTable:
    table = LiveTable(TABLE, "WORLDS", match.game, match.players, is_public=True)
    names = NAMES[: match.players]
    table.places = [
        Place("human", name, "abcdefgh"[seat], None, True, token=hashed(token(seat))) for seat, name in enumerate(names)
    ]
    table.options = as_dict(match.options)
    table.phase, table.match, table.version, table.marks = "playing", match, 1, [0]
    return table


def share_a_screen(table: LiveTable, audience: Seat) -> None:
    """Two seats have one screen, whose curtain is drawn; a seat's own audience looks from a phone instead."""
    first = max(audience, 0)
    for seat in (first, (first + 1) % table.players):
        table.places[seat].screen = "one"
    if audience != SPECTATOR:
        table.places[first].token, table.places[first].phone = hashed("screen"), hashed(token(first))


# ---------------------------------------------------------------- what is asked


def messages(twins: Twins, pool: Sequence[Action], table: LiveTable, rng: Random) -> list[dict[str, Any]]:
    """For the socket: the whole frame, questions, a stale command, and commands that are refused."""
    seat = max(twins.audience, 0)
    some = [codec.encode(rng.pick(pool)) for _ in range(2)]
    stale = {"type": "command", "id": "stale", "seat": seat, "version": 0, "do": {"type": "undo"}}
    asked: list[dict[str, Any]] = [
        {"type": "frame"},
        *[{"type": "ask", "id": "why", "seat": seat, "question": {"why": action}} for action in some],
        {"type": "ask", "id": "odds", "seat": seat, "question": {"odds": {}}},
        stale,
    ]
    action = rng.pick(pool)
    if twins.one.why_not(seat, action) is not None:
        do = {"type": "play", "action": codec.encode(action)}
        asked.append({**stale, "id": "wrong", "version": table.version, "do": do})
    return asked


def requests(
    twins: Twins, pool: Sequence[Action], table: LiveTable, number: int, rng: Random
) -> list[tuple[str, str, Any]]:
    """Over HTTP, a few of the list by turns."""
    seat, others = twins.audience, [other for other in range(table.players) if other != twins.audience]
    mine = "" if seat == SPECTATOR else f"seat={seat}"
    other = rng.pick(others)
    then, action = rng.below(twins.one.version + 1), rng.pick(pool)
    stale = {"type": "command", "id": "late", "seat": max(seat, 0), "version": 0, "do": {"type": "undo"}}
    whole: list[tuple[str, str, Any]] = [
        ("GET", f"{AT}/log?{mine}", None),
        ("GET", f"{AT}/frame?form=view&{mine}", None),
        ("GET", f"{AT}/replay/{then}?{mine}", None),
        ("GET", f"{AT}/frame?{mine}", None),
        ("POST", f"{AT}/commands?form=view", stale),
        ("GET", f"{AT}/replay/{then}?seat=all", None),
        ("GET", f"{AT}/record", None),
        ("GET", f"{AT}/frame?seat={other}", None),
        ("GET", f"{AT}/log?seat={other}", None),
        ("GET", AT, None),
        ("POST", f"{AT}/ticket", {}),
        ("GET", "/api/tables", None),
        ("GET", "/api/library", None),
        ("POST", "/api/tables/mine", {"tables": [TABLE]}),
        ("POST", f"{AT}/join", {"name": "Zoe"}),
        # Of a running game there is no review, no branch, nothing to go on with, and no hint where others play.
        ("GET", f"{AT}/review?{mine}", None),
        ("POST", f"{AT}/review/tries", {"step": then, "action": codec.encode(action), "luck": "same"}),
        ("GET", f"{AT}/review/knowledge/{then}?{mine}", None),
        ("GET", f"{AT}/review/hindsight/{then}", None),
        ("POST", f"{AT}/play-on", {"step": then, "seat": max(seat, 0), "name": "Zoe"}),
        ("POST", f"{AT}/hint", {"seat": max(seat, 0)}),
        ("POST", f"{AT}/hint", {"seat": other}),
        # Nor does whoever runs the server see more.
        ("GET", f"{DESK}/tables", None),
        ("GET", f"{DESK}/tables/{opaque(TABLE)}/record", None),
        ("POST", f"{DESK}/tables/{opaque(TABLE)}/retire", {}),
    ]
    first = number * REQUESTS_EACH
    return [whole[(first + step) % len(whole)] for step in range(REQUESTS_EACH)]


# ---------------------------------------------------------------- comparing


class Proof:
    def __init__(self, rng: Random, report: Report, options: Mapping[str, object]) -> None:
        self.rng = rng
        self.report = report
        self.options = options  # at every table, where they go together

    async def play(self, game: Game, players: int, most: int, audience: Seat) -> None:
        """One random game, seen by one audience, until it is over or there are enough pairs."""
        match = begun(game, players, self.options, self.rng)
        is_at_one_screen = self.rng.below(2) == 0
        worlds = World(audience, is_at_one_screen), World(audience, is_at_one_screen)
        pool: list[Action] = []
        outlet = Outlet(game, match.state)
        while not match.is_over and self.report.total() < most:
            match.nature = None
            twins = Twins(match, audience, self.rng)
            await worlds[0].put(twins.one)
            await worlds[1].put(twins.other)
            await self.follow(twins, worlds, outlet, pool, most)
            match = twins.one
        for world in worlds:
            await world.leave()

    async def follow(
        self, twins: Twins, worlds: tuple[World, World], outlet: Outlet, pool: list[Action], most: int
    ) -> None:
        """Compare and play on until the rules let the audience tell the worlds apart."""
        for _ in range(LONGEST):
            pool.append(twins.one.state.decision().sample(twins.one.state, self.rng))
            await self.compare(twins, worlds, outlet, pool)
            if self.report.total() >= most:
                return
            try:
                entries = twins.step()
            except Parted:
                return
            if twins.one.is_over:
                return
            for world, new in zip(worlds, entries, strict=True):
                await world.play(new)

    async def compare(self, twins: Twins, worlds: tuple[World, World], outlet: Outlet, pool: list[Action]) -> None:
        report, slug = self.report, twins.one.game.slug
        if not twins.differ():
            report.alike += 1
            return
        said = messages(twins, pool, worlds[0].table, self.rng)
        wanted = requests(twins, pool, worlds[0].table, report.total() + report.alike, self.rng)
        for world in worlds:
            report.whispers += await world.whisper(self.rng)
        one, other = [await everything(world, said, wanted) for world in worlds]
        outlet.compare(twins.one.state, twins.other.state, twins.audience, report)
        report.answers += len(one)
        report.size += sum(len(text) for _, text in one)
        if one != other:
            report.differences.append(f"{slug}, audience {twins.audience}: {first_difference(one, other)}")
        report.pairs[slug] = report.pairs.get(slug, 0) + 1


async def everything(world: World, said: list[dict[str, Any]], wanted: list[tuple[str, str, Any]]) -> Heard:
    """All that the audience receives, and what the server writes into its log meanwhile."""
    with capture_logs() as lines:
        found = await world.heard(said) + await world.asked(wanted)
    if world.table.match is not None and world.table.match.to_act == world.audience:
        # All that a hint for this seat is made from, where it plays alone.
        found.append(("hint", repr(question_of(world.table, world.audience, "en")).encode()))
    for line in lines:
        line.pop("ms", None)
    return [*found, ("log", codec.dumps([{**line} for line in lines]))]


def first_difference(one: Heard, other: Heard) -> str:
    for (where, mine), (_, theirs) in zip(one, other, strict=False):
        if mine != theirs:
            at = next((n for n, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), -1)
            return f"{where}: {mine[max(0, at - 60) : at + 60]!r} or {theirs[max(0, at - 60) : at + 60]!r}"
    return f"{len(one)} or {len(other)} answers"


async def compared(pairs: int, seed: int, slugs: Sequence[str] | None, options: Mapping[str, object]) -> Report:
    """So many pairs of worlds, over all games that have secrets, at every number of players."""
    report, rng = Report(), Random(seed)
    proof = Proof(rng, report, options)
    secretive = [game for game in games.all_games() if game.has_secrets and (not slugs or game.slug in slugs)]
    for game, players, audience, enough in begun_games(secretive, pairs, report, rng):
        await proof.play(game, players, enough, audience)
    return report


def compare(
    pairs: int, seed: int, slugs: Sequence[str] | None = None, options: Mapping[str, object] | None = None
) -> Report:
    structlog.reset_defaults()
    return asyncio.run(compared(pairs, seed, slugs, options or {}))
