"""Simulations per second of our search and of OpenSpiel's on connect four; how long levels take in every game."""

from __future__ import annotations

import time
from dataclasses import dataclass

from loot_table import bots, games
from loot_table.bench.connect_four import Board
from loot_table.bots.ismcts import Search
from loot_table.bots.knowledge import Knowledge
from loot_table.bots.levels import LevelBot
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random

ROUND = 20_000  # simulations of one search
PEER_CURIOSITY = 2.0


def own_rate(seconds: float) -> float:
    """Simulations a second of CPU time: plain search from the empty board, random playouts to the end."""
    board = Board()
    view, actions = board.view(0), board.actions()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        Search(Knowledge(has_secrets=False), done).think(view, actions, ROUND)
        done += ROUND
    return done / spent


def open_spiel_rate(seconds: float) -> float | None:
    """The same by OpenSpiel's C++ search with one random playout for each leaf."""
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(1, done)
        bot = pyspiel.MCTSBot(
            game, evaluator, PEER_CURIOSITY, ROUND, 1000, False, done, False, pyspiel.ChildSelectionPolicy.UCT
        )
        bot.step(game.new_initial_state())
        done += ROUND
    return done / spent


def alternating(seconds: float, rounds: int = 3) -> tuple[float, float | None]:
    """Ours and the peer in turns, so that a busy machine troubles both alike; the best of each."""
    ours, theirs = 0.0, None
    for _ in range(rounds):
        ours = max(ours, own_rate(seconds / rounds))
        rate = open_spiel_rate(seconds / rounds)
        if rate is not None:
            theirs = max(theirs or 0.0, rate)
    return ours, theirs


@dataclass(frozen=True)
class Pace:
    """How long a level took for its moves in a game."""

    game: str
    level: str
    allowed: float
    nodes: int
    moves: int
    median: float
    worst: float


def pace_of(game: Game, level: bots.Level, moves: int, seed: int = 1) -> Pace:
    """CPU seconds a move, over moves where there is a choice, at middle numbers of players, without a clock."""
    players = min(4, game.most_players)
    rng = Random(seed)
    bot = LevelBot(level, game, seed)
    greedy = bots.make("greedy", game, seed)
    taken: list[float] = []
    while len(taken) < moves:
        match = Match(game, players, nature=rng)
        while not match.is_over and len(taken) < moves:
            view, actions = match.view(match.to_act), bots.offered(match.state)
            if len(actions) != 1 and rng.below(6) == 0:
                began = time.process_time()
                bot.choose(view, actions)
                taken.append(time.process_time() - began)
            match.play(match.to_act, greedy.choose(view, actions))
    taken.sort()
    return Pace(game.slug, level.name, level.seconds, bot.nodes, moves, taken[moves // 2], taken[-1])


def paces(moves: int) -> list[Pace]:
    return [pace_of(game, level, moves) for game in games.all_games() for level in bots.LEVELS]
