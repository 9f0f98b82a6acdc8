"""`loot analyse --book`: makes a game's opening book anew."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from loot_table.analysis.book import Opening, laid_out, made
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game

USUAL_POSITIONS = 2_000_000  # looked at for each position of the book


def write_book(game: Game, plies: int, lines: int, nodes: int | None, out: Path) -> None:
    console, positions = Console(highlight=False), nodes or USUAL_POSITIONS

    def tell(number: int, opening: Opening) -> None:
        if console.is_terminal:
            best, chance = opening.turns[0]
            console.print(Text(f"{number} positions, the last: {best} {100 * chance:.1f} %", "dim"), end="\r")

    command = f"loot analyse {game.slug} --book {out.name} --plies {plies} --lines {lines} --nodes {positions}"
    about = {"command": command, "date": datetime.now(UTC).date().isoformat()}
    book = made(game, plies, lines, positions, about, tell)
    try:
        out.write_text(laid_out(book), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}") from None
    console.print(f"{out} is written: {len(book.openings)} positions.")
