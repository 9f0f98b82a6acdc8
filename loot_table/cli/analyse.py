"""`loot analyse`: a position looked at for as long as one likes, the best lines as they come; also for other programs."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from loot_table import games
from loot_table.analysis.book import Opening, opening_at
from loot_table.analysis.looking import (
    MEMORY,
    MOST_LINES,
    MOST_MEMORY,
    Limits,
    Report,
    analysis_of,
    as_plain,
    certain,
    look,
)
from loot_table.cli.files import can_be_written, read_match
from loot_table.cli.folders import found_match
from loot_table.cli.interrupts import Interrupts
from loot_table.cli.play import ComponentFile, OptionList, game_names, kept_names, new_match
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random

USUAL_SECONDS = 5.0


def analyse(
    game: Annotated[
        str,
        typer.Argument(help="Which game: one that brings a search, as Crates vs Barrels.", autocompletion=game_names),
    ],
    position: Annotated[
        str | None, typer.Option(help="The written position, as the game's rulebook says; else the beginning.")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--from", help="A match instead: a file or a name, with --at.", autocompletion=kept_names),
    ] = None,
    at: Annotated[int | None, typer.Option(help="How many entries of it were played; all if not said.", min=0)] = None,
    option: OptionList = None,
    components: ComponentFile = None,
    lines: Annotated[int, typer.Option(help="How many turns get an exact value.", min=1, max=MOST_LINES)] = 3,
    seconds: Annotated[
        float | None, typer.Option(help=f"Stop after so long; {USUAL_SECONDS:g} where no limit is given.", min=0)
    ] = None,
    depth: Annotated[int | None, typer.Option(help="Stop so many turns ahead.", min=1)] = None,
    nodes: Annotated[int | None, typer.Option(help="Stop after so many positions.", min=1)] = None,
    infinite: Annotated[bool, typer.Option("--infinite", help="Go on until Ctrl-C.")] = False,
    memory: Annotated[int, typer.Option(help="Megabytes to remember in.", min=1, max=MOST_MEMORY)] = MEMORY,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, a line for each finding.")] = False,
    engine: Annotated[
        bool, typer.Option("--engine", help="Be asked by another program, as a chess engine is: docs/analysis.md.")
    ] = False,
    book: Annotated[
        Path | None,
        typer.Option(
            help="Make the game's opening book anew and write it here: --nodes for each position, --lines turns each.",
            callback=can_be_written,
        ),
    ] = None,
    plies: Annotated[int, typer.Option(help="How many turns deep the book goes.", min=1, max=12)] = 5,
) -> None:
    """Look at a position as a chess engine does: the best lines with exact values, deeper and deeper."""
    limits = Limits(seconds, depth, nodes)
    if infinite and limits != Limits():
        raise BadInput("--infinite goes on until Ctrl-C: no other limit goes with it")
    if engine:
        if position is not None or record is not None or infinite or as_json or limits != Limits():
            raise BadInput(
                "with --engine the other program says what to look at, and for how long, and is told in its own way"
            )
        speak(game, option, components, lines, memory)
        return
    if book is not None:
        if any([position, record, option, components, seconds, depth, infinite]):
            raise BadInput(
                "a book is of the game's own rules from the beginning: only --plies, --lines and --nodes go with it"
            )
        from loot_table.cli.book import write_book  # noqa: PLC0415 (only where one is made)

        analysis_of(games.called(game))
        write_book(games.called(game), plies, lines, nodes, book)
        return
    match = asked_for(game, position, record, at, option, components)
    if not infinite and limits == Limits():
        limits = Limits(USUAL_SECONDS)
    show(match, lines, limits, memory, as_json)


def asked_for(
    name: str,
    position: str | None,
    record: str | None,
    at: int | None,
    option: list[str] | None,
    components: Path | None,
) -> Match:
    """The match that stands where somebody wants to know."""
    game = games.called(name)
    analysis_of(game)
    if record is None:
        if at is not None:
            raise BadInput("--at says how far into the match that --from names")
        return new_match(game, game.least_players, option, components, position, None, Random(0))
    if position is not None or option or components is not None:
        raise BadInput("--from takes a match as it was played: no position, options or components go with it")
    match = read_match(found_match(record))
    if match.game.slug != game.slug:
        raise BadInput(f"{record} is a match of {match.game.name}, not of {game.name}")
    if at is None and match.is_over:
        raise BadInput(f"this match is over: --at says where to look, 0 to {match.version - 1}")
    return match if at is None else match.at(at)


def show(match: Match, lines: int, limits: Limits, memory: int, as_json: bool) -> None:
    console = Console(highlight=False)
    told: list[Report] = []

    def tell(report: Report) -> None:
        if as_json:
            print(json.dumps(as_plain(report, match), separators=(",", ":")), flush=True)
        else:
            print_lines(console, report, is_news=not told or told[-1].lines != report.lines)
        told.append(report)

    interrupts = Interrupts()
    with interrupts:
        interrupts.held = 1  # Ctrl-C ends it, and what was found last is told
        if not as_json and not match.is_over:
            console.print(heading(match))
        opening = opening_at(match)
        if opening is not None:
            print(json.dumps(in_book(opening)), flush=True) if as_json else console.print(
                Text(by_book(opening), "cyan")
            )
        look(match, lines, limits, time.monotonic, lambda: interrupts.is_waiting, tell, memory)


def heading(match: Match) -> Text:
    where = match.game.write_position(match.state)
    return Text(f"{match.game.seat_names[match.to_act]} to move: {where}", "bold")


def by_book(opening: Opening) -> str:
    turns = ", ".join(f"{turn} {100 * chance:.1f} %" for turn, chance in opening.turns)
    return f"book, depth {opening.depth}: {turns}"


def in_book(opening: Opening) -> dict[str, Any]:
    turns = [{"turn": turn, "chance": chance} for turn, chance in opening.turns]
    return {"position": opening.position, "depth": opening.depth, "book": turns, "is_last": False}


def print_lines(console: Console, report: Report, is_news: bool) -> None:
    begun = max(told.depth for told in report.lines)
    depth = f"depth {report.depth}" if begun == report.depth else f"depth {report.depth}, {begun} begun"
    head = f"{depth}   {report.positions:,} positions   {report.speed():,} a second   {report.seconds:.1f} s"
    console.print(Text(f"{head}   done" if report.is_last else head, "dim"))
    for number, told in enumerate(report.lines if is_news else (), 1):
        sure = certain(told)
        worth = sure or f"{100 * told.chance:.1f} %"
        line = Text(f"{number:3}  {worth:>10}  ")
        line.append(told.turns[0], "bold")
        line.append("".join(f" {turn}" for turn in told.turns[1:]), "green" if sure else "")
        if told.depth < begun:  # not looked at again yet, so that its value does not compare with those above
            line.append(f"   (depth {told.depth})", "dim")
        console.print(line, soft_wrap=True)


def speak(name: str, option: list[str] | None, components: Path | None, lines: int, memory: int) -> None:
    from loot_table.analysis.protocol import Engine  # noqa: PLC0415 (only for other programs)
    from loot_table.analysis.standard_input import Lines  # noqa: PLC0415

    game = games.called(name)
    analysis_of(game)
    start = new_match(game, game.least_players, option, components, None, None, Random(0))
    Engine(start, Lines(), print_at_once, time.monotonic, lines, memory).run()


def print_at_once(line: str) -> None:
    print(line, flush=True)
