"""`loot upgrade`: brings a database up to date, or tries on a copy what would come of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from loot_table.cli.folders import DATABASE, data_folder
from loot_table.engine.errors import BadInput
from loot_table.games import bring
from loot_table.server.backups import layout_of
from loot_table.server.happenings import SCHEMA
from loot_table.server.rehearsal import Findings, Rehearsal, rehearse, replay_all
from loot_table.server.serve import open_store
from loot_table.server.store import LAYOUT

MOST_TOLD = 50


def upgrade(
    is_rehearsal: Annotated[
        bool, typer.Option("--rehearse", help="On a copy that is thrown away; the database may be in use.")
    ] = False,
    database: Annotated[
        str,
        typer.Option(
            envvar="LOOT_DATABASE",
            help="A file, or the URL of a PostgreSQL database, whose servers are stopped. Your own by default.",
            show_default=False,
        ),
    ] = "",
    folder: Annotated[
        Path | None, typer.Option(help="Where the copy lies meanwhile; the system's folder for such by default.")
    ] = None,
    game: Annotated[
        list[Path] | None, typer.Option(help="A game from a file or a folder besides those that are here.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Bring a database up to date with this release, and replay every game in it: what cannot be read, or ends otherwise, is
    named. A copy of how it was is kept beside it. Ends with 1 if anything is not as it was."""
    for path in game or []:
        bring(path)
    where = database or str(data_folder() / DATABASE)
    is_file = not where.startswith("postgresql")
    if is_rehearsal and not is_file:
        raise BadInput(
            "a PostgreSQL database is rehearsed on a copy of yours: pg_dump it into another one, then run loot upgrade on that"
        )
    if is_file and not Path(where).is_file():
        raise BadInput(f"there is no database at {where}")
    with Progress(transient=True, console=Console(stderr=True), disable=as_json) as bar:
        task = bar.add_task("Replaying", total=None)

        def shown(done: int, all: int) -> None:
            bar.update(task, completed=done, total=all)

        if is_rehearsal:
            found = asyncio.run(rehearse(Path(where), folder, shown))
        else:
            found = asyncio.run(brought_up_to_date(where, layout_of(Path(where)) if is_file else None, shown))
    tell(found, where, is_rehearsal, as_json)
    if not found.findings.is_good:
        raise typer.Exit(1)


async def brought_up_to_date(where: str, layout: int | None, shown: Callable[[int, int], None]) -> Rehearsal:
    store = open_store(where)
    try:
        return Rehearsal(LAYOUT if layout is None else layout, await replay_all(store, shown))
    finally:
        store.close()


def tell(found: Rehearsal, where: str, is_rehearsal: bool, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"layout": found.layout, "newest_layout": LAYOUT, **vars(found.findings)}))
        return
    for line in told(found, where, is_rehearsal):
        print(line)


def told(found: Rehearsal, where: str, is_rehearsal: bool) -> list[str]:
    findings, would = found.findings, "would be" if is_rehearsal else "was"
    says = [f"{findings.tables} tables with {findings.entries} entries were replayed in {findings.seconds:.1f} s."]
    if found.layout < LAYOUT:
        says.append(f"The database {would} laid out anew: {found.layout} becomes {LAYOUT}.")
        if not is_rehearsal:
            says.append(f"How it was is kept: loot restore {where}.before-layout-{LAYOUT} --database {where}")
    if findings.older:
        many = ", ".join(f"{count} of schema {schema}" for schema, count in sorted(findings.older.items()))
        says.append(
            f"Entries of older releases are read as they are and not rewritten: {many}; new ones have {SCHEMA}."
        )
    says += shortened(findings)
    if findings.is_good:
        says.append("Every table is as it was.")
    if is_rehearsal:
        says.append(f"Nothing in {where} was changed.")
    return says


def shortened(findings: Findings) -> list[str]:
    troubles = [*findings.unreadable, *findings.otherwise]
    left = len(troubles) - MOST_TOLD
    return [*troubles[:MOST_TOLD], *([f"And {left} more; --json names them all."] if left > 0 else [])]
