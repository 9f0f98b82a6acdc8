"""What an operator asks of a store, in SQLite."""

from __future__ import annotations

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from loot_table.server.overview import RETIRED, Audited, Listed

# Lines are appended: whoever holds the database open cannot change or take away one by mistake.
AUDIT = """
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, who TEXT NOT NULL, origin TEXT NOT NULL,
    act TEXT NOT NULL, about TEXT NOT NULL, said TEXT NOT NULL
);
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE TRIGGER audit_is_not_cut BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
"""
LINE = "INSERT INTO audit (at, who, origin, act, about, said) VALUES (?, ?, ?, ?, ?, ?)"
LINES = (
    "SELECT number, at, who, origin, act, about, said FROM audit WHERE number < coalesce(?, number + 1) "
    "ORDER BY number DESC LIMIT ?"
)
LISTED = """
SELECT id, phase, is_public, made, touched,
       (SELECT coalesce(max(version), 0) FROM events WHERE table_id = tables.id),
       coalesce((SELECT body FROM events WHERE table_id = tables.id AND version = 1), x'')
FROM tables WHERE phase IN ({}) ORDER BY touched DESC, tables.rowid DESC LIMIT ? OFFSET ?
"""


def values_of(line: Audited) -> tuple[Any, ...]:
    return (line.at, line.who, line.origin, line.act, line.about, line.said)


class SqliteOverview(ABC):
    @abstractmethod
    async def do(self, work: Callable[[sqlite3.Connection], Any]) -> Any: ...

    async def audit(self, line: Audited) -> None:
        await self.do(lambda c: c.execute(LINE, values_of(line)).rowcount)

    async def audited(self, most: int, before: int | None = None) -> list[Audited]:
        return [Audited(*row) for row in await self.do(lambda c: c.execute(LINES, (before, most)).fetchall())]

    async def counts(self) -> dict[str, int]:
        query = "SELECT phase, count(*) FROM tables GROUP BY phase"
        return dict(await self.do(lambda c: c.execute(query).fetchall()))

    async def listed(self, phases: tuple[str, ...], most: int, skip: int = 0) -> list[Listed]:
        query = LISTED.format(", ".join("?" * len(phases)))
        rows = await self.do(lambda c: c.execute(query, (*phases, most, skip)).fetchall())
        return [
            Listed(id, phase, bool(is_public), made, touched, versions, body if isinstance(body, bytes) else b"")
            for id, phase, is_public, made, touched, versions, body in rows
        ]

    async def touched(self, table: str) -> int:
        query = "SELECT coalesce(max(touched), 0) FROM tables WHERE id = ?"
        return int(await self.do(lambda c: c.execute(query, (table,)).fetchone()[0]))

    async def ids(self) -> list[str]:
        return [str(id) for (id,) in await self.do(lambda c: c.execute("SELECT id FROM tables").fetchall())]

    async def retire(self, table: str) -> None:
        order = "UPDATE tables SET phase = ?, is_public = 0, touched = ? WHERE id = ?"
        await self.do(lambda c: c.execute(order, (RETIRED, int(time.time()), table)).rowcount)

    async def bring_back(self, table: str, phase: str, is_public: bool) -> None:
        order = "UPDATE tables SET phase = ?, is_public = ?, touched = ? WHERE id = ?"
        await self.do(lambda c: c.execute(order, (phase, is_public, int(time.time()), table)).rowcount)

    async def retired(self, before: int) -> list[str]:
        query = "SELECT id FROM tables WHERE phase = ? AND touched < ?"
        return [str(id) for (id,) in await self.do(lambda c: c.execute(query, (RETIRED, before)).fetchall())]
