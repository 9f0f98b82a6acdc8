"""`loot siege`: one hostile visitor does all it can, and honest tables must not notice; or a class comes at once."""

from __future__ import annotations

import asyncio
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table.cli.files import JsonFile, write_json
from loot_table.engine.errors import BadInput
from loot_table.proofs.siege import crowd, scene
from loot_table.proofs.siege.figures import Siege, Waits
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks import all_tricks


class Scene(StrEnum):
    VISITOR = "visitor"
    CLASS = "class"


def siege(
    seconds: Annotated[
        float, typer.Option(help="How long is measured, before and under siege.", min=1, max=600)
    ] = 15.0,
    tricks: Annotated[str | None, typer.Option(help="Only these tricks, separated by commas.")] = None,
    shown: Annotated[
        Scene, typer.Option("--scene", help="A hostile visitor, or a class of honest people behind one address.")
    ] = Scene.VISITOR,
    list_tricks: Annotated[bool, typer.Option("--list", help="Say which tricks there are.")] = False,
    json_file: JsonFile = None,
) -> None:
    """Besiege a server of its own, on this machine only; honest tables must not be disturbed."""
    console = Console(highlight=False)
    if list_tricks:
        for trick in all_tricks().values():
            console.print(f"{trick.name}: {trick.about}")
        return
    if tricks is not None and shown is Scene.CLASS:
        raise BadInput("a class of honest people knows no tricks: --tricks goes with --scene visitor")
    names = chosen(tricks)
    with tempfile.TemporaryDirectory() as folder:
        if shown is Scene.CLASS:
            come = asyncio.run(crowd.run(seconds, Path(folder), console.print))
            tell_crowd(console, come)
            finish(come.to_json(), json_file)
        else:
            report = asyncio.run(scene.run(seconds, names, Path(folder), console.print))
            tell_siege(console, report)
            finish(report.to_json(), json_file)


def finish(told: dict[str, Any], json_file: Path | None) -> None:
    write_json(json_file, told)
    if not told["is_kept"]:
        raise typer.Exit(1)


def chosen(tricks: str | None) -> list[str]:
    known = list(all_tricks())
    names = known if tricks is None else [name.strip() for name in tricks.split(",") if name.strip()]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise BadInput(f'no trick is called "{"".join(unknown[:1])}"; there are {", ".join(known)}')
    return names


# ---------------------------------------------------------------- a hostile visitor


def tell_siege(console: Console, report: Siege) -> None:
    console.print(tallies_table("What the attacker sent, and what it was answered", report.tricks))
    console.print(waits_table(report))
    for line in told(report):
        console.print(line)


def waits_table(report: Siege) -> Table:
    table = Table("milliseconds", title="What honest people waited", title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("p50", "p95", "p99", "most", "count"):
        table.add_column(heading, justify="right")
    for name, phase in (("attacker at a closed port", report.baseline), ("under siege", report.siege)):
        table.add_row(f"a move's answer, {name}", *in_columns(phase.moves))
    for name, phase in (("attacker at a closed port", report.baseline), ("under siege", report.siege)):
        table.add_row(f"a bot's move, {name}", *in_columns(phase.bots))
    return table


def in_columns(waits: Waits) -> list[str]:
    shares = (waits.p50, waits.p95, waits.p99, waits.most)
    return [*["-" if share is None else f"{share:.1f}" for share in shares], str(waits.count)]


def told(report: Siege) -> list[str]:
    where = (
        "Server and everybody else were not kept on cores of their own: this system does not let us, or has one core."
    )
    if report.cores is not None:
        where = f"Server on core {report.cores[0]}, attacker and honest people on core {report.cores[1]}."
    address = "The attacker had an address of its own."
    if report.address is None:
        address = "The attacker had the address of honest people: this system has but one, and budgets met both."
    memory = [
        f"{when} {amount(memory['now'])} (peak {amount(memory['peak'])})"
        for when, memory in (("before", report.memory_before), ("after", report.memory_after))
        if memory
    ]
    return [
        f"{where} {address}",
        f"Memory of the server: {', '.join(memory)}. The attacker made {report.tables_made} tables; the server logged "
        f"{report.server_errors} errors.",
        *(["Bots at honest tables took more than twice their time."] if report.are_bots_late else []),
        *[f"{fault[0].upper()}{fault[1:]}." for fault in report.faults()],
        f"Honest tables were disturbed: a p95 of up to {report.bound:.1f} ms is fine."
        if report.faults()
        else f"Honest tables were left in peace: p95 {report.siege.moves.p95:.1f} ms of {report.bound:.1f} ms.",
    ]


def amount(megabytes: float | None) -> str:
    return "unknown" if megabytes is None else f"{megabytes:.0f} MB"


# ---------------------------------------------------------------- a class


def tell_crowd(console: Console, report: crowd.Crowd) -> None:
    console.print(tallies_table("What a class asked for, and what it was given", report.steps))
    moves = report.moves
    if moves.p95 is not None:
        console.print(f"{report.playing} of {report.people} people made {moves.count} moves: p95 {moves.p95:.1f} ms.")
    for fault in report.faults():
        console.print(f"{fault[0].upper()}{fault[1:]}.")
    refused = sum(report.refused.values())
    console.print(f"{refused} refused." if report.faults() else "Nobody was refused anything.")


def tallies_table(title: str, tallies: dict[str, Tally]) -> Table:
    table = Table("", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("sent", "accepted", "refused", "closed", "no\nconnection", "no\nanswer"):
        table.add_column(heading, justify="right")
    table.add_column("by what it was refused or closed")
    for name, tally in tallies.items():
        counts = (tally.sent, tally.accepted, tally.refused, tally.shut, tally.unreachable, tally.unanswered)
        table.add_row(name, *[f"{count:,}" if count else "-" for count in counts], by_what(tally))
    return table


def by_what(tally: Tally) -> str:
    codes = {kind: count for kind, count in tally.answers.most_common() if kind.startswith("closed ")}
    return ", ".join(f"{kind}: {count:,}" for kind, count in {**tally.refusals, **codes}.items())
