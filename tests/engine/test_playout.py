"""The loops inside play as the same steps done one by one."""

from __future__ import annotations

import pytest
from engine.toy import GAME

from loot_table.engine.playout import listed, sampled
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, State, place_in, take_out


def one_by_one(state: State, rng: Random, limit: int, is_listing: bool) -> int:
    steps = 0
    while state.agenda and steps < limit:
        if state.to_act == NATURE:
            state.happen(state.chance().sample(state, rng))
        elif is_listing:
            actions = state.actions()
            state.apply(actions[int(rng.below(len(actions)))])
        else:
            state.apply(state.decision().sample(state, rng))
        steps += 1
    return steps


@pytest.mark.parametrize("is_listing", [False, True])
@pytest.mark.parametrize("limit", [0, 1, 5, 1000])
def test_a_loop_plays_as_somebody_who_does_every_step(is_listing: bool, limit: int) -> None:
    for seed in range(20):
        one, other = GAME.start(3), GAME.start(3)
        loop = listed if is_listing else sampled
        assert loop(one, Random(seed), limit) == one_by_one(other, Random(seed), limit, is_listing)
        assert one.view(0) == other.view(0)
        assert (one.agenda, one.reason) == (other.agenda, other.reason)
        assert limit < 1000 or not one.agenda


def test_a_number_is_found_and_taken_out() -> None:
    numbers = [4, 7, 7, 300]
    assert place_in(numbers, 7) == 1
    take_out(numbers, 7)
    take_out(numbers, 300)
    assert numbers == [4, 7]
    with pytest.raises(IndexError):
        take_out(numbers, 5)
