"""`loot lab tune` and `loot lab report`: many questions at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table.cli.arena import make_folder
from loot_table.cli.files import JsonFile, can_be_written, write_json
from loot_table.cli.lab.asking import Bot, Jobs, Log, OnRay, Option, Players, Remove, Seed, Set, What, lab, wished
from loot_table.engine.errors import BadInput
from loot_table.lab.answers import Figure
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.catalogue import ALL, QUESTIONS, question_called
from loot_table.lab.design import write_design
from loot_table.lab.frontier import Candidate, Tuned
from loot_table.lab.kept_deals import KeptDeals
from loot_table.lab.report import asked_twice, write_report
from loot_table.lab.tune import ROUNDS, TRIALS, tune

USUAL_QUESTIONS = "fair,length,exciting,luck,choices,cards,dead"


@lab.command("tune")
def tune_design(
    what: What,
    want: Annotated[list[str], typer.Option(help='What you want, such as "seats within 2 points". May be repeated.')],
    knob: Annotated[list[str], typer.Option(help="What may be turned: scoring.target.4=30..40. May be repeated.")],
    players: Players = None,
    bot: Bot = USUAL_BOT,
    again: Annotated[str, typer.Option("--again", help="Confirm what was found with these bots, too.")] = "",
    set_: Set = None,
    remove: Remove = None,
    option: Option = None,
    trials: Annotated[int, typer.Option(help="Settings that are tried.", min=1, max=10_000)] = TRIALS,
    most: Annotated[int, typer.Option("--deals", help="Deals that the last of them are measured on.")] = ROUNDS[-1],
    jobs: Jobs = 1,
    ray: OnRay = False,
    seed: Seed = 1,
    log: Log = None,
    json_file: JsonFile = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the designs that were found.")] = None,
) -> None:
    """Look for settings of some knobs that give you what you want, with the fewest changes first."""
    design = wished(what, set_, remove, option)
    console = Console(highlight=False)
    with console.status("The first settings are tried.") as status:

        def tell(what: str, done: int, of: int) -> None:
            status.update(f"{what} {done} of {of}.")

        with KeptDeals(jobs, log, on_ray=ray) as deals:
            found = tune(
                design,
                want,
                knob,
                players,
                bot,
                again=again,
                trials=trials,
                most=most,
                deals=deals,
                seed=seed,
                tell=tell,
            )
    console.print(found.says, style="green" if any(each.verdict == "yes" for each in found.frontier) else "yellow")
    console.print(frontier_table(found))
    for each in found.screened:
        moves = f"moves {', '.join(each.moves)}" if each.moves else "moves nothing"
        console.print(f"  {each.knob}, from {each.low} to {each.high}: {moves}", markup=False)
    console.print("Measured on deals that the search has not seen; play it before you believe it.", style="dim")
    write_json(json_file, found.to_json())
    if out is not None:
        make_folder(out)
        for number, candidate in enumerate(found.frontier, 1):
            write_design(candidate.design, out / f"{design.rules.slug}-{number}.toml")
        console.print(f"{len(found.frontier)} designs are in {out}.")


def frontier_table(found: Tuned) -> Table:
    table = Table("changed", "wanted", "where it lies", box=SIMPLE, pad_edge=False)
    for each in (found.before, *found.frontier):
        changed = "; ".join(each.design.differs(found.design)) or "nothing"
        table.add_row(changed, verdict_of(each), worst_of(each.figures))
    return table


def verdict_of(candidate: Candidate) -> str:
    return candidate.verdict + (f" (others: {candidate.again})" if candidate.again else "")


def worst_of(figures: tuple[Figure, ...]) -> str:
    return ", ".join(f"{each.name} {each.says()}" for each in figures)


@lab.command("report")
def report_design(
    what: What,
    out: Annotated[Path, typer.Argument(help="The page: an HTML file.", callback=can_be_written)],
    questions: Annotated[str, typer.Option(help="Which questions, with commas, or all.")] = USUAL_QUESTIONS,
    players: Players = None,
    bot: Bot = USUAL_BOT,
    set_: Set = None,
    remove: Remove = None,
    option: Option = None,
    most: Annotated[int | None, typer.Option("--deals", help="Deals at most for each question.")] = None,
    jobs: Jobs = 1,
    ray: OnRay = False,
    seed: Seed = 1,
    log: Log = None,
    json_file: JsonFile = None,
) -> None:
    """Ask many questions of a design, each at a second level of bots, too, and write one page."""
    design = wished(what, set_, remove, option)
    alone = [each.name for each in ALL if not each.is_against and not each.wants]
    names = alone if questions == "all" else [name.strip() for name in questions.split(",") if name.strip()]
    if not names:
        raise BadInput(f"say which questions: {', '.join(alone)}")
    if unfit := [name for name in names if question_called(name).name not in alone]:
        raise BadInput(f"{unfit[0]} needs more than a design: ask it by itself, loot lab {unfit[0]}")
    console = Console(highlight=False)
    answers = []
    with KeptDeals(jobs, log, on_ray=ray) as deals:
        for name in names:
            with console.status(f"{QUESTIONS[name].heading}"):
                answer = asked_twice(QUESTIONS[name], design, players, bot, most, deals, seed)
            answers.append(answer)
            console.print(answer.says)
            write_report(answers, out)  # what is known is not lost when the next one is stopped
    write_json(json_file, [answer.to_json() for answer in answers])
    console.print(f"{out} is written.")
