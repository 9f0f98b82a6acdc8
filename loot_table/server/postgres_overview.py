"""What an operator asks of a store, in PostgreSQL."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import sqlalchemy as sql

from loot_table.server.overview import RETIRED, Audited, Listed

# Lines are appended: whoever uses the database cannot change or take away one by mistake.
ONLY_GROWS = (
    """CREATE OR REPLACE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit log only grows'; END $$""",
    "DROP TRIGGER IF EXISTS audit_only_grows ON audit",
    """CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION audit_only_grows()""",
)
LINE = """
INSERT INTO audit (at, who, origin, act, about, said) VALUES (:at, :who, :origin, :act, :about, :said)
"""
LINES = """
SELECT number, at, who, origin, act, about, said FROM audit
WHERE CAST(:before AS bigint) IS NULL OR number < :before ORDER BY number DESC LIMIT :most
"""
LISTED = """
SELECT id, phase, is_public, made, touched,
       (SELECT coalesce(max(version), 0) FROM events WHERE table_id = tables.id),
       (SELECT body FROM events WHERE table_id = tables.id AND version = 1)
FROM tables WHERE phase = ANY(:phases) ORDER BY touched DESC, number DESC LIMIT :most OFFSET :skip
"""


class PostgresOverview(ABC):
    @abstractmethod
    async def do(self, work: Callable[[sql.Connection], Any]) -> Any: ...

    async def ask(self, query: str, **words: Any) -> list[Any]:
        return list(await self.do(lambda connection: connection.execute(sql.text(query), words).all()))

    async def order(self, order: str, **words: Any) -> None:
        await self.do(lambda connection: connection.execute(sql.text(order), words).rowcount)

    async def audit(self, line: Audited) -> None:
        words = {"at": line.at, "who": line.who, "origin": line.origin, "act": line.act}
        await self.order(LINE, **words, about=line.about, said=line.said)

    async def audited(self, most: int, before: int | None = None) -> list[Audited]:
        return [Audited(*row) for row in await self.ask(LINES, most=most, before=before)]

    async def counts(self) -> dict[str, int]:
        return {str(phase): many for phase, many in await self.ask("SELECT phase, count(*) FROM tables GROUP BY phase")}

    async def listed(self, phases: tuple[str, ...], most: int, skip: int = 0) -> list[Listed]:
        rows = await self.ask(LISTED, phases=list(phases), most=most, skip=skip)
        return [
            Listed(id, phase, is_public, made, touched, versions, b"" if body is None else bytes(body))
            for id, phase, is_public, made, touched, versions, body in rows
        ]

    async def touched(self, table: str) -> int:
        query = "SELECT coalesce(max(touched), 0) FROM tables WHERE id = :table"
        return int((await self.ask(query, table=table))[0][0])

    async def ids(self) -> list[str]:
        return [str(id) for (id,) in await self.ask("SELECT id FROM tables")]

    async def retire(self, table: str) -> None:
        order = "UPDATE tables SET phase = :phase, is_public = false, touched = :now WHERE id = :table"
        await self.order(order, phase=RETIRED, now=int(time.time()), table=table)

    async def bring_back(self, table: str, phase: str, is_public: bool) -> None:
        order = "UPDATE tables SET phase = :phase, is_public = :is_public, touched = :now WHERE id = :table"
        await self.order(order, phase=phase, is_public=is_public, now=int(time.time()), table=table)

    async def retired(self, before: int) -> list[str]:
        query = "SELECT id FROM tables WHERE phase = :phase AND touched < :before"
        return [str(id) for (id,) in await self.ask(query, phase=RETIRED, before=before)]
