"""`loot bench server`, `politeness` and `recovery`: what those who play wait for."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table.bench import beside_lab, idle, serving
from loot_table.cli.bench.shared import bench
from loot_table.cli.files import JsonFile, write_json
from loot_table.proofs import recovery as coming_back

SERVING = (
    "Load generator and server share this machine. Ours writes every move to disk, synced, before it acknowledges it, and "
    "sends each of four seats its own view of a game with hidden cards; boardgame.io keeps tic-tac-toe in memory."
)


@bench.command()
def server(
    tables: Annotated[int, typer.Option(help="Tables with four sockets each.", min=1, max=2000)] = 250,
    seconds: Annotated[float, typer.Option(help="How long is measured in a round.", min=1, max=3600)] = 15.0,
    rounds: Annotated[int, typer.Option(help="Ours and the peer in turn, so often; medians count.", min=1, max=50)] = 3,
    peer: Annotated[bool, typer.Option("--peer/--no-peer", help="Also measure boardgame.io, from npm.")] = True,
    cache: Annotated[Path, typer.Option(help="Where boardgame.io is installed.")] = Path("build/bench-server"),
    nodes: Annotated[
        int,
        typer.Option(help="Measure one, two, … so many servers on a PostgreSQL database of their own.", min=1, max=16),
    ] = 1,
    idle_tables: Annotated[
        int, typer.Option("--idle", help="Measure the memory of so many tables that nobody plays at.", min=0)
    ] = 0,
    sockets: Annotated[int, typer.Option(help="With --idle: sockets that are open and wait.", min=0)] = 0,
    json_file: JsonFile = None,
) -> None:
    """Milliseconds to the acknowledgement of a move under load: one move a second at every table."""
    console = Console(highlight=False)
    if idle_tables:
        tell_idle(console, idle.run(idle_tables, sockets), json_file)
        return
    load = serving.Load(tables, seconds)
    if nodes > 1:
        tell_several(console, load, nodes, rounds, json_file)
        return
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(serving.own(load))
        if peer:
            theirs.append(serving.peer(load, cache))
    found = {"loot_n_run": serving.middle(ours)}
    if peer:
        found[serving.PEER] = serving.middle(theirs)
    console.print(answers_table(load, found))
    console.print(SERVING)
    cores = os.cpu_count()
    told = {"tables": tables, "sockets": 4 * tables, "seconds": seconds, "cores": cores, "figures": found}
    write_json(json_file, told)


def tell_idle(console: Console, found: idle.Idle, json_file: Path | None) -> None:
    console.print(
        f"{found.tables:,} tables, each asked for once: started in {found.start_seconds:.1f} s; {found.awake:,} of them stay "
        f"in memory, {found.kilobytes_a_table:.0f} KB each; the others sleep on disk (an answer: {found.answer_ms:.1f} ms)."
    )
    console.print(f"{found.sockets:,} sockets that wait: {found.kilobytes_a_socket:.0f} KB each.")
    console.print(
        f"Memory of the server: {found.empty:.0f} MB empty, {found.woken:.0f} MB with its tables, {found.watched:.0f} MB with "
        f"all sockets, {found.most:.0f} MB at most; {idle.WANTED_MEGABYTES:.0f} MB are wanted."
    )
    write_json(json_file, found.to_json())
    if not found.is_kept:
        raise typer.Exit(1)


def tell_several(console: Console, load: serving.Load, nodes: int, rounds: int, json_file: Path | None) -> None:
    """In turn, so often, so that what else the machine does falls on all alike."""
    from loot_table.bench import several  # noqa: PLC0415 (its drivers are an extra)

    wishes = several.wishes(nodes)
    measured: dict[str, list[dict[str, Any]]] = {wish.name: [] for wish in wishes}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for wish in wishes:
                measured[wish.name].append(several.measured(wish, load, Path(folder)))
    found = {name: serving.middle(each) for name, each in measured.items()}
    console.print(answers_table(load, found, has_ratio=False))
    one, last = found[wishes[0].name], found[wishes[-2].name]
    for name, figures in found.items():
        console.print(
            f"{name}: {figures['cpu_ms_a_move']:.2f} ms of CPU a move, {figures['idle_cpu_ms_a_second']:.1f} ms a second when "
            f"nobody plays; the database {figures['database_cpu_ms_a_move']:.2f} ms a move"
        )
    growth = last["cpu_ms_a_move"] / one["cpu_ms_a_move"] - 1
    hop = found[wishes[-1].name]["cpu_ms_a_move"] - last["cpu_ms_a_move"]
    console.print(f"From one node to {nodes}: {growth:+.0%} CPU a move (wanted: at most +20 %).")
    console.print(f"A move whose four sockets come in by another node costs {hop:.2f} ms more.")
    told = {"tables": load.tables, "seconds": load.seconds, "growth": growth, "hop_ms": hop, "figures": found}
    write_json(json_file, told)


def answers_table(load: serving.Load, found: dict[str, dict[str, Any]], has_ratio: bool = True) -> Table:
    title = f"{load.tables} tables, {4 * load.tables} sockets, one move a table a second: ms to the acknowledgement"
    table = Table("", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("p50", "p95", "p99", "most", "moves", "late", "server CPU\nms a move", "load\naverage"):
        table.add_column(heading, justify="right")
    for name, figures in found.items():
        cpu = figures["cpu_ms_a_move"]
        times = [f"{figures[share]:.1f}" for share in ("p50", "p95", "p99", "most")]
        counts = [f"{figures[name]:.0f}" for name in ("moves", "late")]
        table.add_row(name, *times, *counts, "-" if cpu is None else f"{cpu:.2f}", f"{figures['load_average']:.1f}")
    if has_ratio and len(found) > 1:
        ours, theirs = found.values()
        ratios = [f"{ours[share] / theirs[share]:.2f}x" for share in ("p50", "p95", "p99", "most")]
        table.add_row("ours / theirs", *ratios)
    return table


@bench.command("politeness")
def beside_the_lab(
    tables: Annotated[int, typer.Option(help="Tables with four sockets each.", min=1, max=2000)] = 100,
    seconds: Annotated[float, typer.Option(help="How long is measured in a round.", min=1, max=3600)] = 10.0,
    rounds: Annotated[int, typer.Option(help="Without and with, in turn, so often; medians count.", min=1, max=50)] = 3,
    json_file: JsonFile = None,
) -> None:
    """Milliseconds to the acknowledgement of a move, without and with a question of the lab being answered."""
    load = serving.Load(tables, seconds)
    alone, beside = [], []
    for _ in range(rounds):
        alone.append(beside_lab.one_round(load, has_job=False))
        beside.append(beside_lab.one_round(load, has_job=True))
    found = {"with the lab at work": serving.middle(beside), "without": serving.middle(alone)}
    console = Console(highlight=False)
    console.print(answers_table(load, found))
    ratio = found["with the lab at work"]["p95"] / found["without"]["p95"]
    console.print(
        f"p95 with a question being answered is {ratio:.2f}x that without; wanted is at most {beside_lab.WANTED}x."
    )
    write_json(json_file, {"tables": tables, "seconds": seconds, "ratio": ratio, "figures": found})


@bench.command()
def recovery(
    events: Annotated[int, typer.Option(help="Entries in the database.", min=100)] = 1_000_000,
    json_file: JsonFile = None,
) -> None:
    """How long a database takes to be copied under play, put back and served again, and how far a replica is behind."""
    with tempfile.TemporaryDirectory() as folder:
        found = coming_back.run(events, Path(folder))
    print(f"{found.events:,} entries of {found.tables:,} tables, {found.megabytes:.0f} MB")
    print(f"copied under play in {found.backup_seconds:.1f} s; put back in {found.restore_seconds:.1f} s; ", end="")
    print(f"served again {found.serve_seconds:.1f} s later (wanted: {coming_back.WANTED_SECONDS:.0f} s together)")
    print(f"a replica: all of it in {found.replica_seconds:.1f} s, then {found.replica_age:.1f} s behind at most")
    print("Everything came back." if found.is_same else "Something was lost.")
    write_json(json_file, found.to_json())
    if not found.is_kept:
        raise typer.Exit(1)
