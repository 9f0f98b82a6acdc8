"""Opponents by level. A level means the same in every game: how long it thinks, and how much it misses.

How far a level searches is a number of iterations, so that the same seed and the same views give the same choices
anywhere; the clock is only a limit. The numbers stand in the game's folder: `NODES` in `search.py` or `value.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final, final

from loot_table.bots.ismcts import AS_USUAL, FOR_THEMSELVES, Search
from loot_table.bots.knowledge import indifferent, knowledge_of
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.state import Action, View
from loot_table.engine.thought import IsTimeUp, Thought, never
from loot_table.games import has_part, part

Clock = Callable[[], float]  # seconds; bots have no clock of their own
USUAL_NODES: Final = (0, 0, 20, 60)  # for games that say nothing
UNGUIDED_NODES: Final = (8, 40, 200, 1000)  # for games without a `bot/greedy.py`: playouts at random tell less


@dataclass(frozen=True)
class Level:
    """`overlooks` of the answers are not even considered; `blur` is how easily answers that look alike are confused."""

    name: str
    title: str
    about: str
    seconds: float  # the most that it thinks about a move
    overlooks: float = 0.0
    blur: float = 0.0
    reads_others: bool = False  # whether it draws conclusions from how the others play


LEVELS: Final = (
    Level("apprentice", "Apprentice", "learns the trade: misses things, as people do", 0.1, 0.45, 2.0),
    Level("thief", "Thief", "knows what is worth taking, and is careless now and then", 0.5, 0.22, 1.0),
    Level("burglar", "Burglar", "looks ahead, a little, and seldom misses a thing", 1.0, 0.1, 0.35),
    Level(
        "mastermind", "Mastermind", "has thought of everything it can think of in three seconds", 3.0, reads_others=True
    ),
)
USUAL: Final = "thief"  # whom people meet when they do not say whom
NAMES: Final = tuple([level.name for level in LEVELS])


def level_called(name: str) -> Level | None:
    for level in LEVELS:
        if level.name == name:
            return level
    return None


@final
class LevelBot:
    """A bot of a level, for one seat of one match."""

    def __init__(self, level: Level, game: Game, seed: int, clock: Clock | None = None) -> None:
        self.level = level
        self.rng = Random(seed)
        self.clock = clock
        self.knowledge = knowledge_of(game, level.reads_others)
        self.prefer: Callable[[Any, Sequence[Action], Random], Sequence[float]] = (
            part(game, "bot.greedy").prefer if has_part(game, "bot.greedy") else indifferent
        )
        # A game's own search takes the place of ours: search(view, actions, nodes, is_time_up, rng) -> Thought. Where it can
        # tell when nothing more is to be gained, `answer` does the same and stops there.
        own = part(game, "bot.search") if has_part(game, "bot.search") else None
        self.own_search: Callable[[Any, Sequence[Action], int, IsTimeUp, Random], Thought] | None = (
            getattr(own, "answer", own.search) if own is not None else None
        )
        self.nodes = nodes_of(game, level)
        self.search = Search(self.knowledge, seed, AS_USUAL if game.has_secrets else FOR_THEMSELVES)
        self.thought: Thought | None = None

    def throw(self, seed: int) -> None:
        self.rng = Random(seed)
        self.search.throw(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self.thought = self.think(view, actions)
        return self.thought.action

    def explain(self) -> Thought | None:
        """What it thought last."""
        return self.thought

    def think(self, view: View, actions: Sequence[Action]) -> Thought:
        if not actions:
            assert self.knowledge.candidates is not None, "a game with large decisions says which answers to look at"
            actions = self.knowledge.candidates(view, self.rng)
        actions = self.noticed(actions)
        if len(actions) == 1:
            return Thought(actions[0], ())
        if self.nodes == 0:
            return Thought(self.glance(view, actions), ())
        if self.own_search is not None:
            return self.own_search(view, actions, self.nodes, self.timer(), self.rng)
        return self.search.think(view, actions, self.nodes, self.timer())

    def timer(self) -> IsTimeUp:
        clock = self.clock
        if clock is None:
            return never
        end = clock() + self.level.seconds
        return lambda: clock() >= end

    def noticed(self, actions: Sequence[Action]) -> Sequence[Action]:
        """What is left to somebody who overlooks some answers; never nothing."""
        overlooks = self.level.overlooks
        if overlooks == 0.0 or len(actions) == 1:
            return actions
        return [action for action in actions if self.rng.unit() >= overlooks] or actions

    def glance(self, view: View, actions: Sequence[Action]) -> Action:
        """The answer that looks best at first sight, to somebody who confuses what looks alike."""
        rng = self.rng
        liked = list(self.prefer(view, actions, rng))
        blur = self.level.blur * spread(liked)
        best, found = 0.0, actions[0]
        for number, liking in enumerate(liked):
            # Gumbel's noise: what is far better is hardly ever confused. It breaks ties at any rate.
            looks = liking - (blur + 1e-9) * log(-log(rng.unit() + 1e-12) + 1e-12)
            if number == 0 or looks > best:
                best, found = looks, actions[number]
        return found


def spread(liked: Sequence[float]) -> float:
    """How far likings usually lie from the middle one; a single winning move far above the rest hardly counts."""
    ordered = sorted(liked)
    middle = ordered[len(ordered) // 2]
    far = sorted([abs(liking - middle) for liking in ordered])
    return far[len(far) // 2]


def nodes_of(game: Game, level: Level) -> int:
    """How many iterations a level searches in a game."""
    place = NAMES.index(level.name)
    for name in ("bot.search", "bot.value"):
        if has_part(game, name):
            budgets: Sequence[int] = getattr(part(game, name), "NODES", USUAL_NODES)
            return budgets[place]
    return USUAL_NODES[place] if has_part(game, "bot.greedy") else UNGUIDED_NODES[place]
