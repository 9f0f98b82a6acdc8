"""`loot bench rl`: how fast environments for research are."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table.bench import environments
from loot_table.cli.bench.shared import bench, thousands
from loot_table.cli.files import JsonFile, write_json
from loot_table.engine.build import is_compiled

WAYS = {
    "AEC": "reset, last and step from Python, actions drawn beforehand",
    "batch": "a step of all tables in one call, actions drawn beforehand, everything seen written",
    "inside": "the same with actions drawn inside",
}


@bench.command()
def rl(
    seconds: Annotated[float, typer.Option(help="CPU seconds for each figure.", min=0.01, max=60)] = 3.0,
    tables: Annotated[
        int, typer.Option(help="Tables of a batch; for our own games a quarter, of the Labyrinth fewer.", min=4)
    ] = 1024,
    json_file: JsonFile = None,
) -> None:
    """Environments: connect four through PettingZoo's loop, theirs and ours; batches of all games; pgx on the CPU."""
    console = Console(highlight=False)
    if not is_compiled():
        console.print("This build is interpreted: the figures show no compiled code.")
    rates = environments.measured(seconds, tables)
    table = Table(title="Steps a second of CPU time", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("")
    table.add_column("how")
    table.add_column("steps", justify="right")
    for rate in rates:
        table.add_row(rate.name, rate.way, thousands(rate.steps))
    console.print(table)
    for way, told in WAYS.items():
        console.print(f"{way}: {told}")
    found = environments.ratios(rates)
    compared = Table(title="In the same run", title_justify="left", box=SIMPLE, pad_edge=False)
    compared.add_column("")
    compared.add_column("is", justify="right")
    compared.add_column("wanted", justify="right")
    for what, ratio, wanted in found:
        compared.add_row(what, f"{ratio:.1f}x", "" if wanted is None else f"{wanted:g}x")
    console.print(compared)
    names = " ".join([rate.name for rate in rates])
    for peer, install in (("PettingZoo", 'pip install "pettingzoo[classic]"'), ("pgx", "pip install pgx jax")):
        if peer not in names:
            console.print(f"{peer} is not installed ({install}): it was not measured.")
    rows = [{"what": what, "ratio": ratio, "wanted": wanted} for what, ratio, wanted in found]
    write_json(json_file, {"compiled": is_compiled(), "rates": [asdict(rate) for rate in rates], "ratios": rows})
