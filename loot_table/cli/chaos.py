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
from loot_table.proofs.several.report import WANTED_SECONDS, SeveralReport


def chaos(
    kills: Annotated[int, typer.Option(help="How often the server is killed.", min=1, max=100_000)] = 200,
    tables: Annotated[int, typer.Option(help="Tables that are played on all the time.", min=1, max=200)] = 6,
    nodes: Annotated[
        int,
        typer.Option(
            help="So many servers on a PostgreSQL database of their own, its programs installed here. Each kill is that of a "
            "node or of connections to the database, or a node is kept from it for a while.",
            min=1,
            max=16,
        ),
    ] = 1,
    seed: Annotated[
        int | None, typer.Option(help="Makes the moments of the kills repeatable, as far as time is.")
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Kill -9 a server of its own under play; every acknowledgement must be in the log, once."""
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory() as folder:
        chosen = secrets.randbits(32) if seed is None else seed
        if nodes > 1:
            from loot_table.proofs.several import scene  # noqa: PLC0415 (its drivers are an extra)

            report: Report = asyncio.run(scene.run(nodes, kills, tables, chosen, Path(folder), console.print))
        else:
            report = asyncio.run(run(kills, tables, chosen, Path(folder), console.print))
    for line in told_of_several(report) + told(report)[1:] if isinstance(report, SeveralReport) else told(report):
        console.print(line)
    write_json(json_file, report.to_json())
    if not report.is_clean:
        raise typer.Exit(1)


def told_of_several(report: SeveralReport) -> list[str]:
    r = report
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(r.troubles.items()))
    return [
        f"{r.nodes} nodes in {r.seconds:.0f} s, {r.tables} tables, {r.finished} games finished: {kinds}.",
        f"A table that was played at answered again within {r.wait(0.5):.1f} s (median), {r.wait(0.95):.1f} s (95 %), "
        f"{r.slowest_answer:.1f} s at most; {WANTED_SECONDS:.0f} s are wanted. {r.put_off} answers put a command off.",
    ]


def told(report: Report) -> list[str]:
    r = report
    return [
        f"{r.kills} kills (kill -9) in {r.seconds:.0f} s, {r.tables} tables, {r.finished} games finished.",
        f"{r.commands} commands, {r.acknowledged} acknowledged; {r.resent} sent again after an outage, {r.repeated} "
        "answered as repeats.",
        f"{r.in_flight} commands were under way at a kill; {r.written_in_flight} of them had been written.",
        f"{r.frames} frames compared with the log: {r.different} different."
        + (f" Slowest return of all clients: {r.slowest_back:.2f} s." if r.slowest_back else ""),
        f"Lost: {r.lost}. Doubled: {r.doubled}. In the log against what was said: {r.untrue}. "
        f"Clients not at the end of the log: {r.not_back}.",
        *r.complaints[:20],
        "Nothing was lost or doubled, and every client converged." if r.is_clean else "The server broke its word.",
    ]
