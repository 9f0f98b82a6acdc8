"""Games played to the end at random, with the loop inside compiled code."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Decision, State


def sampled(state: State, rng: Random, limit: int) -> int:
    """Play at most `limit` steps drawn without listing; return how many were played."""
    left: i64 = limit
    step = state.agenda[-1] if state.agenda else None
    while step is not None and left > 0:
        step.at_random(state, rng)
        step = state.settle()
        left -= 1
    return int(limit - left)


def listed(state: State, rng: Random, limit: int) -> int:
    """Play at most `limit` steps, listing all legal actions at each; return how many were played."""
    left: i64 = limit
    step = state.agenda[-1] if state.agenda else None
    while step is not None and left > 0:
        if isinstance(step, Decision):
            decision = step
            actions = decision.actions(state)
            action = item(actions, rng.below(len(actions)))
            state.agenda.pop()
            action.do(state, decision.seat)
        else:
            step.at_random(state, rng)
        step = state.settle()
        left -= 1
    return int(limit - left)


def item(actions: Sequence[Action], n: i64) -> Action:
    """As `actions[n]`; compiled, it is quicker with a list."""
    return actions[n] if isinstance(actions, list) else actions[int(n)]
