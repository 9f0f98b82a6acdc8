"""A server in the test's own process, with people who hold seats."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from loot_table.engine.random import Random
from loot_table.proofs.inside import PATIENCE, Inside, InsideSocket, Reply
from loot_table.server import stirring
from loot_table.server.app import make_app
from loot_table.server.asking import Service
from loot_table.server.brains import Brains
from loot_table.server.limits import Limits
from loot_table.server.store import SqliteStore, Store
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables
from loot_table.server.workers import think

ORIGIN = "http://127.0.0.1:8000"
FIRST_MOVE = {"type": "move", "from": "e2", "to": "e4"}


def plain(sentence: list[Any] | None) -> str:
    """A sentence from the wire, without its kinds of parts."""
    return "".join(part if isinstance(part, str) else part["text"] for part in sentence or [])


class Hands:
    """The hands of every clock in the process, which a test can move forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moved, real = 0.0, time.monotonic
        monkeypatch.setattr(stirring, "STALL_SECONDS", float("inf"))  # the server has not stood still meanwhile
        monkeypatch.setattr(time, "monotonic", lambda: real() + self.moved)

    def move(self, seconds: float) -> None:
        self.moved += seconds


class QuickBrains(Brains):
    """The same bots, thinking here and at once."""

    async def answer(
        self,
        slug: str,
        players: int,
        header: bytes,
        view: bytes,
        bot: str,
        lane: str = "",
        seed: int | None = None,
        *_: object,
    ) -> bytes:
        await asyncio.sleep(0)
        return think(slug, players, header, view, bot, 7 if seed is None else seed)


class Player:
    """Somebody who holds a seat of a table."""

    def __init__(self, house: House, table: str, seat: int, token: str) -> None:
        self.house, self.table, self.seat, self.token = house, table, seat, token
        self.inside = Inside(house.app, Authorization=f"Bearer {token}")
        self.said = 0

    @property
    def at(self) -> str:
        return f"/api/tables/{self.table}"

    def command(self, do: str | dict[str, Any], version: int | None = None, id: str | None = None) -> dict[str, Any]:
        self.said += 1
        return {
            "type": "command",
            "id": id or f"c{self.seat}-{self.said}",
            "seat": self.seat,
            "version": self.house.live(self.table).version if version is None else version,
            "do": {"type": do} if isinstance(do, str) else do,
        }

    async def does(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Send a command that knows the newest version; the answer."""
        reply = await self.inside.post(f"{self.at}/commands", self.command({"type": kind, **fields}))
        assert reply.status == 200, reply.body
        answer: dict[str, Any] = reply.json()
        return answer

    async def did(self, kind: str, /, **fields: Any) -> int:
        """The same, and it must be accepted; the new version."""
        answer = await self.does(kind, **fields)
        assert answer["result"] == "accepted", answer
        return int(answer["version"])

    async def refused(self, kind: str, /, **fields: Any) -> tuple[str, str]:
        """The same, and it must be refused; the sentence and its rule."""
        answer = await self.does(kind, **fields)
        assert answer["result"] == "refused", answer
        return plain(answer["refusal"]["text"]), answer["refusal"]["rule"]

    async def plays(self, **action: Any) -> dict[str, Any]:
        return await self.does("play", action=action)

    async def plays_anything(self) -> None:
        """The first action that the frame offers."""
        frame = await self.frame()
        await self.did("play", action=frame["match"]["actions"][0]["action"])

    async def frame(self, form: str = "scene") -> dict[str, Any]:
        reply = await self.inside.get(f"{self.at}/frame?seat={self.seat}&form={form}")
        assert reply.status == 200, reply.body
        found: dict[str, Any] = reply.json()
        return found

    @asynccontextmanager
    async def screen(self, seats: list[int] | None = None, **hello: Any) -> AsyncIterator[InsideSocket]:
        """An open socket after hello, before its first frame is read."""
        async with self.inside.socket(f"{self.at}/socket") as socket:
            socket.say({"type": "hello", "seats": [self.seat] if seats is None else seats, **hello})
            yield socket


class House:
    def __init__(self, app: Starlette, service: Service) -> None:
        self.app, self.service, self.tables = app, service, service.tables
        self.stranger = Inside(app)

    def live(self, table: str) -> LiveTable:
        return self.tables.awake[table]

    async def make(self, game: str = "crates_barrels", players: int = 2, **wish: Any) -> list[Player]:
        """A table; those who sit at it by their maker's screen."""
        reply = await self.stranger.post("/api/tables", {"game": game, "players": players, "name": "Ana", **wish})
        assert reply.status == 201, reply.body
        told = reply.json()
        return [Player(self, told["table"], one["seat"], one["token"]) for one in told["seats"]]

    async def join(self, table: str, name: str = "Ben", **wish: Any) -> Player:
        reply = await self.stranger.post(f"/api/tables/{table}/join", {"name": name, **wish})
        assert reply.status == 201, reply.body
        return Player(self, table, reply.json()["seat"], reply.json()["token"])

    async def gathered(self, game: str = "crates_barrels", players: int = 2, **wish: Any) -> list[Player]:
        """A table with a person of their own screen on every seat, not yet started."""
        (host,) = await self.make(game, players, **wish)
        others = [await self.join(host.table, name) for name in ("Ben", "Cleo", "Dan", "Eve", "Fay")[: players - 1]]
        for other in others:
            await other.did("ready", is_ready=True)
        return [host, *others]

    async def playing(self, game: str = "crates_barrels", players: int = 2, **wish: Any) -> list[Player]:
        people = await self.gathered(game, players, **wish)
        await people[0].did("start")
        return people

    async def until(self, table: str, is_so: Callable[[LiveTable], bool]) -> None:
        """Wait for bots at work."""
        async with asyncio.timeout(PATIENCE):
            while not is_so(self.live(table)):
                await asyncio.sleep(0)


@asynccontextmanager
async def house(
    folder: Path,
    is_strict: bool = False,
    store: Store | None = None,
    brains: Brains | None = None,
    notices: Callable[[Tables], Any] | None = None,
) -> AsyncIterator[House]:
    tables = Tables(store or SqliteStore(folder / "loot.db"), brains or QuickBrains(pace=0))
    service = Service(tables, Limits(is_strict), frozenset({ORIGIN}))
    if notices is not None:
        service.notices = notices(tables)
    app = make_app(service)
    async with app.router.lifespan_context(app):
        yield House(app, service)


def in_house(story: Callable[[House], Awaitable[None]], folder: Path, is_strict: bool = False) -> None:
    """Run a test's story in a fresh server."""

    async def run() -> None:
        async with house(folder, is_strict) as here:
            await story(here)

    asyncio.run(run())


async def dealt(house: House, players: int = 3, **wish: Any) -> list[Player]:
    """Loot N Run with cards in front of everybody."""
    people = await house.playing("loot_n_run", players, **wish)
    live = house.live(people[0].table)
    for _ in range(players):
        await people[live.playing().to_act].did("play", action={"type": "loot", "deck": 0})
    return people


def hidden_cards(table: LiveTable, owner: int) -> list[str]:
    view: Any = table.playing().view(owner)
    return [card for *_, card in view.hands[owner] if card]


def error(reply: Reply) -> tuple[int, str]:
    """The status and the code of a reply that must be an error."""
    told = reply.json()
    assert set(told) == {"error"}, told
    assert set(told["error"]) == {"code", "text"}
    assert told["error"]["text"]
    assert "Traceback" not in reply.body.decode()
    return reply.status, told["error"]["code"]


def script(seed: int) -> Callable[[LiveTable], Random]:
    """Nature that can be told beforehand, for `commands.nature_of`."""
    return lambda _: Random(seed)
