"""Copies by the clock: whole, so many, and never fewer than one good one. A disk that is full stops no game."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from server.desk import with_key
from server.house import FIRST_MOVE, house
from structlog.testing import capture_logs

from loot_table.engine.errors import BadInput
from loot_table.server import regular_backups
from loot_table.server.backups import restore
from loot_table.server.metrics import BACKUPS
from loot_table.server.regular_backups import HALF, STAMP, RegularBackups
from loot_table.server.serve import BackupPlan, Settings, build
from loot_table.server.store import SqliteStore


def an_old_copy(folder: Path, hours: float, text: bytes = b"") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / datetime.fromtimestamp(time.time() - hours * 3600, UTC).strftime(f"loot-{STAMP}.db")
    path.write_bytes(text)
    return path


def count(outcome: str) -> float:
    return float(BACKUPS.labels(outcome)._value.get())


def test_a_copy_is_whole_and_can_be_put_back_and_played_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ = await here.playing()
            backups = RegularBackups(tmp_path / "loot.db", tmp_path / "copies", 3600, 3)
            assert backups.seconds_left() == 0.0
            await asyncio.to_thread(backups.make)
            await ana.did("play", action=FIRST_MOVE)
            assert 3590 < backups.seconds_left() <= 3600
            told = backups.told()
            assert (told["kept"], told["problem"]) == (1, None)
            kept.append(ana.table)

    kept: list[str] = []
    asyncio.run(run())
    assert sorted(path.suffix for path in (tmp_path / "copies").iterdir()) == [".db"], "nothing is left beside it"
    (copy,) = (tmp_path / "copies").iterdir()
    restore(copy, tmp_path / "loot.db")

    async def later() -> None:
        async with house(tmp_path) as here:
            assert (await here.tables.get(kept[0])).playing().version == 0

    asyncio.run(later())


def test_the_newest_are_kept_and_what_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "loot.db").close()
    folder = tmp_path / "copies"
    old = [an_old_copy(folder, hours) for hours in (30, 20, 10)]
    (folder / "notes.txt").write_text("mine")
    (folder / "loot-yesterday.db").write_text("mine")
    backups = RegularBackups(tmp_path / "loot.db", folder, 3600, 2)
    backups.make()
    assert [path.exists() for path in old] == [False, False, True]
    assert len(backups.good()) == 2
    assert {"notes.txt", "loot-yesterday.db"} <= {path.name for path in folder.iterdir()}


def test_the_last_good_one_stays_while_new_ones_fail(tmp_path: Path) -> None:
    """As when the database is damaged: it is copied, looked through, and the copy thrown away."""
    SqliteStore(tmp_path / "loot.db").close()
    folder = tmp_path / "copies"
    old = an_old_copy(folder, 100, b"good")
    backups = RegularBackups(tmp_path / "loot.db", folder, 3600, 1)
    with (tmp_path / "loot.db").open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(4096 * 3))
    failed = count("failed")
    with capture_logs() as lines:
        backups.make()
    assert [line["event"] for line in lines] == ["backup_failed"]
    assert count("failed") == failed + 1
    assert [path.name for path in folder.iterdir()] == [old.name]
    assert "the last good one is 100.0 hours old" in str(backups.told()["problem"])
    assert backups.seconds_left() == regular_backups.AGAIN


def test_a_full_disk_is_said_everywhere_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ = await here.playing()
            here.service.backups = backups = RegularBackups(tmp_path / "loot.db", tmp_path / "copies", 60, 3)
            monkeypatch.setattr(regular_backups, "backup", full)
            await asyncio.to_thread(backups.make)
            assert (await ana.plays(**FIRST_MOVE))["result"] == "accepted"
            desk = await with_key(here)
            (warning,) = (await desk.get("/health/here"))["warnings"]
            assert warning.startswith("The last backup failed, and there is none:")
            assert "disk is full" in warning
            monkeypatch.undo()
            await asyncio.to_thread(backups.make)
            assert (await desk.get("/health/here"))["warnings"] == []

    def full(source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise BadInput(f"{source} cannot be copied: database or disk is full")

    with capture_logs() as lines:
        asyncio.run(run())
    assert "backup_failed" in [line["event"] for line in lines]
    (copy,) = (tmp_path / "copies").iterdir()
    with sqlite3.connect(copy) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_they_come_by_themselves_and_half_a_copy_of_before_is_cleared_away(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "loot.db").close()
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / HALF).write_bytes(b"half")
    backups = RegularBackups(tmp_path / "loot.db", tmp_path / "copies", 1.0, 5)
    backups.start()
    until = time.monotonic() + 20
    while len(backups.good()) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    backups.stop()
    assert len(backups.good()) >= 2
    assert not (tmp_path / "copies" / HALF).exists()


def test_backups_that_stop_coming_are_noticed(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "loot.db").close()
    backups = RegularBackups(tmp_path / "loot.db", tmp_path / "copies", 60, 5)
    assert backups.told()["problem"] is None
    backups.began -= 200
    assert backups.told()["problem"] == "Backups do not come any more, and there is none."


def test_a_folder_that_is_none_and_postgresql_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BadInput, match="cannot hold backups"):
        RegularBackups(tmp_path / "loot.db", tmp_path / "file", 60, 5)
    with pytest.raises(BadInput, match="pg_dump"):
        build(Settings(database="postgresql://nobody@/none?host=/nowhere", backups=BackupPlan("copies", 60, 5)))
