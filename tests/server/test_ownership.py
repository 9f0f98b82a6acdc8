"""A database has one owner: a second server, and a restore under a running one, are refused with a sentence."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from loot_table.engine.errors import BadInput
from loot_table.proofs.wire import LAUNCH, ServerProcess, free_port, new_game, request
from loot_table.server.backups import backup, restore
from loot_table.server.ownership import InUse, Ownership
from loot_table.server.store import SqliteStore


def loot(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", LAUNCH, *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_a_second_server_and_a_restore_are_refused_while_a_backup_works(tmp_path: Path) -> None:
    path = tmp_path / "loot.db"
    with ServerProcess(path) as server:
        (chair, _) = new_game(server.port, "crates_barrels", 2)
        assert loot("backup", str(tmp_path / "copy.db"), "--database", str(path)).returncode == 0
        for words in (
            ("serve", "--port", str(free_port()), "--database", str(path)),
            ("restore", str(tmp_path / "copy.db"), "--database", str(path)),
        ):
            done = loot(*words)
            assert done.returncode != 0
            told = " ".join((done.stdout + done.stderr).split())
            assert f"is in use by process {server.running.pid}: stop that server first" in told
            assert "Traceback" not in told
        request(server.port, "GET", f"/api/tables/{chair.table}/frame?seat=0", token=chair.token)
        server.kill()
        assert loot("restore", str(tmp_path / "copy.db"), "--database", str(path)).returncode == 0, "a kill frees it"


def test_whoever_asks_by_another_name_is_refused_too(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "loot.db")
    (tmp_path / "below").mkdir()
    (tmp_path / "other.db").symlink_to(tmp_path / "loot.db")
    try:
        for path in (tmp_path / "loot.db", tmp_path / "other.db", tmp_path / "below" / ".." / "loot.db"):
            with pytest.raises(BadInput, match="is in use"):
                SqliteStore(path)
            with pytest.raises(BadInput, match="is in use"):
                restore(tmp_path / "loot.db", path)
        backup(tmp_path / "loot.db", tmp_path / "copy.db")
    finally:
        store.close()
    SqliteStore(tmp_path / "loot.db").close()


def test_what_is_given_up_can_be_had_and_a_failed_start_keeps_nothing(tmp_path: Path) -> None:
    with Ownership(tmp_path / "a.db"), pytest.raises(InUse):
        Ownership(tmp_path / "a.db")
    Ownership(tmp_path / "a.db").give_up()
    (tmp_path / "a.db").write_text("no database at all, and long enough to be looked at as one " * 9)
    for _ in range(2):
        with pytest.raises(BadInput, match="cannot be used as a database"):
            SqliteStore(tmp_path / "a.db")
    Ownership(tmp_path / "a.db").give_up()


def test_a_restore_that_is_refused_changes_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "loot.db")
    backup(tmp_path / "loot.db", tmp_path / "copy.db")
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(InUse):
        restore(tmp_path / "copy.db", tmp_path / "loot.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    store.close()
    with sqlite3.connect(tmp_path / "loot.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
