"""When a change cannot be written down it has not happened: nothing is shown, and the table goes on from what is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from server.house import FIRST_MOVE, Hands, House, Player, error, house, in_house
from structlog.testing import capture_logs

from loot_table.server.memory import MemoryStore
from loot_table.server.store import Append, Kept, SqliteStore, StoreError


@contextmanager
def full_disk(house: House) -> Iterator[None]:
    """SQLite may not grow by a page: what a full disk does to it."""
    store = house.tables.store
    assert isinstance(store, SqliteStore)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    yield
    store.connection.execute("PRAGMA max_page_count = 1000000")


async def until_full(ana: Player) -> dict[str, Any]:
    """Moves back and forth, as undo allows, until one cannot be kept any more."""
    for _ in range(400):
        answer = await ana.plays(**FIRST_MOVE)
        if answer["result"] != "accepted":
            return answer
        answer = await ana.does("undo")
        if answer["result"] != "accepted":
            return answer
    raise AssertionError("the disk never became full")


def test_on_a_full_disk_the_table_stays_as_it_was_and_nothing_is_shown(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing(is_public=True)
        with capture_logs() as lines, full_disk(house):
            answer = await until_full(ana)
            assert answer["result"] == "error"
            assert answer["error"]["code"] == "unavailable"
            before = await ben.frame()
            kept = await house.tables.store.events(ana.table)
            assert before["version"] == len(kept)
            async with ben.screen(since=before["version"]) as socket:
                first = await socket.hear("frame")
                kind = "undo" if house.live(ana.table).playing().version else "play"
                fields = {"action": FIRST_MOVE} if kind == "play" else {}
                assert (await ana.does(kind, **fields))["error"]["code"] == "unavailable"
                assert error(await house.stranger.post("/api/tables", {"game": "crates_barrels", "players": 2})) == (
                    503,
                    "unavailable",
                )
                socket.say({"type": "ping"})
                while (told := await socket.hear())["type"] != "pong":
                    assert (told["type"], told["version"]) == ("frame", first["version"])
            assert await ben.frame() == before
            assert house.tables.lobby.shown()[0]["seats"][1]["is_here"] is False
            assert await house.tables.store.events(ana.table) == kept
        assert any(line["event"] == "not_kept" and "disk is full" in line["error"] for line in lines)
        assert (await ana.does(kind, **fields))["result"] == "accepted"
        assert len(await house.tables.store.events(ana.table)) == len(kept) + 1

    in_house(story, tmp_path)


def test_a_command_that_failed_may_be_sent_again_with_the_same_id(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        with full_disk(house):
            await until_full(ana)
            kind = "undo" if house.live(ana.table).playing().version else "play"
            do = {"type": kind, "action": FIRST_MOVE} if kind == "play" else {"type": kind}
            command = ana.command(do, id="again")
            first = (await ana.inside.post(f"{ana.at}/commands", command)).json()
            assert first["result"] == "error"
        assert (await ana.inside.post(f"{ana.at}/commands", command)).json()["result"] == "accepted"
        assert (await ana.inside.post(f"{ana.at}/commands", command)).json()["result"] == "repeated"

    in_house(story, tmp_path)


class BrokenStore(MemoryStore):
    """A disk that goes away, for writing or altogether."""

    can_write = True
    can_read = True

    async def append(self, change: Append) -> None:
        if not self.can_write:
            raise StoreError("no space left on device")
        await super().append(change)

    async def events(self, table: str) -> list[Kept]:
        if not self.can_read:
            raise StoreError("disk I/O error")
        return await super().events(table)


def test_a_table_that_cannot_even_be_read_back_shows_nothing_until_it_can(tmp_path: Path) -> None:
    async def run() -> None:
        store = BrokenStore()
        async with house(tmp_path, store=store) as here:
            ana, ben = await here.playing()
            async with ben.screen() as socket:
                before = await socket.hear("frame")
                store.can_write = store.can_read = False
                assert (await ana.plays(**FIRST_MOVE))["error"]["code"] == "unavailable"
                socket.say({"type": "frame"})
                rest, code = await socket.rest()
                assert code == 1013
                assert all(told["version"] == before["version"] for told in rest if told["type"] == "frame")
            for path in (f"{ana.at}/frame?seat=0", ana.at, f"{ana.at}/log?seat=0"):
                assert error(await ana.inside.get(path)) == (503, "unavailable")
            async with ben.screen() as socket:
                rest, code = await socket.rest()
                assert (rest[0]["type"], code) == ("bye", 1013)
            store.can_write = store.can_read = True
            frame = await ana.frame()
            assert frame["version"] == before["version"]
            await ana.did("play", action=FIRST_MOVE)

    asyncio.run(run())


def test_a_failed_line_of_chat_is_not_shown_and_can_be_said_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        line = ana.command({"type": "chat", "text": "hello"})

        async def failing(*_: Any) -> None:
            raise StoreError("no space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(house.tables.store, "chat", failing)
            answer = (await ana.inside.post(f"{ana.at}/commands", line)).json()
            assert answer["error"]["code"] == "unavailable"
        assert (await ana.inside.post(f"{ana.at}/commands", line)).json()["result"] == "accepted"
        async with ana.screen() as socket:
            assert (await socket.hear("chat"))["number"] == 1

    in_house(story, tmp_path)


def test_ready_is_what_can_write_and_healthy_what_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        assert (await house.stranger.get("/readyz")).json() == {"status": "ready"}
        store = house.tables.store
        assert isinstance(store, SqliteStore)
        store.connection.execute("PRAGMA query_only = 1")  # what a read-only disk does to it
        assert (await house.stranger.get("/readyz")).status == 200, "it writes once a second at most"
        hands.move(2)
        assert error(await house.stranger.get("/readyz")) == (503, "unavailable")
        assert (await house.stranger.get("/healthz")).json() == {"status": "ok"}
        store.connection.execute("PRAGMA query_only = 0")
        hands.move(2)
        assert (await house.stranger.get("/readyz")).status == 200

    hands = Hands(monkeypatch)
    in_house(story, tmp_path)


def test_a_bot_waits_while_nothing_can_be_written_and_then_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = BrokenStore()
        async with house(tmp_path, store=store) as here:
            (ana,) = await here.make(seats=[{"kind": "human"}, {"kind": "bot", "bot": "greedy"}])
            await ana.did("start")
            waited = asyncio.Event()
            loop = asyncio.get_running_loop()
            later = loop.call_later

            def soon(delay: float, *rest: Any, **more: Any) -> Any:
                if delay == 1.0:
                    waited.set()
                    delay = 0.01
                return later(delay, *rest, **more)

            monkeypatch.setattr(loop, "call_later", soon)
            await ana.did("play", action=FIRST_MOVE)
            store.can_write = False
            await asyncio.wait_for(waited.wait(), 10)
            assert here.live(ana.table).playing().version == 1
            store.can_write = True
            await here.until(ana.table, lambda table: table.playing().version == 2)

    asyncio.run(run())
