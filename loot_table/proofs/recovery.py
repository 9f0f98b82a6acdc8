"""How long data takes to come back: a database of many games, copied under play, put back, served again (P12)."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.proofs import log_file
from loot_table.proofs.log_file import digest, last_number
from loot_table.proofs.wire import ServerProcess, request
from loot_table.server import commands
from loot_table.server import messages as m
from loot_table.server.backups import backup, restore
from loot_table.server.brains import Brains
from loot_table.server.memory import MemoryStore
from loot_table.server.replica import EVERY_SECONDS, Replica
from loot_table.server.store import Append, Kept, SqliteStore, TableRow
from loot_table.server.tables import Tables

WANTED_SECONDS = 60.0  # until a database of a million entries is served again
RUNNING = 50  # one table of so many is still being played
BATCH = 5000


@dataclass(frozen=True)
class Recovery:
    events: int
    tables: int
    megabytes: float
    backup_seconds: float  # while somebody else writes
    restore_seconds: float
    serve_seconds: float  # until the first table answers
    replica_seconds: float  # to copy everything for the first time
    replica_age: float  # of the newest entry that a replica did not have yet, under writing
    is_same: bool  # whether everything that was there at the backup came back

    @property
    def is_kept(self) -> bool:
        return self.is_same and self.restore_seconds + self.serve_seconds <= WANTED_SECONDS

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "is_kept": self.is_kept}


async def real_logs() -> list[list[Kept]]:
    """A played game of each, as the server keeps it."""
    store = MemoryStore()
    tables = Tables(store, Brains())
    rng = Random(7)
    for game in games.all_games():
        seats = [m.SeatWish("human")] * game.least_players
        table, _ = await tables.create(m.NewTable(game.slug, game.least_players, seats=seats))
        async with table.lock:
            await tables.change(table, commands.started(table), None)
            match = table.playing()
            while not match.is_over and table.version < 200:
                action = match.state.decision().sample(match.state, rng)
                await tables.change(table, commands.played(table, match.to_act, codec.encode(action)), None)
    await tables.close()
    return list(store.log.values())


def fill(path: Path, events: int) -> int:
    """So many entries of real games; how many tables that are."""
    SqliteStore(path).close()
    logs, number, written = asyncio.run(real_logs()), 0, 0
    tables: list[tuple[Any, ...]] = []
    entries: list[tuple[Any, ...]] = []
    while written < events:
        log, id = logs[number % len(logs)], f"filled-{number}"
        phase = "playing" if number % RUNNING == 0 else "over"
        tables.append((id, f"code-{number}", phase, 0, int(time.time())))
        entries += [(id, version, kept.schema, kept.body) for version, kept in enumerate(log, 1)]
        number, written = number + 1, written + len(log)
        if len(entries) >= BATCH or written >= events:
            log_file.fill(path, tables, entries)
            tables, entries = [], []
    return number


class Writer(threading.Thread):
    """Somebody who plays on, a hundred changes a second."""

    def __init__(self, store: SqliteStore) -> None:
        super().__init__(daemon=True)
        self.store, self.is_over = store, threading.Event()

    def run(self) -> None:
        asyncio.run(self.write())

    async def write(self) -> None:
        number = 0
        while not self.is_over.is_set():
            number += 1
            await self.store.append(Append(TableRow("live", "live", "playing", False), number, b"{}"))
            await asyncio.sleep(0.01)

    def stop(self) -> None:
        self.is_over.set()
        self.join()


def timed(work: Any, *words: Any) -> float:
    began = time.perf_counter()
    work(*words)
    return time.perf_counter() - began


def run(events: int, folder: Path, every: float = EVERY_SECONDS) -> Recovery:
    source, copy, follower = folder / "loot.db", folder / "copy.db", folder / "replica.db"
    tables = fill(source, events)
    store = SqliteStore(source)
    writer = Writer(store)
    writer.start()
    backup_seconds = timed(backup, source, copy)
    replica = Replica(source, follower, every)
    replica_seconds = timed(replica.catch_up)
    replica.start()
    age = oldest_missing(source, follower, seconds=3 * replica.every)
    replica.stop()
    writer.stop()
    store.close()
    is_same = digest(copy, events) == digest(source, events) == digest(follower, events)
    source.unlink()
    restore_seconds = timed(restore, copy, source)
    is_same = is_same and digest(source, events) == digest(follower, events)
    began = time.perf_counter()
    with ServerProcess(source) as server:
        request(server.port, "GET", "/api/tables/filled-0")
        serve_seconds = time.perf_counter() - began
    size = source.stat().st_size / 1e6
    return Recovery(events, tables, size, backup_seconds, restore_seconds, serve_seconds, replica_seconds, age, is_same)


def oldest_missing(source: Path, follower: Path, seconds: float) -> float:
    """The longest that an entry was in the one file and not in the other, as far as one sees by looking often."""
    seen: dict[int, float] = {}
    oldest, until = 0.0, time.monotonic() + seconds
    while time.monotonic() < until:
        newest, copied = [last_number(path) for path in (source, follower)]
        seen.setdefault(newest, time.monotonic())
        for number in [number for number in seen if number <= copied]:
            oldest = max(oldest, time.monotonic() - seen.pop(number))
        time.sleep(0.05)
    return max([oldest, *[time.monotonic() - since for since in seen.values()]])
