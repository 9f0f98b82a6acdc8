"""`loot play`, `loot watch`, `loot replay`, and the matches that were kept: `loot matches`."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from loot_table import bots, games
from loot_table.cli.files import kept_hints, read_kept, read_match, write_match
from loot_table.cli.folders import ENDING, data_folder, found_match, matches_folder
from loot_table.cli.interrupts import Interrupts
from loot_table.cli.lines import line_reader
from loot_table.cli.replay import Replay
from loot_table.cli.seats import HUMAN, WHO, chosen_seed, filled, seated, wished
from loot_table.cli.series import play_series
from loot_table.cli.styled import styled
from loot_table.cli.terminal import Terminal
from loot_table.engine.codec import loads
from loot_table.engine.components import read_toml
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.options import as_dict, typed
from loot_table.engine.random import Random
from loot_table.engine.screen import Screen
from loot_table.engine.state import REFEREE, SPECTATOR

LEVELS = ", ".join(level.name for level in bots.LEVELS)


def game_names() -> list[str]:
    """For the shell's completion."""
    return list(games.slugs())


def kept_names() -> list[str]:
    return [path.name.removesuffix(ENDING) for path in sorted((data_folder() / "matches").glob(f"*{ENDING}"))]


GameName = Annotated[
    str, typer.Argument(help="Which game; `loot games` lists them.", show_default=False, autocompletion=game_names)
]
SeatList = Annotated[list[str] | None, typer.Option("--seat", help=f"Who sits there, once for each seat: {WHO}.")]
OptionList = Annotated[list[str] | None, typer.Option("--option", help="A rule option as name=value; may be repeated.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Makes chance and bots repeatable.")]
Players = Annotated[int | None, typer.Option("--players", help="How many play, if not said by --seat.")]
ComponentFile = Annotated[
    Path | None, typer.Option("--components", help="A TOML file to use instead of the game's own.")
]


def play(
    name: Annotated[
        str | None,
        typer.Argument(help="Which game; `loot games` lists them.", show_default=False, autocompletion=game_names),
    ] = None,
    seat: SeatList = None,
    against: Annotated[
        str | None, typer.Option("--bots", help=f"Whom you meet, separated by commas: {LEVELS}.")
    ] = None,
    option: OptionList = None,
    seed: Seed = None,
    players: Players = None,
    called: Annotated[list[str] | None, typer.Option("--name", help="The players' names, seat by seat.")] = None,
    position: Annotated[str | None, typer.Option(help="Start from a written position.")] = None,
    components: ComponentFile = None,
    load: Annotated[
        str | None,
        typer.Option(help="Go on with a match: a file, or a name of `loot matches`.", autocompletion=kept_names),
    ] = None,
    begin: Annotated[
        str | None,
        typer.Option(
            "--from", help="Begin where a finished match stood: a file or a name, with --at.", autocompletion=kept_names
        ),
    ] = None,
    at: Annotated[int | None, typer.Option(help="How many entries of it were played, as `loot replay` counts.")] = None,
) -> None:
    """Play at this terminal, against bots or with friends on one screen."""
    nature, resumed, interrupts = Random(chosen_seed(seed)), None, Interrupts()
    if (begin is None) != (at is None):
        raise BadInput("--from says which match, --at how far into it: both or neither")
    if begin is not None:
        if any([name, position, option, components, load, players]):
            raise BadInput("--from takes a match as it was played: only --seat, --bots, --name and --seed go with it")
        match, who = gone_on(begin, at or 0, wished(seat, against), called or [], nature)
    elif load is not None:
        if (
            name is not None
            or position is not None
            or option
            or components is not None
            or called
            or players is not None
        ):
            raise BadInput("--load goes on with a match as it was saved: only --seat, --bots and --seed go with it")
        path = found_match(load)
        match, sat = read_kept(path, nature)
        if match.is_over:
            raise BadInput(f"this match is over: {match.voice().text(match.ending())} See it with loot replay {load}")
        who = seated(match.game, wished(seat, against) or sat, match.players, default=(HUMAN, bots.USUAL))
        resumed = path if path.parent == matches_folder() else None
    else:
        if name is None:
            raise BadInput(f"which game? There are {', '.join(games.slugs())}")
        game = games.called(name)
        who = seated(game, wished(seat, against), players, default=(HUMAN, bots.USUAL))
        names = names_at(game, who, called or [], str(chosen_seed(seed)))
        match = new_match(game, len(who), option, components, position, names, nature)
    seats = filled(match.game, who, seed, interrupts.clock)
    console = Console(highlight=False)
    if met := [f"{match.names[bot]} · {who[bot].capitalize()}" for bot in sorted(seats.machines())]:
        console.print(Text(f"You meet {', '.join(met)}.", "dim"))
    is_known = load is not None or begin is not None
    terminal = Terminal(match, seats, console, line_reader(), interrupts, is_known, resumed)
    if load is not None:
        terminal.asked = kept_hints(found_match(load), match.players)
    if play_series(terminal):
        raise KeyboardInterrupt


def watch(
    name: GameName,
    seat: SeatList = None,
    option: OptionList = None,
    seed: Seed = None,
    players: Players = None,
    components: ComponentFile = None,
    delay: Annotated[float, typer.Option(help="Seconds between turns.", min=0, max=60)] = 0.5,
    brief: Annotated[bool, typer.Option("--brief", help="Only what happens, without the table.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the record here.")] = None,
) -> None:
    """Watch bots play."""
    game = games.called(name)
    who = seated(game, seat, players, default=(bots.USUAL, bots.USUAL))
    if HUMAN in who:
        raise BadInput("only bots play here; use `loot play` for people")
    match = new_match(game, len(who), option, components, None, None, Random(chosen_seed(seed)))
    console, text = Console(highlight=False), games.part(game, "text")
    screen = Screen(console.width, console.height)
    with Interrupts() as interrupts:
        seats = filled(game, who, seed, interrupts.stopped_clock)
        while not match.is_over:
            bot, before = seats.bots[match.to_act], match.version
            assert bot is not None
            match.play(match.to_act, bot.choose(match.view(match.to_act), bots.offered(match.state)))
            for event in match.events(SPECTATOR, before):
                console.print(styled(match.voice(), event.text(), indent=2))
            if not brief:
                console.print(text.draw(match.view(SPECTATOR), match.names, screen))
                time.sleep(delay if console.is_terminal else 0)
    if brief:
        console.print(text.draw(match.view(SPECTATOR), match.names, screen))
    console.print(styled(match.voice(), match.ending(), "bold"))
    if save is not None:
        write_match(match, save, who)
        console.print(f"Saved: {save}")


def replay(
    file: Annotated[
        str, typer.Argument(help="A record: a file, or a name of `loot matches`.", autocompletion=kept_names)
    ],
    seat: Annotated[
        int | None, typer.Option(help="Look with the eyes of this player (1, 2, …); all is shown otherwise.")
    ] = None,
    whole: Annotated[bool, typer.Option("--print", help="Print the whole log and the last table.")] = False,
) -> None:
    """Step through a saved match, forward and back."""
    match = read_match(found_match(file))
    if seat is not None and not 1 <= seat <= match.players:
        raise BadInput(f"there is no player {seat}; they are 1 to {match.players}: {', '.join(match.names)}")
    shown = Replay(match, REFEREE if seat is None else seat - 1, Console(highlight=False))
    if whole:
        shown.print_all()
    else:
        shown.run(line_reader())


def matches() -> None:
    """List the matches that were kept: unfinished ones to go on with, finished ones to see again."""
    console = Console(highlight=False)
    table = Table("name", "game", "who", "last played", "", box=None, pad_edge=False)
    for name in kept_names():
        path = found_match(name)
        when = f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"
        try:
            match = read_match(path)
            state = match.voice().text(match.ending()) if match.is_over else f"{match.names[match.to_act]} to act"
            table.add_row(name, match.game.name, " against ".join(match.names), when, state)
        except BadInput as error:
            table.add_row(name, "", "", when, Text(str(error).removeprefix(f"{path}: "), "red"))
    console.print(table if table.row_count else "No match has been kept yet: `loot play` keeps them.")


def gone_on(
    begin: str, at: int, wishes: list[str] | None, called: list[str], nature: Random
) -> tuple[Match, list[str]]:
    """A match that begins where a finished one stood; unless somebody says otherwise, you take the seat that decides next."""
    old = read_match(found_match(begin))
    if not old.is_over:
        raise BadInput(f"this match is not over: go on with it by loot play --load {begin}")
    if not 0 <= at < old.version:
        raise BadInput(f"the match has {old.version} entries: --at is 0 to {old.version - 1}")
    who = wishes or [bots.USUAL] * old.players
    if wishes is None:
        deciders = (entry.seat for entry in old.record[at:] if entry.action is not None)
        who[next(deciders, 0)] = HUMAN
    seats = seated(old.game, who, old.players, default=(HUMAN, bots.USUAL))
    scores = [] if old.before is None else [list(score) for score in old.before.scores]
    names = [*called, *old.names[len(called) :]]
    options, data = as_dict(old.options), old.component_data
    match = Match(old.game, old.players, options, data, old.position, names, scores=scores)
    match.nature = nature
    match.begin_with([entry.to_json() for entry in old.record[:at] if not entry.service])
    return match, seats


def names_at(game: Game, who: list[str], called: list[str], key: str) -> list[str]:
    """As they are called; of the others people are named by the game, and bots have names of their own."""
    names = list(called)
    for seat in range(len(called), len(who)):
        is_person = who[seat] == HUMAN
        names.append(game.seat_names[seat] if is_person else bots.name_for(game.seat_colours[seat], key, names))
    return names


def new_match(
    game: Game,
    players: int,
    settings: list[str] | None,
    components: Path | None,
    position: str | None,
    names: list[str] | None,
    nature: Random,
) -> Match:
    data = None if components is None else read_toml(components)
    start: Any = loads(position, 2**20) if position is not None and position.startswith(("{", "[")) else position
    return Match(game, players, typed(game.options, settings or []), data, start, names, nature)
