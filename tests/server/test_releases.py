"""A database that an older release wrote is opened, brought up to date and played on. Nothing in it changes."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from server.house import house

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.server import commands, happenings
from loot_table.server.backups import backup
from loot_table.server.store import LAYOUT, SqliteStore
from loot_table.server.table import LiveTable

KEPT = Path(__file__).parent / "kept"
RELEASES = sorted(KEPT.glob("*.db"))


@pytest.fixture(params=RELEASES, ids=lambda path: path.stem)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A copy of a database, and what its tables were when the release that wrote it was stopped."""
    shutil.copy(request.param, tmp_path / "loot.db")
    return tmp_path, json.loads(request.param.with_suffix(".json").read_text())


def facts(table: LiveTable) -> dict[str, Any]:
    match = table.match
    is_played = match is not None and table.phase == "playing"
    return {
        "game": table.game.slug,
        "code": table.code,
        "phase": table.phase,
        "version": table.version,
        "entries": 0 if match is None else match.version,
        "names": [place.name for place in table.places],
        "result": None if match is None else match.result(),
        "position": codec.encode(table.game.write_position(match.state)) if match is not None and is_played else None,
    }


def test_every_table_is_as_it_was_and_none_is_set_aside(release: tuple[Path, dict[str, Any]]) -> None:
    folder, told = release

    async def run() -> None:
        async with house(folder) as here:
            found = {id: facts(await here.tables.get(id)) for id in told}
        assert json.loads(json.dumps(found)) == told

    asyncio.run(run())
    assert {one["phase"] for one in told.values()} == {"gathering", "playing", "over"}


def test_bringing_it_up_to_date_changes_no_entry_and_happens_once(release: tuple[Path, dict[str, Any]]) -> None:
    path = release[0] / "loot.db"
    with sqlite3.connect(path) as before:
        events = before.execute("SELECT table_id, version, body, command FROM events ORDER BY 1, 2").fetchall()
        chats = before.execute("SELECT table_id, number, body, command FROM chats ORDER BY 1, 2").fetchall()
    for _ in range(2):
        SqliteStore(path).close()
        with sqlite3.connect(path) as after:
            assert after.execute("PRAGMA user_version").fetchone() == (LAYOUT,)
            read = after.execute("SELECT table_id, version, body, command FROM events ORDER BY 1, 2").fetchall()
            assert read == events
            said = after.execute("SELECT table_id, number, body, command FROM chats ORDER BY 1, 2").fetchall()
            assert said == chats
    assert events
    assert chats


def test_games_go_on_under_the_new_release(release: tuple[Path, dict[str, Any]]) -> None:
    folder, told = release

    async def run() -> None:
        async with house(folder) as here:
            for id in [id for id, one in told.items() if one["phase"] == "playing"]:
                table = await here.tables.get(id)
                seat = table.playing().to_act
                action = table.playing().state.decision().actions(table.playing().state)[0]
                async with table.lock:
                    await here.tables.change(table, commands.played(table, seat, codec.encode(action)), None)
                assert table.version == told[id]["version"] + 1
        again = SqliteStore(folder / "loot.db")
        kept = [await again.events(id) for id, one in told.items() if one["phase"] == "playing"]
        again.close()
        assert all([entry.schema for entry in log] == [1] * (len(log) - 1) + [happenings.SCHEMA] for log in kept)

    asyncio.run(run())


def test_an_old_backup_is_copied_as_it_is(release: tuple[Path, dict[str, Any]]) -> None:
    folder, _ = release
    backup(folder / "loot.db", folder / "copy.db")
    SqliteStore(folder / "copy.db").close()


def test_a_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "loot.db"
    SqliteStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {LAYOUT + 1}")
    with pytest.raises(BadInput, match="a newer release has laid it out"):
        SqliteStore(path)
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (LAYOUT + 1,)
