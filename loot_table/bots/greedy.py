"""Takes the action that the game's own knowledge likes best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from loot_table.engine.random import Random
from loot_table.engine.state import Action, View

# A game's `greedy.prefer`: how good each action looks to the seat whose view it is.
Prefer = Callable[[Any, Sequence[Action], Random], Sequence[float]]
# A game's `greedy.candidates`: the legal answers worth a look, where a decision is too large to be listed.
Candidates = Callable[[Any, Random], Sequence[Action]]


class GreedyBot:
    def __init__(self, prefer: Prefer, seed: int, candidates: Candidates | None = None) -> None:
        self.prefer = prefer
        self.candidates = candidates
        self.rng = Random(seed)

    def throw(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if not actions:
            assert self.candidates is not None, "a game with large decisions says which answers to look at"
            actions = self.candidates(view, self.rng)
        if len(actions) == 1:
            return actions[0]
        liked = list(self.prefer(view, actions, self.rng))
        best = max(liked)
        # Equals are drawn by lot, so that the order of the list means nothing.
        equals = [action for action, liking in zip(actions, liked, strict=True) if liking == best]
        return equals[self.rng.below(len(equals))]
