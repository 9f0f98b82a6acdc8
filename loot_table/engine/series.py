"""A series: several games of the same players whose points add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from loot_table.engine.errors import BadRecord, BadTable
from loot_table.engine.sentence import Count, Sentence, Verbatim, Word, all_of, say

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

    def counted(self, number: int) -> Count:
        return Count(number, f"{{n}} {self.unit}", f"{{n}} {self.unit}s", "points")

    def ending(self, names: Sequence[str]) -> Sentence:
        """Who has won it, with the entrants' names; who leads, while games are left."""
        best = max(self.sums())
        first = [Verbatim(names[entrant], "name") for entrant, points in enumerate(self.sums()) if points == best]
        who, points, name = all_of(first), self.counted(best), Word(self.name)
        game, games = len(self.scores), self.games
        if self.is_over and len(first) == 1:
            return say("{who} wins the {name} with {points}.", who=who, name=name, points=points)
        if self.is_over:
            return say("{who} win the {name} with {points}.", who=who, name=name, points=points)
        if len(first) == 1:
            return say(
                "{who} leads with {points} after game {game} of {games}.",
                who=who,
                points=points,
                game=game,
                games=games,
            )
        return say(
            "{who} lead with {points} after game {game} of {games}.", who=who, points=points, game=game, games=games
        )


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
