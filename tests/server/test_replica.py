"""P12: a second file follows the database, seconds behind, and can take its place."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from server.house import FIRST_MOVE, House, house, in_house
from structlog.testing import capture_logs

from loot_table.engine.errors import BadInput
from loot_table.proofs.wire import ServerProcess, new_game, request
from loot_table.server import replica as following
from loot_table.server.backups import restore
from loot_table.server.replica import Replica
from loot_table.server.store import SqliteStore

PATIENCE = 30.0


def contents(path: Path) -> str:
    with sqlite3.connect(path) as database:
        told = [
            database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in ("tables", "events", "chats")
        ]
    return hashlib.sha256(repr(told).encode()).hexdigest()


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.02)


def test_a_replica_has_everything_and_is_served_in_place_of_the_database(tmp_path: Path) -> None:
    path, copy = tmp_path / "loot.db", tmp_path / "elsewhere" / "copy.db"
    with ServerProcess(path, ("--no-limits", "--pace", "0", "--replica", str(copy))) as server:
        ana, _ben = new_game(server.port, "crates_barrels", 2)
        ana.post("move", 4, {"type": "play", "action": FIRST_MOVE})
        ana.post("line", 0, {"type": "chat", "text": "hello"})
        frame = request(server.port, "GET", f"/api/tables/{ana.table}/frame?seat=0", token=ana.token)
        until(lambda: contents(copy) == contents(path))
        server.kill()  # and its disk with it
    path.unlink()
    with ServerProcess(copy) as server:
        again = request(server.port, "GET", f"/api/tables/{ana.table}/frame?seat=0", token=ana.token)
    assert again["match"] == frame["match"]
    restore(copy, path)
    assert contents(path) == contents(copy)


def test_it_follows_in_batches_and_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "BATCH", 3)

    async def story(here: House) -> None:
        copy = Replica(tmp_path / "loot.db", tmp_path / "copy.db")
        for _ in range(2):
            ana, ben = await here.playing()
            await ana.did("play", action=FIRST_MOVE)
            await ana.did("chat", text="hello")
            copy.catch_up()
            assert contents(tmp_path / "copy.db") == contents(tmp_path / "loot.db")
            await ben.did("resign")
        copy.stop()  # it was never started: nothing is left behind but the lock
        assert contents(tmp_path / "copy.db") != contents(tmp_path / "loot.db")
        copy = Replica(tmp_path / "loot.db", tmp_path / "copy.db")
        copy.catch_up()
        copy.stop()
        assert contents(tmp_path / "copy.db") == contents(tmp_path / "loot.db")

    in_house(story, tmp_path)


def test_what_goes_wrong_is_said_once_and_made_up_for(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            copy = Replica(tmp_path / "loot.db", tmp_path / "copy.db")
            await here.make()
            with capture_logs() as lines, sqlite3.connect(tmp_path / "copy.db", isolation_level=None) as busy:
                busy.execute("BEGIN EXCLUSIVE")
                copy.timeout = 0.01
                copy.catch_up()
                copy.catch_up()
                busy.execute("ROLLBACK")
            assert [line["event"] for line in lines] == ["replica_behind"]
            copy.catch_up()
            copy.stop()
            assert contents(tmp_path / "copy.db") == contents(tmp_path / "loot.db")

    asyncio.run(run())


def test_a_file_with_other_games_is_not_written_over(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        await here.make()

    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        in_house(story, tmp_path / name)
    before = contents(tmp_path / "other/loot.db")
    with pytest.raises(BadInput, match="it holds other games"):
        Replica(tmp_path / "one/loot.db", tmp_path / "other/loot.db")
    assert contents(tmp_path / "other/loot.db") == before
    with pytest.raises(BadInput, match="the database itself"):
        Replica(tmp_path / "one/loot.db", tmp_path / "one/loot.db")
    store = SqliteStore(tmp_path / "other/loot.db")
    with pytest.raises(BadInput, match="is in use"):
        Replica(tmp_path / "one/loot.db", tmp_path / "other/loot.db")
    store.close()
