"""Puzzles of a game: positions of bots' games with one best answer, as `loot puzzles` has found them (`puzzles.json` in the
game's folder). Read here once, for terminal and browser; `loot_table/review/puzzling.py` makes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.state import Action, Seat

FILE: Final = "puzzles.json"
MOST_STARS: Final = 3


class BadPuzzle(BadInput):
    """A file of puzzles that cannot be played here."""


@dataclass(frozen=True)
class Answer:
    """One answer, and the share of the victory that it promises to the seat."""

    action: Action
    share: float
    error: float
    ends_in: int | None = None  # own turns until a certain win; below 0 until a certain loss


@dataclass(frozen=True)
class Stage:
    """A decision of the seat: its answers, the best first, and what the others do after the best one."""

    answers: tuple[Answer, ...]
    margin: float  # of the best before the second
    error: float  # of the margin, one standard error
    then: tuple[dict[str, Any], ...] = ()

    @property
    def best(self) -> Answer:
        return self.answers[0]

    def of(self, action: Action) -> Answer | None:
        """What is known of an answer; None for one that looked so bad that nobody has looked twice."""
        return next((each for each in self.answers if each.action == action), None)


@dataclass(frozen=True)
class Puzzle:
    id: str
    game: Game
    players: int
    seat: Seat
    position: Any
    rule: str  # that asks
    theme: str  # the kind of the best answer
    stars: int  # 1 to 3: what a Thief finds mostly, to what a Burglar mostly misses
    solved: dict[str, float]  # how often each bot found it
    stages: tuple[Stage, ...]

    def match(self, names: tuple[str, ...] | None = None) -> Match:
        """The table as it stands. It holds the others' cards, too: show the seat's view of it and nothing else."""
        return Match(self.game, self.players, position=self.position, names=names)

    def after(self, answers: int) -> Match:
        """The table after so many right answers."""
        match = self.match()
        for stage in self.stages[:answers]:
            match.play(self.seat, stage.best.action)
            for entry in stage.then:
                match.replay_entry(entry)
        return match


@dataclass(frozen=True)
class PuzzleSet:
    """All puzzles of a game, the easiest first, and what made them."""

    made: dict[str, Any]
    puzzles: tuple[Puzzle, ...]

    def find(self, id: str) -> Puzzle | None:
        return next((each for each in self.puzzles if each.id == id), None)


NONE: Final = PuzzleSet({}, ())


@cache
def puzzles_of(slug: str) -> PuzzleSet:
    """What stands in the game's folder; nothing for a game that has none."""
    game = games.load(slug)
    home = games.folder(game)
    path = None if home is None else home / FILE
    return NONE if path is None or not path.is_file() else read_file(path, game)


def read_file(path: Path, game: Game) -> PuzzleSet:
    try:
        return read(json.loads(path.read_text(encoding="utf-8")), game)
    except (OSError, ValueError) as error:
        raise BadPuzzle(f"{path} cannot be read: {error}") from None


def read(plain: Any, game: Game) -> PuzzleSet:
    """Puzzles from plain data. Those of other rules or components than these would have other answers."""
    try:
        made = plain["made"]
        if made["game"] != game.slug or made["rules"] != game.rules_version:
            here = f"{game.slug} under rules {game.rules_version}"
            raise BadPuzzle(f"these puzzles are of {made['game']} under rules {made['rules']}, not of {here}")
        return PuzzleSet(made, tuple([read_puzzle(each, game) for each in plain["puzzles"]]))
    except (KeyError, TypeError, ValueError) as error:
        raise BadPuzzle(f"this is no file of puzzles: {error!r}") from None


def read_puzzle(plain: dict[str, Any], game: Game) -> Puzzle:
    return Puzzle(
        plain["id"],
        game,
        plain["players"],
        plain["seat"],
        plain["position"],
        plain["rule"],
        plain["theme"],
        plain["stars"],
        dict(plain["solved"]),
        tuple([read_stage(each, game) for each in plain["stages"]]),
    )


def read_stage(plain: dict[str, Any], game: Game) -> Stage:
    answers = [
        Answer(game.codec.action(each["action"]), each["share"], each["error"], each.get("ends_in"))
        for each in plain["answers"]
    ]
    return Stage(tuple(answers), plain["margin"], plain["error"], tuple(plain.get("then", ())))
