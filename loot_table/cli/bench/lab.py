"""`loot bench lab`, `luck` and `record`: how soon the lab knows, and what measuring costs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table import games
from loot_table.bench import lab as lab_pace
from loot_table.bench import pairing, recording
from loot_table.cli.bench.shared import bench
from loot_table.cli.files import JsonFile, write_json


@bench.command("lab")
def lab_paces(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    seeds: Annotated[
        int, typer.Option(help="How often it is planted, with other deals each time.", min=1, max=1000)
    ] = 20,
    json_file: JsonFile = None,
) -> None:
    """CPU seconds until a planted unfairness of six points is found, and seconds from an edit to the first interval."""
    table = Table("game", "found", "CPU seconds", "most", "deals", "seen", "edit to interval", box=SIMPLE)
    told = []
    for game in [games.called(name)] if name else games.all_games():
        found = [lab_pace.planted(game.slug, seed) for seed in range(1, seeds + 1)]
        good = sum(each.verdict == "unfair" and each.cpu <= lab_pace.WANTED_CPU for each in found)
        first = lab_pace.first_interval(game.slug)
        spent = sorted(each.cpu for each in found)
        table.add_row(
            game.name,
            f"{good} of {seeds}",
            f"{spent[len(spent) // 2]:.1f}",
            f"{spent[-1]:.1f}",
            f"{sorted(each.deals for each in found)[seeds // 2]:,}",
            f"{sum(each.share for each in found) / seeds:.1%}",
            f"{first:.1f} s",
        )
        told.append(
            {"game": game.slug, "found": good, "seeds": seeds, "first": first, "runs": [asdict(e) for e in found]}
        )
        write_json(json_file, told)  # what is known is not lost when the next game is stopped
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"Wanted: found in {lab_pace.WANTED_SEEDS:.0%} of the seeds within {lab_pace.WANTED_CPU:g} CPU seconds, and an "
        f"interval {lab_pace.WANTED_FIRST:g} s after an edit."
    )


@bench.command()
def luck(
    deals: Annotated[int, typer.Option(help="How many deals each design plays.", min=20, max=1_000_000)] = 2000,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 2,
    json_file: JsonFile = None,
) -> None:
    """What common luck gains when two designs of Loot N Run are compared: so many times fewer games."""
    title = f"{deals} deals, two greedy bots"
    table = Table("change", "figure", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("before", "after", "difference, 95 %", "gain", "its interval", "wanted"):
        table.add_column(heading, justify="right")
    found = []
    for edit in pairing.edits():
        for each in pairing.gains(edit, deals, jobs):
            low, high = each.change.interval
            wanted = f"above {edit.wanted:g}" if edit.counts_low_end else f"{edit.wanted:g}"
            table.add_row(
                edit.name,
                each.name,
                f"{each.one:.3f}",
                f"{each.other:.3f}",
                f"{low:+.3f} to {high:+.3f}",
                f"{each.change.gain:.1f}x",
                f"{each.gain.low:.2f} to {each.gain.high:.2f}",
                wanted,
            )
            found.append({"edit": edit.name, **asdict(each)})
    Console(highlight=False).print(table)
    write_json(json_file, found)


@bench.command()
def record(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    count: Annotated[int, typer.Option("--games", help="Games of each.", min=8, max=1_000_000)] = 200,
    json_file: JsonFile = None,
) -> None:
    """What it costs to record games of greedy bots step by step, without and with values."""
    table = Table(title=f"{count} games of two, CPU time", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in ("steps", "µs a step\nplayed", "recorded", "slower by", "wanted", "with values,\nslower by"):
        table.add_column(heading, justify="right")
    found = []
    for game in [games.called(name)] if name is not None else games.all_games():
        cost = recording.cost_of(game.slug, count)
        each = [f"{seconds / cost.steps * 1e6:.2f}" for seconds in (cost.playing, cost.recording)]
        at_most = f"{recording.WANTED:.0%}"
        table.add_row(
            game.name, f"{cost.steps:,}", *each, f"{cost.slower:.0%}", at_most, f"{cost.slower_with_values:.1f}x"
        )
        found.append({**asdict(cost), "slower": cost.slower, "slower_with_values": cost.slower_with_values})
    Console(highlight=False).print(table)
    write_json(json_file, found)
