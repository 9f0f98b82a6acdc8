"""`loot puzzles`: makes a game's puzzles from bots' games, and lets one work through them."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from loot_table import games
from loot_table.cli.files import can_be_written
from loot_table.cli.interrupts import Interrupts
from loot_table.cli.lines import line_reader
from loot_table.cli.seats import HUMAN, Seats
from loot_table.cli.terminal import Leave, Terminal
from loot_table.engine.errors import BadInput, IllegalAction
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.sentence import say
from loot_table.engine.state import Action, Refusal, Seat
from loot_table.games.puzzles import FILE, MOST_STARS, Puzzle, puzzles_of
from loot_table.review.puzzle_words import told_of, verdict
from loot_table.review.puzzling import Found, Maker, chosen, puzzles_from, written

USUAL = 30


def puzzles(
    game: Annotated[str, typer.Argument(help="A game, as `loot games` lists them.")],
    count: Annotated[int, typer.Option("--games", min=1, help="Games between bots to look through.")] = 60,
    most: Annotated[int, typer.Option(min=1, help="Puzzles to keep, as varied as they come.")] = USUAL,
    seconds: Annotated[float | None, typer.Option(help="Stop after so much computing.", show_default=False)] = None,
    seed: Annotated[int, typer.Option(help="The same number, the same games.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help=f"Where to write them, as {FILE} of the game's folder.", callback=can_be_written)
    ] = None,
    play: Annotated[bool, typer.Option("--play", help="Solve the puzzles that ship with the game.")] = False,
) -> None:
    """Find positions with one best answer in bots' games, or solve those that were found (--play)."""
    console, found = Console(highlight=False), games.called(game)
    if play:
        work_through(found, console)
        return
    plain = made(found, count, most, seconds, seed, console)
    if out is not None:
        try:
            out.write_text(laid_out(plain), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error.strerror}") from None
        console.print(f"{out} is written.")


# ---------------------------------------------------------------- making


def made(game: Game, count: int, most: int, seconds: float | None, seed: int, console: Console) -> dict[str, Any]:
    began = time.process_time()

    def is_time_up() -> bool:
        return seconds is not None and time.process_time() - began > seconds

    found: list[Found] = []
    looked = 0
    for number in range(count):
        if is_time_up():
            break
        found += puzzles_from(game, number, seed, is_time_up)
        looked += 1
        if console.is_terminal:
            console.print(Text(f"{looked} games, {len(found)} puzzles", "dim"), end="\r")
    kept = chosen(found, most)
    by_stars = ", ".join(
        f"{sum(each.stars == stars for each in kept)} of {'★' * stars}" for stars in range(1, MOST_STARS + 1)
    )
    console.print(f"{len(found)} puzzles in {looked} games of {game.name}; {len(kept)} kept: {by_stars}.")
    components = game.components(None).hash
    limit = "" if seconds is None else f" --seconds {seconds:g}"
    return written(
        kept,
        {
            "game": game.slug,
            "rules": game.rules_version,
            "components": components,
            "command": f"loot puzzles {game.slug} --games {count} --most {most}{limit} --seed {seed}",
            "date": datetime.now(UTC).date().isoformat(),
            "looked_through": looked,
            "found": len(found),
            "evaluators": {
                str(players): Maker(game, players, components).evaluator.hash
                for players in sorted({puzzle.players for puzzle in kept})
            },
        },
    )


def laid_out(plain: dict[str, Any]) -> str:
    """A puzzle on each line, so that a change of one can be read."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in plain["puzzles"])
    return f'{{"made": {json.dumps(plain["made"], indent=1)},\n"puzzles": [\n{lines}\n]}}\n'


# ---------------------------------------------------------------- solving


class PuzzleTerminal(Terminal):
    """One puzzle at the terminal: the first answer counts, and there is nothing to keep."""

    def __init__(self, puzzle: Puzzle, match: Match, console: Console, stage: int, ask: Any, stop: Interrupts) -> None:
        who = [HUMAN] * match.players
        super().__init__(match, Seats(who, [None] * match.players), console, ask, stop)
        self.puzzle, self.stage = puzzle, stage
        self.answer: Action | None = None
        self.looking = puzzle.seat

    def needs_curtain(self) -> bool:
        return False

    def listen(self) -> Action:
        """Until something legal is answered."""
        seat = self.puzzle.seat
        self.draw(seat)
        while self.answer is None:
            line = self.ask(f"{self.match.names[seat]}> ", seat, lambda: self.understandable(seat)).strip()
            try:
                if line:
                    self.obey(seat, line)
            except IllegalAction as error:
                self.refuse(error.refusal)
            except BadInput as error:
                self.console.print(Text(f"{error}.  Type ? for help.".replace("..  ", ".  "), "yellow"))
        return self.answer

    def play(self, seat: Seat, action: Action) -> None:
        refusal = self.match.why_not(seat, action)
        if refusal is not None:
            raise IllegalAction(refusal, self.match.voice())
        self.answer = action

    def undo(self, seat: Seat, rest: str) -> None:
        raise IllegalAction(Refusal(say("This is a puzzle: give an answer, or quit."), ""))

    def save(self, seat: Seat, name: str) -> None:
        self.undo(seat, name)

    def resign(self, seat: Seat, rest: str) -> None:
        self.undo(seat, rest)


def work_through(game: Game, console: Console) -> None:
    """All puzzles of a game, the easiest first."""
    found = puzzles_of(game.slug).puzzles
    if not found:
        raise BadInput(f"{game.name} has no puzzles; loot puzzles {game.slug} --out {FILE} makes some")
    ask, interrupts, solved = line_reader(), Interrupts(), 0
    try:
        with interrupts:
            for number, puzzle in enumerate(found, 1):
                stars = "★" * puzzle.stars + "☆" * (MOST_STARS - puzzle.stars)
                console.print(Text(f"\nPuzzle {number} of {len(found)}  {stars}", "bold"))
                solved += is_solved(puzzle, console, ask, interrupts)
    except (Leave, EOFError):
        console.print()
    console.print(f"{solved} solved.")


def is_solved(puzzle: Puzzle, console: Console, ask: Any, interrupts: Interrupts) -> bool:
    for number, stage in enumerate(puzzle.stages):
        match = puzzle.after(number)
        console.print(Text(match.voice().text(told_of(puzzle, number)), "yellow"))
        action = PuzzleTerminal(puzzle, match, console, number, ask, interrupts).listen()
        is_right = action == stage.best.action
        voice = match.voice()
        for sentence in verdict(puzzle, number, match, action):
            console.print(Text(voice.text(sentence), "green" if is_right else "red"))
        if not is_right:
            return False
    return True
