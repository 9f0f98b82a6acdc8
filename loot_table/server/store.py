"""Where tables are kept: an event log, appended to and read back. One small interface, SQLite behind it by default."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from loot_table.engine.errors import BadInput


@dataclass(frozen=True)
class TableRow:
    """What can be asked of a table without reading its log."""

    table: str
    code: str
    phase: str
    is_public: bool


@dataclass(frozen=True)
class Append:
    """One change of one table: its number, what happened, whose command it answers, and the row after it."""

    row: TableRow
    version: int
    body: bytes
    command: str | None = None  # seat and command id; the same one never counts twice


class Conflict(Exception):
    """That version of the table, or that command, is in the log already."""


class Store(Protocol):
    """Every call but `close` may wait for the disk; a returned append is durable."""

    async def append(self, change: Append) -> None: ...
    async def chat(self, table: str, number: int, body: bytes) -> None: ...
    async def events(self, table: str) -> list[tuple[bytes, str | None]]: ...
    async def chats(self, table: str, most: int) -> list[bytes]: ...
    async def row(self, table: str) -> TableRow | None: ...
    async def find_code(self, code: str) -> str | None: ...
    async def unfinished(self) -> list[TableRow]: ...
    def close(self) -> None: ...


SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, code TEXT NOT NULL, phase TEXT NOT NULL, is_public INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS tables_by_code ON tables (code);
CREATE INDEX IF NOT EXISTS tables_by_phase ON tables (phase);
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL, command TEXT,
    PRIMARY KEY (table_id, version), UNIQUE (table_id, command)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chats (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
"""
BATCH = 256


@dataclass
class Job:
    """Something for the writer thread to do inside its next transaction."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    result: Any = field(default=None)
    failure: Exception | None = field(default=None)


class SqliteStore:
    """One writer thread, write-ahead log, full sync. Changes that arrive together share one commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = self.connect()
        except (OSError, sqlite3.Error) as error:
            raise BadInput(f"{path} cannot be used as a database: {error}") from None
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.write, name="store", daemon=True)
        self.thread.start()

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=5)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(SCHEMA)
        return connection

    # ---- the writer thread

    def write(self) -> None:
        while (first := self.jobs.get()) is not None:
            batch = [first]
            while len(batch) < BATCH and not self.jobs.empty():
                job = self.jobs.get()
                if job is None:
                    self.jobs.put(None)
                    break
                batch.append(job)
            self.commit(batch)
        self.connection.close()

    def commit(self, batch: list[Job]) -> None:
        """All of a batch, or, when one of them fails, each for itself."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                job.result = job.work(self.connection)
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            if len(batch) > 1:
                for job in batch:
                    self.commit([job])
            else:
                failure = Conflict(str(error)) if isinstance(error, sqlite3.IntegrityError) else error
                batch[0].failure = failure
                tell(batch[0])
            return
        for job in batch:
            tell(job)

    async def do(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        loop = asyncio.get_running_loop()
        job = Job(work, loop.create_future(), loop)
        self.jobs.put(job)
        return await job.done

    # ---- the interface

    async def append(self, change: Append) -> None:
        def work(connection: sqlite3.Connection) -> None:
            row = change.row
            connection.execute(
                "INSERT INTO events (table_id, version, body, command) VALUES (?, ?, ?, ?)",
                (row.table, change.version, change.body, change.command),
            )
            connection.execute(
                "INSERT INTO tables (id, code, phase, is_public) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "code = excluded.code, phase = excluded.phase, is_public = excluded.is_public "
                "WHERE phase != excluded.phase OR is_public != excluded.is_public",
                (row.table, row.code, row.phase, row.is_public),
            )

        await self.do(work)

    async def chat(self, table: str, number: int, body: bytes) -> None:
        await self.do(lambda c: c.execute("INSERT INTO chats VALUES (?, ?, ?)", (table, number, body)).rowcount)

    async def events(self, table: str) -> list[tuple[bytes, str | None]]:
        query = "SELECT body, command FROM events WHERE table_id = ? ORDER BY version"
        found = await self.do(lambda c: c.execute(query, (table,)).fetchall())
        return [(bytes(body), command) for body, command in found]

    async def chats(self, table: str, most: int) -> list[bytes]:
        query = "SELECT body FROM chats WHERE table_id = ? ORDER BY number DESC LIMIT ?"
        found = await self.do(lambda c: c.execute(query, (table, most)).fetchall())
        return [bytes(body) for (body,) in reversed(found)]

    async def row(self, table: str) -> TableRow | None:
        query = "SELECT id, code, phase, is_public FROM tables WHERE id = ?"
        found = await self.do(lambda c: c.execute(query, (table,)).fetchone())
        return None if found is None else TableRow(found[0], found[1], found[2], bool(found[3]))

    async def find_code(self, code: str) -> str | None:
        query = "SELECT id FROM tables WHERE code = ? AND phase != 'over' ORDER BY rowid DESC LIMIT 1"
        found = await self.do(lambda c: c.execute(query, (code,)).fetchone())
        return None if found is None else str(found[0])

    async def unfinished(self) -> list[TableRow]:
        query = "SELECT id, code, phase, is_public FROM tables WHERE phase != 'over'"
        found = await self.do(lambda c: c.execute(query).fetchall())
        return [TableRow(table, code, phase, bool(is_public)) for table, code, phase, is_public in found]

    def close(self) -> None:
        self.jobs.put(None)
        self.thread.join(timeout=10)


def tell(job: Job) -> None:
    """Hand a result back to the event loop, unless whoever asked has gone."""

    def now() -> None:
        if job.done.done():
            return
        if job.failure is not None:
            job.done.set_exception(job.failure)
        else:
            job.done.set_result(job.result)

    if not job.loop.is_closed():
        job.loop.call_soon_threadsafe(now)


def backup(source: Path, target: Path) -> None:
    """A consistent copy of a database that may be in use."""
    if not source.is_file():
        raise BadInput(f"there is no database at {source}")
    if target.exists():
        raise BadInput(f"{target} exists already; name a new file")
    try:
        with sqlite3.connect(source) as live, sqlite3.connect(target) as copy:
            live.backup(copy)
            wrong = copy.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        raise BadInput(f"{source} cannot be copied: {error}") from None
    if wrong != "ok":
        raise BadInput(f"{source} is damaged: {wrong}")


def restore(source: Path, target: Path) -> None:
    """Put a backup in place of a database that is not in use. The old one is kept beside it."""
    if target.exists():
        target.replace(target.with_suffix(target.suffix + ".before-restore"))
        for extra in ("-wal", "-shm"):
            Path(str(target) + extra).unlink(missing_ok=True)
    backup(source, target)
