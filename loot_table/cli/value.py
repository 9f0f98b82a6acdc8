"""`loot value`: whether a game's value function can be trusted, and training it anew."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table import games
from loot_table.arena import values
from loot_table.arena.contest import Contest
from loot_table.cli.files import JsonFile, can_be_written, read_json, write_json
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.net import FILE
from loot_table.measure.playouts import Explored, Held, as_plain, from_plain
from loot_table.measure.values import SEEN, TINY, Checked

value = typer.Typer(no_args_is_help=True, help="Check and train the value functions of the games.")

Which = Annotated[str, typer.Argument(help="Which game; `loot games` lists them.", show_default=False)]
Players = Annotated[str | None, typer.Option(help="Numbers of players, with commas; all if none are given.")]
Jobs = Annotated[int, typer.Option(help="How many processes.", min=1, max=256)]
Seed = Annotated[int, typer.Option(help="Decides deals and bots.")]
GREEDY = "greedy"
ABOUT = (
    "luck: variance of results / variance of results less luck, with its interval; luck alone must be 0 on average. "
    "calibration: how far shares lie from results, in points of victory. gap: what chances brought on average and was not "
    "foreseen, in points, root of the mean square over games."
)


@value.callback()
def about() -> None:
    """Check and train the value functions of the games."""


@value.command()
def check(
    name: Which,
    players: Players = None,
    count: Annotated[int, typer.Option("--games", help="Fresh games for each number.", min=20, max=10_000_000)] = 500,
    bots: Annotated[str, typer.Option(help="Which bots play them.")] = "greedy",
    known: Annotated[
        Path | None,
        typer.Option(
            help="How much luck there is, by playouts that `loot value luck` has kept; else by those that come with the game.",
            exists=True,
        ),
    ] = None,
    jobs: Jobs = 1,
    seed: Seed = 1,
    json_file: JsonFile = None,
) -> None:
    """See whether a game's values see luck, are right on average, and foresee what chances bring.

    Exits with 1 if they do not pass.
    """
    game = valued(name)
    table = Table(
        "players", "games", title=f"{game.name}, {bots} bots", title_justify="left", box=SIMPLE, pad_edge=False
    )
    for heading in ("luck", "wanted", "calibration", "gap", "mean luck"):
        table.add_column(heading, justify="right")
    told, failures, remarks = [], [], []
    for number in numbers_of(game, players):
        contest = Contest(game.slug, (bots, bots), number, count, seed)
        contest.check()
        found = values.check(contest, jobs)
        held = None if known is None else values.seen_by_net(game.slug, read_explored(known, game, number))
        if held is None:
            held = values.held_in(game, number)
        if held is not None:
            remarks.append(said_of_luck(number, held))
        wanted = games.part(game, "bot.value").LUCK if number == game.least_players else None
        row(table, number, found, wanted)
        failures += [f"with {number} players {what}" for what in found.failures(wanted, held)]
        told.append({"players": number, **asdict(found), "held": None if held is None else asdict(held)})
    console = Console(highlight=False)
    console.print(table)
    console.print(ABOUT)
    for remark in remarks:
        console.print(remark)
    for failure in failures:
        console.print(f"Not passed: {failure}.", style="red")
    write_json(json_file, {"game": game.slug, "bots": bots, "seed": seed, "checks": told, "failures": failures})
    if failures:
        raise typer.Exit(1)


def row(table: Table, players: int, found: Checked, wanted: float | None) -> None:
    luck = (
        "none"
        if not found.has_luck
        else f"{found.ratio:.2f} ({found.ratio_interval.low:.2f} to {found.ratio_interval.high:.2f})"
    )
    furthest = max(found.luck, key=lambda each: abs(each.low + each.high))
    table.add_row(
        str(players),
        f"{found.games:,}",
        luck,
        f"{wanted:.1f}" if found.has_luck and wanted is not None else "-",
        f"{100 * found.calibration:.1f}",
        f"{100 * found.gap:.1f}",
        f"{100 * (furthest.low + furthest.high) / 2:+.1f} ± {100 * furthest.half:.1f}",
    )


@value.command()
def luck(
    name: Which,
    players: Annotated[int | None, typer.Option(help="How many play.")] = None,
    count: Annotated[int, typer.Option("--games", help="Games looked at.", min=2, max=100_000)] = 20,
    playouts: Annotated[int, typer.Option(help="Games of greedy bots from every outcome.", min=4)] = 200,
    chances: Annotated[int, typer.Option(help="Chances looked at in a game, by lot; 0: all.", min=0)] = 0,
    out: Annotated[Path | None, typer.Option(help="Keep the playouts here, as JSON.", callback=can_be_written)] = None,
    known: Annotated[
        Path | None, typer.Option(help="Take playouts that were kept instead of playing.", exists=True)
    ] = None,
    jobs: Jobs = 1,
    seed: Seed = 1,
    json_file: JsonFile = None,
) -> None:
    """See how much luck a game holds, by playouts from every outcome of its chances, and how much of it its values see."""
    game = valued(name)
    number = players if players is not None else game.least_players
    if known is not None:
        found = read_explored(known, game, number)
    else:
        contest = Contest(game.slug, (GREEDY, GREEDY), number, count, seed)
        contest.check()
        found = values.explore(
            contest, playouts, chances, jobs, lambda some: write_json(out, as_plain(some, playouts), indent=None)
        )
    held = values.seen_by_net(game.slug, found)
    Console(highlight=False).print(said_of_luck(number, held))
    write_json(json_file, {"game": game.slug, "players": number, **asdict(held)})


def said_of_luck(players: int, held: Held) -> str:
    whole = (players - 1) / players**2  # variance of a share among equals
    low, high = held.interval
    return (
        f"{players} players, {held.chances} chances of {held.games} games: the variance of luck in a game is {held.luck:.4f} "
        f"({low:.4f} to {high:.4f}), {held.luck / whole:.1%} ({low / whole:.1%} to {high / whole:.1%}) of a result's. "
        f"Seen are {held.seen:.0%} ({held.seen_interval.low:.0%} to {held.seen_interval.high:.0%}) of it (wanted: {SEEN:.0%}). "
        f"Who saw it all would have a ratio of {whole / max(whole - held.luck, TINY):.2f}."
    )


def read_explored(path: Path, game: Game, players: int) -> list[Explored]:
    """Playouts of so many players that were kept."""
    found = from_plain(read_json(path))
    if not values.are_of(found, game, players):
        raise BadInput(f"{path} holds playouts of other games than {game.name} with {players} players")
    return found


@value.command()
def train(
    name: Which,
    players: Players = None,
    count: Annotated[int, typer.Option("--games", help="Games to learn from.", min=100, max=100_000_000)] = 50_000,
    bots: Annotated[str, typer.Option(help="Which bots play them.")] = "greedy",
    every: Annotated[int, typer.Option(help="One step in so many is looked at.", min=1, max=1000)] = 6,
    units: Annotated[int, typer.Option(help="Units of the hidden layer.", min=1, max=1024)] = 32,
    checks: Annotated[int, typer.Option(help="Fresh games for the checks.", min=20)] = 1000,
    out: Annotated[
        Path | None, typer.Option(help="The file to write; the game's own if none is given.", callback=can_be_written)
    ] = None,
    jobs: Jobs = os.cpu_count() or 1,
    seed: Seed = 1,
) -> None:
    """Train a game's nets anew in games of bots, check them in fresh games, and keep them with what was found.

    Needs the extra `train`.
    """
    from loot_table.train import files, fitting, lessons  # noqa: PLC0415 (needs what is installed only where it is wanted)

    game = valued(name)
    fitting.imported()
    path = out if out is not None else games.part(game, "bot.value").HOME / FILE
    console = Console(highlight=False)
    for number in numbers_of(game, players):
        course = lessons.Course(game.slug, number, count, bots, every, seed)
        gathered = lessons.lessons(course, jobs)
        net = fitting.fitted(gathered, units, seed)
        console.print(
            f"{number} players: {len(gathered.rows):,} moments, loss {net.loss:.4f} "
            f"(of what was learned {net.learned:.4f}, of one who knows nothing {net.blind:.4f})"
        )
        contest = Contest(game.slug, (bots, bots), number, checks, seed + 1)
        weights = {"weights": net.weights, "biases": net.biases, "output_weights": net.output_weights}
        found = values.check(contest, jobs, weights)
        command = f"loot value train {game.slug} --players {number} --games {count} --every {every} --units {units}"
        if bots != lessons.GREEDY:
            command += f" --bots {bots}"
        statement = files.Statement(
            command,
            bots,
            count,
            datetime.now(UTC).date().isoformat(),
            checks,
            found.ratio,
            found.calibration,
            found.gap,
        )
        files.put(path, number, files.block(number, statement, weights))
        console.print(
            f"  luck {found.ratio:.2f}, calibration {100 * found.calibration:.1f} points, gap {100 * found.gap:.1f}: kept in {path}"
        )


def valued(name: str) -> Game:
    game = games.called(name)
    if not games.has_part(game, "bot.value"):
        raise BadInput(f"{game.name} has no value function")
    return game


def numbers_of(game: Game, players: str | None) -> Sequence[int]:
    """`2,4` -> [2, 4]."""
    if players is None:
        return range(game.least_players, game.most_players + 1)
    try:
        found = [int(number) for number in players.split(",")]
    except ValueError:
        raise BadInput(f"--players takes numbers with commas, such as 2,4; got {players!r}") from None
    for number in found:
        game.check_players(number)
    return found
