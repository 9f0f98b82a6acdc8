"""How hard a review looks at a game: numbers that stand in `review.toml` of the game's folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from loot_table import games
from loot_table.bots.knowledge import ENDLESS
from loot_table.engine.game import Game

FILE: Final = "review.toml"


@dataclass(frozen=True)
class Look:
    """A second look at what the first would mark: the played answer and so many `rivals` are tried on some tables (`trial`), and
    who is left on `stages` of others, played on by careful players for so many `decisions`; for fewer in the trial, where results
    scatter less. `doubt`: how far that may still be off."""

    rivals: int
    trial: int
    trial_decisions: int
    decisions: int
    stages: tuple[int, ...]
    doubt: float


@dataclass(frozen=True)
class Effort:
    """`cut`: decisions that are played on before a table is valued. `stages`: imagined tables by which a candidate must
    have kept up. `positions`: that a game's own search looks at for a decision. `long`: decisions from which on a game is long:
    then there are no last stages, and half the positions. `doubt`: how far the evaluation itself is off at a single decision, by
    what it finds in a Mastermind's moves; it is a part of every error. `look`: the second look, where the game has one; its doubt counts then."""

    cut: int = ENDLESS
    stages: tuple[int, ...] = (32, 128)
    positions: int = 150_000
    long: int = 150
    doubt: float = 0.0
    look: Look | None = None

    def for_length(self, decisions: int) -> Effort:
        """So that a long game is reviewed in time."""
        if decisions <= self.long:
            return self
        look = self.look and replace(self.look, stages=self.look.stages[:-1] or self.look.stages)
        return replace(self, stages=self.stages[:-1] or self.stages, positions=self.positions // 2, look=look)


@cache
def file_of(slug: str) -> Mapping[str, Any]:
    """What a game's `review.toml` says; nothing for a game that has none."""
    home = games.folder(games.load(slug)) if slug in games.homes() else None
    path = None if home is None else home / FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else {}


def effort_for(game: Game, is_deep: bool = False) -> Effort:
    """The usual effort, or the one for a second, closer look."""
    told = file_of(game.slug).get("deep" if is_deep else "quick")
    if told is not None:
        again = told.get("look")
        look = None
        if again is not None:
            look = Look(**{**again, "stages": tuple(again["stages"])})
        return Effort(told["cut"], tuple(told["stages"]), told["positions"], told["long"], told["doubt"], look)
    usual = Effort()
    return Effort(usual.cut, (*usual.stages, 1024), 8 * usual.positions) if is_deep else usual
