"""`loot reports`: what people have reported at tables, for whoever runs the server."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from loot_table.cli.folders import DATABASE, data_folder
from loot_table.engine.errors import BadInput
from loot_table.server.keyring.manners import Reported, close_report, read_report
from loot_table.server.papers import Paper
from loot_table.server.serve import open_store
from loot_table.server.store import read_papers


def reports(
    done: Annotated[
        str | None, typer.Option(help="Throw a report away by its id, once it was dealt with; stop the server first.")
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            envvar="LOOT_DATABASE",
            help="A file, which may be in use, or the URL of a PostgreSQL database. Your own by default.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """List what people have reported, with the chat around it."""
    where = database or str(data_folder() / DATABASE)
    if done is not None:
        asyncio.run(throw_away(where, done))
        print(f"{done} is thrown away.")
        return
    found = asyncio.run(papers_in(where))
    if not found:
        print("Nobody has reported anybody.")
    for paper in found:
        print(told(read_report(paper)), end="\n\n")


async def papers_in(where: str) -> list[Paper]:
    if not where.startswith("postgresql"):
        return read_papers(Path(where), "report")
    store = open_store(where)
    try:
        return await store.papers_of_kind("report")
    finally:
        store.close()


async def throw_away(where: str, id: str) -> None:
    if not where.startswith("postgresql") and not Path(where).is_file():
        raise BadInput(f"there is no database at {where}")
    store = open_store(where)
    try:
        paper = await store.paper(id)
        if paper is None or paper.kind != "report":
            raise BadInput(f"there is no report {id}")
        await close_report(store, paper)
    finally:
        store.close()


def told(report: Reported) -> str:
    when = datetime.fromtimestamp(report.at).isoformat(" ", "minutes")
    head = [
        f"{report.id}  {when}",
        f"  {report.by} reports {report.name} (seat {report.seat + 1}) for {report.reason}, at {report.game} {report.code}",
    ]
    head += [f"  “{report.text}”"] if report.text else []
    return "\n".join(
        [*head, *[f"  {'>' if line.is_reported else ' '} {line.name}: {line.text}" for line in report.lines]]
    )
