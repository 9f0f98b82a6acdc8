"""Papers in SQLite."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any

from loot_table.server.papers import Paper

# A paper that is written again gets a higher number, so that a replica knows where to go on.
PAPERS = """
CREATE TABLE papers (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, owner TEXT NOT NULL,
    about TEXT NOT NULL, body BLOB NOT NULL, touched INTEGER NOT NULL
);
CREATE INDEX papers_by_owner ON papers (owner, kind);
CREATE INDEX papers_by_subject ON papers (about, kind);
"""
COLUMNS = "id, kind, owner, about, body, touched"
MOST_NAMED = 500  # of which one query asks


def put(connection: sqlite3.Connection, papers: Sequence[Paper]) -> None:
    order = f"INSERT OR REPLACE INTO papers ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608
    connection.executemany(order, [astuple(paper) for paper in papers])


class SqlitePapers(ABC):
    @abstractmethod
    async def do(self, work: Callable[[sqlite3.Connection], Any]) -> Any: ...

    async def put_paper(self, *papers: Paper) -> None:
        await self.do(lambda c: put(c, papers))

    async def paper(self, id: str) -> Paper | None:
        found = await self.found("id = ?", id)
        return found[0] if found else None

    async def papers_named(self, ids: Sequence[str]) -> list[Paper]:
        found: list[Paper] = []
        for first in range(0, len(ids), MOST_NAMED):
            some = ids[first : first + MOST_NAMED]
            found += await self.found(f"id IN ({', '.join('?' * len(some))})", *some)
        return found

    async def papers_of_kind(self, kind: str) -> list[Paper]:
        return await self.found("kind = ?", kind)

    async def papers_of(self, owner: str, kind: str) -> list[Paper]:
        return await self.found("owner = ? AND kind = ?", owner, kind)

    async def papers_about(self, about: str, kind: str) -> list[Paper]:
        return await self.found("about = ? AND kind = ?", about, kind)

    async def found(self, where: str, *given: str) -> list[Paper]:
        query = f"SELECT {COLUMNS} FROM papers WHERE {where} AND body != x'' ORDER BY number"  # noqa: S608
        rows = await self.do(lambda c: c.execute(query, given).fetchall())
        return [Paper(*row) for row in rows if isinstance(row[4], bytes)]
