"""Games played to the end at random, with the loop inside compiled code."""

from __future__ import annotations

from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Decision, State


def sampled(state: State, rng: Random, limit: int) -> int:
    """Play at most `limit` steps drawn without listing; return how many were played."""
    steps = 0
    agenda = state.agenda
    while agenda and steps < limit:
        step = agenda[-1]
        if isinstance(step, Decision):
            action = step.sample(state, rng)
            agenda.pop()  # as State.apply does, which would ask once more who is to act
            action.do(state, step.seat)
            state.settle()
        else:
            state.happen(state.chance().sample(state, rng))
        agenda = state.agenda
        steps += 1
    return steps


def listed(state: State, rng: Random, limit: int) -> int:
    """Play at most `limit` steps, listing all legal actions at each; return how many were played."""
    steps = 0
    while state.agenda and steps < limit:
        if state.agenda[-1].who() == NATURE:
            state.happen(state.chance().sample(state, rng))
        else:
            actions = state.decision().actions(state)
            state.apply(actions[rng.below(len(actions))])
        steps += 1
    return steps
