"""`loot bench review`: whether a review can be believed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from loot_table import games
from loot_table.bench import review as reviewed
from loot_table.cli.bench.shared import bench
from loot_table.cli.files import JsonFile, write_json


@bench.command("review")
def review_figures(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    players: Annotated[int, typer.Option(help="How many play.", min=2, max=8)] = 2,
    count: Annotated[int, typer.Option("--games", help="Games of Thieves whose luck is added up.", min=0)] = 200,
    blunders: Annotated[int, typer.Option(help="Blunders that are planted.", min=0)] = 50,
    masterminds: Annotated[int, typer.Option(help="Games of Masterminds that are judged.", min=0)] = 10,
    twice: Annotated[int, typer.Option(help="Games of Thieves that are judged with two seeds.", min=0)] = 10,
    rates: Annotated[
        int, typer.Option("--rates", help="Only measure what each level loses, in so many games, and keep it.", min=0)
    ] = 0,
    luck: Annotated[
        int,
        typer.Option(help="Only the mean luck of so many games of Thieves, from some of the chances of each.", min=0),
    ] = 0,
    every: Annotated[int, typer.Option(help="Of the chances of a game, with --luck, one in so many.", min=1)] = 8,
    borne_out: Annotated[
        int,
        typer.Option(help="Only see what marks on Masterminds cost when Burglars play on, so often from each.", min=0),
    ] = 0,
    first: Annotated[
        int, typer.Option(help="The number of the first game of each kind: others are fresh games.", min=0)
    ] = 0,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 1,
    json_file: JsonFile = None,
) -> None:
    """Whether a review can be believed: planted blunders found, a Mastermind's moves unmarked, two seeds agreeing, luck."""
    console, told = Console(highlight=False), []
    asked = reviewed.Asked(count, blunders, masterminds, twice, first)
    for game in [games.called(name)] if name else games.all_games():
        if rates:
            found = reviewed.rates(game.slug, players, rates, jobs=jobs)
            reviewed.keep_rates(game, players, found)
            console.print(f"{game.name}: " + ", ".join(f"{level} {rate:.2f}" for level, rate in found.items()))
            continue
        if luck:
            low, high = reviewed.mean_luck(game.slug, "thief", players, range(first, first + luck), every, jobs)
            console.print(f"{game.name}: mean luck {100 * low:+.1f} to {100 * high:+.1f} points in {luck} games")
            continue
        if borne_out:
            numbers = range(first, first + masterminds)
            console.print(
                f"{game.name}: {reviewed.borne_out(game.slug, players, numbers, borne_out, jobs=jobs).says()}"
            )
            continue
        told.append(reviewed.figures(game.slug, players, asked, jobs))
        console.print(game.name, style="bold")
        for line in told[-1].says():
            console.print(f"  {line}")
    write_json(json_file, [asdict(each) for each in told])
