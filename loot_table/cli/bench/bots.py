"""`loot bench bots`, `greedy` and `opponents`: how fast players made of code are, and against whom they win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table import bots, games
from loot_table.bench import answering, searching
from loot_table.bench import greedy as greedy_games
from loot_table.cli.arena import advance, progress_bar
from loot_table.cli.bench.shared import bench, write_figures
from loot_table.cli.files import JsonFile, write_json
from loot_table.engine.build import is_compiled
from loot_table.engine.errors import BadInput


@bench.command("bots")
def bot_paces(
    moves: Annotated[int, typer.Option(help="Moves of each level in each game.", min=1, max=10_000)] = 20,
    is_live: Annotated[bool, typer.Option("--live", help="Ask them as the server does, by the clock.")] = False,
    json_file: JsonFile = None,
) -> None:
    """CPU time a move of every level in every game, without a clock, and what it may take at most."""
    console = Console(highlight=False)
    if is_live:
        answers = [answering.answers_of(level.name, moves) for level in bots.LEVELS]
        console.print(answer_times(answers, moves))
        write_figures(json_file, answers)
        return
    found = searching.paces(moves)
    table = Table("game", "level", title=f"Over {moves} moves", title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("iterations", "may take", "median", "worst"):
        table.add_column(heading, justify="right")
    for pace in found:
        figures = [f"{value * 1e3:.0f} ms" for value in (pace.allowed, pace.median, pace.worst)]
        table.add_row(pace.game, pace.level, str(pace.nodes), *figures)
    console.print(table)
    write_figures(json_file, found)


def answer_times(answers: Sequence[answering.Answers], moves: int) -> Table:
    title = f"From the question to the answer in the server, {moves} moves"
    table = Table("level", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("may take", "quickest", "median", "slowest", "loop held up"):
        table.add_column(heading, justify="right")
    for one in answers:
        figures = [f"{value * 1e3:.0f} ms" for value in (one.quickest, one.median, one.slowest, one.held_up)]
        table.add_row(one.level, f"{one.wanted * 1e3:.0f} ms", *figures)
    return table


@bench.command()
def greedy(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    count: Annotated[int, typer.Option("--games", help="Games of each.", min=1, max=1_000_000)] = 10_000,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 2,
    players: Annotated[int | None, typer.Option(help="How many play at a table; as few as can.")] = None,
    json_file: JsonFile = None,
) -> None:
    """Games of greedy bots in the arena; wanted: 10,000 in a minute on two cores."""
    console = Console(highlight=False)
    if not is_compiled():
        console.print("This build is interpreted: the figures show no compiled code.")
    table = Table(title=f"{count} games, {jobs} processes", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in ("players", "seconds", "CPU\nseconds", "games a\nCPU second", "wanted", "µs a\ndecision"):
        table.add_column(heading, justify="right")
    found = []
    for game in [games.called(name)] if name is not None else games.all_games():
        with progress_bar(console) as bar:
            task = bar.add_task(game.name, total=count)
            seats = game.least_players if players is None else players
            if name is None:  # as near as each game comes
                seats = max(game.least_players, min(seats, game.most_players))
            pace = greedy_games.paced(game.slug, seats, count, jobs, partial(advance, bar, task))
        times = [f"{pace.seconds:.1f}", f"{pace.cpu_seconds:.1f}", f"{pace.rate:.0f}", f"{greedy_games.WANTED:.0f}"]
        table.add_row(game.name, str(pace.players), *times, f"{pace.cpu_seconds / pace.decisions * 1e6:.0f}")
        found.append(pace)
    console.print(table)
    write_figures(json_file, found)


@bench.command("opponents")
def opponents(
    seconds: Annotated[float, typer.Option(help="CPU seconds for each move.", min=0.01, max=60)] = 0.1,
    count: Annotated[int, typer.Option("--games", help="Games of each duel.", min=1, max=10_000)] = 20,
    only: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    seed: Annotated[int, typer.Option(help="Decides deals and bots.")] = 1,
    json_file: JsonFile = None,
) -> None:
    """Our strongest bots against OpenSpiel's, same game, same time for a move; wanted: 80 % of the games."""
    try:
        from loot_table.bench.opponents import DUELS, fought  # noqa: PLC0415 (needs OpenSpiel)
    except ImportError:
        raise BadInput('OpenSpiel is not installed; it comes with `pip install "loot-table[rl]"`') from None
    duels = [duel for duel in DUELS if only in (None, duel.slug)]
    if not duels:
        raise BadInput(f"there are duels at {', '.join(duel.slug for duel in DUELS)}")
    table = Table("", title=f"{seconds} s a move", title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("against", "won", "drawn", "games", "share of wins", "our s\na move", "their s\na move"):
        table.add_column(heading, justify="right")
    told = []
    console = Console(highlight=False)
    for duel in duels:
        with console.status("") as status:
            for score in fought(duel, seconds, count, seed):
                status.update(f"{duel.title}: {score.won} of {score.games} won")
        low, high = score.interval()
        times = [f"{score.our_seconds:.3f}", f"{score.their_seconds:.3f}"]
        share = f"{score.won / score.games:.0%} ({low:.0%} to {high:.0%})"
        table.add_row(duel.title, duel.theirs, str(score.won), str(score.drawn), str(score.games), share, *times)
        told.append({"game": duel.slug, "against": duel.theirs, **asdict(score), "interval": [low, high]})
    console.print(table)
    write_json(json_file, {"seconds": seconds, "duels": told})
