"""Takes any legal action."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.random import Random
from loot_table.engine.state import Action, View


class RandomBot:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def throw(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if not actions:
            world = view.imagine(self.rng)
            return world.decision().sample(world, self.rng)
        return actions[self.rng.below(len(actions))]
