"""`loot lab`: questions about a game's design."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table import games
from loot_table.arena.contest import play_match
from loot_table.cli.arena import make_folder
from loot_table.cli.files import JsonFile, can_be_written, write_json, write_match
from loot_table.engine.errors import BadInput
from loot_table.engine.options import typed
from loot_table.lab.answers import BAD, OPEN, Answer
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.catalogue import ALL, Question
from loot_table.lab.deals import Deals, against
from loot_table.lab.design import Design, knobs, read_design, write_design
from loot_table.lab.kept_deals import KeptDeals
from loot_table.lab.questions import BAND
from loot_table.lab.report import write_report

lab = typer.Typer(no_args_is_help=True, help="Change a design, and know whether it is still fair.")

What = Annotated[str, typer.Argument(help="A game, or a design's file (TOML or JSON).", show_default=False)]
Set = Annotated[list[str] | None, typer.Option("--set", help="A change as path=value, such as scoring.target.4=33.")]
Remove = Annotated[list[str] | None, typer.Option(help="A card, tile or piece that goes, by its path.")]
Option = Annotated[list[str] | None, typer.Option(help="A rule option as name=value.")]
Players = Annotated[int | None, typer.Option(help="How many play; the fewest if none is given.")]
Bot = Annotated[str, typer.Option(help="Who plays: greedy, or a level of bots.")]
Again = Annotated[str | None, typer.Option("--again", help="Ask other bots, too, and say if the finding flips.")]
Most = Annotated[int, typer.Option("--deals", help="Deals at most; fewer if it is decided before.")]
Jobs = Annotated[int, typer.Option(help="How many processes.", min=1, max=64)]
OnRay = Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster (RAY_ADDRESS, or this machine).")]
Seed = Annotated[int, typer.Option(help="Decides deals and bots.")]
Log = Annotated[Path | None, typer.Option(help="A folder that keeps finished games, to go on later.")]
Show = Annotated[
    Path | None, typer.Option("--show", help="A folder for three games that show it; `loot replay` plays them.")
]
Report = Annotated[Path | None, typer.Option(help="Also write a page to read or print.", callback=can_be_written)]


@lab.callback()
def about() -> None:
    """Change a design, and know whether it is still fair. docs/lab.md is the guide."""


@dataclass(frozen=True)
class How:
    """What every question takes, as it was typed."""

    what: str
    players: int | None
    bot: str
    again: str | None
    set_: list[str] | None
    remove: list[str] | None
    option: list[str] | None
    most: int
    jobs: int
    ray: bool
    seed: int
    log: Path | None
    json_file: Path | None
    report: Path | None
    show: Path | None

    def design(self, what: str | None = None) -> Design:
        return wished(what or self.what, self.set_, self.remove, self.option)


def taken(
    what: What,
    players: Players = None,
    bot: Bot = USUAL_BOT,
    again: Again = None,
    set_: Set = None,
    remove: Remove = None,
    option: Option = None,
    most: Most = 0,
    jobs: Jobs = 1,
    ray: OnRay = False,
    seed: Seed = 1,
    log: Log = None,
    json_file: JsonFile = None,
    report: Report = None,
    show: Show = None,
) -> None:
    """The parameters of every question: what typer reads of a command."""


def asking(question: Question) -> Callable[..., None]:
    """The command of a question: what all take, and its own."""
    shared, hints = signature(taken).parameters, get_type_hints(taken, include_extras=True)
    usual = {"bot": question.bot, "most": question.most}
    own = OWN.get(question.name, {})
    parameters = {
        "what": shared["what"],
        **{name: Parameter(name, KEYWORD, default=default, annotation=kind) for name, (kind, default) in own.items()},
        **{name: each for name, each in shared.items() if name != "what"},
    }

    def command(**given: Any) -> None:
        more = {name: given.pop(name) for name in own}
        ask_of(question, How(**given), more)

    command.__doc__ = f"{question.heading} {question.about}"
    command.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            each.replace(
                kind=KEYWORD, annotation=hints.get(name, each.annotation), default=usual.get(name, each.default)
            )
            for name, each in parameters.items()
        ]
    )
    return command


def ask_of(question: Question, how: How, more: dict[str, Any]) -> None:
    """Ask, say what was found, and write what is wanted."""
    if "band" in more:
        more["band"] /= 100
    designs = [how.design()]
    if question.is_against:
        designs = [wished(how.what), how.design(more.pop("other"))]
        if designs[0].hash == designs[1].hash:
            raise BadInput(
                "these are the same design: name another one, or say what to change by --set, --remove or --option"
            )
    before = designs[0] if question.is_against else None

    def ask(who: str, deals: Deals) -> Answer:
        return question.answer(designs[-1], before, how.players, who, how.most, deals, how.seed, **more)

    answer = told(ask, how)
    show_games(answer, designs, how.show)


KEYWORD = Parameter.KEYWORD_ONLY
# What a question takes beside that: how typer reads it, and what it is if nothing is said.
OWN: dict[str, dict[str, tuple[Any, Any]]] = {
    "fair": {"band": (Annotated[float, typer.Option(help="So many points from its share a seat may be.")], 100 * BAND)},
    "restrict": {
        "never": (
            Annotated[str, typer.Option(help='What one of them never does, such as "never awaken".')],
            Parameter.empty,
        )
    },
    "compare": {
        "other": (
            Annotated[
                str | None, typer.Argument(help="Another design; without it, the first with --set, --remove, --option.")
            ],
            None,
        )
    },
}
for each in ALL:
    lab.command(each.name)(asking(each))


@lab.command("design")
def make_design(
    what: What,
    out: Annotated[Path | None, typer.Option(help="Write it here (TOML or JSON).", callback=can_be_written)] = None,
    name: Annotated[str, typer.Option(help="What it is called.")] = "",
    author: Annotated[str, typer.Option(help="Who made it.")] = "",
    set_: Set = None,
    remove: Remove = None,
    option: Option = None,
    is_long: Annotated[bool, typer.Option("--knobs", help="List every number that can be turned.")] = False,
) -> None:
    """Make a design, check it, and say how it differs from the game as it is shipped."""
    design = wished(what, set_, remove, option)
    if name or author:
        design = design.called(name or design.name, author)
    console = Console(highlight=False)
    console.print(f"{design.title}, {design.hash}" + (f", made from {design.parent}" if design.parent else ""))
    for line in design.differs() or ["nothing is changed"]:
        console.print(f"  {line}", markup=False)
    if is_long:
        table = Table("path", "value", box=SIMPLE, pad_edge=False)
        for path, number in knobs(design):
            table.add_row(path, str(number))
        console.print(table)
    if out is not None:
        write_design(design, out)
        console.print(f"{out} is written.")


# ---------------------------------------------------------------- what the commands share


def wished(
    what: str, changes: list[str] | None = None, removed: list[str] | None = None, option: list[str] | None = None
) -> Design:
    """A game by its name, or a design by its file, with what is to be changed in it."""
    path = Path(what)
    design = read_design(path) if path.suffix in (".toml", ".json") else Design(games.called(what).slug)
    for change in changes or []:
        place, equals, text = change.partition("=")
        if not equals:
            raise BadInput(f'write a change as path=value, got "{change:.40}"')
        design = design.set(place.strip(), value_of(text.strip()))
    for place in removed or []:
        design = design.remove(place)
    for name, value in typed(design.rules.options, option or []).items():
        design = design.option(name, value)
    design.check()
    return design


def value_of(text: str) -> Any:
    """A value as TOML writes it; a word without quotes is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def told(ask: Callable[[str, Deals], Answer], how: How) -> Answer:
    console = Console(highlight=False)
    with console.status("The first deals are played.") as status:

        def progress(_: str, games: int) -> None:
            status.update(f"{games:,} games are played.")

        with KeptDeals(how.jobs, how.log, progress, how.ray) as deals:
            answer = ask(how.bot, deals)
            for name in [name.strip() for name in (how.again or "").split(",") if name.strip()]:
                answer = answer.checked_with(ask(name, deals))
    colour = "yellow" if answer.verdict in OPEN else "red" if answer.verdict in BAD else "green"
    console.print(answer.says, style=colour)
    if answer.elsewhere:
        said = "; ".join(f"{name}: {verdict}" for name, verdict in answer.elsewhere.items())
        console.print(f"With other bots: {said}." + (" The finding depends on who plays." if answer.flips else ""))
    for line in answer.apart:
        console.print(f"  otherwise there: {line}", markup=False)
    console.print(f"{answer.title}, design {answer.design}, {answer.players} players.", style="dim", markup=False)
    console.print(figures_table(answer))
    for line in answer.differs:
        console.print(f"  {line}", markup=False)
    console.print("What this does not tell you: " + " ".join(answer.cannot_tell), style="dim")
    console.print(f"Again: {answer.command}", style="dim")
    write_json(how.json_file, answer.to_json())
    if how.report is not None:
        write_report([answer], how.report)
        console.print(f"{how.report} is written.")
    return answer


def figures_table(answer: Answer) -> Table:
    has_notes = any(figure.note for figure in answer.figures)
    table = Table("", box=SIMPLE, pad_edge=False)
    for heading in ("seen", "where it lies"):
        table.add_column(heading, justify="right")
    if has_notes:
        table.add_column("check")
    for figure in answer.figures:
        seen = (figure.name, figure.written(figure.value), figure.says().partition("(")[2].rstrip(")"))
        table.add_row(*seen, *([figure.note] if has_notes else []))
    return table


def show_games(answer: Answer, designs: list[Design], folder: Path | None) -> None:
    """The games behind an answer, as records."""
    if folder is None:
        return
    make_folder(folder)
    for place, design in enumerate(designs):
        contest = against(design, answer.players_shown, answer.players, answer.seed)
        for number in answer.examples:
            name = f"{answer.question}-{number}{'ab'[place] if len(designs) > 1 else ''}.json"
            played = play_match(contest, number)
            write_match(played.match, folder / name, [contest.bots[bot] for bot in played.seats])
    many = len(answer.examples) * len(designs)
    Console(highlight=False).print(f"{many} games that show it are in {folder}: loot replay FILE.")
