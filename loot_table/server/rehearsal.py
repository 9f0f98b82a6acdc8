"""What this release makes of a database: every table's log is replayed, and what comes out is compared with what was kept."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from loot_table.engine.errors import BadInput
from loot_table.server.backups import backup, layout_of
from loot_table.server.happenings import SCHEMA
from loot_table.server.keyring.outcomes import Outcome
from loot_table.server.overview import RETIRED
from loot_table.server.seats import opaque
from loot_table.server.store import LAYOUT, Kept, SqliteStore, Store, TableRow
from loot_table.server.table import LiveTable, folded


def nobody_looks(done: int, of: int) -> None:
    return


@dataclass
class Findings:
    """Counts, and in a sentence each what this release cannot read or makes something else of."""

    tables: int = 0
    entries: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    older: Counter[int] = field(default_factory=Counter)  # entries that older releases wrote, by their schema
    unreadable: list[str] = field(default_factory=list)
    otherwise: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def is_good(self) -> bool:
        return not self.unreadable and not self.otherwise


@dataclass(frozen=True)
class Rehearsal:
    layout: int  # of the database as it lies there
    findings: Findings


async def replay_all(store: Store, shown: Callable[[int, int], None] = nobody_looks) -> Findings:
    """Every table of a database. A set-aside table is named as the logs name it."""
    found, began = Findings(), time.perf_counter()
    ids = await store.ids()
    outcomes = {paper.about: paper for paper in await store.papers_of_kind("outcome")}
    for number, id in enumerate(ids, 1):
        log, row = await store.events(id), await store.row(id)
        if row is not None and log:
            table = folded(id, log)
            paper = outcomes.get(id)
            compare(found, table, row, log, None if paper is None else paper.body)
        shown(number, len(ids))
    found.seconds = time.perf_counter() - began
    return found


def compare(found: Findings, table: LiveTable, row: TableRow, log: list[Kept], outcome: bytes | None) -> None:
    name = f"{opaque(table.id)} ({table.game.slug if table.game is not None else 'no game'})"
    found.tables += 1
    found.entries += len(log)
    found.phases[row.phase] += 1
    found.older.update(kept.schema for kept in log if kept.schema < SCHEMA)
    if table.aside:
        found.unreadable.append(f"{name} would be set aside: {table.aside}.")
        return
    if row.phase not in (RETIRED, table.phase):
        found.otherwise.append(f"{name} was {row.phase} and would be {table.phase}.")
    if outcome is None:
        return
    try:
        kept = msgspec.json.decode(outcome, type=Outcome)
    except msgspec.MsgspecError:
        found.otherwise.append(f"{name}: how it ended cannot be read in the library.")
        return
    result = None if table.match is None else table.match.result()
    if result is not None and [float(share) for share in result["standings"]] != kept.standings:
        found.otherwise.append(f"{name} ended with {kept.standings} and would end with {result['standings']}.")


async def rehearse(
    database: Path, folder: Path | None = None, shown: Callable[[int, int], None] = nobody_looks
) -> Rehearsal:
    """On a copy, which is thrown away; the database may be in use meanwhile, and nothing in it is changed."""
    if not database.is_file():
        raise BadInput(f"there is no database at {database}")
    layout = layout_of(database)
    if layout is None:
        raise BadInput(f"{database} holds no tables of Loot Table")
    if layout > LAYOUT:
        raise BadInput(f"a newer release has laid {database} out ({layout}; this one knows {LAYOUT})")
    with tempfile.TemporaryDirectory(prefix="loot-rehearsal-", dir=folder) as scratch:
        copy = Path(scratch) / "loot.db"
        backup(database, copy)
        store = SqliteStore(copy, keeps_old=False)
        try:
            return Rehearsal(layout, await replay_all(store, shown))
        finally:
            store.close()
