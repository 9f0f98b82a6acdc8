"""The command `loot`."""

from __future__ import annotations

import platform
import secrets
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from loot_table import bots, games
from loot_table.cli.arena import arena, ladder
from loot_table.cli.bench import bench
from loot_table.cli.chaos import chaos
from loot_table.cli.files import read_match, write_match
from loot_table.cli.replay import Replay
from loot_table.cli.series import play_series
from loot_table.cli.serve import back_up, put_back, serve
from loot_table.cli.siege import siege
from loot_table.cli.terminal import Seats, Terminal, problem
from loot_table.cli.verify import verify
from loot_table.engine.build import is_compiled
from loot_table.engine.codec import loads
from loot_table.engine.components import read_toml
from loot_table.engine.errors import BadInput, LootError
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.options import described, typed, written
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.rulebook import rule, rulebook_text
from loot_table.server.secrecy import compare
from loot_table.server.timing import Terms, compare_times

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
app.add_typer(bench, name="bench")
app.command("chaos")(chaos)
app.command()(serve)
app.command("backup")(back_up)
app.command("restore")(put_back)
app.command("verify")(verify)
app.command("siege")(siege)
app.command()(arena)
app.command()(ladder)
HUMAN = "human"
WHO = f"{HUMAN}, {', '.join(bots.BOTS)}"
LEVELS = ", ".join(level.name for level in bots.LEVELS)

GameName = Annotated[str, typer.Argument(help="Which game; `loot games` lists them.", show_default=False)]
SeatList = Annotated[list[str] | None, typer.Option("--seat", help=f"Who sits there, once for each seat: {WHO}.")]
OptionList = Annotated[list[str] | None, typer.Option("--option", help="A rule option as name=value; may be repeated.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Makes chance and bots repeatable.")]
Players = Annotated[int | None, typer.Option("--players", help="How many play, if not said by --seat.")]
ComponentFile = Annotated[
    Path | None, typer.Option("--components", help="A TOML file to use instead of the game's own.")
]


def tell_version(is_asked: bool) -> None:
    if is_asked:
        how = "compiled" if is_compiled() else "interpreted (no C compiler when it was installed)"
        print(f"loot-table {version('loot-table')}, {how}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=tell_version, is_eager=True, help="Say which version this is, and how built."
        ),
    ] = False,
) -> None:
    """Loot-themed tabletop games, played for real: exact rules, fair bots."""


@app.command("games")
def list_games(name: Annotated[str | None, typer.Argument(help="One game, with its options.")] = None) -> None:
    """List the games, or one game's options."""
    console = Console()
    if name is None:
        for game in games.all_games():
            console.print(Text(game.slug, "bold") + Text(f"  {game.name}, {player_counts(game)} players"))
            console.print(Text(f"    {game.pitch}"))
        return
    game = games.load(name)
    console.print(Text(f"{game.name}, {player_counts(game)} players", "bold"))
    console.print(game.pitch)
    table = Table("option", "may be", "default", "meaning", "rule", box=None, pad_edge=False)
    for option in described(game.options):
        table.add_row(option.name, option.allowed(), written(option.default), option.doc, option.rule)
    console.print(table)


def player_counts(game: Game) -> str:
    return (
        str(game.least_players)
        if game.least_players == game.most_players
        else f"{game.least_players}-{game.most_players}"
    )


@app.command("rules")
def show_rules(
    name: GameName, number: Annotated[str | None, typer.Argument(help="One rule, such as CB-MOV-3.")] = None
) -> None:
    """Read a game's rules, or one rule by its number."""
    game = games.load(name)
    print(rulebook_text(game.slug) if number is None else f"{number.upper()}: {rule(game, number)}")


@app.command()
def play(
    name: Annotated[str | None, typer.Argument(help="Which game; `loot games` lists them.", show_default=False)] = None,
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
    load: Annotated[Path | None, typer.Option(help="Go on with a saved match.")] = None,
) -> None:
    """Play at this terminal, against bots or with friends on one screen."""
    nature = Random(chosen_seed(seed))
    if load is not None:
        if name is not None or position is not None or option or components is not None or called:
            raise BadInput("--load goes on with a match as it was saved: only --seat, --bots and --seed go with it")
        match = read_match(load, nature)
        who = seated(match.game, wished(seat, against), match.players, default=(HUMAN, bots.USUAL))
    else:
        if name is None:
            raise BadInput(f"which game? There are {', '.join(games.slugs())}")
        game = games.load(name)
        who = seated(game, wished(seat, against), players, default=(HUMAN, bots.USUAL))
        match = new_match(game, len(who), option, components, position, called, nature)
    play_series(Terminal(match, filled(match, who, seed, time.monotonic), Console(highlight=False), ask))


@app.command()
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
    game = games.load(name)
    who = seated(game, seat, players, default=(bots.USUAL, bots.USUAL))
    if HUMAN in who:
        raise BadInput("only bots play here; use `loot play` for people")
    match = new_match(game, len(who), option, components, None, None, Random(chosen_seed(seed)))
    seats = filled(match, who, seed)
    console, text = Console(highlight=False), games.part(game, "text")
    while not match.is_over:
        bot, before = seats.bots[match.to_act], match.version
        assert bot is not None
        match.play(match.to_act, bot.choose(match.view(match.to_act), bots.offered(match.state)))
        for event in match.events(SPECTATOR, before):
            console.print(Text("  " + event.text(match.names)))
        if not brief:
            console.print(text.draw(match.view(SPECTATOR), match.names))
            time.sleep(delay if console.is_terminal else 0)
    if brief:
        console.print(text.draw(match.view(SPECTATOR), match.names))
    console.print(Text(match.ending(), "bold"))
    if save is not None:
        write_match(match, save)
        console.print(f"Saved: {save}")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `save` writes it.")],
    seat: Annotated[
        int | None, typer.Option(help="Look with this seat's eyes (0, 1, …); all is shown otherwise.")
    ] = None,
    whole: Annotated[bool, typer.Option("--print", help="Print the whole log and the last table.")] = False,
) -> None:
    """Step through a saved match, forward and back."""
    match = read_match(file)
    if seat is not None and not 0 <= seat < match.players:
        raise BadInput(f"there is no seat {seat}; seats are 0 to {match.players - 1}")
    shown = Replay(match, REFEREE if seat is None else seat, Console(highlight=False))
    if whole:
        shown.print_all()
    else:
        shown.run(ask)


@app.command()
def secrecy(
    pairs: Annotated[int, typer.Option(help="How many pairs of worlds.", min=1)] = 20_000,
    seed: Seed = None,
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be repeated.")] = None,
    timing: Annotated[str | None, typer.Option(help="Compare the times of this bot's answers instead.")] = None,
    workers: Annotated[int, typer.Option(help="With --timing: processes that think.", min=1, max=256)] = 2,
    at_once: Annotated[int, typer.Option(help="With --timing: questions under way at a time.", min=1)] = 32,
    hurry: Annotated[float, typer.Option(help="With --timing: how many times as fast bots think.", min=1)] = 1.0,
) -> None:
    """Prove over the wire that nobody is sent what they may not know: 0 differences between paired worlds."""
    if timing is not None:
        compare_answer_times(timing, pairs, chosen_seed(seed), Terms(at_once, workers, hurry=hurry))
        return
    unknown = [name for name in game or [] if name not in games.slugs()]
    if unknown:
        raise BadInput(f'no game is called "{unknown[0]}"; there are {", ".join(games.slugs())}')
    first = chosen_seed(seed)
    report = compare(pairs, first, game)
    for slug, count in sorted(report.pairs.items()):
        print(f"{slug}: {count:,} pairs of worlds")
    print(f"{report.answers:,} answers, frames and log lines of each world compared, {report.size / 1e6:.1f} MB")
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


def chosen_seed(seed: int | None) -> int:
    return secrets.randbits(128) if seed is None else seed


def wished(seats: list[str] | None, against: str | None) -> list[str] | None:
    """Seats by --seat, or a person and bots by --bots."""
    if against is None:
        return seats
    if seats:
        raise BadInput("say who plays by --seat or by --bots, not both")
    return [HUMAN, *[name.strip() for name in against.split(",") if name.strip()]]


def seated(game: Game, wishes: list[str] | None, players: int | None, default: tuple[str, str]) -> list[str]:
    """Who sits where: as wished, the first of the default on seat 0, the second on all others."""
    who = list(wishes or [])
    for wish in who:
        if wish != HUMAN and wish not in bots.BOTS:
            raise BadInput(f'"{wish}" cannot sit down; a seat is one of {WHO}')
    count = players if players is not None else max(len(who), game.least_players)
    game.check_players(count)
    if len(who) > count:
        raise BadInput(f"{len(who)} seats are filled, but {count} play")
    while len(who) < count:
        who.append(default[0] if not who else default[1])
    return who


def filled(match: Match, who: list[str], seed: int | None, clock: Callable[[], float] | None = None) -> Seats:
    """Bots on their seats, each with a stream of its own; with a clock they keep to their time."""
    first = chosen_seed(seed) + 1
    return Seats(
        [None if name == HUMAN else bots.make(name, match.game, first + seat, clock) for seat, name in enumerate(who)]
    )


def new_match(
    game: Game,
    players: int,
    settings: list[str] | None,
    components: Path | None,
    position: str | None,
    called: list[str] | None,
    nature: Random,
) -> Match:
    names = None if not called else [*called, *game.seat_names[len(called) : players]]
    data = None if components is None else read_toml(components)
    start: Any = loads(position, 2**20) if position is not None and position.startswith(("{", "[")) else position
    return Match(game, players, typed(game.options, settings or []), data, start, names, nature)


def ask(prompt: str) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        print(line.rstrip("\n"))  # so that a script's output reads like a session
    return line


def main() -> None:
    try:
        app()
    except LootError as error:
        problem(Console(stderr=True, highlight=False), error)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
