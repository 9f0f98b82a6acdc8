"""`loot rl`: train policies, and place them on the ladder of our bots."""

from __future__ import annotations

import shlex
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table import bots, games
from loot_table.cli.arena import advance, progress_bar, shown_share
from loot_table.cli.files import JsonFile, can_be_written, read_json, write_json
from loot_table.engine.errors import BadInput
from loot_table.engine.options import typed
from loot_table.rl.describing import described
from loot_table.rl.setting import Setting

rl = typer.Typer(no_args_is_help=True, help="Environments described; policies trained, and placed on the ladder.")
ALGORITHMS = ("ppo",)
LADDER = "random,greedy,apprentice,thief"

Players = Annotated[int | None, typer.Option(help="How many play; two, or the fewest the game is for.")]
Option = Annotated[list[str] | None, typer.Option(help="A rule option as name=value.")]


@rl.callback()
def about() -> None:
    """Train policies, and place them on the ladder of our bots. docs/baselines.md says more."""


def needed() -> None:
    try:
        import numpy  # noqa: F401, PLC0415 (installed only where it is wanted)
    except ImportError:
        raise BadInput('policies need numpy; it comes with `pip install "loot-table[rl]"`') from None


@rl.command()
def train(
    name: Annotated[str, typer.Argument(help="Which game; `loot games` lists them.", show_default=False)],
    out: Annotated[
        Path,
        typer.Option(
            help="The model to write; its curve comes beside it.", show_default=False, callback=can_be_written
        ),
    ],
    algorithm: Annotated[str, typer.Option(help="How it learns: ppo.")] = "ppo",
    players: Players = None,
    minutes: Annotated[float, typer.Option(help="CPU minutes of learning.", min=0.01, max=10_000)] = 6.0,
    seed: Annotated[int, typer.Option(help="Decides deals, the first net, and what it tries.")] = 1,
    looks: Annotated[int, typer.Option(help="How often it is looked at how well it plays.", min=1, max=1000)] = 8,
    count: Annotated[int, typer.Option("--games", help="Games against each kind of bot at each look.", min=2)] = 100,
    option: Option = None,
) -> None:
    """Train a policy in self-play, and keep the model with its card and its learning curve.

    Writes OUT (ONNX), and beside it the curve as .csv and .svg.
    """
    needed()
    if algorithm not in ALGORITHMS:
        raise BadInput(f"there is the algorithm {', '.join(ALGORITHMS)}, got {algorithm:.40}")
    from loot_table.rl.curves import as_csv, as_svg  # noqa: PLC0415 (needs numpy)
    from loot_table.rl.training import Plan, Trained, Training  # noqa: PLC0415

    game = games.called(name)
    plan = Plan(
        game.slug,
        max(2, game.least_players) if players is None else players,
        typed(game.options, option or []),
        minutes,
        seed,
        looks,
        count,
        command=shlex.join(["loot", *sys.argv[1:]]),
        date=datetime.now(UTC).date().isoformat(),
    )
    console = Console(highlight=False)
    title = f"{game.name}, {plan.players} players: share of the victories"

    def kept(found: Trained) -> None:
        try:
            out.write_bytes(found.content)
            out.with_suffix(".csv").write_text(as_csv(found.points), encoding="utf-8")
            out.with_suffix(".svg").write_text(as_svg(title, found.points, 1 / plan.players), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error.strerror}") from None

    found = Training(plan, tell=console.print, keep=kept).run()
    made = found.card.made
    spent = f"{made['cpu_minutes']} CPU minutes of learning, {made['cpu_minutes_of_looks']} of looks"
    console.print(f"{out}: {made['steps']:,} steps of {made['games']:,} games, {spent}.")


@rl.command()
def describe(
    name: Annotated[str, typer.Argument(help="Which game; `loot games` lists them.", show_default=False)],
    players: Players = None,
    option: Option = None,
    form: Annotated[str, typer.Option(help="How actions are numbered: fixed, factored or listed.")] = "fixed",
) -> None:
    """Say what stands where in an observation, and which number is which action. docs/research.md says more."""
    game = games.called(name)
    count = max(2, game.least_players) if players is None else players
    for line in described(Setting(game, count, typed(game.options, option or []), form=form)):
        print(line)


@rl.command()
def evaluate(
    model: Annotated[str, typer.Argument(help="An ONNX file, or a function as module:function.", show_default=False)],
    name: Annotated[str | None, typer.Option("--game", help="For a function: which game it plays.")] = None,
    players: Players = None,
    option: Option = None,
    components: Annotated[
        Path | None, typer.Option(help="Components as JSON to play with; the model must know them.", exists=True)
    ] = None,
    form: Annotated[
        str, typer.Option(help="For a function: how its actions are numbered, fixed or factored.")
    ] = "fixed",
    against: Annotated[str, typer.Option(help=f"Bots, separated by commas; of {', '.join(bots.BOTS)}.")] = LADDER,
    count: Annotated[int, typer.Option("--games", help="The most games against each.", min=2)] = 1000,
    every: Annotated[
        bool, typer.Option("--all", help="Play all of them, even if the verdict is known before.")
    ] = False,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 1,
    seed: Annotated[int, typer.Option(help="Decides deals and bots.")] = 1,
    json_file: JsonFile = None,
) -> None:
    """Place a policy on the ladder: fresh deals, each from every seat, against one kind of bot after the other."""
    needed()
    from loot_table.rl.evaluate import Terms, climbed  # noqa: PLC0415 (needs numpy)

    source = wanted(model, name, players, option, components, form)
    terms = Terms(
        [each.strip() for each in against.split(",") if each.strip()],
        count,
        not every,
        jobs,
        seed,
        None if components is None else read_json(components),
    )
    card = source.card
    title = f"{games.load(card.game).name}, {card.players} players: {Path(model).name}"
    table = Table("against", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("games", "share of wins", "fair", "by seat", "ms a move", "verdict"):
        table.add_column(heading, justify="right")
    console, rungs = Console(highlight=False), []
    for opponent in terms.opponents:
        with progress_bar(console) as bar:
            task = bar.add_task(f"against {opponent}", total=count)
            rung = climbed("the policy", source, opponent, terms, partial(advance, bar, task))
        shares = " ".join(f"{share:.0%}" for share in rung.by_seat)
        table.add_row(
            opponent,
            str(rung.games),
            shown_share(rung.share, rung.low, rung.high),
            f"{rung.fair:.0%}",
            shares,
            f"{1e3 * rung.seconds_a_move:.2f}",
            rung.verdict,
        )
        rungs.append(asdict(rung))
    console.print(table)
    console.print("Intervals hold at every look (95 %); deals are what is independent.")
    write_json(json_file, {"model": model, "card": asdict(card), "seed": seed, "rungs": rungs})


def wanted(
    model: str, name: str | None, players: int | None, option: list[str] | None, components: Path | None, form: str
) -> Any:
    """The policy, if it fits what was asked for."""
    from loot_table.rl.card import card_for, check_fits  # noqa: PLC0415 (needs numpy)
    from loot_table.rl.policy import card_with_sizes, is_function, source_of  # noqa: PLC0415

    parts = None if components is None else read_json(components)
    if is_function(model):
        if name is None:
            raise BadInput(f"{model} is a function: say by --game which game it plays")
        game = games.called(name)
        count = max(2, game.least_players) if players is None else players
        options = typed(game.options, option or [])
        table = game.start(count, options, parts)
        return source_of(model, card_with_sizes(card_for(game, count, options, parts, form), table))
    source = source_of(model)
    game = games.called(name) if name is not None else games.load(source.card.game)
    wished = typed(game.options, option) if option else source.card.options
    check_fits(source.card, game, source.card.players if players is None else players, wished, parts)
    return source
