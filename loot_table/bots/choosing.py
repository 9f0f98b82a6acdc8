"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from loot_table.bots.greedy import GreedyBot
from loot_table.bots.random import RandomBot
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.state import Action, State, View
from loot_table.games import part


class Bot(Protocol):
    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """One of the legal actions. None are given where the decision is large (see `offered`)."""
        ...


def offered(state: State) -> Sequence[Action]:
    """The actions that a bot is given: all legal ones, or none when there are too many to be handed about."""
    return () if state.decision().is_large(state) else state.actions()


BOTS = ("random", "greedy")


def make(name: str, game: Game, seed: int) -> Bot:
    """A bot for one seat of one match. The same seed and the same views give the same choices."""
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        greedy = part(game, "greedy")
        return GreedyBot(greedy.prefer, seed, getattr(greedy, "candidates", None))
    raise BadInput(f'no bot is called "{name}"; there are {", ".join(BOTS)}')
