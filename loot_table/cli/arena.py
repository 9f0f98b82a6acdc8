"""`loot arena`: bots against bots."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn
from rich.table import Table

from loot_table import games
from loot_table.arena.contest import Contest
from loot_table.arena.ladder import WANTED, climbed, contests
from loot_table.arena.ratings import summary
from loot_table.arena.run import run
from loot_table.cli.files import JsonFile, can_be_written, write_json
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
    log: Annotated[
        Path | None,
        typer.Option(help="Keeps finished games, so that the contest can go on later.", callback=can_be_written),
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Let bots play many games with fair seats; shares and ratings come with their intervals."""
    game = games.called(name)
    who = tuple(bot.strip() for bot in bots.split(",") if bot.strip())
    seats = players if players is not None else max(game.least_players, min(len(who), game.most_players))
    contest = Contest(game.slug, who, seats, count, seed, typed(game.options, option or []))
    contest.check()
    console = Console(highlight=False)
    with progress_bar(console) as bar:
        task = bar.add_task(game.name, total=count)
        results = run(contest, jobs, log, partial(advance, bar, task), ray)
    told = summary(contest, results)
    console.print(standings_table(told))
    console.print(
        f"Shares by seat: {', '.join(f'{share:.1%}' for share in told['shares_by_seat'])}. Ends: {shown_ends(told['ends'])}."
    )
    if told["series"] is not None:
        console.print(series_table(told["series"]))
    elif count % seats:
        console.print(f"{count} games are no multiple of {seats} seats: not every deal was played in every rotation.")
    write_json(json_file, told)


def ladder(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    count: Annotated[int, typer.Option("--games", help="Games of each step.", min=2, max=1_000_000)] = 100,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 1,
    seed: Annotated[int, typer.Option(help="Decides deals and bots.")] = 1,
    folder: Annotated[Path | None, typer.Option("--log", help="A folder that keeps finished games.")] = None,
    json_file: JsonFile = None,
) -> None:
    """Let every level of bots play the one below it, two at a table; wanted: 65 % of the games."""
    chosen = [games.called(name)] if name is not None else games.all_games()
    if folder is not None:
        make_folder(folder)
    title = f"{count} games a step, wanted: {WANTED:.0%}"
    table = Table("game", "level", "against", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("share of wins", justify="right")
    table.add_column("ms a move", justify="right")
    steps = []
    console = Console(highlight=False)
    for game in chosen:
        for contest in contests(game.slug, count, seed):
            with progress_bar(console) as bar:
                task = bar.add_task(f"{game.name}: {' against '.join(contest.bots)}", total=count)
                step = climbed(contest, jobs, folder, partial(advance, bar, task))
            share, spent = shown_share(step.share, step.low, step.high), f"{step.seconds_a_move * 1e3:.1f}"
            table.add_row(game.name, step.higher, step.lower, share, spent)
            steps.append(step)
    console.print(table)
    write_json(json_file, [asdict(step) for step in steps])


def shown_share(share: float, low: float, high: float) -> str:
    """`88.2% (83.5 to 91.7)`."""
    return f"{share:.1%} ({100 * low:.1f} to {100 * high:.1f})"


def shown_ends(ends: dict[str, int]) -> str:
    """`loot 180 times, turn limit 20 times`."""
    return ", ".join(f"{reason.replace('_', ' ')} {'once' if n == 1 else f'{n} times'}" for reason, n in ends.items())


def progress_bar(console: Console) -> Progress:
    return Progress("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)


def advance(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from None


def standings_table(told: dict[str, Any]) -> Table:
    title = f"{told['games']} games, {told['players']} players"
    table = Table("bot", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("share of wins", "fair", "rating", "ms a move", "slowest"):
        table.add_column(heading, justify="right")
    for row in told["standings"]:
        table.add_row(
            row["bot"],
            shown_share(row["share"], row["low"], row["high"]),
            f"{row['fair']:.0%}",
            "-" if row["rating"] is None else f"{row['rating']:.1f} ± {row['rating_margin']:.1f}",
            f"{row['seconds_a_move'] * 1e3:.2f}",
            f"{row['slowest_move'] * 1e3:.0f}",
        )
    return table


def series_table(told: dict[str, Any]) -> Table:
    """Points of whole series, which is what a tournament counts."""
    title = f"{told['name'].capitalize()} of {told['games']} games ({told['rule']})"
    table = Table("bot", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in (f"{told['unit']}s each time", "played", "won"):
        table.add_column(heading, justify="right")
    for row in told["standings"]:
        margin = "" if row["margin"] is None else f" ± {row['margin']:.2f}"
        table.add_row(row["bot"], f"{row['points']:.2f}{margin}", str(row["series"]), f"{row['won']:g}")
    return table
