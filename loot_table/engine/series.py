"""A series: several games of the same players whose points add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from loot_table.engine.errors import BadRecord, BadTable

MOST_POINTS = 1_000_000  # that one game can bring


@dataclass(frozen=True)
class Series:
    """After each game everybody moves on by one seat. Who sat where in the first game are the entrants, from 0."""

    players: int
    games: int
    name: str  # what people call it: "tournament"
    unit: str  # what is counted: "treasure"
    rule: str  # of the game
    scores: tuple[tuple[int, ...], ...] = ()  # of each finished game, by entrant

    @property
    def is_over(self) -> bool:
        return len(self.scores) >= self.games

    def entrants(self, game: int) -> list[int]:
        """Who sits where in a game, counted from 0."""
        return [(seat - game) % self.players for seat in range(self.players)]

    def entered(self, points: Sequence[int]) -> Series:
        """With one more game, whose points are told by seat."""
        if self.is_over:
            raise BadTable(f"all {self.games} games of the {self.name} are played ({self.rule})")
        seats = {entrant: seat for seat, entrant in enumerate(self.entrants(len(self.scores)))}
        score = tuple([points[seats[entrant]] for entrant in range(self.players)])
        return replace(self, scores=(*self.scores, score))

    def sums(self) -> list[int]:
        return [sum([score[entrant] for score in self.scores]) for entrant in range(self.players)]

    def places(self) -> list[int]:
        """1 for the highest sum; equal sums share the place."""
        sums = self.sums()
        return [1 + sum([other > own for other in sums]) for own in sums]

    # ---- words

    def counted(self, number: int) -> str:
        return f"{number} {self.unit}{'' if number == 1 else 's'}"

    def ending(self, names: Sequence[str]) -> str:
        """Who has won it, with the entrants' names; who leads, while games are left."""
        best = max(self.sums())
        first = [names[entrant] for entrant, points in enumerate(self.sums()) if points == best]
        who = first[0] if len(first) == 1 else f"{', '.join(first[:-1])} and {first[-1]}"
        ending = "s" if len(first) == 1 else ""
        if self.is_over:
            return f"{who} win{ending} the {self.name} with {self.counted(best)}."
        return f"{who} lead{ending} with {self.counted(best)} after game {len(self.scores)} of {self.games}."


def seat_names(names: Sequence[str], games: int) -> list[str]:
    """The entrants' names by seat, so many games later."""
    return [names[(seat - games) % len(names)] for seat in range(len(names))]


def with_scores(series: Series | None, scores: Any) -> Series | None:
    """A series with the points of the games before this one, as they were written down."""
    if series is None:
        if scores:
            raise BadRecord("points of earlier games belong to a series, and this is none")
        return None
    if not isinstance(scores, (list, tuple)) or len(scores) >= series.games:
        raise BadRecord(f"a series of {series.games} games has fewer before its last")
    for score in scores:
        is_one = isinstance(score, (list, tuple)) and len(score) == series.players
        if not is_one or not all(is_score(one) for one in score):
            raise BadRecord(f"the points of a game are {series.players} whole numbers, one for each player")
    return replace(series, scores=tuple([tuple(score) for score in scores]))


def is_score(found: Any) -> bool:
    return type(found) is int and -MOST_POINTS <= found <= MOST_POINTS
