"""`loot record`: games step by step, as columns in a file."""

from __future__ import annotations

import asyncio
import shlex
import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from loot_table import games
from loot_table.arena.contest import Contest
from loot_table.arena.record import record as record_contest
from loot_table.arena.record import value_of
from loot_table.cli.arena import advance, make_folder, progress_bar
from loot_table.cli.files import can_be_written, read_match, write_json
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.options import typed
from loot_table.measure.recorder import Value, frame, imported, recording_of, write


def record(
    name: Annotated[str, typer.Argument(help="Which game; `loot games` lists them.", show_default=False)],
    out: Annotated[
        Path, typer.Option(help="The Parquet file to write; with --observations, the folder.", show_default=False)
    ],
    count: Annotated[int, typer.Option("--games", help="How many games bots play.", min=1, max=10_000_000)] = 1000,
    bots: Annotated[str, typer.Option(help="Bots, separated by commas.")] = "greedy,greedy",
    players: Annotated[int | None, typer.Option(help="How many play at a table.")] = None,
    observations: Annotated[
        bool,
        typer.Option("--observations", help="For learning: what each seat saw as numbers, and what it said. A folder."),
    ] = False,
    form: Annotated[
        str, typer.Option(help="With --observations: how actions are numbered, fixed or factored.")
    ] = "fixed",
    values: Annotated[bool, typer.Option("--values", help="Also what each step was worth to every seat.")] = False,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 1,
    seed: Annotated[int, typer.Option(help="Decides deals and bots.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="A rule option as name=value.")] = None,
    match: Annotated[
        list[Path] | None, typer.Option("--match", help="A record to read instead of playing; may be repeated.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="A server's database to read instead of playing: its finished games. Not while it serves."),
    ] = None,
) -> None:
    """Record games step by step: who decided what of how many answers, what chance did, what it was worth.

    docs/recording.md explains the columns.
    """
    game = games.called(name)
    imported()
    if not observations:
        can_be_written(out)
    if observations and (match or database is not None or values):
        raise BadInput("--observations are of bots' games: leave out --match, --database and --values")
    if match and database is not None:
        raise BadInput("say --match or --database, not both")
    value = value_of(game.slug) if values else None
    console = Console(highlight=False)
    if match or database is not None:
        found = [read_match(path) for path in match] if match else asyncio.run(finished(str(database), game.slug))
        frames = [frame_of(each, number, game.slug, value) for number, each in enumerate(found)]
    else:
        who = tuple(bot.strip() for bot in bots.split(",") if bot.strip())
        seats = players if players is not None else max(game.least_players, min(len(who), game.most_players))
        contest = Contest(game.slug, who, seats, count, seed, typed(game.options, option or []))
        if observations:
            keep_observations(contest, form, out, jobs, console)
            return
        with progress_bar(console) as bar:
            frames = record_contest(contest, values, jobs, partial(advance, bar, bar.add_task(game.name, total=count)))
    write(frames, out)
    steps = sum(len(each) for each in frames)
    console.print(f"{out}: {steps} steps of {count if not (match or database) else len(frames)} games.")


def keep_observations(contest: Contest, form: str, folder: Path, jobs: int, console: Console) -> None:
    """A data set for learning: files of rows, and a card beside them."""
    try:
        from loot_table.rl.dataset import CARD, keep, set_card  # noqa: PLC0415 (needs numpy)
    except ImportError:
        raise BadInput('observations need numpy; it comes with `pip install "loot-table[rl]"`') from None
    make_folder(folder)
    if any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty; say a new folder")
    began = time.perf_counter()
    with progress_bar(console) as bar:
        task = bar.add_task(contest.game, total=contest.games)
        kept = keep(contest, form, folder, jobs, partial(advance, bar, task))
    command, date = shlex.join(["loot", *sys.argv[1:]]), datetime.now(UTC).date().isoformat()
    write_json(folder / CARD, set_card(contest, form, kept, command, date))
    rate = kept.decisions / (time.perf_counter() - began)
    console.print(
        f"{folder}: {kept.decisions:,} decisions of {kept.games:,} games, {kept.rows:,} rows; {rate:,.0f} a second."
    )


def frame_of(match: Match, number: int, slug: str, value: Value | None) -> Any:
    if match.game.slug != slug:
        raise BadInput(f'game {number} is of "{match.game.slug}", not of "{slug}"')
    return frame([recording_of(match, number, value)])


async def finished(database: str, slug: str) -> list[Match]:
    from loot_table.server.records import finished_matches  # noqa: PLC0415 (loaded only where a server's games are read)
    from loot_table.server.serve import open_store  # noqa: PLC0415

    if not database.startswith("postgresql") and not Path(database).is_file():
        raise BadInput(f"{database} is no database: there is no such file")
    store = open_store(database)
    try:
        return [match async for match in finished_matches(store, slug)]
    finally:
        store.close()
