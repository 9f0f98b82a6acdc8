"""LL-3 turns and LL-4 move pawn."""

from __future__ import annotations

import pytest
from labyrinth.tables import CARDS, GAME, at, do, pawn, refused_by, table, told, wall, why_not

from loot_table.engine.errors import IllegalAction
from loot_table.games.labyrinth.access import Access
from loot_table.games.labyrinth.maze import Build

COLUMN = wall("column", 1, 12, 1)  # x = 12, y = 1 to 4


def test_turns_go_round_clockwise() -> None:
    """LL-3.1"""
    match = at(players=3, to_move=1)
    seats = [match.to_act]
    for direction in "SWE":
        do(match, "move", dir=direction)
        seats.append(match.to_act)
    assert seats == [1, 2, 0, 1]


def test_a_turn_is_one_action_of_four_kinds() -> None:
    """LL-3.2"""
    match = at(walls=[wall("spear", 1, 9, 13, owner=0)], hands=[CARDS[:4], None])
    assert {type(action).__name__ for action in match.actions()} == {"Move", "Place", "Weaken", "Rubble"}
    prompt = match.state.decision().prompt(match.state)
    assert str(prompt) == "Slide, build, weaken or drop rubble."
    assert why_not(match, "build", orient=0, x=3, y=3).rule == "LL-V1.2"  # type: ignore[union-attr]
    do(match, "move", dir="S")
    assert match.to_act == 1


def test_one_may_pass_only_when_nothing_is_possible() -> None:
    """LL-3.3: real play does not come there, so the hand is taken away."""
    match = at(pawns=[[0, 0], [1, 0]])
    assert refused_by(match, "pass") == "LL-3.3"
    state = table(match)
    # White in the corner, closed in by pawns that stand against the edge.
    state.pawns = [state.box.grid.square(0, 0), state.box.grid.square(1, 0)]
    state.hands[0] = ()
    state.rubble_home[0] = False
    assert refused_by(match, "pass") == "LL-3.3"
    below = [state.box.grid.square(0, y) for y in range(1, 21)]
    for square in below:
        state.closed |= state.box.grid.bits[square]
    # Blue's whole row to the east is full of solid squares too.
    for x in range(2, 21):
        state.closed |= state.box.grid.bits[state.box.grid.square(x, 0)]
    assert [type(action).__name__ for action in match.actions()] == ["Pass"]
    assert refused_by(match, "pass") == ""
    do(match, "pass")
    assert match.to_act == 1
    assert told(match, 1) == ["White can do nothing and passes."]


def test_a_pawn_moves_in_four_directions_only() -> None:
    """LL-4.1"""
    match = at()
    for wrong in ("NE", "", "n", "up"):
        assert refused_by(match, "move", dir=wrong) == "LL-4.1"


def test_a_pawn_slides_to_the_edge_and_the_edge_does_not_mind() -> None:
    """LL-4.2, LL-4.3"""
    match = at(pawns=[[3, 3], [19, 20]])
    do(match, "move", dir="E")
    assert pawn(match, 0) == [20, 3]
    assert told(match, 1) == ["White slides east to U4."]


def test_running_into_a_wall_weakens_it() -> None:
    """LL-4.3, LL-8.1, LL-8.2"""
    match = at(pawns=[[3, 3], [19, 20]], walls=[COLUMN])
    do(match, "move", dir="E")
    assert pawn(match, 0) == [11, 3]
    assert told(match, 0)[1] == "White weakens Blue's column: the next hit fells it."


def test_pawns_are_slid_through_and_feel_nothing() -> None:
    """LL-4.4"""
    match = at(players=3, pawns=[[3, 3], [5, 3], [6, 3]])
    do(match, "move", dir="E")
    assert [pawn(match, seat) for seat in range(3)] == [[20, 3], [5, 3], [6, 3]]


def test_treasures_are_taken_in_order_and_stop_nobody() -> None:
    """LL-4.5, LL-9.1, LL-9.4"""
    match = at(pawns=[[20, 8], [19, 20]])
    do(match, "move", dir="W")
    assert pawn(match, 0) == [0, 8]
    assert told(match, 1)[1:] == [
        "White takes a treasure on O9: 1 of 7.",
        "White takes a treasure on G9: 2 of 7.",
    ]
    assert match.view(1).stash == (2, 0)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pawns", "rest", "node"),
    [
        ([[2, 3], [11, 3], [6, 3]], 10, 0),  # one stands against the wall
        ([[2, 3], [11, 3], [10, 3]], 9, 0),  # a row of two (LL-R7)
        ([[2, 3], [10, 3], [6, 3]], 11, 1),  # the row does not touch the wall: passed
        ([[2, 3], [11, 3], [9, 3]], 10, 0),  # the gap between two pawns (LL-R8)
        ([[9, 3], [11, 3], [10, 3]], 9, 0),  # nowhere to go
    ],
)
def test_a_row_of_pawns_against_an_obstacle_stops_the_mover(pawns: list[list[int]], rest: int, node: int) -> None:
    """LL-4.6, LL-R7, LL-R8"""
    match = at(players=3, pawns=pawns, walls=[COLUMN])
    if rest == pawns[0][0]:
        assert refused_by(match, "move", dir="E") == "LL-4.8"
        return
    do(match, "move", dir="E")
    assert pawn(match, 0) == [rest, 3]
    assert table(match).walls[0].node == node


def test_a_pawn_beside_a_wall_can_push_it_down() -> None:
    """LL-4.7, LL-R6, LL-R9, LL-8.3"""
    match = at(pawns=[[11, 3], [19, 20]], walls=[COLUMN])
    do(match, "move", dir="E")
    assert told(match, 0)[0] == "White pushes east and stays on L4."
    do(match, "move", dir="W")
    do(match, "move", dir="E")
    assert pawn(match, 0) == [11, 3]
    assert table(match).walls == []


def test_a_move_without_effect_is_refused_with_its_reason() -> None:
    """LL-4.8, LL-R5"""
    match = at(pawns=[[0, 0], [1, 0]])
    refusal = why_not(match, "move", dir="N")
    assert refusal is not None
    assert str(refusal.text) == "Your pawn stands at the edge: moving north would change nothing."
    assert refusal.show == ("cell:0,0",)
    match = at(pawns=[[19, 0], [20, 0]])
    with pytest.raises(IllegalAction, match="stand against an obstacle"):
        do(match, "move", dir="E")
    match = at(pawns=[[19, 0], [20, 0]], options={"null_moves": "allow"})
    do(match, "move", dir="E")
    assert match.to_act == 1
    assert pawn(match, 0) == [19, 0]


def test_moves_need_not_respect_access() -> None:
    """LL-R17: a pawn may stop in the bend that is the only way into a pocket."""
    match = at(
        pawns=[[15, 11], [19, 20]],
        walls=[wall("gate", 0, 9, 9), wall("boot", 1, 11, 12), wall("column", 1, 10, 11)],
    )
    assert not Access(table(match)).reached_before()[1] ^ table(match).treasures
    do(match, "move", dir="W")
    assert pawn(match, 0) == [11, 11]
    lost = table(match).treasures & ~Access(table(match)).reached_before()[1]
    assert [table(match).box.grid.name(square) for square in table(match).box.grid.listed(lost)] == ["10,10"]


def test_an_answer_to_another_question_is_refused() -> None:
    match = at()
    refusal = match.why_not(0, Build(0, 3, 3))
    assert refusal is not None
    assert "No card is turned up" in str(refusal.text)
    assert GAME.codec.action({"type": "build", "orient": 0, "x": 3, "y": 3}) == Build(0, 3, 3)
