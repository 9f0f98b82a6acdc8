"""Small games without secrets, solved: what every table is worth when everybody plays as well as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.errors import BadInput
from loot_table.engine.state import NATURE, REFEREE, Action, Seat, State, View

MOST_TABLES: Final = 200_000
SURE: Final = 1e-12


@dataclass(frozen=True)
class Solved:
    """What a table is worth, the answer that makes it so, and how many answers away the end is."""

    shares: Sequence[float]
    action: Action | None
    length: int


@final
class Solution:
    """Grows as it is asked."""

    def __init__(self) -> None:
        self.known: dict[View, Solved] = {}

    def of(self, state: State) -> Solved:
        if not state.agenda:
            return Solved(state.standings(), None, 0)
        key = state.view(REFEREE)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_TABLES:
                raise BadInput("this game is too large to be solved, and brings no bots to judge it by")
            found = self.known[key] = self.mean(state) if state.to_act == NATURE else self.best(state)
        return found

    def mean(self, state: State) -> Solved:
        """Before nature decides."""
        outcomes = state.outcomes()
        total = sum(weight for _, weight in outcomes)
        sums, longest = [0.0] * state.players, 0
        for outcome, weight in outcomes:
            after = state.copy()
            after.happen(outcome)
            found = self.of(after)
            longest = max(longest, found.length)
            for seat, share in enumerate(found.shares):
                sums[seat] += share * weight / total
        return Solved(sums, None, longest)

    def best(self, state: State) -> Solved:
        """The seat to act takes what is best for itself: a win as soon as can be, a loss as late."""
        seat, best = state.to_act, None
        for action in state.actions():
            found = self.after(state, action)
            if best is None or is_better(found, best, seat):
                best = found
        assert best is not None
        return best

    def after(self, state: State, action: Action) -> Solved:
        """What an answer makes of a table."""
        world = state.copy()
        world.apply(action)
        found = self.of(world)
        return Solved(found.shares, action, found.length + 1)

    def line(self, state: State, first: Action) -> tuple[Action, ...]:
        """An answer and the best ones after it, until the end or until nature decides."""
        world, made = state.copy(), [first]
        world.apply(first)
        while world.to_act >= 0:
            action = self.of(world).action
            assert action is not None
            made.append(action)
            world.apply(action)
        return tuple(made)


def is_better(one: Solved, other: Solved, seat: Seat) -> bool:
    mine, theirs = one.shares[seat], other.shares[seat]
    if abs(mine - theirs) > SURE:
        return mine > theirs
    return one.length < other.length if mine >= 1 - SURE else one.length > other.length
