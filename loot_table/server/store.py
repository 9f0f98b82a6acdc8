"""Where tables are kept: an event log, appended to and read back. One small interface, SQLite behind it by default."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from loot_table.engine.errors import BadInput
from loot_table.server.backups import copy_before_upgrade
from loot_table.server.happenings import SCHEMA as LOG_SCHEMA
from loot_table.server.overview import Overview
from loot_table.server.ownership import Ownership
from loot_table.server.papers import Paper, Papers
from loot_table.server.sqlite_overview import AUDIT, SqliteOverview
from loot_table.server.sqlite_papers import COLUMNS, PAPERS, SqlitePapers, put


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
    papers: tuple[Paper, ...] = ()  # kept with it, or not at all


@dataclass(frozen=True)
class Kept:
    """An entry of a table's log as it lies there: the schema it follows, its JSON, and whose command it answers."""

    version: int
    schema: int
    body: bytes
    command: str | None


class StoreError(Exception):
    """Nothing can be kept or read now. Its words are ours: nothing of what should have been kept."""


class Conflict(StoreError):
    """That version of the table, or that command, is in the log already."""


class Interrupted(StoreError):
    """The way to the database was cut: what should have been kept may be there, or not."""


class Store(Papers, Overview, Protocol):
    """Every call but `close` may wait for the disk; a returned append is durable."""

    async def append(self, change: Append) -> None: ...
    async def chat(self, table: str, number: int, body: bytes, command: str) -> None: ...
    async def events(self, table: str) -> list[Kept]: ...
    async def chats(self, table: str, most: int) -> list[bytes]: ...
    async def chat_total(self, table: str) -> int: ...
    async def row(self, table: str) -> TableRow | None: ...
    async def find_code(self, code: str) -> str | None: ...
    async def unfinished(self, since: int) -> list[TableRow]: ...
    async def finished(self) -> list[str]: ...
    async def forget(self, table: str) -> None: ...
    async def try_write(self) -> None: ...
    def close(self) -> None: ...


# Numbers grow with time in both logs, so that a replica knows where to go on.
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, code TEXT NOT NULL, phase TEXT NOT NULL, is_public INTEGER NOT NULL,
    touched INTEGER NOT NULL DEFAULT 0, made INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tables_by_code ON tables (code);
CREATE INDEX tables_by_phase ON tables (phase);
CREATE TABLE events (
    number INTEGER PRIMARY KEY, table_id TEXT NOT NULL, version INTEGER NOT NULL, schema INTEGER NOT NULL,
    body BLOB NOT NULL, command TEXT, UNIQUE (table_id, version)
);
CREATE UNIQUE INDEX events_by_command ON events (table_id, command) WHERE command IS NOT NULL;
CREATE TABLE chats (
    line INTEGER PRIMARY KEY, table_id TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, command TEXT NOT NULL,
    UNIQUE (table_id, number), UNIQUE (table_id, command)
);
"""
# From the first release, whose database has no number, to the second: entries of the log say which schema they follow.
TO_SECOND = """
DROP INDEX tables_by_code;
DROP INDEX tables_by_phase;
ALTER TABLE tables RENAME TO old_tables;
ALTER TABLE events RENAME TO old_events;
ALTER TABLE chats RENAME TO old_chats;
"""
FROM_FIRST = """
INSERT INTO tables (id, code, phase, is_public, touched)
    SELECT id, code, phase, is_public, CAST(strftime('%s', 'now') AS INTEGER) FROM old_tables ORDER BY rowid;
INSERT INTO events (table_id, version, schema, body, command)
    SELECT table_id, version, 1, body, command FROM old_events ORDER BY table_id, version;
INSERT INTO chats (table_id, number, body, command) SELECT * FROM old_chats ORDER BY table_id, number;
DROP TABLE old_tables;
DROP TABLE old_events;
DROP TABLE old_chats;
"""
# To the fourth: when a table was made, and the audit log. What older releases made has no date.
WITH_DATES = "ALTER TABLE tables ADD COLUMN made INTEGER NOT NULL DEFAULT 0;"
LAYOUT = 4  # what `PRAGMA user_version` says of a database laid out like this
TOUCH_SECONDS = 3600  # a table's row need not be newer than that
BATCH = 256
FORGOTTEN = "forgotten"  # the kind of paper that says so of a table
FORGET = (
    "UPDATE {0}.events SET body = x'', command = NULL WHERE table_id IN ({1})",
    "UPDATE {0}.chats SET body = x'' WHERE table_id IN ({1})",
    "DELETE FROM {0}.tables WHERE id IN ({1})",
)


@dataclass
class Job:
    """Something for the writer thread to do inside its next transaction."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    result: Any = field(default=None)
    failure: Exception | None = field(default=None)


class SqliteStore(SqlitePapers, SqliteOverview):
    """One writer thread, write-ahead log, full sync. Changes that arrive together share one commit."""

    def __init__(self, path: Path, keeps_old: bool = True) -> None:
        """`keeps_old`: where an older release wrote it, a copy of how it was stays beside it."""
        self.path, self.keeps_old = path, keeps_old
        self.ownership = Ownership.of(path, "used as a database")
        try:
            self.connection = self.connect()
        except (BadInput, sqlite3.Error) as error:
            self.ownership.give_up()
            raise BadInput(f"{path} cannot be used as a database: {error}") from None
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.write, name="store", daemon=True)
        self.thread.start()

    def connect(self) -> sqlite3.Connection:
        if self.keeps_old:
            copy_before_upgrade(self.path, LAYOUT)
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=5)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = FAST")  # what was deleted is written over
        lay_out(connection)
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
        self.ownership.give_up()

    def commit(self, batch: list[Job]) -> None:
        """All of a batch, or, when one of them fails, each for itself."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                job.result = job.work(self.connection)
            self.connection.execute("COMMIT")
        except (sqlite3.Error, ValueError, OverflowError) as error:  # the last two: what SQLite cannot hold at all
            self.roll_back()
            if len(batch) > 1:
                for job in batch:
                    self.commit([job])
            else:
                batch[0].failure = said(error)
                tell(batch)
            return
        tell(batch)

    def roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

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
                "INSERT INTO events (table_id, version, schema, body, command) VALUES (?, ?, ?, ?, ?)",
                (row.table, change.version, LOG_SCHEMA, change.body, change.command),
            )
            connection.execute(
                "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, "
                "is_public = excluded.is_public, touched = excluded.touched WHERE phase != excluded.phase "
                "OR is_public != excluded.is_public OR touched < excluded.touched - ?6",
                (row.table, row.code, row.phase, row.is_public, int(time.time()), TOUCH_SECONDS),
            )
            if change.papers:
                put(connection, change.papers)

        await self.do(work)

    async def chat(self, table: str, number: int, body: bytes, command: str) -> None:
        row = (table, number, body, command)
        order = "INSERT INTO chats (table_id, number, body, command) VALUES (?, ?, ?, ?)"
        await self.do(lambda c: c.execute(order, row).rowcount)

    async def events(self, table: str) -> list[Kept]:
        query = "SELECT version, schema, body, command FROM events WHERE table_id = ? ORDER BY version"
        found = await self.do(lambda c: c.execute(query, (table,)).fetchall())
        if not any(row[2] for row in found):  # forgotten
            return []
        # Whatever somebody has put there by hand comes back as bytes; whether it can be read is seen later.
        return [
            Kept(version, schema, body if isinstance(body, bytes) else str(body).encode("utf-8", "replace"), command)
            for version, schema, body, command in found
        ]

    async def chats(self, table: str, most: int) -> list[bytes]:
        query = "SELECT body FROM chats WHERE table_id = ? ORDER BY number DESC LIMIT ?"
        found = await self.do(lambda c: c.execute(query, (table, most)).fetchall())
        return [body if isinstance(body, bytes) else b"" for (body,) in reversed(found)]

    async def chat_total(self, table: str) -> int:
        query = "SELECT coalesce(max(number), 0) FROM chats WHERE table_id = ?"
        return int(await self.do(lambda c: c.execute(query, (table,)).fetchone()[0]))

    async def row(self, table: str) -> TableRow | None:
        query = "SELECT id, code, phase, is_public FROM tables WHERE id = ?"
        found = await self.do(lambda c: c.execute(query, (table,)).fetchone())
        return None if found is None else TableRow(found[0], found[1], found[2], bool(found[3]))

    async def find_code(self, code: str) -> str | None:
        query = "SELECT id FROM tables WHERE code = ? AND phase NOT IN ('over', 'retired') ORDER BY rowid DESC LIMIT 1"
        found = await self.do(lambda c: c.execute(query, (code,)).fetchone())
        return None if found is None else str(found[0])

    async def unfinished(self, since: int) -> list[TableRow]:
        query = (
            "SELECT id, code, phase, is_public FROM tables "
            "WHERE phase NOT IN ('over', 'retired') AND touched >= ? ORDER BY touched"
        )
        found = await self.do(lambda c: c.execute(query, (since,)).fetchall())
        return [TableRow(table, code, phase, bool(is_public)) for table, code, phase, is_public in found]

    async def finished(self) -> list[str]:
        """Tables whose game is over, the oldest first."""
        found = await self.do(
            lambda c: c.execute("SELECT id FROM tables WHERE phase = 'over' ORDER BY rowid").fetchall()
        )
        return [str(table) for (table,) in found]

    async def forget(self, table: str) -> None:
        """Everything that was played and said at a table. Empty entries stay, so that no number is given twice: a replica
        goes by them. It learns of this by a paper."""

        def work(connection: sqlite3.Connection) -> None:
            for order in FORGET:
                connection.execute(order.format("main", "?"), (table,))
            connection.execute(
                "INSERT OR REPLACE INTO papers (id, kind, owner, about, body, touched) VALUES (?, ?, '', ?, x'31', ?)",
                (f"{FORGOTTEN}-{table}", FORGOTTEN, table, int(time.time())),
            )

        await self.do(work)

    async def try_write(self) -> None:
        """Whether the disk takes anything: the layout's number is written as it is."""
        await self.do(lambda c: c.execute(f"PRAGMA user_version = {LAYOUT}").fetchall())

    def close(self) -> None:
        self.jobs.put(None)
        self.thread.join(timeout=10)


class VisitingStore(SqlitePapers, SqliteOverview):
    """A database whose server may be running: what is read and written here does not disturb it."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise BadInput(f"there is no database at {path}")
        try:
            self.connection = sqlite3.connect(path, isolation_level=None, timeout=10)
            (layout,) = self.connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise BadInput(f"{path} cannot be used as a database: {error}") from None
        if layout != LAYOUT:
            self.connection.close()
            raise BadInput(f"{path} is not laid out for this release ({layout}; this one knows {LAYOUT})")

    async def do(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                done = work(self.connection)
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise said(error) from None
        return done

    def close(self) -> None:
        self.connection.close()


def lay_out(connection: sqlite3.Connection) -> None:
    """A new database, or one of an older release brought up to date; whole, or not at all."""
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    if layout == LAYOUT:
        return
    if layout > LAYOUT:
        raise BadInput(f"a newer release has laid it out ({layout}; this one knows {LAYOUT})")
    is_new = not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone()
    steps = SCHEMA if is_new else TO_SECOND + SCHEMA + FROM_FIRST if layout < 2 else ""
    steps += PAPERS if layout < 3 else ""  # the third layout: what the lab keeps
    steps += (WITH_DATES if layout in (2, 3) else "") + AUDIT  # the fourth
    connection.executescript(f"BEGIN; {steps} PRAGMA user_version = {LAYOUT}; COMMIT;")


def said(error: Exception) -> Exception:
    """The same in the store's words; what SQLite cannot hold is its sender's mistake and stays what it is."""
    if not isinstance(error, sqlite3.Error):
        return error
    is_there = isinstance(error, sqlite3.IntegrityError)
    failure = Conflict("it is in the log already") if is_there else StoreError(f"the database cannot be used: {error}")
    failure.__cause__ = error
    return failure


def tell(jobs: Sequence[Job]) -> None:
    """Hand results back to the event loop, which is woken once for all that were kept together."""
    for loop in {job.loop for job in jobs}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, [job for job in jobs if job.loop is loop])


def settle(jobs: Sequence[Job]) -> None:
    """Whoever asked has the answer, unless they have gone."""
    for job in jobs:
        if job.done.done():
            continue
        if job.failure is not None:
            job.done.set_exception(job.failure)
        else:
            job.done.set_result(job.result)


def read_papers(path: Path, kind: str) -> list[Paper]:
    """All papers of a kind in a database that may be in use."""
    if not path.is_file():
        raise BadInput(f"there is no database at {path}")
    query = f"SELECT {COLUMNS} FROM papers WHERE kind = ? AND body != x'' ORDER BY number"  # noqa: S608
    try:
        with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as connection:
            return [Paper(*row) for row in connection.execute(query, (kind,)) if isinstance(row[4], bytes)]
    except sqlite3.Error as error:
        raise BadInput(f"{path} cannot be read: {error}") from None
