"""`loot secrecy`: nobody is sent, or can time, what they may not know."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from loot_table import bots, games
from loot_table.cli.play import Seed
from loot_table.cli.seats import chosen_seed
from loot_table.engine.errors import BadInput
from loot_table.proofs.numbers import compare_numbers
from loot_table.proofs.secrecy import compare
from loot_table.proofs.timing import Terms, compare_times


class Outlets(StrEnum):
    """Where what differs between two worlds could come out."""

    ALL = "all"
    NUMBERS = "numbers"


def secrecy(
    pairs: Annotated[int, typer.Option(help="How many pairs of worlds.", min=1)] = 20_000,
    seed: Seed = None,
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be repeated.")] = None,
    outlets: Annotated[
        Outlets, typer.Option(help="All, over the wire; or the numbers for networks alone, without a server.")
    ] = Outlets.ALL,
    timing: Annotated[str | None, typer.Option(help="Compare the times of this bot's answers instead.")] = None,
    workers: Annotated[int, typer.Option(help="With --timing: processes that think.", min=1, max=256)] = 2,
    at_once: Annotated[int, typer.Option(help="With --timing: questions under way at a time.", min=1)] = 32,
    hurry: Annotated[float, typer.Option(help="With --timing: how many times as fast bots think.", min=1)] = 1.0,
) -> None:
    """Prove that nobody is sent what they may not know: 0 differences between paired worlds, over the wire and in numbers."""
    if timing is not None:
        compare_answer_times(timing, pairs, chosen_seed(seed), Terms(at_once, workers, hurry=hurry))
        return
    unknown = [name for name in game or [] if name not in games.slugs()]
    if unknown:
        raise BadInput(f'no game is called "{unknown[0]}"; there are {", ".join(games.slugs())}')
    first = chosen_seed(seed)
    report = (compare if outlets == Outlets.ALL else compare_numbers)(pairs, first, game)
    for slug, count in sorted(report.pairs.items()):
        print(f"{slug}: {count:,} pairs of worlds")
    what = "answers, frames and log lines" if outlets == Outlets.ALL else "rows of numbers and sets of legal letters"
    print(f"{report.answers:,} {what} of each world compared, {report.size / 1e6:.1f} MB")
    for difference in report.differences[:20]:
        print(difference)
    print(f"{len(report.differences)} differences (seed {first}).")
    if report.differences or report.total() < pairs:
        raise typer.Exit(1)


def compare_answer_times(bot: str, pairs: int, seed: int, terms: Terms) -> None:
    """P6: how long a bot takes must not depend on what an opponent may not know."""
    if bot not in bots.BOTS:
        raise BadInput(f'no bot is called "{bot}"; there are {", ".join(bots.BOTS)}')
    times, chance = compare_times(pairs, seed, bot, terms)
    for world, seconds in zip(("one world", "its twin"), times, strict=True):
        ordered = sorted(seconds)
        print(f"{world}: {len(ordered):,} answers, median {ordered[len(ordered) // 2]:.4f} s, last {ordered[-1]:.4f} s")
    print(f"Kolmogorov-Smirnov: p = {chance:.4f} (seed {seed}); below 0.001 the times would tell something.")
    if chance < 0.001:
        raise typer.Exit(1)
