"""`loot chaos`: kill the server again and again, and compare what it said with what it kept."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from loot_table.cli.files import JsonFile, write_json
from loot_table.proofs.chaos import Report, run


def chaos(
    kills: Annotated[int, typer.Option(help="How often the server is killed.", min=1, max=100_000)] = 200,
    tables: Annotated[int, typer.Option(help="Tables that are played on all the time.", min=1, max=200)] = 6,
    seed: Annotated[
        int | None, typer.Option(help="Makes the moments of the kills repeatable, as far as time is.")
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Kill -9 a server of its own under play; every acknowledgement must be in the log, once."""
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory() as folder:
        chosen = secrets.randbits(32) if seed is None else seed
        report = asyncio.run(run(kills, tables, chosen, Path(folder), console.print))
    for line in told(report):
        console.print(line)
    write_json(json_file, report.to_json())
    if not report.is_clean:
        raise typer.Exit(1)


def told(report: Report) -> list[str]:
    r = report
    return [
        f"{r.kills} kills (kill -9) in {r.seconds:.0f} s, {r.tables} tables, {r.finished} games finished.",
        f"{r.commands} commands, {r.acknowledged} acknowledged; {r.resent} sent again after an outage, {r.repeated} "
        "answered as repeats.",
        f"{r.in_flight} commands were under way at a kill; {r.written_in_flight} of them had been written.",
        f"{r.frames} frames compared with the log: {r.different} different. Slowest return of all clients: "
        f"{r.slowest_back:.2f} s.",
        f"Lost: {r.lost}. Doubled: {r.doubled}. In the log against what was said: {r.untrue}. "
        f"Clients not at the end of the log: {r.not_back}.",
        *r.complaints[:20],
        "Nothing was lost or doubled, and every client converged." if r.is_clean else "The server broke its word.",
    ]
