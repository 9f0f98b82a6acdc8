"""The worked examples EX-01 to EX-37 of the rules of Crates vs Barrels."""

from __future__ import annotations

import pytest
from crates_barrels.tables import (
    GAME,
    START,
    asked,
    at,
    legal,
    let_have_been,
    play,
    reach,
    refusal,
    refused_by,
    reserve,
    result,
    table,
    where,
    written,
)

from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadOption, BadTable
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.crates_barrels.board import NONE, number
from loot_table.games.crates_barrels.position import read_turn


def test_ex_01_the_start_has_46_actions_and_no_respawn() -> None:
    """EX-01, CB-SET-1, CB-SET-4"""
    match = at()
    assert match.to_act == 0
    assert len(match.actions()) == 46
    assert not [turn for turn in legal(match) if turn.startswith("@")]
    assert reach(match, "e2") == {"c4", "d1", "d3", "e3", "e4", "f1", "f3", "g4"}
    assert reach(match, "c2") == {"a2", "a4", "b1", "b2", "b3", "c1", "c3", "c4", "d1", "d3", "e4"}
    assert where(Match(GAME, 2)) == START


def test_ex_02_a_pawn_in_the_open_reaches_sixteen_tiles() -> None:
    """EX-02, CB-MOV-1"""
    match = at("9/9/9/9/4c4/9/9/9/b8 c 10")
    assert reach(match, "e5") == {
        "d4",
        "e4",
        "f4",
        "d5",
        "f5",
        "d6",
        "e6",
        "f6",
        "c3",
        "e3",
        "g3",
        "c5",
        "g5",
        "c7",
        "e7",
        "g7",
    }


def test_ex_03_an_attack_sends_the_last_barrel_to_the_reserve() -> None:
    """EX-03, CB-ATT-1, CB-WIN-3"""
    match = play(at("9/9/9/9/9/2c1b4/9/7c1/9 c 10"), "c4xe4")
    assert where(match) == "9/9/9/9/9/4c4/9/7c1/9 b 11"
    assert reserve(match, 1) == 5
    assert legal(match) == ["@a5", "@e5", "@i5"]


def test_ex_04_only_the_uncovered_diamond_takes_a_pawn() -> None:
    """EX-04, CB-RSP-1"""
    match = at("9/4b4/9/9/c7b/9/9/3c5/9 c 20")
    assert [turn for turn in legal(match) if turn.startswith("@")] == ["@e5"]
    play(match, "@e5")
    assert where(match) == "9/4b4/9/9/c3c3b/9/9/3c5/9 b 21"
    assert reserve(match, 0) == 2


def test_ex_05_pawns_of_both_sides_are_in_the_way() -> None:
    """EX-05, CB-MOV-3, CB-MOV-4"""
    match = at("9/9/9/4b4/4c4/3c5/9/9/9 c 10")
    assert "e6" in reach(match, "e5")
    assert refused_by(match, "e5-e7") == "CB-MOV-3"
    assert refused_by(match, "e5-d4") == "CB-MOV-4"
    assert refused_by(match, "e5-c3") == "CB-MOV-3"


def test_ex_06_how_far_a_pawn_goes_depends_on_the_movement_option() -> None:
    """EX-06, CB-R03"""
    position = "9/9/9/9/4c4/9/9/9/b8 c 10"
    assert refused_by(at(position), "e5-f7") == "CB-MOV-1"
    assert refused_by(at(position), "e5-e8") == "CB-MOV-1"
    steps = reach(at(position, movement="steps"), "e5")
    assert len(steps) == 24
    assert "f7" in steps
    assert "e5" not in steps
    assert reach(at(position, movement="orthogonal"), "e5") == {"e6", "e7", "e4", "e3", "d5", "c5", "f5", "g5"}


def test_ex_07_the_edge_of_the_board_ends_a_move() -> None:
    """EX-07, CB-MOV-2"""
    assert reach(at("8b/9/9/9/9/9/9/9/c8 c 10"), "a1") == {"a2", "a3", "b1", "c1", "b2", "c3"}


def test_ex_08_the_own_loot_tile_can_be_passed_but_not_entered() -> None:
    """EX-08, CB-MOV-5, CB-MOV-7"""
    match = at("8b/9/9/9/9/9/9/4c4/3c5 c 10")
    assert refused_by(match, "e2-e1") == "CB-MOV-5"
    assert refused_by(match, "d1-e1") == "CB-MOV-5"
    play(match, "d1-f1")


def test_ex_09_a_respawn_tile_may_be_occupied() -> None:
    """EX-09, CB-MOV-6"""
    assert where(play(at("8b/9/9/9/9/9/4c4/9/9 c 10"), "e3-e5")) == "8b/9/9/9/4c4/9/9/9/9 b 11"


def test_ex_10_nobody_may_pass() -> None:
    """EX-10, CB-TRN-2"""
    match = at()
    assert refused_by(match, "pass") == "CB-TRN-2"
    assert match.why_not(0, GAME.codec.action({"type": "pass"})) == refusal(match, "pass")
    assert refused_by(match, "e2-e2") == "CB-MOV-2"


def test_ex_11_an_attack_on_a_neighbour_ends_the_turn_there() -> None:
    """EX-11, CB-ATT-3"""
    match = play(at("9/9/9/4b4/4c4/9/9/9/b8 c 10"), "e5xe6")
    assert where(match) == "9/9/9/4c4/9/9/9/9/b8 b 11"


def test_ex_12_attacks_go_over_two_tiles_diagonally_too() -> None:
    """EX-12"""
    assert reserve(play(at("9/9/2b6/9/4c4/9/9/9/b8 c 10"), "e5xc7"), 1) == 4


def test_ex_13_a_knights_jump_away_is_out_of_reach() -> None:
    """EX-13"""
    assert refused_by(at("9/9/5b3/9/4c4/9/9/9/9 c 10"), "e5xf7") == "CB-MOV-1"


def test_ex_14_no_respawn_with_five_on_the_board() -> None:
    """EX-14, CB-RSP-1"""
    assert refused_by(at(), "@e5") == "CB-RSP-1"


def test_ex_15_covered_diamonds_and_other_tiles_take_no_respawn() -> None:
    """EX-15, CB-RSP-3"""
    match = at("9/4b4/9/9/c7b/9/9/3c5/9 c 20")
    assert refused_by(match, "@a5") == "CB-RSP-3"
    assert refused_by(match, "@i5") == "CB-RSP-3"
    assert refused_by(match, "@e1") == "CB-RSP-1"


def test_ex_16_without_pawns_respawning_is_all_there_is() -> None:
    """EX-16, CB-RSP-4"""
    assert legal(at("9/9/9/9/4b4/9/9/9/9 c 30")) == ["@a5", "@i5"]


def test_ex_17_landing_on_the_enemy_loot_tile_picks_up() -> None:
    """EX-17, CB-LOO-1"""
    assert where(play(at("9/9/4c4/9/9/9/9/9/b8 c 10"), "e7-e9$")) == "4C4/9/9/9/9/9/9/9/b8 b 11"


def test_ex_18_passing_over_picks_up_nothing() -> None:
    """EX-18, CB-LOO-2"""
    assert where(play(at("3c5/9/9/9/9/9/9/9/b8 c 10"), "d9-f9")) == "5c3/9/9/9/9/9/9/9/b8 b 11"


def test_ex_19_a_second_pawn_gets_nothing_until_one_lands_anew() -> None:
    """EX-19, CB-LOO-3, CB-LOO-6"""
    match = play(at("9/9/4c4/9/4C4/9/9/9/b8 c 10"), "e7-e9")
    assert where(match) == "4c4/9/9/9/4C4/9/9/9/b8 b 11"
    match = play(at("4c4/9/9/9/4C4/4b4/9/9/9 b 11"), "e4xe5^")
    assert table(match).sides[0].carrier == NONE
    play(match, "e9-d9 e5-e4 d9-e9$")
    assert table(match).sides[0].carrier == number("e9")


def test_ex_20_an_attacking_carrier_keeps_its_loot() -> None:
    """EX-20, CB-ATT-5"""
    match = play(at("9/9/9/4C4/9/4b4/9/9/b8 c 10"), "$e6xe4")
    assert table(match).sides[0].carrier == number("e4")


def test_ex_21_a_carrier_that_fell_comes_back_empty() -> None:
    """EX-21, CB-ATT-2, CB-RSP-2"""
    match = play(at("9/9/9/4b4/9/4C4/9/9/2c6 b 10"), "e6xe4^ @a5")
    assert where(match) == "9/9/9/9/c8/4b4/9/9/2c6 b 12"


def test_ex_22_a_thief_is_safe_on_your_loot_tile_and_not_beside_it() -> None:
    """EX-22, CB-ATT-4"""
    match = at("4C4/4b4/9/9/9/9/9/9/2c6 b 10")
    assert refused_by(match, "e8xe9") == "CB-ATT-4"
    assert where(play(match, "e8-e7 $e9-e8 e7xe8^")) == "9/4b4/9/9/9/9/9/9/2c6 c 13"


def test_ex_23_a_pawn_without_loot_is_safe_there_too() -> None:
    """EX-23, CB-R29"""
    assert refused_by(at("4c4/3b5/9/9/4C4/9/9/9/9 b 10"), "d8xe9") == "CB-ATT-4"


def test_ex_24_with_stay_a_thief_at_home_can_be_attacked() -> None:
    """EX-24, CB-R04, CB-R15, CB-LOO-4"""
    match = play(at("4C4/4b4/9/9/9/9/9/9/2c6 b 10", home_attack="stay"), "e8xe9^")
    assert where(match) == "4b4/9/9/9/9/9/9/9/2c6 c 11"
    match = play(at("4b4/9/4c4/9/9/9/9/9/b8 c 10", home_attack="stay"), "e7xe9$")
    assert where(match) == "4C4/9/9/9/9/9/9/9/b8 b 11"
    match = play(at("4b4/4b4/9/9/9/9/9/9/2c6 b 10", home_attack="stay"), "e8-e7 c1-c2 e9-e8 c2-c3")
    assert refused_by(match, "e8-e9") == "CB-MOV-5"


def test_ex_25_with_vacate_the_attacker_must_leave_at_once() -> None:
    """EX-25, CB-R04"""
    match = play(at("4C4/4b4/9/2b6/9/9/9/9/2c6 b 10", home_attack="vacate"), "e8xe9^ c1-c2")
    assert refused_by(match, "c6-c5") == "CB-R04"
    assert refused_by(match, "@a5") == "CB-R04"
    assert "must leave" in asked(match)
    assert all(turn.startswith("e9") for turn in legal(match))
    play(match, "e9-e8")


def test_ex_26_delivering_wins_at_once() -> None:
    """EX-26, CB-WIN-1"""
    match = play(at("9/9/9/9/9/9/4C4/9/b8 c 10"), "$e3-e1#")
    assert result(match) == (0, "loot")
    assert match.actions() == ()
    assert match.standings() == [1.0, 0.0]


def test_ex_27_delivering_takes_out_the_thief_at_home() -> None:
    """EX-27, CB-R13"""
    match = play(at("9/9/9/9/9/9/4C4/9/4B4 c 10"), "$e3xe1^#")
    assert result(match) == (0, "loot")
    assert reserve(match, 1) == 5


def test_ex_28_it_does_not_matter_that_the_enemy_carries() -> None:
    """EX-28, CB-R12"""
    assert result(play(at("9/9/9/9/2B6/9/4C4/9/9 c 10"), "$e3-e1#")) == (0, "loot")


def test_ex_29_a_free_diamond_keeps_the_game_going() -> None:
    """EX-29, CB-WIN-2, CB-WIN-3"""
    match = play(at("9/9/9/9/c3c4/8c/8b/9/9 c 40"), "i4xi3")
    assert result(match) is None
    assert legal(match) == ["@i5"]
    assert result(play(at("9/9/9/9/c3c3c/9/4b4/9/2c6 c 40"), "c1xe3#")) == (0, "elimination")


def test_ex_30_the_attacker_covers_the_tile_it_landed_on() -> None:
    """EX-30, CB-WIN-2"""
    assert result(play(at("9/9/9/9/c3b3c/9/4c4/9/9 c 40"), "e3xe5#")) == (0, "elimination")
    assert result(play(at("9/9/9/9/c3b4/9/4c4/9/9 c 40"), "e3xe5")) is None


def test_ex_31_a_repeat_is_refused_or_counted() -> None:
    """EX-31, CB-HSE-1, CB-HSE-5"""
    match = play(at(), "e2-e3 e8-e7 e3-e2")
    assert refused_by(match, "e7-e8") == "CB-HSE-1"
    match = play(at(repetition="draw3"), "e2-e3 e8-e7 e3-e2 e7-e8 e2-e3 e8-e7 e3-e2")
    assert result(match) is None
    play(match, "e7-e8")
    assert match.version == 8
    assert result(match) == (None, "repetition")
    assert match.standings() == [0.5, 0.5]


def test_ex_32_the_turn_limit_is_a_draw_but_a_win_counts() -> None:
    """EX-32, CB-HSE-6, CB-R23"""
    match = at(turn_limit=20)
    play(match, "c2-c3 c8-c7 c3-c4 c7-c6 g2-g3 g8-g7 g3-g4 g7-g6 d2-d1 d8-d9")
    play(match, "f2-f1 f8-f9 d1-c1 d9-c9 f1-g1 f9-g9 c1-b1 c9-b9 g1-h1")
    assert result(match) is None
    play(match, "g9-h9")
    assert result(match) == (None, "turn_limit")
    assert result(play(at("9/9/9/9/9/9/4C4/9/b8 c 399"), "$e3-e1#")) == (0, "loot")


def test_ex_33_without_respawning_the_last_pawn_decides() -> None:
    """EX-33, CB-R27"""
    assert result(play(at("9/9/9/9/4b4/9/4c4/9/9 c 40", respawning=False), "e3xe5#")) == (0, "elimination")


@pytest.mark.parametrize(
    "options",
    [
        {"speed": 1},
        {"layout": "circle"},
        {"turn_limit": 5},
        {"turn_limit": "400"},
        {"respawning": 1},
        {"movement": None},
    ],
)
def test_ex_34_bad_options_are_refused(options: dict[str, object]) -> None:
    """EX-34"""
    with pytest.raises(BadOption):
        Match(GAME, 2, options)


@pytest.mark.parametrize("players", [0, 1, 3, True])
def test_ex_34_only_two_can_play(players: int) -> None:
    """EX-34"""
    with pytest.raises(BadTable, match="is for 2 players"):
        Match(GAME, players)


def test_ex_35_playing_on_a_copy_changes_nothing_and_both_see_the_same() -> None:
    """EX-35"""
    match = at()
    before = codec.encode(match.view(0))
    twin = match.state.copy()
    twin.apply(read_turn("e2-e4"))
    assert codec.encode(match.view(0)) == before
    mine, theirs = codec.encode(match.view(0)), codec.encode(match.view(1))
    assert mine.pop("seat") == 0
    assert theirs.pop("seat") == 1
    assert mine == theirs
    assert match.why_not(1, read_turn("e8-e7")) is not None


def test_ex_36_notation_and_positions_are_loss_free() -> None:
    """EX-36"""
    for seed in range(10):
        rng = Random(seed)
        match = at()
        while not match.is_over and match.version < 150:
            for action in match.actions():
                assert read_turn(written(match, action)) == action
            assert where(at(where(match))) == where(match)
            match.play(match.to_act, match.state.decision().sample(match.state, rng))
    for wrong in ("", "e2", "e2e4", "e2-e10", "j1-j2", "@", "@e", "e2--e4", "x" * 500):
        with pytest.raises(BadInput, match="is not a turn"):
            read_turn(wrong)


def test_ex_37_when_every_action_would_repeat_the_ban_is_lifted() -> None:
    """EX-37, CB-HSE-4"""
    match = at("9/9/9/9/4b3b/9/9/9/9 c 30")
    let_have_been(match, "@a5", 29)
    assert legal(match) == ["@a5"]
    play(match, "@a5")
    assert result(match) is None
