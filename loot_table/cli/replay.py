"""`loot replay FILE`: a record step by step, forward and back."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from loot_table import games
from loot_table.cli.lines import Ask
from loot_table.cli.styled import styled
from loot_table.engine.match import Match
from loot_table.engine.screen import Screen
from loot_table.engine.state import Seat

HELP = "Enter or n: next, b: back, a number: go there, e: end, q: quit"


class Replay:
    def __init__(self, match: Match, seat: Seat, console: Console) -> None:
        self.match = match
        self.seat = seat
        self.console = console
        self.text = games.part(match.game, "text")
        self.version = 0
        self.screen = Screen(console.width, console.height)

    def show(self) -> None:
        """What the last entry caused, the table after it, and where we are."""
        then = self.match.at(self.version)
        for event in then.events(self.seat, self.version - 1 if self.version else -1):
            self.console.print(styled(then.voice(), event.text(), "dim", indent=2))
        self.console.print(self.text.draw(then.view(self.seat), then.names, self.screen))
        where = f"{self.version} of {self.match.version}"
        self.console.print(Text(f"{where}   {then.voice().text(then.ending())}" if then.is_over else where, "bold"))

    def go(self, line: str) -> bool:
        """Obey one line; False to stop."""
        word = line.strip().lower()
        if word in ("q", "quit"):
            return False
        if word in ("", "n", "next"):
            target = self.version + 1
        elif word in ("b", "back"):
            target = self.version - 1
        elif word in ("e", "end"):
            target = self.match.version
        elif word.isdecimal():
            target = int(word)
        else:
            self.console.print(HELP)
            return True
        if not 0 <= target <= self.match.version:
            self.console.print(f"The record has {self.match.version} entries. {HELP}")
            return True
        self.version = target
        self.show()
        return True

    def run(self, ask: Ask) -> None:
        self.console.print(f"{self.match.game.name}: {' against '.join(self.match.names)}. {HELP}")
        self.show()
        try:
            while self.go(ask("replay> ")):
                pass
        except EOFError:
            self.console.print()

    def print_all(self) -> None:
        """The whole log and the last table, without asking."""
        for event in self.match.events(self.seat):
            self.console.print(styled(self.match.voice(), event.text()))
        self.version = self.match.version
        self.console.print(self.text.draw(self.match.view(self.seat), self.match.names, self.screen))
        if self.match.is_over:
            self.console.print(styled(self.match.voice(), self.match.ending(), "bold"))
