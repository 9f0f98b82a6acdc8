"""LL-V4 Tournament Scoring: a series of games whose treasures add up, everybody in every seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from loot_table.engine.errors import BadOption, BadTable
from loot_table.engine.options import as_dict
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Action, Decision
from loot_table.games.labyrinth.box import Options
from loot_table.games.labyrinth.components import Components
from loot_table.games.labyrinth.rules import new
from loot_table.games.labyrinth.table import Table, TableView

Choose = Callable[[int, TableView, Decision], Action]  # which entrant, what it sees, what it is asked


@final
class Series:
    """Several games. Entrants are numbered from 0; each has every seat, and the first turn, equally often."""

    def __init__(self, players: int, games: int, options: Options, components: Components) -> None:
        if games < players or games % players:
            raise BadTable(f"a series for {players} has a multiple of {players} games, got {games} (LL-V4.2)")
        if options.first_player != "random":
            raise BadOption("in a series the first turn goes round: leave first_player random (LL-V4.2)")
        self.players = players
        self.games = games
        self.options = Options(**{**as_dict(options), "first_player": 0})  # type: ignore[arg-type]
        self.components = components
        self.scores: list[list[int]] = []  # of each finished game, by entrant

    def entrants(self, game: int) -> list[int]:
        """Who sits where in a game: everybody moves on by one seat each time, and seat 0 begins."""
        return [(seat - game) % self.players for seat in range(self.players)]

    @property
    def is_over(self) -> bool:
        return len(self.scores) == self.games

    def next_game(self) -> Table:
        """The table of the game that comes next."""
        if self.is_over:
            raise BadTable(f"all {self.games} games of the series are played (LL-V4.2)")
        return new(self.players, self.options, self.components)

    def enter(self, table: Table) -> None:
        """LL-V4.1: the score of a finished game is the treasures each player or team holds; a stalled one counts."""
        if table.agenda:
            raise BadTable("a game counts when it is over (LL-V4.1)")
        score = [0] * self.players
        for seat, entrant in enumerate(self.entrants(len(self.scores))):
            score[entrant] = table.stash[table.box.side[seat]]
        self.scores.append(score)

    def sums(self) -> list[int]:
        return [sum([score[entrant] for score in self.scores]) for entrant in range(self.players)]

    def places(self) -> list[int]:
        """1 for the highest sum; equal sums share the place."""
        sums = self.sums()
        return [1 + sum([other > own for other in sums]) for own in sums]


def play_series(series: Series, choose: Choose, nature: Random) -> list[int]:
    """Plays what is left of a series and returns the places."""
    while not series.is_over:
        table = series.next_game()
        entrants = series.entrants(len(series.scores))
        while table.agenda:
            if table.to_act == NATURE:
                table.happen(table.chance().sample(table, nature))
            else:
                seat = table.to_act
                table.apply(choose(entrants[seat], table.view(seat), table.decision()))
        series.enter(table)
    return series.places()
