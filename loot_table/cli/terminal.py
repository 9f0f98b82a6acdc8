"""A match at the terminal: draws views, takes words, lets bots answer, guards secrets on a shared screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from loot_table import games
from loot_table.bots import offered
from loot_table.cli.files import write_match
from loot_table.cli.folders import free_name, short_name
from loot_table.cli.interrupts import Interrupts
from loot_table.cli.lines import FORGET, Ask, can_forget
from loot_table.cli.seats import Seats
from loot_table.cli.styled import styled
from loot_table.engine.errors import BadInput, IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.screen import Screen
from loot_table.engine.state import NOBODY, SPECTATOR, Action, Refusal, Seat
from loot_table.games.rulebook import all_rules, rule
from loot_table.review.hinting import hint, why

MANY = 60  # actions that still make a readable list
HINTS = 6
BELOW = 3  # lines under a drawing: the question, the hint, the answer
COMMANDS = {
    "?": "what you may do now",
    "? RULE": "the words of a rule, by its number",
    "why TURN": "whether something is allowed, and by which rule not",
    "look": "the table once more",
    "hint": "what a Burglar would do; only alone against bots, and the match says so",
    "undo": "take your last action back",
    "log": "all that you have noticed",
    "save FILE": "write the match down; it is kept in any case",
    "resign": "give up",
    "quit": "leave; the match can be resumed",
}


class Leave(Exception):
    """The player wants to stop."""


class Terminal:
    help = COMMANDS  # what may be typed at any time, and what it does

    def __init__(
        self,
        match: Match,
        seats: Seats,
        console: Console,
        ask: Ask,
        interrupts: Interrupts,
        is_resumed: bool = False,
        path: Path | None = None,
    ) -> None:
        self.match = match
        self.seats = seats
        self.console = console
        self.ask = ask
        self.interrupts = interrupts
        self.text = games.part(match.game, "text")
        self.told = dict.fromkeys([*range(match.players), SPECTATOR], -1)  # the version each has been shown
        self.looking: Seat | None = NOBODY if is_resumed else None  # whose view is on the screen; None: nothing yet
        self.path = path  # where the match is kept
        self.trouble = ""  # why it could not be kept
        self.asked = [0] * match.players  # hints that each seat has asked for

    # ---- the course of a match

    def run(self) -> bool:
        """Play until the end, or until the player leaves. Whether it was interrupted."""
        is_interrupted = False
        with self.interrupts:
            try:
                while not self.match.is_over:
                    if self.seats.bots[self.match.to_act] is None:
                        self.turn(self.match.to_act)
                    else:
                        self.bot_turn(self.match.to_act)
                self.finish()
            except (Leave, EOFError):
                self.leave()
            except KeyboardInterrupt:
                is_interrupted = True
                self.leave()
        return is_interrupted

    def turn(self, seat: Seat) -> None:
        """One person's decision: show what happened and what is there, then listen."""
        self.draw_curtain(seat)
        self.tell_news(seat)
        self.draw(seat)
        version = self.match.version
        while self.match.version == version and not self.match.is_over:
            line = self.ask(f"{self.match.names[seat]}> ", seat, lambda: self.understandable(seat)).strip()
            if not line:
                continue
            try:
                self.obey(seat, line)
            except IllegalAction as error:
                self.refuse(error.refusal)
            except BadInput as error:
                self.console.print(Text(f"{error}.  Type ? for help.".replace("..  ", ".  "), "yellow"))
        self.let_look(seat)

    def bot_turn(self, seat: Seat) -> None:
        """A bot's decision. Whoever waits for it sees the table, and who thinks."""
        bot = self.seats.bots[seat]
        assert bot is not None
        person = self.only_person()
        if self.looking is None and person is not None:
            self.looking = person
            self.tell_news(person)
            self.draw(person)
        if self.console.is_terminal:
            self.console.print(Text(f"{self.match.names[seat]} is thinking…", "dim"), end="\r")
        try:
            with self.interrupts.hold():
                self.match.play(seat, bot.choose(self.match.view(seat), offered(self.match.state)))
        finally:
            if self.console.is_terminal:
                self.console.print(" " * (self.console.width - 1), end="\r")
        if person is not None and self.looking == person:
            self.tell_news(person)

    def only_person(self) -> Seat | None:
        people = self.seats.people()
        return people[0] if len(people) == 1 else None

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
        """The screen and what has scrolled off it; or a word that it can still be read."""
        if self.console.is_terminal and can_forget():
            self.console.file.write(FORGET)
            self.console.file.flush()
            return
        self.console.print("\n" * max(50, self.console.height))
        self.console.print(Text("This terminal cannot forget: scrolling back shows what was here before.", "yellow"))

    def tell_news(self, seat: Seat) -> None:
        for event in self.match.events(seat, self.told[seat]):
            self.console.print(styled(self.match.voice(), event.text(), "dim", indent=2))
        self.told[seat] = self.match.version

    def draw(self, seat: Seat) -> None:
        drawn = self.table_as_seen(seat)
        has_room = not self.console.is_terminal or drawn.plain.count("\n") + 1 + BELOW <= self.console.height
        self.show(drawn, BELOW if has_room else BELOW - 1)
        if self.match.to_act == seat:
            prompt = self.match.state.decision().prompt(self.match.state)
            self.console.print(Text(f"{self.match.names[seat]}: {self.match.voice().text(prompt)}", "bold"))
            if has_room:
                hints = " · ".join(self.hints(seat))
                line = Text(f"({hints}; ? for more)" if hints else "(? for more)", "dim")
                line.truncate(self.console.width, overflow="ellipsis")
                self.console.print(line)

    def table_as_seen(self, seat: Seat) -> Text:
        screen = Screen(self.console.width, self.console.height)
        drawn: Text = self.text.draw(self.match.view(seat), self.match.names, screen)
        drawn.rstrip()
        return drawn

    def show(self, drawn: RenderableType, below: int = 1) -> None:
        """Print something; on a screen that is too low for it, a part at a time."""
        if not self.console.is_terminal:
            self.console.print(drawn)
            return
        lines = self.console.render_lines(drawn, pad=False)
        room = max(5, self.console.height - below)
        while len(lines) > room:
            self.print_lines(lines[:room])
            lines = lines[room:]
            self.ask(f"— {len(lines)} more lines: Enter — ")
        self.print_lines(lines)

    def print_lines(self, lines: list[list[Any]]) -> None:
        for line in lines:
            self.console.print(Text.assemble(*[(part.text, part.style or "") for part in line]), soft_wrap=True)

    def finish(self) -> None:
        for seat in self.seats.people()[:1] or [SPECTATOR]:
            self.tell_news(seat)
        self.show(self.table_as_seen(SPECTATOR), BELOW)
        self.console.print(styled(self.match.voice(), self.match.ending(), "bold"))
        if self.keep():
            self.console.print(Text(f"To see it again: loot replay {self.kept_name()}", "dim"))
            self.console.print(Text(f"What decided it: loot review {self.kept_name()}", "dim"))

    def leave(self) -> None:
        """Nothing is lost: an unfinished match can be resumed."""
        self.console.print()
        if any(entry.outcome is None for entry in self.match.record) and self.keep():
            self.console.print(f"The match is kept: loot play --load {self.kept_name()}")
        elif self.trouble:
            self.console.print(Text(f"The match could not be kept: {self.trouble}", "red"))

    def keep(self) -> bool:
        """Write the match down as it is now, with who sits where. Said once if it cannot be."""
        try:
            with self.interrupts.hold():
                self.path = self.path or free_name(self.match.game.slug)
                write_match(self.match, self.path, self.seats.who, self.asked)
        except BadInput as error:
            if not self.trouble:
                self.console.print(Text(f"The match could not be kept: {error}", "yellow"))
            self.trouble = str(error)
            return False
        self.trouble = ""
        return True

    def kept_name(self) -> str:
        assert self.path is not None
        return short_name(self.path)

    # ---- what a person may type

    def obey(self, seat: Seat, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        commands, known = self.commands(), self.own_commands()
        if word.lower() in commands:
            commands[word.lower()](seat, rest)
        elif word.lower() in known:
            self.show(known[word.lower()][1](self.match.view(seat), self.match.names, rest))
        else:
            self.play(seat, self.understood(seat, line))

    def commands(self) -> dict[str, Callable[[Seat, str], None]]:
        return {
            "?": self.explain,
            "help": self.explain,
            "why": self.why,
            "look": self.look,
            "hint": self.hint,
            "undo": self.undo,
            "log": self.log,
            "save": self.save,
            "resign": self.resign,
            "quit": self.quit,
            "exit": self.quit,
        }

    def own_commands(self) -> dict[str, tuple[str, Callable[..., Text]]]:
        """The game's own questions: what to type and what it tells, and what answers."""
        return getattr(self.text, "COMMANDS", {})

    def understood(self, seat: Seat, line: str) -> Action:
        """An action by its number or in the game's own words."""
        if re.fullmatch("[0-9]{1,9}", line):
            actions = self.match.actions()
            if not 1 <= int(line) <= len(actions):
                raise BadInput(f"there are {len(actions)} actions, 1 to {len(actions)}")
            return actions[int(line) - 1]
        action = self.text.read(self.match.view(seat), line, self.match.names)
        assert isinstance(action, Action)
        return action

    def said(self, seat: Seat) -> Iterator[str]:
        """Every action that is allowed now, as it would be typed; some have only their number."""
        view = self.match.view(seat)
        for action in self.match.actions():
            if line := self.text.say(view, action, self.match.names):
                yield line

    def hints(self, seat: Seat) -> list[str]:
        """One of each kind of thing that can be done now."""
        found: dict[str, str] = {}
        for line in self.said(seat):
            found.setdefault(kind_of(line), line)
        return list(found.values())[:HINTS]

    def understandable(self, seat: Seat) -> Iterable[str]:
        """Lines that mean something now, for completion."""
        yield from self.said(seat)
        yield from (f"why {line}" for line in self.said(seat))
        yield from (words.split(" ")[0] for words in self.help)
        yield from self.own_commands()

    def play(self, seat: Seat, action: Action) -> None:
        with self.interrupts.hold():
            self.match.play(seat, action)
        self.keep()

    def explain(self, seat: Seat, about: str) -> None:
        """`?`: the rule that asks, and all answers by number. `? CB-MOV-3`: that rule."""
        if about:
            self.console.print(f"{about.upper()}: {rule(self.match.game, about)}")
            return
        decision = self.match.state.decision()
        self.console.print(f"{decision.rule()}: {all_rules(self.match.game)[decision.rule()]}")
        if decision.is_large(self.match.state):
            words = getattr(self.text, "WORDS", "")
            self.console.print(Text(f"There are thousands of answers. Type yours: {words}."))
            self.console.print("Tab goes through them, and the game's own words below show a part of them at a time.")
        else:
            self.list_actions(seat)
        table = Table.grid(padding=(0, 2))
        for word, meaning in self.help.items():
            table.add_row(Text(word, "bold"), meaning)
        for help, _ in self.own_commands().values():
            usage, _, meaning = help.partition(": ")
            table.add_row(Text(usage, "bold"), meaning)
        self.show(table)

    def list_actions(self, seat: Seat) -> None:
        actions, view = self.match.actions(), self.match.view(seat)
        words = []
        for number, action in enumerate(actions[:MANY], 1):
            label, line = (
                self.match.voice().text(action.label(self.match.state)),
                self.text.say(view, action, self.match.names),
            )
            is_plain = label.lower().startswith(line.lower()) or label.lower().endswith(f" {line.lower()}")
            typed = f"  [{line}]" if line and not is_plain else ""
            words.append(Text(f"{number}  {label}").append(typed, "dim"))
        self.show(Columns(words, padding=(0, 3)))
        if len(actions) > MANY:
            self.console.print(f"… and {len(actions) - MANY} more.")

    def why(self, seat: Seat, line: str) -> None:
        """`why e8xe9`: the refusal and its rule, or that it is legal."""
        if not line:
            example = next(self.said(seat), "1")
            raise BadInput(f"say which action, as you would play it: why {example}")
        refusal = self.match.why_not(seat, self.understood(seat, line))
        if refusal is None:
            self.console.print(f"{line} is legal.")
        else:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> None:
        self.console.print(styled(self.match.voice(), refusal.text, "red"))
        words = all_rules(self.match.game).get(refusal.rule)
        self.console.print(Text(f"  {refusal.rule}" + (f": {words}" if words else ""), "dim"))

    def look(self, seat: Seat, rest: str) -> None:
        self.draw(seat)

    def undo(self, seat: Seat, rest: str) -> None:
        """Bots let their answers go, so a person can take a move back that a bot has answered."""
        with self.interrupts.hold():
            self.match.undo(seat, self.seats.machines())
        self.told = {other: min(version, self.match.version) for other, version in self.told.items()}
        self.console.print("Taken back.")
        self.keep()

    def log(self, seat: Seat, rest: str) -> None:
        voice = self.match.voice()
        self.show(Text("\n").join([styled(voice, event.text(), indent=2) for event in self.match.events(seat)]))

    def hint(self, seat: Seat, rest: str) -> None:
        """LT-22: alone against bots, from this seat's view. The match is marked by it."""
        if len(self.seats.people()) > 1:
            raise BadInput("there are no hints where somebody else plays (LT-22)")
        view, voice = self.match.view(seat), self.match.voice()
        with self.interrupts.hold():
            found = hint(self.match.game, self.match.players, view, self.match.names, self.match.version)
        self.asked[seat] += 1
        self.console.print(styled(voice, found.says(), "cyan", indent=2))
        for reason in found.reasons:
            self.console.print(styled(voice, why(reason), "dim", indent=4))

    def save(self, seat: Seat, name: str) -> None:
        path = Path(name).expanduser() if name else free_name(self.match.game.slug)
        write_match(self.match, path, self.seats.who, self.asked)
        self.console.print(f"Saved: {path}")

    def resign(self, seat: Seat, rest: str) -> None:
        with self.interrupts.hold():
            self.match.resign(seat)
        if not self.match.is_over:  # LT-4
            self.seats.hand_over(seat, self.match.game, self.interrupts.clock)
            self.console.print("You have resigned. A bot plays on for you, and the others for the win.")
        self.keep()

    def quit(self, seat: Seat, rest: str) -> None:
        raise Leave


def kind_of(line: str) -> str:
    """Lines that differ only in squares, numbers or names are of a kind: by the verb, or by the signs between squares."""
    verb = line.split(" ", maxsplit=1)[0]
    return verb if verb.isalpha() and len(verb) > 1 else re.sub(r"[a-z0-9]+", "", verb.replace("x", "×"))
