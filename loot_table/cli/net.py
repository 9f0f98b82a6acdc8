"""`loot net`: the net that weighs positions of Crates vs Barrels: what it learns from, its training, and its trial."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from loot_table.cli.files import JsonFile, can_be_written, write_json
from loot_table.engine.errors import BadInput
from loot_table.measure.intervals import elo_of
from loot_table.train import rivals

net = typer.Typer(no_args_is_help=True, help="Train and try the net that weighs positions of Crates vs Barrels.")

Jobs = Annotated[int, typer.Option(help="How many processes.", min=1, max=256)]
Seed = Annotated[int, typer.Option(help="Decides openings and choices.")]
Turns = Annotated[int, typer.Option(help="Turns at random that each game begins with.", min=0, max=40)]
CORES = os.cpu_count() or 1
TOLD_EVERY = 20  # openings


@net.callback()
def about() -> None:
    """Train and try the net that weighs positions of Crates vs Barrels."""


@net.command()
def gather(
    folder: Annotated[Path, typer.Argument(help="Where the positions go.", show_default=False)],
    seconds: Annotated[float, typer.Option(help="How long to play.", min=1)] = 200,
    nodes: Annotated[int, typer.Option(help="Positions that the search looks at for a turn.", min=100)] = 4000,
    random_turns: Turns = 8,
    by: Annotated[str, typer.Option(help="By whose values: a net's file, or counting.")] = rivals.COUNTING,
    jobs: Jobs = CORES,
    seed: Seed = 1,
) -> None:
    """Let the search play itself, and keep quiet positions with what it thought of them and how the games ended."""
    from loot_table.train.positions import Recipe, gather  # noqa: PLC0415 (what a command needs is loaded for it)

    known = "" if by == rivals.COUNTING else str(existing(by))
    found = gather(folder, Recipe(nodes, random_turns, seed, known), seconds, jobs)
    Console(highlight=False).print(f"{found.positions:,} positions of {found.games:,} games are in {folder}")


@net.command()
def train(
    folders: Annotated[list[Path], typer.Argument(help="Positions that `loot net gather` kept.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The file to write.", callback=can_be_written, show_default=False)],
    units: Annotated[int, typer.Option(help="Units of the hidden layer, a multiple of 8.", min=8, max=256)] = 16,
    seconds: Annotated[float, typer.Option(help="How long to learn.", min=1)] = 60,
    by_result: Annotated[
        float, typer.Option(help="How much games' ends count; the rest is what the search thought.", min=0, max=1)
    ] = 0.7,
    seed: Seed = 1,
) -> None:
    """Let a net learn from positions, and keep it with where it comes from. Needs the extra `train`."""
    from loot_table.train import integer_net  # noqa: PLC0415 (what a command needs is loaded for it)

    named = " ".join(folder.name for folder in folders)
    command = f"loot net train {named} --units {units} --seconds {seconds:g} --by-result {by_result:g}"
    plan = integer_net.Plan(units, seconds, by_result, seed)
    statement, told = integer_net.learned(folders, plan, command)
    integer_net.write_net(out, statement, told)
    Console(highlight=False).print(
        f"{units} units, {statement.rounds:g} rounds of {statement.positions:,} positions: loss {statement.loss:.4f} in games "
        f"kept back, by counting {statement.loss_by_counting:.4f}, knowing nothing {statement.loss_blind:.4f}; kept in {out}"
    )


@net.command()
def trial(
    new: Annotated[str, typer.Argument(help="The new net's file.", show_default=False)],
    against: Annotated[str, typer.Option(help="A net's file, or counting.")] = rivals.COUNTING,
    seconds_a_turn: Annotated[float, typer.Option(help="Of processor time.", min=0.001, max=60)] = 0.1,
    nodes: Annotated[int, typer.Option(help="Positions for a turn instead of time.", min=0)] = 0,
    elo: Annotated[str, typer.Option(help="Differences that the trial decides between.")] = "0,20",
    openings: Annotated[int, typer.Option(help="How many at the most; each is played twice.", min=1)] = 10_000,
    seconds: Annotated[float, typer.Option(help="How long it may take in all.", min=1)] = 36_000,
    random_turns: Turns = 8,
    jobs: Jobs = CORES,
    seed: Seed = 1,
    json_file: JsonFile = None,
) -> None:
    """Let two ways to weigh positions play each other until it is decided whether the new one is better: exit code 1 if not."""
    for name in (new, against):
        if name != rivals.COUNTING:
            existing(name)
    console = Console(highlight=False)
    match = rivals.Match(new, against, seconds_a_turn, nodes, random_turns, seed)
    outcome = rivals.contest(match, bounds(elo), openings, seconds, jobs, partial(tell, console))
    told = outcome.told()
    console.print_json(data=told)
    write_json(json_file, told)
    raise typer.Exit(0 if told["verdict"] == "better" else 1)


def tell(console: Console, outcome: Any) -> None:
    """How it stands, now and then."""
    count = len(outcome.shares)
    if count % TOLD_EVERY == 0:
        share = sum(outcome.shares) / count
        console.print(f"{count} openings: {share:.1%}, {elo_of(share):+.0f} Elo, evidence {outcome.trial.evidence:.2f}")


def existing(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise BadInput(f"there is no file {name}")
    return path


def bounds(elo: str) -> tuple[float, float]:
    """`0,20`."""
    try:
        low, high = [float(part) for part in elo.split(",")]
    except ValueError:
        raise BadInput(f"--elo takes two numbers with a comma, such as 0,20; got {elo!r}") from None
    if low >= high:
        raise BadInput(f"--elo takes the smaller number first; got {elo!r}")
    return low, high
