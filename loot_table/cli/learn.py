"""`loot learn`: the lessons of a game, then a first game with the coach."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from loot_table import games
from loot_table.cli.interrupts import Interrupts
from loot_table.cli.lesson import CoachedTerminal, Skip, teach
from loot_table.cli.lines import Ask, line_reader
from loot_table.cli.play import game_names, names_at
from loot_table.cli.progress import Progress
from loot_table.cli.seats import HUMAN, chosen_seed, filled
from loot_table.cli.terminal import Leave
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.learn.coach import Coach
from loot_table.learn.course import MOST_STARS
from loot_table.learn.coverage import coverage
from loot_table.learn.lessons import FIRST_GAME, REASONS, Do, Find, Lessons, has_lessons, lessons_of

LEVEL = "apprentice"


def learn(
    name: Annotated[
        str | None, typer.Argument(help="Which game.", show_default=False, autocompletion=game_names)
    ] = None,
    lesson: Annotated[
        str | None, typer.Argument(help=f"One lesson by its name, or {FIRST_GAME}.", show_default=False)
    ] = None,
    which: Annotated[bool, typer.Option("--list", help="Only list the lessons, and how far you are.")] = False,
    covered: Annotated[bool, typer.Option("--coverage", help="Which rules the lessons teach, and which not.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Forget what was done, and begin again.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Makes the first game repeatable.")] = None,
) -> None:
    """Learn a game by doing it: short lessons on the real table, then a first game with a coach."""
    console, progress = Console(highlight=False), Progress()
    if name is None:
        list_untaught(console) if covered else list_games(console, progress)
        return
    game = games.called(name)
    lessons = lessons_of(game.slug)
    if anew:
        progress.forget(game.slug)
        progress.keep()
    if which:
        list_lessons(game, lessons, console, progress)
    elif covered:
        show_coverage(game, lessons, console)
    else:
        ids = wanted(game, lessons, lesson, progress)
        go_through(game, lessons, ids, console, progress, seed)


def list_games(console: Console, progress: Progress) -> None:
    table = Table("game", "lessons", "done", box=None, pad_edge=False)
    for game in filter(has_lessons, games.all_games()):
        lessons = lessons_of(game.slug).lessons
        done = sum(progress.of(game.slug, lesson.id).stars > 0 for lesson in lessons)
        table.add_row(game.slug, str(len(lessons)), str(done))
    console.print(table if table.row_count else "No game has lessons.")


def list_lessons(game: Game, lessons: Lessons, console: Console, progress: Progress) -> None:
    table = Table("name", "lesson", "", "", box=None, pad_edge=False)
    for lesson in lessons.lessons:
        kind = "you do it" if isinstance(lesson, Do) else "legal or not"
        if isinstance(lesson, Find):
            kind = f"find the way, par {lesson.par}"
        done = progress.of(game.slug, lesson.id)
        table.add_row(lesson.id, lesson.title, kind, "★" * done.stars + "☆" * (MOST_STARS - done.stars))
    table.add_row(FIRST_GAME, "First game", "with the coach", "")
    console.print(table)


def show_coverage(game: Game, lessons: Lessons, console: Console) -> None:
    found = coverage(game, lessons)
    table = Table("rule", "taught in", box=None, pad_edge=False)
    for rule, where in sorted(found.taught.items()):
        table.add_row(rule, ", ".join(where))
    console.print(table)
    for reason, rules in found.untaught.items():
        console.print(Text(f"\nNot taught, because {REASONS[reason]}:", "bold"))
        console.print(", ".join(rules))
    if found.unplaced:
        console.print(Text(f"\nNobody has placed: {', '.join(found.unplaced)}", "red"))


def list_untaught(console: Console) -> None:
    """Of all games, without what is taught."""
    for game in filter(has_lessons, games.all_games()):
        console.print(Text(f"{game.name}: rules that no lesson teaches", "bold"))
        for reason, rules in coverage(game, lessons_of(game.slug)).untaught.items():
            console.print(f"  {REASONS[reason]}: {', '.join(rules)}", soft_wrap=True)


def wanted(game: Game, lessons: Lessons, lesson: str | None, progress: Progress) -> list[str]:
    """One lesson, or those that are not done yet and the first game; all of them when everything is done."""
    ids = [each.id for each in lessons.lessons]
    if lesson == FIRST_GAME:
        return [FIRST_GAME]
    if lesson is not None:
        return [lessons.called(lesson).id]
    return [*([id for id in ids if not progress.of(game.slug, id).stars] or ids), FIRST_GAME]


def go_through(
    game: Game, lessons: Lessons, ids: list[str], console: Console, progress: Progress, seed: int | None
) -> None:
    ask = line_reader()
    try:
        for id in ids:
            if id == FIRST_GAME:
                first_game(game, lessons, console, ask, progress, seed)
                return
            try:
                teach(game, lessons, id, progress, console, ask)
            except Skip:
                console.print("Skipped.")
        console.print(Text(f"To go on: loot learn {game.slug}", "dim"))
    except (Leave, EOFError):
        progress.keep()
        console.print()
        console.print(f"To go on: loot learn {game.slug}")


def first_game(game: Game, lessons: Lessons, console: Console, ask: Ask, progress: Progress, seed: int | None) -> None:
    """A real match against Apprentices. The coach remembers what it has explained."""
    first, interrupts = lessons.first_game, Interrupts()
    who = [HUMAN, *[LEVEL] * (first.players - 1)]
    names = names_at(game, who, [], str(chosen_seed(seed)))
    match = Match(game, first.players, first.options, None, None, names, Random(chosen_seed(seed)))
    terminal = CoachedTerminal(match, filled(game, who, seed, interrupts.clock), console, ask, interrupts)
    known = progress.coached.setdefault(game.slug, [])
    terminal.coach, terminal.heard = Coach(lessons, known), known.append
    console.print(Text(first.say, "bold"))
    was_interrupted = terminal.run()
    try:
        progress.keep()
    except BadInput as error:
        console.print(Text(str(error), "yellow"))
    if was_interrupted:
        raise KeyboardInterrupt
