"""A store that forgets everything when it is closed: for measurements and proofs, never for people."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from loot_table.server.happenings import SCHEMA
from loot_table.server.overview import RETIRED, Audited, Listed
from loot_table.server.papers import Paper
from loot_table.server.store import Append, Conflict, Kept, TableRow


class MemoryStore:
    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.log: dict[str, list[Kept]] = {}
        self.said: dict[str, list[tuple[bytes, str]]] = {}
        self.papers: dict[str, Paper] = {}
        self.dates: dict[str, tuple[int, int]] = {}  # when a table was made and last touched
        self.lines: list[Audited] = []

    async def append(self, change: Append) -> None:
        log = self.log.setdefault(change.row.table, [])
        if change.version != len(log) + 1:
            raise Conflict("that version is in the log already")
        if change.command is not None and any(kept.command == change.command for kept in log):
            raise Conflict("that command is in the log already")
        log.append(Kept(change.version, SCHEMA, change.body, change.command))
        self.rows[change.row.table] = change.row
        now = int(time.time())
        self.dates[change.row.table] = (self.dates.get(change.row.table, (now, now))[0], now)
        await self.put_paper(*change.papers)

    async def chat(self, table: str, number: int, body: bytes, command: str) -> None:
        said = self.said.setdefault(table, [])
        if number != len(said) + 1 or any(other == command for _, other in said):
            raise Conflict("that was said already")
        said.append((body, command))

    async def events(self, table: str) -> list[Kept]:
        return list(self.log.get(table, []))

    async def chats(self, table: str, most: int) -> list[bytes]:
        return [body for body, _ in self.said.get(table, [])][-most:]

    async def chat_total(self, table: str) -> int:
        return len(self.said.get(table, []))

    async def row(self, table: str) -> TableRow | None:
        return self.rows.get(table)

    async def find_code(self, code: str) -> str | None:
        found = [row.table for row in self.rows.values() if row.code == code and row.phase not in ("over", RETIRED)]
        return found[-1] if found else None

    async def unfinished(self, since: int) -> list[TableRow]:
        return [row for row in self.rows.values() if row.phase not in ("over", RETIRED)]

    async def finished(self) -> list[str]:
        return [row.table for row in self.rows.values() if row.phase == "over"]

    async def put_paper(self, *papers: Paper) -> None:
        for paper in papers:
            self.papers.pop(paper.id, None)
            if paper.body:
                self.papers[paper.id] = paper

    async def paper(self, id: str) -> Paper | None:
        return self.papers.get(id)

    async def papers_named(self, ids: Sequence[str]) -> list[Paper]:
        return [self.papers[id] for id in ids if id in self.papers]

    async def papers_of_kind(self, kind: str) -> list[Paper]:
        return [paper for paper in self.papers.values() if paper.kind == kind]

    async def papers_of(self, owner: str, kind: str) -> list[Paper]:
        return [paper for paper in self.papers.values() if (paper.owner, paper.kind) == (owner, kind)]

    async def papers_about(self, about: str, kind: str) -> list[Paper]:
        return [paper for paper in self.papers.values() if (paper.about, paper.kind) == (about, kind)]

    async def forget(self, table: str) -> None:
        for kept in (self.rows, self.log, self.said):
            kept.pop(table, None)

    # ---- what an operator asks

    async def audit(self, line: Audited) -> None:
        self.lines.append(replace(line, number=len(self.lines) + 1))

    async def audited(self, most: int, before: int | None = None) -> list[Audited]:
        return [line for line in reversed(self.lines) if before is None or line.number < before][:most]

    async def counts(self) -> dict[str, int]:
        return dict(Counter(row.phase for row in self.rows.values()))

    async def listed(self, phases: tuple[str, ...], most: int, skip: int = 0) -> list[Listed]:
        rows = [row for row in reversed(self.rows.values()) if row.phase in phases]
        rows.sort(key=lambda row: -self.dates[row.table][1])
        return [
            Listed(
                row.table,
                row.phase,
                row.is_public,
                *self.dates[row.table],
                len(self.log[row.table]),
                self.log[row.table][0].body,
            )
            for row in rows[skip : skip + most]
        ]

    async def touched(self, table: str) -> int:
        return self.dates.get(table, (0, 0))[1]

    async def ids(self) -> list[str]:
        return list(self.rows)

    async def retire(self, table: str) -> None:
        await self.bring_back(table, RETIRED, False)

    async def bring_back(self, table: str, phase: str, is_public: bool) -> None:
        self.rows[table] = replace(self.rows[table], phase=phase, is_public=is_public)
        self.dates[table] = (self.dates[table][0], int(time.time()))

    async def retired(self, before: int) -> list[str]:
        return [id for id, row in self.rows.items() if row.phase == RETIRED and self.dates[id][1] < before]

    async def try_write(self) -> None:
        pass

    def close(self) -> None:
        pass
