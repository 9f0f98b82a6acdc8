"""`loot arena`: bots against bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from loot_table import games
from loot_table.arena.contest import Contest
from loot_table.arena.ratings import summary
from loot_table.arena.run import run
from loot_table.engine.errors import BadInput
from loot_table.engine.options import typed


def arena(
    name: Annotated[str, typer.Argument(help="Which game; `loot games` lists them.", show_default=False)],
    bots: Annotated[str, typer.Option(help="Bots, separated by commas.")] = "greedy,random",
    count: Annotated[int, typer.Option("--games", help="How many games.")] = 200,
    players: Annotated[int | None, typer.Option(help="How many play at a table.")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 1,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster (RAY_ADDRESS, or this machine).")] = False,
    seed: Annotated[int, typer.Option(help="Decides deals and bots.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="A rule option as name=value.")] = None,
    log: Annotated[Path | None, typer.Option(help="Keeps finished games, so that the contest can go on later.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write the result here.")] = None,
) -> None:
    """Let bots play many games with fair seats; shares and ratings come with their intervals."""
    game = games.load(name)
    who = tuple(bot.strip() for bot in bots.split(",") if bot.strip())
    seats = players if players is not None else max(game.least_players, min(len(who), game.most_players))
    contest = Contest(game.slug, who, seats, count, seed, typed(game.options, option or []))
    console = Console(highlight=False)
    bar = Progress("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)
    with bar:
        task = bar.add_task(game.name, total=count)
        results = run(contest, jobs, log, lambda done: bar.update(task, completed=done), ray)
    told = summary(contest, results)
    console.print(standings_table(told))
    console.print(
        f"Shares by seat: {', '.join(f'{share:.1%}' for share in told['shares_by_seat'])}. Ends: {told['ends']}."
    )
    if count % seats:
        console.print(f"{count} games are no multiple of {seats} seats: not every deal was played in every rotation.")
    if json_file is not None:
        try:
            json_file.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{json_file} cannot be written: {error.strerror}") from None


def standings_table(told: dict[str, Any]) -> Table:
    title = f"{told['games']} games, {told['players']} players"
    table = Table("bot", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("share of wins", "fair", "rating", "ms a move", "slowest"):
        table.add_column(heading, justify="right")
    for row in told["standings"]:
        table.add_row(
            row["bot"],
            f"{row['share']:.1%} ± {row['margin']:.1%}",
            f"{row['fair']:.0%}",
            f"{row['rating']:.1f} ± {row['rating_margin']:.1f}",
            f"{row['seconds_a_move'] * 1e3:.2f}",
            f"{row['slowest_move'] * 1e3:.0f}",
        )
    return table
