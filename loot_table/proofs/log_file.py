"""A server's database, opened by its file: a witness does not ask the store that it checks."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any


def ask(path: Path, query: str, *words: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query, words).fetchall()


@dataclass(frozen=True)
class LogFile:
    path: Path

    def entries(self, table: str) -> list[tuple[int, int, bytes, str | None]]:
        """Of a table, in order: version, schema, body, and whose command it answers."""
        query = "SELECT version, schema, body, command FROM events WHERE table_id = ? ORDER BY version"
        found = ask(self.path, query, table)
        return [(version, schema, bytes(body), command) for version, schema, body, command in found]

    def lines(self, table: str) -> list[bytes]:
        return [bytes(body) for (body,) in ask(self.path, "SELECT body FROM chats WHERE table_id = ?", table)]


def tables_in(path: Path) -> int:
    return int(ask(path, "SELECT COUNT(DISTINCT table_id) FROM events")[0][0])


def last_number(path: Path) -> int:
    return int(ask(path, "SELECT coalesce(max(number), 0) FROM events")[0][0])


def digest(path: Path, most: int) -> str:
    """Of the first entries, so many."""
    found = hashlib.sha256()
    with closing(sqlite3.connect(path)) as database:
        query = "SELECT table_id, version, schema, body FROM events WHERE number <= ? ORDER BY number"
        for row in database.execute(query, (most,)):
            found.update(repr(row).encode())
    return found.hexdigest()


def fill(path: Path, tables: Iterable[tuple[Any, ...]], events: Iterable[tuple[Any, ...]]) -> None:
    """Rows and entries, quickly: nothing is at stake yet."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        database.executemany("INSERT INTO tables (id, code, phase, is_public, touched) VALUES (?, ?, ?, ?, ?)", tables)
        database.executemany("INSERT INTO events (table_id, version, schema, body) VALUES (?, ?, ?, ?)", events)
        database.execute("COMMIT")
