"""Our strongest bots against OpenSpiel's, at the same game with the same time for a move, seats in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from loot_table import games
from loot_table.bench.connect_four import Board, Drop, likings
from loot_table.bots.ismcts import Search
from loot_table.bots.knowledge import Knowledge
from loot_table.bots.levels import LevelBot, level_called
from loot_table.engine.random import mixed
from loot_table.engine.state import Action, View
from loot_table.measure.intervals import wilson
from loot_table.rl import openspiel

ENDLESS = 1_000_000_000  # simulations: only time limits them
MOST_MEMORY = 1000  # megabytes, for OpenSpiel's tree
EXPLORATION = 2.0  # OpenSpiel's own choice in its examples
# One core's time, so that nobody else's work on the machine counts.
clock = time.process_time


class Player(Protocol):
    """One side of a duel; `spent` holds the seconds of each of its moves."""

    spent: list[float]

    def choose(self, state: Any) -> int:
        """An OpenSpiel action."""
        ...


class Theirs:
    """A bot of OpenSpiel, which counts simulations and has no clock: it learns how many fit into the time."""

    def __init__(self, seconds: float, think: Callable[[Any, int], int]) -> None:
        self.seconds = seconds
        self.think = think
        self.simulations = 4
        self.spent: list[float] = []
        self.is_paced = False

    def choose(self, state: Any) -> int:
        while not self.is_paced:
            self.is_paced = self.timed(state)[1] > self.seconds / 2
        chosen, took = self.timed(state)
        self.spent.append(took)
        return chosen

    def timed(self, state: Any) -> tuple[int, float]:
        began = clock()
        chosen = self.think(state, self.simulations)
        took = clock() - began
        # By steps, because the rate changes through a game and a solved position takes no time at all.
        pace = min(2.0, max(0.5, self.seconds / max(took, 1e-6)))
        self.simulations = max(2, round(self.simulations * pace))
        return chosen, took


class OurMastermind:
    """Our Mastermind, at one of our games."""

    def __init__(self, slug: str, seconds: float, seed: int) -> None:
        level = level_called("mastermind")
        assert level is not None
        self.bot = LevelBot(replace(level, seconds=seconds), games.load(slug), seed, clock)
        self.spent: list[float] = []
        self.answers: object = None  # to the decision that was thought about
        self.word: tuple[int, ...] = ()  # the letters of the answer that was chosen

    def choose(self, state: Any) -> int:
        held = state.held
        table = held.table
        if self.answers is not held.asked():
            self.answers = held.asked()
            view, actions = table.view(table.to_act), table.actions()
            began = clock()
            action = self.bot.choose(view, actions)
            self.spent.append(clock() - began)
            self.word = held.ours.setting.spelling.word(action, view)
        return self.word[len(held.spelled(table.to_act))]  # where one letter alone is possible, nobody is asked


class OurSearch:
    """The search behind our levels, at connect four, which OpenSpiel has too; it is told what a decent player knows."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.search = Search(Knowledge(has_secrets=False, likings=likings, plays_at_random=True), seed)
        self.seconds = seconds
        self.spent: list[float] = []

    def choose(self, state: Any) -> int:
        board = Board()
        for column in state.history():
            board.apply(Drop(column))
        action = self.think(board.view(board.to_act), board.actions())
        assert isinstance(action, Drop)
        return action.column

    def think(self, view: View, actions: Any) -> Action:
        began = clock()
        end = began + self.seconds
        chosen = self.search.think(view, actions, ENDLESS, lambda: clock() >= end).action
        self.spent.append(clock() - began)
        return chosen


@dataclass(frozen=True)
class Duel:
    """A game and two players for it."""

    title: str
    slug: str  # of the OpenSpiel game
    theirs: str
    our_player: Callable[[float, int], Player]
    their_player: Callable[[Any, float, int], Player]


def compiled_mcts(game: Any, seconds: float, seed: int) -> Player:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed % 2**31)

    def think(state: Any, simulations: int) -> int:
        bot = pyspiel.MCTSBot(
            game, evaluator, EXPLORATION, simulations, MOST_MEMORY, True, (seed + state.move_number()) % 2**31, False
        )
        return int(bot.step(state))

    return Theirs(seconds, think)


def python_mcts(game: Any, seconds: float, seed: int) -> Player:
    rng = np.random.RandomState(seed % 2**32)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    return Theirs(
        seconds,
        lambda state, simulations: int(
            mcts.MCTSBot(game, EXPLORATION, simulations, evaluator, solve=True, random_state=rng).step(state)
        ),
    )


def python_ismcts(game: Any, seconds: float, seed: int) -> Player:
    rng = np.random.RandomState(seed % 2**32)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    return Theirs(
        seconds,
        lambda state, simulations: int(
            ismcts.ISMCTSBot(game, evaluator, EXPLORATION, simulations, random_state=rng).step(state)
        ),
    )


DUELS = (
    Duel("connect four", "connect_four", "its C++ MCTS", OurSearch, compiled_mcts),
    Duel(
        "Crates vs Barrels",
        "crates_barrels",
        "its Python MCTS",
        lambda seconds, seed: OurMastermind("crates_barrels", seconds, seed),
        python_mcts,
    ),
    Duel(
        "Loot N Run, 2 players",
        "loot_n_run",
        "its Python ISMCTS",
        lambda seconds, seed: OurMastermind("loot_n_run", seconds, seed),
        python_ismcts,
    ),
)


@dataclass(frozen=True)
class Score:
    """What came of a duel so far."""

    won: int
    drawn: int
    games: int
    our_seconds: float  # a move
    their_seconds: float

    def interval(self) -> tuple[float, float]:
        """Where our share of wins lies, 95 % sure (Wilson)."""
        return wilson(self.won / self.games, self.games)


def fought(duel: Duel, seconds: float, count: int, seed: int) -> Iterator[Score]:
    """The score after each game; who begins changes from game to game."""
    openspiel.register()
    game = pyspiel.load_game(duel.slug)
    won = drawn = 0
    our_times: list[float] = []
    their_times: list[float] = []
    for number in range(count):
        luck = mixed(seed + number)
        ours = duel.our_player(seconds, luck)
        theirs = duel.their_player(game, seconds, mixed(luck))
        seat = number % 2
        returns = played(game, [ours, theirs] if seat == 0 else [theirs, ours], luck)
        won += returns[seat] > 0
        drawn += returns[seat] == 0
        our_times += ours.spent
        their_times += theirs.spent
        yield Score(won, drawn, number + 1, mean(our_times), mean(their_times))


def mean(times: list[float]) -> float:
    return sum(times) / len(times) if times else 0.0


def played(game: Any, players: list[Player], seed: int) -> list[float]:
    """One game; what it returned to each seat."""
    rng = np.random.RandomState(seed % 2**32)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=odds))
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            state.apply_action(players[state.current_player()].choose(state))
    return list(state.returns())
