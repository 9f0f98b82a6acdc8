"""Costs and movement: LF-40 to LF-44."""

from __future__ import annotations

import pytest
from loot_fiend.tables import END_TURN, ROAD, Plain, add, camp, move, remove_locks, reorganise

CROSS = [["cross", 0, 0, -1]]
STORE = [["store", 0, 0, -1]]
PACK = [["m01", 0, 0, 3], ["s01", 0, 4, 3]]


@pytest.mark.parametrize(
    ("tiles", "chars", "cost"),
    [
        (CROSS, [[0, -1], [0, 0]], 1),  # alone
        (CROSS, [[0, -1], [0, -1]], 2),  # shared ordinary tile
        (CROSS, [[0, 0], [0, 0]], 1),  # shared starter
        (STORE, [[0, -1], [0, -1]], 1),  # shared store
    ],
)
def test_what_actions_cost(tiles: list[list[object]], chars: list[list[int]], cost: int) -> None:
    """LF-40, LF-44: add, move and reorganise alike; ending the turn is free."""
    reach = add(-1, -1) if chars[0] == [0, -1] else add(2, 0)
    step = move(0, 0) if chars[0] == [0, -1] else move(0, -1)
    for action in (reach, step, reorganise(["m01", 0, 0, 4], ["s01", 0, 0, 3])):
        here = camp(tiles=tiles, chars=chars, packs=[PACK, []], stack=["cross", "store"])
        here.do(action).expect(actions_left=5 - cost)
    here.do(END_TURN).expect(turn=1)


def test_removing_locks_costs_one_on_a_store_shared_or_not() -> None:
    """LF-40, LF-64."""
    for other in ([0, -1], [0, 0]):
        here = camp(tiles=STORE, chars=[[0, -1], other], packs=[PACK, []], stack=["cross", "store"])
        here.do(remove_locks(1, "m01", "s01")).expect(actions_left=4)


def test_who_cannot_pay_in_full_cannot_do_it() -> None:
    """LF-40, LF-R31: the refusal says cost and actions left, and only ending the turn remains."""
    here = camp(tiles=CROSS, chars=[[0, -1], [0, -1]], actions_left=1, packs=[PACK, []], stack=["cross", "store"])
    costly: list[Plain] = [add(0, -2), move(0, 0), reorganise(["m01", 0, 0, 4], ["s01", 0, 0, 3])]
    for action in costly:
        assert here.refused_by(action) == "LF-40"
    assert str(here.refusal(move(0, 0)).text) == "On a shared tile that costs 2 actions and you have 1 left."
    assert here.legal() == [END_TURN]


def test_three_or_four_on_a_tile_cost_double_too() -> None:
    """LF-R7: not triple."""
    chars = [[0, -1]] * 4
    camp(players=4, tiles=CROSS, chars=chars, stack=["cross", "store"]).do(move(0, 0)).expect(actions_left=3)


def test_the_cost_is_judged_where_one_stands_before_the_action() -> None:
    """LF-40, LF-42, LF-R6: onto an occupied tile 1, off it 2."""
    here = camp(tiles=ROAD, chars=[[0, 0], [0, -1]], stack=["cross", "store"])
    here.do(move(0, -1)).expect(actions_left=4)
    here.do(move(0, -2)).expect(actions_left=2)
    assert "2 actions: shared tile" in here.told()[0]


def test_passing_somebody_takes_three_actions() -> None:
    """LF-43."""
    here = camp(tiles=ROAD, chars=[[0, -1], [0, -2]], actions_left=3, stack=["cross", "store"])
    here.do(move(0, -2), move(0, -3)).expect(turn=1, chars=[[0, -3], [0, -2]])


def test_a_move_needs_a_road_on_both_sides() -> None:
    """LF-41: no tile there, own tile, no road, and the starter has one name."""
    tiles = [["straight", 0, 0, -1], ["tee", 3, 1, -1]]
    here = camp(tiles=tiles, chars=[[1, -1], [0, 0]], stack=["cross", "store"])
    assert str(here.refusal(move(0, -1)).text) == "No road joins 1 east, 1 north and 1 north."
    assert str(here.refusal(move(1, -1)).text) == "You stand on 1 east, 1 north already."
    assert str(here.refusal(move(7, 7)).text) == "No tile lies at 7 east, 7 south."
    assert str(here.refusal(move(1, 0)).text) == "The starter is one tile: it is named 0 0."
    assert {here.refused_by(move(*cell)) for cell in ((0, -1), (1, -1), (7, 7), (1, 0))} == {"LF-41"}


def test_the_starter_is_one_move_across() -> None:
    """LF-41, LF-10, LF-R33: in by one exit, out by another; each cell touches it on one edge at most."""
    tiles = [["straight", 0, 0, -1], ["straight", 1, 2, 1]]
    here = camp(tiles=tiles, chars=[[0, -1], [0, 0]], stack=["cross", "store"])
    here.do(move(0, 0), move(2, 1)).expect(actions_left=3)
    exits = [tile for tile in here.table.tiles[0].links if tile >= 0]
    assert len(exits) == len(set(exits)) == 2


def test_others_never_move_in_my_turn_unless_a_store_ends_it() -> None:
    """LF-R9."""
    here = camp(tiles=CROSS, chars=[[0, -1], [0, 0]], stack=["cross", "store"])
    here.do(add(0, -2), {"type": "place_loot", "size": "medium"}, move(0, -2)).expect(chars=[[0, -2], [0, 0]])
    here.do(add(0, -3)).expect(chars=[[0, -3], [0, -2]], phase="trip", to_move=1)
