"""A second file that follows the database, best on another disk: when the first is gone, this one is at most seconds old.

The logs only grow, so following them is copying what has a higher number. A replica is a database like any other: it can
be served, backed up, or put back by `loot restore`.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import structlog

from loot_table.engine.errors import BadInput
from loot_table.server.metrics import REPLICA_AGE
from loot_table.server.overview import RETIRED
from loot_table.server.ownership import Ownership
from loot_table.server.store import FORGET, FORGOTTEN, lay_out

log = structlog.get_logger()
EVERY_SECONDS = 5.0
BATCH = 20_000  # entries at a time, so that neither file is busy for long
LOG_SECONDS = 60.0


class Replica:
    def __init__(self, source: Path, target: Path, every: float = EVERY_SECONDS) -> None:
        if source.resolve() == target.resolve():
            raise BadInput(f"{target} is the database itself: a replica is another file")
        self.source, self.target, self.every = source, target, every
        self.timeout = 5.0  # seconds to wait for whoever else is at the file
        self.ownership = Ownership.of(target, "a replica")
        try:
            with closing(self.connect()) as connection:
                check_same(connection)
        except (BadInput, sqlite3.Error) as error:
            self.ownership.give_up()
            raise BadInput(f"{target} cannot be a replica: {error}") from None
        self.is_over = threading.Event()
        self.complained = -LOG_SECONDS
        self.fresh = time.monotonic()  # when it last had everything
        self.thread = threading.Thread(target=self.follow, name="replica", daemon=True)

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.target, isolation_level=None, timeout=self.timeout, uri=True)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        lay_out(connection)
        connection.execute("ATTACH ? AS live", (self.source.resolve().as_uri() + "?mode=ro",))
        return connection

    def start(self) -> None:
        self.thread.start()

    def follow(self) -> None:
        while not self.is_over.wait(self.every):
            self.catch_up()
        self.catch_up()

    def catch_up(self) -> None:
        """Everything there is now. What goes wrong is said once a minute, and tried again."""
        began = time.monotonic()
        try:
            with closing(self.connect()) as connection:
                while copied(connection):
                    pass
            self.fresh = began
        except (BadInput, sqlite3.Error) as error:
            if time.monotonic() - self.complained >= LOG_SECONDS:
                self.complained = time.monotonic()
                log.error("replica_behind", error=type(error).__name__, seconds=round(time.monotonic() - self.fresh))
        REPLICA_AGE.set(self.age())

    def age(self) -> float:
        """Seconds since it last had everything."""
        return time.monotonic() - self.fresh

    def stop(self) -> None:
        self.is_over.set()
        if self.thread.is_alive():
            self.thread.join(timeout=30)
        self.ownership.give_up()


def check_same(connection: sqlite3.Connection) -> None:
    """Refuse to follow a database whose past is another."""
    query = "SELECT table_id, version, body FROM {}.events WHERE number = (SELECT max(number) FROM main.events)"
    mine = connection.execute(query.format("main")).fetchone()
    theirs = connection.execute(query.format("live")).fetchone()
    is_forgotten = theirs is not None and theirs[2] == b"" and mine is not None and mine[:2] == theirs[:2]
    if mine is not None and mine != theirs and not is_forgotten:
        raise BadInput("it holds other games; name a new file, or remove this one")


def copied(connection: sqlite3.Connection) -> bool:
    """One batch, whole or not at all; whether there may be more."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM main.events").fetchone()
        (line,) = connection.execute("SELECT coalesce(max(line), 0) FROM main.chats").fetchone()
        fresh = "FROM live.events WHERE number > ? ORDER BY number LIMIT ?"
        connection.execute(
            f"INSERT OR REPLACE INTO main.tables SELECT * FROM live.tables WHERE id IN (SELECT table_id {fresh})",  # noqa: S608
            (last, BATCH),
        )
        events = connection.execute(f"INSERT INTO main.events SELECT * {fresh}", (last, BATCH)).rowcount
        more = "INSERT INTO main.chats SELECT * FROM live.chats WHERE line > ? ORDER BY line LIMIT ?"
        chats = connection.execute(more, (line, BATCH)).rowcount
        (paper,) = connection.execute("SELECT coalesce(max(number), 0) FROM main.papers").fetchone()
        newer = "INSERT OR REPLACE INTO main.papers SELECT * FROM live.papers WHERE number > ? ORDER BY number LIMIT ?"
        papers = connection.execute(newer, (paper, BATCH)).rowcount
        put_away = f"SELECT about FROM main.papers WHERE kind = '{RETIRED}' AND number > ?"  # noqa: S608
        connection.execute(
            f"INSERT OR REPLACE INTO main.tables SELECT * FROM live.tables WHERE id IN ({put_away})",  # noqa: S608
            (paper,),
        )
        (line_of_audit,) = connection.execute("SELECT coalesce(max(number), 0) FROM main.audit").fetchone()
        lines = "INSERT INTO main.audit SELECT * FROM live.audit WHERE number > ? ORDER BY number LIMIT ?"
        audit = connection.execute(lines, (line_of_audit, BATCH)).rowcount
        gone = "SELECT about FROM main.papers WHERE kind = ? AND number > ?"
        for order in FORGET:
            connection.execute(order.format("main", gone), (FORGOTTEN, paper))
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return BATCH in (events, chats, papers, audit)
