"""Data comes back; the long run is `loot bench recovery`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from loot_table.proofs import log_file, recovery


def test_a_small_database_is_copied_put_back_and_served(tmp_path: Path) -> None:
    found = recovery.run(3000, tmp_path, every=0.5)
    assert found.is_same
    assert found.events == 3000
    assert found.tables > 10
    assert found.replica_age < 60.0
    assert found.is_kept


def test_a_lost_entry_is_noticed(tmp_path: Path) -> None:
    recovery.fill(tmp_path / "loot.db", 600)
    before = log_file.digest(tmp_path / "loot.db", 600)
    with sqlite3.connect(tmp_path / "loot.db") as database:
        database.execute("DELETE FROM events WHERE number = 300")
    assert log_file.digest(tmp_path / "loot.db", 600) != before
