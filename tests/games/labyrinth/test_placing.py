"""LL-5 place a wall, its refusals, and the nearest place they offer."""

from __future__ import annotations

from typing import Any

import pytest
from labyrinth.tables import CARDS, GAME, at, do, hand, place, refused_by, said, table, told, wall, why_not

from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.state import Refusal
from loot_table.games.labyrinth.access import Access
from loot_table.games.labyrinth.grid import square_name
from loot_table.games.labyrinth.placing import Place

GATE = wall("gate", 0, 9, 9)  # over (10, 10), open to the south


def refusal(match: Match, symbol: str, orient: int, x: int, y: int) -> Refusal:
    found = why_not(match, **place(symbol, orient, x, y))
    assert found is not None
    return found


def test_a_card_becomes_a_wall_with_a_token_on_its_first_node() -> None:
    """LL-5.1, LL-5.7, LL-1.4"""
    match = at(hands=[CARDS, None])
    do(match, **place("fang", 1, 4, 4))
    assert told(match, 1) == ["White builds a fang at E5."]
    assert hand(match, 0) == ["altar", "boot", "column", "spear"]
    built = table(match).walls[0]
    assert (built.owner, built.node) == (0, 0)
    assert match.view(1).discard == ("fang",)  # type: ignore[attr-defined]
    assert table(match).free_tokens(0) == 4


def test_cards_that_are_not_held_do_not_exist_or_have_no_such_orientation() -> None:
    """LL-5.1, LL-5.2, LL-R30"""
    match = at(hands=[CARDS, None])
    assert str(refusal(match, "wave", 0, 5, 5).text) == "You hold no card wave."
    assert refusal(match, "nonsense", 0, 5, 5).rule == "LL-5.1"
    assert str(refusal(match, "altar", 4, 5, 5).text) == "An altar has orientations 0 to 3."
    for orient, x, y in [(-1, 5, 5), (0, -1, 5), (0, 5, 20), (0, 2**50, 5), (0, 19, 5)]:
        assert refusal(match, "altar", orient, x, y).rule == "LL-5.2"


def test_a_piece_lies_inside_the_grid_up_to_its_edge() -> None:
    """LL-5.2"""
    match = at(hands=[CARDS, None], pawns=[[1, 0], [0, 20]])
    assert refused_by(match, **place("spear", 0, 15, 20)) == ""
    assert refused_by(match, **place("spear", 1, 20, 15)) == ""
    assert refused_by(match, **place("spear", 1, 20, 16)) == "LL-5.2"


@pytest.mark.parametrize(
    ("orient", "x", "y", "what"),
    [
        (0, 8, 6, "a treasure on I7"),
        (0, 1, 0, "a pawn on B1"),
        (0, 12, 9, "another wall on M10"),
        (0, 9, 15, "another wall on J16"),  # rubble is still wall
        (1, 5, 3, "the minotaur on F5"),
    ],
)
def test_a_wall_covers_nothing_that_is_there(orient: int, x: int, y: int, what: str) -> None:
    """LL-5.3, LL-R12"""
    match = at(
        options={"minotaur": True},
        hands=[CARDS, None],
        walls=[GATE, wall("spear", 1, 9, 13, rubble=[[9, 15, 1]])],
        minotaur=[5, 4],
    )
    found = refusal(match, "column", orient, x, y)
    assert found.rule == "LL-5.3"
    assert str(found.text).startswith(f"It would cover {what}.")
    assert what.endswith(square_name(*map(int, found.show[0].removeprefix("cell:").split(","))))


def test_empty_treasure_squares_start_squares_and_corners_may_be_covered() -> None:
    """LL-5.3, LL-R32"""
    treasures = [list(spot) for spot in at().view(0).treasures if spot != (6, 8)]  # type: ignore[attr-defined]
    match = at(hands=[CARDS, None], pawns=[[3, 3], [15, 15]], treasures=treasures, stash=[1, 0])
    assert refused_by(match, **place("column", 0, 6, 8)) == ""
    assert refused_by(match, **place("column", 0, 0, 0)) == ""
    assert refused_by(match, **place("column", 0, 17, 0)) == ""


def test_a_wall_keeps_four_spaces_from_opponents_and_none_from_friends() -> None:
    """LL-5.4, LL-5.5, LL-R13, LL-10.4"""
    match = at(players=4, options={"teams": True}, hands=[CARDS[:4], None, None, None],
               pawns=[[1, 0], [10, 3], [3, 15], [0, 19]])  # fmt: skip
    found = refusal(match, "column", 0, 11, 5)
    assert found.rule == "LL-5.4"
    assert said(match, found).startswith("L6 is only 3 from Blue's pawn: it must be 4 spaces away or more.")
    assert found.show == ("seat:1", "cell:11,5")
    assert refused_by(match, **place("column", 0, 12, 5)) == ""
    assert refused_by(match, **place("column", 0, 4, 15)) == ""  # beside a teammate
    assert refused_by(match, **place("column", 0, 2, 0)) == ""  # beside the own pawn


def test_distance_goes_straight_over_walls() -> None:
    """LL-R13, LL-R31"""
    match = at(hands=[CARDS, None], pawns=[[1, 0], [10, 3]], walls=[wall("column", 1, 12, 1, owner=None)])
    assert refused_by(match, **place("column", 1, 13, 3)) == "LL-5.4"
    assert refused_by(match, **place("column", 0, 12, 4)) == "LL-5.3"


def test_a_refusal_says_who_would_lose_what_and_where_the_piece_may_lie() -> None:
    """LL-5.6, LL-R14"""
    match = at(walls=[GATE], hands=[CARDS, None])
    found = refusal(match, "column", 0, 9, 11)
    assert said(match, found) == (
        "It would cut your own pawn off from the treasure on K11 and Blue's pawn off from the treasure on K11. "
        "The nearest place for it is J13."
    )
    assert found.show == ("seat:0", "cell:10,10", "seat:1")
    inside = at(pawns=[[10, 10], [19, 20]], walls=[GATE], hands=[CARDS, None], stash=[1, 0],
                treasures=[[6, 8], [6, 12], [7, 7], [7, 13], [8, 6], [8, 14], [12, 6], [12, 14], [13, 7], [13, 13],
                           [14, 8], [14, 12]])  # fmt: skip
    assert str(refusal(inside, "column", 0, 9, 11).text).startswith(
        "It would cut your own pawn off from every treasure."
    )


def test_a_pawn_can_be_crossed_straight_on_but_nobody_turns_on_it() -> None:
    """LL-5.6b, LL-R15: the pocket's only exit is the square of White's pawn."""
    straight = at(pawns=[[11, 11], [19, 20]], walls=[GATE], hands=[CARDS, None])
    assert refused_by(straight, **place("column", 1, 10, 11)) == ""
    bend = at(
        pawns=[[11, 11], [19, 20]],
        walls=[GATE, wall("boot", 1, 11, 12)],
        hands=[["column", "fang", "fang", "altar", "spear"], None],
    )
    found = refusal(bend, "column", 1, 10, 11)
    assert said(bend, found).startswith("It would cut Blue's pawn off from the treasure on K11.")
    assert "White" not in said(bend, found)  # White stands in the opening and may turn there (LL-R33)


def test_a_row_of_pawns_is_crossed_as_one() -> None:
    """LL-5.6b"""
    position: dict[str, Any] = {"players": 3, "walls": [GATE], "hands": [CARDS, None, None]}
    match = at(pawns=[[11, 11], [15, 20], [11, 12]], options={"teams": False}, **position)
    access = Access(table(match))
    column = table(match).box.kinds[0].shapes[1]
    assert not access.cuts(column.at(table(match).box.grid.square(10, 11)), 0)


def test_the_walking_pawns_own_square_is_free() -> None:
    """LL-R33: a pawn in a dead end of one square crosses the pawn beside it."""
    match = at(pawns=[[0, 0], [1, 0]], walls=[wall("column", 0, 0, 1, owner=0)])
    grid = table(match).box.grid
    reached = Access(table(match)).reached(0, grid.board & ~table(match).closed, grid.board)
    assert reached & grid.bits[grid.square(2, 0)]


def test_only_what_was_connected_before_must_stay_so() -> None:
    """LL-R16"""
    match = at(
        pawns=[[11, 11], [19, 20]],
        walls=[GATE, wall("boot", 1, 11, 12), wall("column", 1, 10, 11)],
        hands=[["column", "fang", "fang", "altar", "spear"], None],
    )
    assert len(match.actions()) > 1000


def in_the_bend(white: list[int], **options: object) -> Match:
    """The way to the treasure on 7,7 turns on 8,7."""
    walls = [wall("spear", 0, 5, 6), *[wall("column", 1, x, y) for x, y in ((6, 7), (7, 8), (9, 7))]]
    position: dict[str, Any] = {"treasures": [[7, 7]], "stash": [6, 6], "walls": walls, "options": options}
    return at(pawns=[white, [20, 20]], hands=[["column", "fang", "fang", "altar", "spear"], None], **position)


def test_nobody_is_sealed_off_behind_a_pawn_that_stands_in_the_way_for_now() -> None:
    """LL-R16: White may move on, the wall stays."""
    match = in_the_bend([8, 7])
    found = refusal(match, "column", 1, 8, 8)
    assert found.rule == "LL-5.6"
    assert said(match, found).startswith("It would cut Blue's pawn off from the treasure on H8.")
    assert refused_by(in_the_bend([12, 18]), **place("column", 1, 8, 8)) == "LL-5.6"
    assert refused_by(in_the_bend([12, 18]), **place("column", 1, 8, 12)) == ""


def test_the_picture_of_a_loss_behind_a_pawn_walks_through_that_pawn() -> None:
    """LL-R16"""
    found = asked(in_the_bend([8, 7]), about="cut", symbol="column", orient=1, x=8, y=8)
    assert (found["seat"], found["treasures"], found["gap"]) == (1, [[7, 7]], [[8, 11], [8, 10], [8, 9], [8, 8]])
    assert [8, 7] in found["way"], "White's square is walked on as if it were open"


def test_under_rules_1_only_access_as_the_pawns_stood_was_kept() -> None:
    """LL-R16"""
    older = dict(GAME.older[1])
    assert refused_by(in_the_bend([12, 18], **older), **place("column", 1, 8, 8)) == "LL-5.6"
    assert refused_by(in_the_bend([8, 7], **older), **place("column", 1, 8, 8)) == ""


def test_corners_without_pawn_and_treasure_may_be_sealed() -> None:
    """LL-5.6"""
    match = at(pawns=[[10, 0], [19, 20]], hands=[["boot", "boot", "fang", "altar", "spear"], None])
    do(match, **place("boot", 2, 1, 0))
    assert refused_by(at(pawns=[[10, 0], [19, 20]], hands=[CARDS, None]), **place("column", 0, 0, 1)) == ""


def test_neutral_walls_and_all_walls_close_alike() -> None:
    """LL-R31"""
    match = at(walls=[wall("gate", 0, 9, 9, owner=None)], hands=[CARDS, None])
    assert refused_by(match, **place("column", 0, 9, 11)) == "LL-5.6"


def test_the_nearest_place_may_be_turned_and_may_not_exist() -> None:
    match = at(hands=[CARDS, None])
    found = refusal(match, "spear", 0, 18, 4)
    assert str(found.text).endswith("The nearest place for it is P5.")
    crowded = at(hands=[CARDS, None])
    table(crowded).covered = table(crowded).box.grid.board
    assert str(refusal(crowded, "spear", 0, 3, 3).text).endswith("It fits nowhere on the board.")


# ---------------------------------------------------------------- asking for a part of the answers


def asked(match: Match, **question: object) -> Any:
    return match.state.decision().ask(match.state, question)


def test_a_plane_of_places_says_the_same_as_the_list() -> None:
    match = at(walls=[GATE, wall("stair", 1, 3, 3)], hands=[["column", "horn", "fang", "altar", "spear"], None])
    assert match.state.decision().is_large(match.state)
    listed = {action for action in match.actions() if isinstance(action, Place)}
    found = set()
    for symbol in hand(match, 0):
        for orient in range(len(table(match).box.kinds[table(match).box.components.numbers[symbol]].shapes)):
            rows = asked(match, about="places", symbol=symbol, orient=orient)["rows"]
            assert len(rows) == 21
            found |= {Place(symbol, orient, x, y) for y in range(21) for x in range(21) if rows[y] >> x & 1}
    assert found == listed
    others = [GAME.codec.action(item["action"]) for item in asked(match, about="actions")]
    assert set(others) == set(match.actions()) - listed


def test_the_nearest_place_can_be_asked_for() -> None:
    match = at(walls=[GATE], hands=[CARDS, None])
    asked_for = {"about": "nearest", "symbol": "column", "orient": 0, "x": 9, "y": 11}
    assert asked(match, **asked_for) == {"symbol": "column", "orient": 0, "x": 9, "y": 12}
    table(match).covered = table(match).box.grid.board
    assert asked(match, **asked_for) is None


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({}, '"about" must be one of actions, places, nearest'),
        ({"about": []}, '"about" must be'),
        ({"about": "places"}, "has the fields about, orient, symbol"),
        ({"about": "places", "symbol": "wave", "orient": 0}, '"symbol" must be one of column, boot'),
        ({"about": "places", "symbol": "boot", "orient": 8}, "orientations 0 to 7"),
        ({"about": "places", "symbol": "boot", "orient": "0"}, "orientations 0 to 7"),
        ({"about": "nearest", "symbol": "boot", "orient": 0, "x": "1", "y": 2}, "whole numbers"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_words(question: dict[str, object], says: str) -> None:
    match = at(hands=[CARDS, None])
    with pytest.raises(BadInput, match=says):
        match.state.decision().ask(match.state, question)
