"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from loot_table.bots.greedy import GreedyBot
from loot_table.bots.random import RandomBot
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.state import Action, View
from loot_table.games import part


class Bot(Protocol):
    def choose(self, view: View, actions: Sequence[Action]) -> Action: ...


BOTS = ("random", "greedy")


def make(name: str, game: Game, seed: int) -> Bot:
    """A bot for one seat of one match. The same seed and the same views give the same choices."""
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(part(game, "greedy").prefer, seed)
    raise BadInput(f'no bot is called "{name}"; there are {", ".join(BOTS)}')
