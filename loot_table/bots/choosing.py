"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from loot_table.bots.greedy import GreedyBot
from loot_table.bots.knowledge import indifferent
from loot_table.bots.levels import NAMES, Clock, LevelBot, level_called
from loot_table.bots.random import RandomBot
from loot_table.bots.styles import styled
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.state import Action, State, View
from loot_table.games import has_part, part


class Bot(Protocol):
    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """One of the legal actions. None are given where the decision is large (see `offered`)."""
        ...

    def throw(self, seed: int) -> None:
        """Go on with other dice, as for a decision that two games are to share (`measure/luck.py`)."""
        ...


def offered(state: State) -> Sequence[Action]:
    """The actions that a bot is given: all legal ones, or none when there are too many to be handed about."""
    return () if state.decision().is_large(state) else state.actions()


# The yardsticks of arenas and tests, and the levels that people play against.
BOTS = ("random", "greedy", *NAMES)


def make(name: str, game: Game, seed: int, clock: Clock | None = None) -> Bot:
    """A bot for one seat of one match. The same seed and the same views give the same choices.

    With a clock a level also keeps to its time; without one it thinks as far as its level does, however long it takes.
    """
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        greedy = part(game, "bot.greedy") if has_part(game, "bot.greedy") else None
        return GreedyBot(getattr(greedy, "prefer", indifferent), seed, getattr(greedy, "candidates", None))
    habit: Bot | None = styled(name, game, seed, lambda bot: make(bot, game, seed, clock))
    if habit is not None:
        return habit
    level = level_called(name)
    if level is None:
        raise BadInput(f'no bot is called "{name}"; there are {", ".join(BOTS)}')
    return LevelBot(level, game, seed, clock)
