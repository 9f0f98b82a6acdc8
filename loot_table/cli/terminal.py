"""A match at the terminal: draws views, takes words, lets bots answer, guards secrets on a shared screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from loot_table import games
from loot_table.bots import Bot, offered
from loot_table.cli.files import write_match
from loot_table.engine.errors import BadInput, IllegalAction, LootError
from loot_table.engine.match import Match
from loot_table.engine.state import SPECTATOR, Action, Refusal, Seat
from loot_table.games.rulebook import numbered, rule

MANY = 60  # actions that still make a readable list
HELP = """[b]?[/b] what you may do   [b]? RULE[/b] the words of a rule   [b]why TURN[/b] why it is not allowed
[b]NUMBER[/b] or [b]TURN[/b] to play it   [b]undo[/b]   [b]log[/b]   [b]save FILE[/b]   [b]resign[/b]   [b]quit[/b]"""


class Leave(Exception):
    """The player wants to stop."""


@dataclass
class Seats:
    """Who plays where: a bot, or None for a person."""

    bots: list[Bot | None]

    def people(self) -> list[Seat]:
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    def machines(self) -> set[Seat]:
        return {seat for seat, bot in enumerate(self.bots) if bot is not None}


class Terminal:
    def __init__(self, match: Match, seats: Seats, console: Console, ask: Callable[[str], str]) -> None:
        self.match = match
        self.seats = seats
        self.console = console
        self.ask = ask  # asks for a line; raises EOFError when there are no more
        self.text = games.part(match.game, "text")
        self.told = dict.fromkeys([*range(match.players), SPECTATOR], -1)  # the version each has been shown
        self.looking: Seat | None = None  # whose view is on the screen
        self.is_saved = True

    # ---- the course of a match

    def run(self) -> None:
        """Play until the end, or until the player leaves."""
        try:
            while not self.match.is_over:
                seat = self.match.to_act
                bot = self.seats.bots[seat]
                if bot is None:
                    self.turn(seat)
                else:
                    self.match.play(seat, bot.choose(self.match.view(seat), offered(self.match.state)))
                    self.is_saved = False
        except (Leave, EOFError, KeyboardInterrupt):
            self.leave()
        else:
            self.finish()

    def turn(self, seat: Seat) -> None:
        """One person's decision: show what happened and what is there, then listen."""
        self.draw_curtain(seat)
        self.tell_news(seat)
        self.draw(seat)
        version = self.match.version
        while self.match.version == version and not self.match.is_over:
            line = self.ask(f"{self.match.names[seat]}> ").strip()
            if not line:
                continue
            try:
                self.obey(seat, line)
            except IllegalAction as error:
                self.refuse(error.refusal)
            except BadInput as error:
                self.console.print(Text(f"{error}.  Type ? for help.", "yellow"))
        self.let_look(seat)

    def draw_curtain(self, seat: Seat) -> None:
        """Nobody may read another's cards: the screen is wiped before the next person looks."""
        if not self.needs_curtain() or self.looking in (seat, None):
            self.looking = seat
            return
        self.wipe()
        name = self.match.names[seat]
        self.ask(f"Hand over to {name}. {name}: press Enter when nobody else looks. ")
        self.looking = seat

    def needs_curtain(self) -> bool:
        return self.match.game.has_secrets and len(self.seats.people()) > 1

    def let_look(self, seat: Seat) -> None:
        """Before the screen goes to somebody else, its owner sees what the action brought."""
        if self.needs_curtain() and self.match.to_act != seat and not self.match.is_over:
            self.tell_news(seat)
            self.draw(seat)
            self.ask("Press Enter when you have seen enough. ")

    def wipe(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print("\n" * 50)

    def tell_news(self, seat: Seat) -> None:
        for event in self.match.events(seat, self.told[seat]):
            self.console.print(Text("  " + event.text(self.match.names), "dim"))
        self.told[seat] = self.match.version

    def draw(self, seat: Seat) -> None:
        view = self.match.view(seat)
        self.console.print()
        self.console.print(self.text.draw(view, self.match.names))
        if self.match.to_act == seat:
            prompt = self.match.state.decision().prompt(self.match.state)
            self.console.print(Text(f"{self.match.names[seat]}: {prompt}", "bold"))
            self.console.print(Text(f"({self.text.HELP}; ? for more)", "dim"))

    def finish(self) -> None:
        for seat in self.seats.people()[:1] or [SPECTATOR]:
            self.tell_news(seat)
        self.console.print(self.text.draw(self.match.view(SPECTATOR), self.match.names))
        self.console.print(Text(self.match.ending(), "bold"))

    def leave(self) -> None:
        """Nothing is lost: an unfinished match that was not saved is kept beside."""
        self.console.print()
        if self.is_saved or self.match.version == 0:
            return
        try:
            path = free_name(self.match.game.slug)
            write_match(self.match, path)
            self.console.print(f"The match is kept: loot play --load {path}")
        except BadInput as error:
            self.console.print(Text(f"The match could not be kept: {error}", "red"))

    # ---- what a person may type

    def obey(self, seat: Seat, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        commands: dict[str, Callable[[Seat, str], None]] = {
            "?": self.explain,
            "help": self.explain,
            "why": self.why,
            "undo": self.undo,
            "log": self.log,
            "save": self.save,
            "resign": self.resign,
            "quit": self.quit,
            "exit": self.quit,
        }
        known: dict[str, tuple[str, Callable[..., Any]]] = getattr(self.text, "COMMANDS", {})
        if word.lower() in commands:
            commands[word.lower()](seat, rest)
        elif word.lower() in known:
            self.console.print(known[word.lower()][1](self.match.view(seat), self.match.names, rest))
        else:
            self.play(seat, self.understood(seat, line))

    def understood(self, seat: Seat, line: str) -> Action:
        """An action by its number or in the game's own words."""
        if line.isdecimal():
            actions = self.match.actions()
            if not 1 <= int(line) <= len(actions):
                raise BadInput(f"there are {len(actions)} actions, 1 to {len(actions)}")
            return actions[int(line) - 1]
        action = self.text.read(self.match.view(seat), line)
        assert isinstance(action, Action)
        return action

    def play(self, seat: Seat, action: Action) -> None:
        self.match.play(seat, action)
        self.is_saved = False

    def explain(self, seat: Seat, about: str) -> None:
        """`?`: the rule that asks, and all answers by number. `? CB-MOV-3`: that rule."""
        if about:
            self.console.print(rule(self.match.game, about))
            return
        decision = self.match.state.decision()
        self.console.print(f"{decision.rule()}: {numbered(self.match.game.slug)[decision.rule()]}")
        if decision.is_large(self.match.state):
            words = getattr(self.text, "WORDS", self.text.HELP)
            self.console.print(Text(f"There are thousands of answers. Type yours: {words}."))
            self.console.print("The last words below show a part of them at a time.")
        else:
            actions = self.match.actions()
            words = [f"{number}  {action.label(self.match.state)}" for number, action in enumerate(actions, 1)]
            self.console.print(Columns([Text(word) for word in words[:MANY]], padding=(0, 3)))
            if len(words) > MANY:
                self.console.print(f"… and {len(words) - MANY} more.")
        self.console.print(HELP)
        for word, (help, _) in getattr(self.text, "COMMANDS", {}).items():
            self.console.print(f"[b]{word}[/b] {help}")

    def why(self, seat: Seat, line: str) -> None:
        """`why e8xe9`: the refusal and its rule, or that it is legal."""
        if not line:
            raise BadInput("say which action, as you would play it: why e2-e5")
        refusal = self.match.why_not(seat, self.understood(seat, line))
        if refusal is None:
            self.console.print(f"{line} is legal.")
        else:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> None:
        self.console.print(Text(refusal.text, "red"))
        words = numbered(self.match.game.slug).get(refusal.rule)
        self.console.print(Text(f"  {refusal.rule}" + (f": {words}" if words else ""), "dim"))

    def undo(self, seat: Seat, rest: str) -> None:
        """Bots let their answers go, so a person can take a move back that a bot has answered."""
        self.match.undo(seat, self.seats.machines())
        self.told = {other: min(version, self.match.version) for other, version in self.told.items()}
        self.console.print("Taken back.")

    def log(self, seat: Seat, rest: str) -> None:
        for event in self.match.events(seat):
            self.console.print(Text("  " + event.text(self.match.names)))

    def save(self, seat: Seat, name: str) -> None:
        path = Path(name).expanduser() if name else free_name(self.match.game.slug)
        write_match(self.match, path)
        self.is_saved = True
        self.console.print(f"Saved: {path}")

    def resign(self, seat: Seat, rest: str) -> None:
        self.match.resign(seat)

    def quit(self, seat: Seat, rest: str) -> None:
        raise Leave


def free_name(slug: str) -> Path:
    """A file name in this folder that nothing has yet."""
    number = 1
    while (path := Path(f"{slug}-{number}.loot.json")).exists():
        number += 1
    return path


def problem(console: Console, error: LootError) -> None:
    console.print(Text(f"loot: {error}", "red"))
