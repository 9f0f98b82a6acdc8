"""A contest: which bots sit where in which game, and one game of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from itertools import combinations
from typing import Any

from loot_table import bots, games
from loot_table.bots import Bot
from loot_table.engine.components import content_hash
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random, mixed
from loot_table.engine.series import Series
from loot_table.measure.luck import CommonLuck, dice
from loot_table.measure.recorder import Recording

MOST_ENTRIES = 100_000  # of one record; no game comes near


@dataclass(frozen=True)
class Contest:
    """Everything that decides the result. Two contests with the same fields end the same."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    components: Mapping[str, Any] | None = None  # other than the game's own
    has_common_luck: bool = False  # for comparing it with a contest that differs a little
    # Bots that are none of ours, by the names they have here: how one is made for a seat.
    brought: Mapping[str, Callable[[Game, int], Bot]] = field(default_factory=dict)

    def check(self) -> None:
        game = games.load(self.game)
        game.check_players(self.players)
        _ = self.set_up
        for name in self.bots:
            self.bot(name, 1)
        if not 2 <= len(self.bots) <= 32:
            raise BadInput("a contest needs 2 to 32 bots")
        if not 1 <= self.games <= 10_000_000:
            raise BadInput("a contest has 1 to 10,000,000 games")
        series = self.series
        if series is not None and self.games % series.games:
            what = f"a {series.name} has {series.games} games here ({series.rule})"
            raise BadInput(f"{what}: play a multiple of {series.games}, not {self.games}")

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: what was found out here is found out there again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def bot(self, name: str, seed: int) -> Bot:
        """A bot for one seat of one game."""
        game, maker = games.load(self.game), self.brought.get(name)
        return bots.make(name, game, seed) if maker is None else maker(game, seed)

    def key(self) -> str:
        told = asdict(self)
        if not self.brought:
            del told["brought"]
        return content_hash({**told, "rules": games.load(self.game).rules_version})

    @cached_property
    def series(self) -> Series | None:
        """What every so many games make together, where the options ask for it."""
        return games.load(self.game).series(self.players, self.options)

    @cached_property
    def set_up(self) -> Match:
        """A match before its first draw, whose components have been checked."""
        return Match(games.load(self.game), self.players, self.options, self.components)

    def lineups(self) -> list[tuple[int, ...]]:
        """Who meets whom, as numbers of bots: every choice of them when there are more than seats."""
        if len(self.bots) >= self.players:
            return list(combinations(range(len(self.bots)), self.players))
        return [tuple(seat % len(self.bots) for seat in range(self.players))]

    def seats(self, number: int) -> tuple[tuple[int, ...], int]:
        """The bots of one game by seat, and its deal.

        A deal is played once in every rotation, so that each bot has each seat with the same luck. In a series everybody
        moves on by a seat, too; one that is shorter than the rotation leaves a deal before all have had it.
        """
        lineups = self.lineups()
        series = self.series
        if series is not None:
            played, game = divmod(number, series.games)
            lineup = lineups[played % len(lineups)]
            return tuple(lineup[entrant] for entrant in series.entrants(game)), self.deal(number)
        block, turn = divmod(number, self.players)
        lineup = lineups[block % len(lineups)]
        rotated = tuple(lineup[(seat + turn) % self.players] for seat in range(self.players))
        return rotated, self.deal(number)

    def block(self, number: int) -> int:
        """Which games share their luck."""
        series = self.series
        if series is None:
            return number // self.players
        played, game = divmod(number, series.games)
        return played * -(-series.games // self.players) + game // self.players

    def deal(self, number: int) -> int:
        return mixed(mixed(self.seed) + self.block(number))


@dataclass(frozen=True)
class GameResult:
    """One game: who sat where, their shares of the victory, how long they thought."""

    number: int
    seats: tuple[int, ...]
    shares: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # of thinking, in all
    slowest: tuple[float, ...]
    length: int
    reason: str
    points: tuple[int, ...] = ()  # by seat, where the game is one of a series


@dataclass(frozen=True)
class Played:
    """A game of a contest as it was played: for whoever wants more of it than its result."""

    match: Match
    seats: tuple[int, ...]
    seconds: tuple[float, ...]  # of thinking, for each decision


def play_match(contest: Contest, number: int, recording: Recording | None = None) -> Played:
    """One game of a contest. Bots get the view of their seat and nothing else."""
    game = games.load(contest.game)
    seats, deal = contest.seats(number)
    nature = CommonLuck(deal) if contest.has_common_luck else Random(deal)
    match = Match(
        game,
        contest.players,
        contest.options,
        contest.components,
        nature=nature,
        like=contest.set_up,
        witness=recording,
    )
    players = [contest.bot(contest.bots[bot], mixed(deal + seat + 1)) for seat, bot in enumerate(seats)]
    decisions, seconds = [0] * contest.players, []
    while not match.is_over and match.version < MOST_ENTRIES:
        seat = match.to_act
        view, offered = match.view(seat), bots.offered(match.state)
        if contest.has_common_luck:
            players[seat].throw(dice(deal, seat, decisions[seat]))
        began = time.perf_counter()
        action = players[seat].choose(view, offered)
        seconds.append(time.perf_counter() - began)
        if recording is not None:
            recording.offer(offered, seconds[-1])
        match.play(seat, action)
        decisions[seat] += 1
    return Played(match, seats, tuple(seconds))


def play_game(contest: Contest, number: int) -> GameResult:
    """One game of a contest: what came of it."""
    played = play_match(contest, number)
    match = played.match
    thought: list[list[float]] = [[] for _ in range(contest.players)]
    deciders = [entry.seat for entry in match.record if entry.action is not None]
    for seat, spent in zip(deciders, played.seconds, strict=True):
        thought[seat].append(spent)
    points = match.game.points
    return GameResult(
        number,
        played.seats,
        tuple(match.standings()),
        tuple(len(times) for times in thought),
        tuple(round(sum(times), 6) for times in thought),
        tuple(round(max(times, default=0.0), 6) for times in thought),
        match.version,
        match.reason,
        tuple(points(match.state)) if match.before is not None and points is not None else (),
    )
