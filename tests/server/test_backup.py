"""A backup taken under play is whole, can be put back, and holds every move acknowledged before it began."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from loot_table.engine.errors import BadInput
from loot_table.proofs import chaos
from loot_table.proofs.wire import ServerProcess, new_game, request
from loot_table.server.backups import backup, restore

QUERIES = {
    "events": "SELECT table_id, version, body, command FROM events ORDER BY table_id, version",
    "chats": "SELECT table_id, number, body FROM chats ORDER BY table_id, number",
    "tables": "SELECT id, code, phase, is_public FROM tables ORDER BY id",
}


def rows(database: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(database)) as log:
        return {name: log.execute(query).fetchall() for name, query in QUERIES.items()}


async def play_and_copy(server: ServerProcess, database: Path, copies: list[Path]) -> list[set[tuple[str, str]]]:
    """Tables are played on while copies are taken; what had been acknowledged before each."""
    world = chaos.World(lambda: server.port, random.Random(5))
    slots = [asyncio.create_task(world.keep_busy(slot)) for slot in range(4)]
    acknowledged = []
    for number, copy in enumerate(copies, 1):
        async with asyncio.timeout(60):
            while sum(len(client.notes.accepted) for client in world.clients) < 60 * number:
                await asyncio.sleep(0.01)
        acknowledged.append(
            {
                (client.chair.table, f"{client.chair.seat}:{id}")
                for client in world.clients
                for id in client.notes.accepted
                if id not in client.notes.said
            }
        )
        await asyncio.to_thread(backup, database, copy)
    assert await world.settle()
    for task in [*slots, *world.tasks]:
        task.cancel()
    await asyncio.gather(*slots, *world.tasks, return_exceptions=True)
    return acknowledged


def test_a_backup_under_play_is_a_beginning_of_every_log_and_can_be_played_on(tmp_path: Path) -> None:
    database, copies = tmp_path / "loot.db", [tmp_path / f"copy-{number}.db" for number in range(3)]
    with ServerProcess(database) as server:
        acknowledged = asyncio.run(play_and_copy(server, database, copies))
        assert server.stop() == 0
    whole = set(rows(database)["events"])
    for copy, answered in zip(copies, acknowledged, strict=True):
        kept = rows(copy)["events"]
        assert set(kept) <= whole
        assert answered <= {(table, command) for table, _, _, command in kept}
        last = {table: version for table, version, _, _ in kept}
        assert len(kept) == sum(last.values()), "a log has a gap"
    assert len(rows(copies[0])["events"]) < len(rows(copies[-1])["events"]) <= len(whole)
    restore(copies[0], database)
    assert rows(database) == rows(copies[0])
    with ServerProcess(database) as server:
        for table, version in {table: version for table, version, _, _ in rows(copies[0])["events"]}.items():
            assert request(server.port, "GET", f"/api/tables/{table}/frame")["version"] >= version
        assert server.stop() == 0
        assert server.errors() == []


def test_the_old_database_is_kept_whole_even_after_a_kill(tmp_path: Path) -> None:
    """The last moves of a killed server are in its write-ahead log only."""
    database, copy = tmp_path / "loot.db", tmp_path / "copy.db"
    with ServerProcess(database) as server:
        new_game(server.port, "crates_barrels", 2)
        backup(database, copy)
        new_game(server.port, "crates_barrels", 2)
        server.kill()
    restore(copy, database)
    assert len(rows(database)["tables"]) == 1
    assert len(rows(tmp_path / "loot.db.before-restore")["tables"]) == 2
    restore(copy, database)
    assert len(rows(tmp_path / "loot.db.before-restore-2")["tables"]) == 1
    assert len(rows(tmp_path / "loot.db.before-restore")["tables"]) == 2


def test_a_backup_that_is_not_there_or_is_broken_leaves_the_database_alone(tmp_path: Path) -> None:
    database, broken = tmp_path / "loot.db", tmp_path / "broken.db"
    with ServerProcess(database) as server:
        new_game(server.port, "crates_barrels", 2)
        assert server.stop() == 0
    before = rows(database)
    broken.write_bytes(b"not a database" * 1000)
    empty = tmp_path / "empty.db"
    empty.write_bytes(b"")
    files = sorted(tmp_path.iterdir())
    faults = {tmp_path / "none.db": "there is no database", broken: "cannot be copied", empty: "holds no tables"}
    for source, words in faults.items():
        for target in (database, tmp_path / "new.db"):
            with pytest.raises(BadInput, match=words):
                restore(source, target)
    assert rows(database) == before
    assert sorted(tmp_path.iterdir()) == files, "nothing is left behind"
