"""The quick look at positions that have been changes nothing: the same turns repeat as when each is looked up."""

from __future__ import annotations

import pytest
from crates_barrels.tables import START, at, table

from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.games.crates_barrels.house_rules import position_after
from loot_table.games.crates_barrels.listing import legal, playable
from loot_table.games.crates_barrels.rules import action_of
from loot_table.games.crates_barrels.sieve import Sieve
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import WINS, deeds_at

FEW = "9/9/4b4/9/9/9/4c4/9/9 c 0"  # two pawns that soon have been everywhere near


def looked_up(state: Table, seat: int) -> list[int]:
    """The legal turns, with every position looked up (CB-HSE-1, CB-HSE-3, CB-HSE-4)."""
    fresh = []
    for turn in playable(state, seat):
        origin, target = turn >> 7, turn & 127
        done = deeds_at(state, seat, origin, target)
        after = position_after(state, seat, origin, target, done, state.sides[1 - seat].number())
        if done & WINS or after not in state.seen:
            fresh.append(int(turn))
    return fresh or [int(turn) for turn in playable(state, seat)]


@pytest.mark.parametrize(("position", "fewest"), [(FEW, 20), (START, 0)])
def test_the_same_turns_repeat_on_a_table_a_copy_and_one_from_a_view(position: str, fewest: int) -> None:
    rng = Random(8)
    refused = 0
    for _ in range(6):
        state = table(at(position))
        for _ in range(60):
            if not state.agenda:
                break
            seat = state.to_act
            imagined = state.view(SPECTATOR).imagine(rng)
            wanted = looked_up(state, seat)
            for one in (state, state.copy(), imagined):
                assert [int(turn) for turn in legal(one, seat)] == wanted
            refused += len(playable(state, seat)) - len(wanted)
            # Half of the turns on a copy, so that its sieve is followed on; and mostly to and fro.
            state = state.copy() if rng.below(2) else state
            state.apply(action_of(wanted[rng.below(min(3, len(wanted)))]))
    assert refused >= fewest


def test_a_position_noted_elsewhere_is_not_overlooked() -> None:
    state = table(at(START))
    before = state.seen.copy()
    sieve = Sieve()
    sieve.follow(state.seen)
    state.apply(state.actions()[0])
    [new] = [key for key in range(2**13) if sieve.may_hold(key)]
    sieve.follow(state.seen)
    assert len([key for key in range(2**13) if sieve.may_hold(key)]) == 2
    sieve.follow(before)
    assert [key for key in range(2**13) if sieve.may_hold(key)] == [new]
