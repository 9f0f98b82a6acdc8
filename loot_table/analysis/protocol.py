"""The protocol of `loot analyse --engine`: what another program asks, line by line, and what it is answered.

It is the Universal Chess Interface as far as that fits; docs/analysis.md has the grammar. Whatever comes in, the answer to
it is lines, and nothing but `quit` and the end of the input ends it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from loot_table.analysis.book import opening_at
from loot_table.analysis.looking import MOST_LINES, MOST_MEMORY, Clock, Limits, Report, Told, certain, look
from loot_table.analysis.standard_input import MOST_BYTES, Lines, TooLong
from loot_table.engine.errors import BadInput, BadPosition, IllegalAction, LootError
from loot_table.engine.match import Match
from loot_table.engine.options import Option, as_dict, described, written
from loot_table.games import part

NAME: Final = "Loot Table"
SHOWN: Final = 40  # letters of something that was not understood
MOST_WAITING: Final = 1_000  # lines
AT_ONCE: Final = ("isready", "stop", "quit")  # heard while it looks at a position
LARGEST: Final = 10**12  # of any number in a command
# What each number after `go` limits.
LIMITS: Final[Mapping[str, Callable[[Limits, int], Limits]]] = {
    "depth": lambda limits, amount: replace(limits, depth=amount),
    "nodes": lambda limits, amount: replace(limits, positions=amount),
    "movetime": lambda limits, amount: replace(limits, seconds=amount / 1000),
}


class Engine:
    """Answers one program. `lines` are read also while it looks at a position, so that `stop` is heard."""

    def __init__(
        self, start: Match, lines: Lines, say: Callable[[str], None], clock: Clock, most: int, memory: int
    ) -> None:
        self.start = start  # the game's beginning, by the rules in force
        self.match = start
        self.lines = lines
        self.say = say
        self.clock = clock
        self.most = most  # MultiPV
        self.memory = memory  # Hash
        self.is_looking = False
        self.is_endless = False  # what it looks at, until stop
        self.must_stop = False
        self.must_quit = False
        self.has_ended = False  # no more lines will come
        self.later: deque[str] = deque()  # what came while it looked at a position, and can wait
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self.greet,
            "isready": self.be_ready,
            "newgame": self.begin_anew,
            "ucinewgame": self.begin_anew,
            "setoption": self.set_option,
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "quit": self.leave,
        }

    def run(self) -> None:
        while not self.must_quit:
            line = self.later.popleft() if self.later else None if self.has_ended else self.lines.next()
            if line is None:
                return
            self.obey(line)

    def obey(self, line: str) -> None:
        """Do what a line says, or say in one line why not."""
        try:
            if isinstance(line, TooLong):
                raise BadInput(f"a line has at most {MOST_BYTES:,} bytes")
            words = line.split()
            if not words:
                return
            command = self.commands.get(words[0])
            if command is None:
                raise BadInput(f"{shown(words[0])} is no command; there are {', '.join(self.commands)}")
            if self.is_looking and words[0] not in AT_ONCE:
                self.put_off(line)
            else:
                command(words[1:])
        except LootError as error:
            self.say(f"error {plain(str(error))}")

    # ---- commands

    def greet(self, words: list[str]) -> None:
        self.say(f"id name {NAME} {self.start.game.name}")
        self.say(f"id author {NAME}")
        self.say(f"option name MultiPV type spin default {self.most} min 1 max {MOST_LINES}")
        self.say(f"option name Hash type spin default {self.memory} min 1 max {MOST_MEMORY}")
        chosen = as_dict(self.start.options)
        for option in described(self.start.game.options):
            self.say(offered(option, chosen[option.name]))
        self.say("uciok")

    def begin_anew(self, words: list[str]) -> None:
        self.match = self.start

    def set_option(self, words: list[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise BadInput("an option is set by: setoption name NAME value VALUE")
        name, value = words[1], words[3]
        if name.lower() == "multipv":
            self.most = number(name, value, MOST_LINES)
        elif name.lower() == "hash":
            self.memory = number(name, value, MOST_MEMORY)
        else:
            self.set_rule(name, value)

    def set_rule(self, name: str, value: str) -> None:
        """Another rule, so another game: it stands at its beginning."""
        start = self.start
        known = {option.name: option for option in described(start.game.options)}
        if name not in known:
            raise BadInput(f"no option is called {shown(name)}; there are MultiPV, Hash, {', '.join(known)}")
        options = {**as_dict(start.options), name: known[name].parse(value)}
        self.start = self.match = Match(start.game, start.players, options, start.component_data)

    def set_position(self, words: list[str]) -> None:
        """All of it is taken, or nothing."""
        cut = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:cut], words[cut + 1 :]
        if not where:
            raise BadInput(
                "a position is: position start [moves TURN ...] or position RANKS SIDE TURNS [moves TURN ...]"
            )
        start = self.start
        position = None if where == ["start"] else " ".join(where)
        match = Match(start.game, start.players, as_dict(start.options), start.component_data, position, like=start)
        read_turn = part(start.game, "position").read_turn
        for count, turn in enumerate(moves, 1):
            try:
                match.play(match.to_act if not match.is_over else 0, read_turn(turn))
            except (IllegalAction, BadInput) as error:
                raise BadPosition(f"turn {count}, {shown(turn)}: {error}") from None
        self.match = match

    def go(self, words: list[str]) -> None:
        limits, rest, is_endless = Limits(), words, not words
        while rest:
            if rest[0] == "infinite":
                is_endless, rest = True, rest[1:]
                continue
            if rest[0] not in LIMITS:
                raise BadInput(f"{shown(rest[0])} is no limit; there are {', '.join(LIMITS)} and infinite")
            if len(rest) < 2:
                raise BadInput(f"{rest[0]} wants a number")
            limits = LIMITS[rest[0]](limits, number(rest[0], rest[1], LARGEST))
            rest = rest[2:]
        if is_endless and limits != Limits():
            raise BadInput("infinite goes on until stop: no other limit goes with it")
        self.is_endless = is_endless
        self.search(limits)

    def be_ready(self, words: list[str]) -> None:
        self.say("readyok")

    def stop(self, words: list[str]) -> None:
        self.must_stop = True

    def leave(self, words: list[str]) -> None:
        self.must_stop = self.must_quit = True

    def put_off(self, line: str) -> None:
        """Until it has answered: what it looks at stays as it is."""
        if len(self.later) >= MOST_WAITING:
            raise BadInput(f"{MOST_WAITING} lines wait until it has answered, and no more")
        self.later.append(line)

    # ---- looking

    def search(self, limits: Limits) -> None:
        """Each `go` that is understood is answered by one `bestmove`."""
        found: list[Report] = []
        opening = opening_at(self.match)
        if opening is not None:
            told = " ".join(f"{turn} {100 * chance:.2f}" for turn, chance in opening.turns)
            self.say(f"info string book depth {opening.depth} {told}")
        self.must_stop, self.is_looking = self.has_ended and self.is_endless, True

        def tell(report: Report) -> None:
            is_news = not found or found[-1].lines != report.lines
            found.append(report)
            for place, told in enumerate(report.lines if is_news else (), 1):
                self.say(info(place, told, report))

        try:
            if self.match.is_over:
                self.say("info string the game is over in this position")
            else:
                look(self.match, self.most, limits, self.clock, self.hear, tell, self.memory)
            while self.is_endless and not self.must_stop:  # nothing is left to find, and nobody has said stop yet
                self.hear_next()
        finally:
            self.is_looking = False
        best = found[-1].lines[0].turns if found else ()
        self.say(" ".join(["bestmove", best[0] if best else "none", *(["ponder", best[1]] if len(best) > 1 else [])]))

    def hear(self) -> bool:
        """Obey what has come meanwhile; whether to stop."""
        while not self.must_stop and not self.has_ended and self.lines.waiting():
            self.hear_next()
        return self.must_stop

    def hear_next(self) -> None:
        """When nothing more can come, only what has no end of its own is stopped."""
        line = self.lines.next()
        if line is None:
            self.has_ended = True
            self.must_stop = self.must_stop or self.is_endless
        else:
            self.obey(line)


def info(place: int, told: Told, report: Report) -> str:
    score = certain(told) or f"chance {100 * told.chance:.2f}"
    milliseconds = round(1000 * report.seconds)
    return (
        f"info depth {told.depth} multipv {place} score {score.replace(' in', '')} nodes {report.positions} "
        f"nps {report.speed()} time {milliseconds} pv {' '.join(told.turns)}"
    )


def offered(option: Option, value: object) -> str:
    """An option of the rules, as the greeting lists it."""
    said = f"option name {option.name} type"
    if set(option.choices) == {True, False}:
        return f"{said} check default {written(value)}"
    if option.least is not None:
        return f"{said} spin default {written(value)} min {option.least} max {option.most}"
    return f"{said} combo default {written(value)}" + "".join(f" var {written(each)}" for each in option.choices)


def number(name: str, text: str, most: int) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(most)) or not 1 <= int(text) <= most:
        raise BadInput(f"{name} is a whole number from 1 to {most:,}, got {shown(text)}")
    return int(text)


def plain(text: str) -> str:
    """One line that every program can read."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()


def shown(text: Any) -> str:
    """What was not understood, safe to print."""
    return ascii(str(text)[:SHOWN])
