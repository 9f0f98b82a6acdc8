"""A release is tried on a copy before it is trusted with a database, and there is a way back."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from server.house import FIRST_MOVE, house
from typer.testing import CliRunner

from loot_table.cli.main import app
from loot_table.engine.errors import BadInput
from loot_table.server.backups import restore
from loot_table.server.rehearsal import rehearse
from loot_table.server.store import LAYOUT, SqliteStore

KEPT = Path(__file__).parent / "kept"
# A database of layout 3, as the release before this one laid it out.
BACK_TO_THIRD = """
DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_cut; DROP TABLE audit;
ALTER TABLE tables DROP COLUMN made; PRAGMA user_version = 3;
"""


def bytes_of(folder: Path) -> dict[str, str]:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("loot.db*")}
    return {name: digest for name, digest in found.items() if not name.endswith(("-shm", "-wal"))}


def play_a_little(folder: Path) -> str:
    async def run() -> str:
        async with house(folder) as here:
            ana, _ = await here.playing()
            await ana.did("play", action=FIRST_MOVE)
            done, _ = await here.playing("loot_n_run", 2)
            await done.did("resign")
            return ana.table

    return asyncio.run(run())


def test_a_rehearsal_replays_every_game_and_leaves_the_database_alone(tmp_path: Path) -> None:
    for release in sorted(KEPT.glob("*.db")):
        shutil.copy(release, tmp_path / "loot.db")
        before = bytes_of(tmp_path)
        found = asyncio.run(rehearse(tmp_path / "loot.db", tmp_path))
        assert found.findings.is_good, found.findings
        assert found.layout < LAYOUT
        assert found.findings.tables == len(json.loads(release.with_suffix(".json").read_text()))
        assert found.findings.older[1] == found.findings.entries
        assert bytes_of(tmp_path) == before
        assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == [], "the copy is thrown away"


def test_what_cannot_be_read_or_ends_otherwise_is_named(tmp_path: Path) -> None:
    play_a_little(tmp_path)
    with closing(sqlite3.connect(tmp_path / "loot.db")) as database, database:
        database.execute(
            "UPDATE events SET body = x'7b7d' WHERE version = 4 AND table_id = (SELECT min(id) FROM tables)"
        )
        database.execute("UPDATE tables SET phase = 'gathering' WHERE id = (SELECT max(id) FROM tables)")
        outcome = (
            "UPDATE papers SET body = CAST(replace(CAST(body AS TEXT), '\"standings\":[', '\"standings\":[9,') AS BLOB)"
        )
        database.execute(outcome + " WHERE kind = 'outcome'")
    found = asyncio.run(rehearse(tmp_path / "loot.db")).findings
    assert not found.is_good
    assert len(found.unreadable) == 1
    assert "would be set aside: an entry of the log is not as it should be" in found.unreadable[0]
    assert any("was gathering and would be" in line for line in found.otherwise)


def test_a_rehearsal_may_be_held_while_people_play(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as here:
            ana, _ = await here.playing()
            found = await rehearse(tmp_path / "loot.db")
            assert (found.layout, found.findings.tables) == (LAYOUT, 1)
            assert (await ana.plays(**FIRST_MOVE))["result"] == "accepted"

    asyncio.run(run())


def test_there_is_a_way_back_to_the_release_before(tmp_path: Path) -> None:
    """A copy is made before anything is changed, and `loot restore` puts it back as it was."""
    path, table = tmp_path / "loot.db", play_a_little(tmp_path)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(BACK_TO_THIRD)
        was = list(database.iterdump())

    async def run() -> None:
        async with house(tmp_path) as here:
            live = await here.tables.get(table)
            assert live.playing().version == 1
            assert await here.tables.store.touched(table) > 0

    asyncio.run(run())
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (LAYOUT,)
        assert database.execute("SELECT DISTINCT made FROM tables").fetchall() == [(0,)]
    restore(tmp_path / f"loot.db.before-layout-{LAYOUT}", path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (3,)
        assert list(database.iterdump()) == was
    for _ in range(2):  # once more, beside the first copy; and then nothing is left to do
        SqliteStore(path).close()
    kept = sorted(one.name for one in tmp_path.glob("loot.db.before-layout-*"))
    assert kept == [f"loot.db.before-layout-{LAYOUT}", f"loot.db.before-layout-{LAYOUT}-2"]


def test_where_no_copy_can_be_made_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "loot.db"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.executescript(BACK_TO_THIRD)
    (tmp_path / f"loot.db.before-layout-{LAYOUT}.copying").mkdir()  # in the way of the copy
    with pytest.raises(BadInput, match="no copy can be made before it is changed"):
        SqliteStore(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (3,)


def test_the_command_says_what_would_come_of_it(tmp_path: Path) -> None:
    shutil.copy(KEPT / "release-0.1.db", tmp_path / "loot.db")
    at = ("--database", str(tmp_path / "loot.db"))
    tried = CliRunner().invoke(app, ["upgrade", "--rehearse", *at])
    assert tried.exit_code == 0, tried.output
    assert f"would be laid out anew: 0 becomes {LAYOUT}" in tried.stdout
    assert "Every table is as it was." in tried.stdout
    done = CliRunner().invoke(app, ["upgrade", *at])
    assert done.exit_code == 0, done.output
    assert f"loot restore {tmp_path}/loot.db.before-layout-{LAYOUT}" in done.stdout
    again = CliRunner().invoke(app, ["upgrade", "--json", *at])
    assert json.loads(again.stdout)["layout"] == LAYOUT
    with closing(sqlite3.connect(tmp_path / "loot.db")) as database, database:
        database.execute("UPDATE tables SET phase = 'playing'")
    assert CliRunner().invoke(app, ["upgrade", "--rehearse", *at]).exit_code == 1
    for words, why in (
        (["--database", "postgresql://x/y"], "pg_dump"),
        (["--database", "nowhere.db"], "no database at"),
    ):
        refused = CliRunner().invoke(app, ["upgrade", "--rehearse", *words])
        assert why in str(refused.exception)
