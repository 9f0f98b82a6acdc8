"""One rule each, by number; what the worked examples do not show."""

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
)

from loot_table.engine.errors import BadPosition, IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.crates_barrels.board import NAMES, NONE, number
from loot_table.games.crates_barrels.position import read_turn
from loot_table.games.crates_barrels.rules import PASS


def test_each_side_has_five_pawns_on_board_and_in_reserve() -> None:
    """CB-COM-1"""
    match = play(at("9/9/9/9/2b1c1b2/9/9/9/9 c 10"), "e5xc5")
    assert [reserve(match, seat) + len(table(match).sides[seat].tiles) for seat in range(2)] == [5, 5]
    with pytest.raises(BadPosition, match="CB-COM-1"):
        at("9/9/9/9/9/9/9/2cccccc1/b8 c 0")


def test_a_pawn_is_empty_or_a_carrier_and_a_side_has_one() -> None:
    """CB-COM-2, CB-LOO-3"""
    match = play(at("9/9/4c4/9/9/9/9/9/b8 c 10"), "e7-e9$")
    assert where(match).startswith("4C4")
    with pytest.raises(BadPosition, match="CB-LOO-3"):
        at("9/9/9/9/2C1C4/9/9/9/b8 c 0")


def test_the_board_shows_both_loot_tiles_and_three_diamonds() -> None:
    """CB-COM-3, CB-R01"""
    for layout in ("row", "ring", "forward", "spread"):
        box = table(Match(GAME, 2, {"layout": layout})).box
        assert [NAMES[tile] for tile in box.loot] == ["e1", "e9"]
        assert [NAMES[tile] for tile in box.respawn] == ["a5", "e5", "i5"]


@pytest.mark.parametrize(
    ("layout", "position"),
    [
        ("row", START),
        ("ring", "3b1b3/3bbb3/9/9/9/9/9/3ccc3/3c1c3 c 0"),
        ("forward", "9/9/2bbbbb2/9/9/9/2ccccc2/9/9 c 0"),
        ("spread", "9/b1b1b1b1b/9/9/9/9/9/c1c1c1c1c/9 c 0"),
    ],
)
def test_each_layout_puts_the_pawns_on_its_squares(layout: str, position: str) -> None:
    """CB-SET-1, CB-R01"""
    assert where(Match(GAME, 2, {"layout": layout})) == position


def test_either_side_may_use_any_diamond() -> None:
    """CB-COM-4"""
    for side in "cb":
        match = at(f"8b/9/9/9/9/9/9/9/c8 {side} 10")
        assert [turn for turn in legal(match) if turn.startswith("@")] == ["@a5", "@e5", "@i5"]


def test_nobody_carries_at_the_start() -> None:
    """CB-SET-2"""
    assert [side.carrier for side in table(at()).sides] == [NONE, NONE]


def test_the_table_gives_the_sides_their_names() -> None:
    """CB-SET-3, CB-R20: who takes which side is settled before the match; seat 1 is Barrels."""
    assert Match(GAME, 2).names == ("Crates", "Barrels")
    assert Match(GAME, 2, names=["Ana", "Ben"]).names == ("Ana", "Ben")


def test_players_alternate_with_crates_first() -> None:
    """CB-SET-4, CB-TRN-1"""
    match = at()
    assert match.to_act == 0
    play(match, "e2-e3")
    assert match.to_act == 1
    assert refusal_of_seat(match, 0, "e3-e4") == "LT-1"
    play(match, "e8-e7")
    assert match.to_act == 0
    assert refused_by(match, "e7-e6") == "CB-TRN-1"
    assert refused_by(match, "a1-a2") == "CB-TRN-1"


def refusal_of_seat(match: Match, seat: int, turn: str) -> str:
    found = match.why_not(seat, read_turn(turn))
    assert found is not None
    return found.rule


def test_a_turn_is_worked_off_in_order() -> None:
    """CB-TRN-3, CB-R22: taken out, loot back, placed, picked up, and only then eliminated."""
    match = play(at("4b4/9/4c4/9/c3c3c/9/9/9/9 c 40", home_attack="stay"), "e7xe9$#")
    assert result(match) == (0, "elimination")
    assert table(match).sides[0].carrier == number("e9")
    assert [type(event).__name__ for event in match.log[-1]] == ["Played", "TakenOut", "PickedUp", "Eliminated"]


def test_a_move_stays_on_the_board_and_goes_somewhere() -> None:
    """CB-MOV-2, CB-R05"""
    match = at("9/9/9/9/9/9/9/9/c7b c 0")
    assert reach(match, "a1") == {"a2", "a3", "b1", "c1", "b2", "c3"}
    assert refused_by(match, "a1-a1") == "CB-MOV-2"


def test_with_steps_one_free_tile_in_between_is_enough() -> None:
    """CB-R03, CB-MOV-3"""
    position = "9/9/9/4b4/4c4/9/9/9/b8 c 10"
    assert "e7" in reach(at(position, movement="steps"), "e5")
    assert refused_by(at(position), "e5-e7") == "CB-MOV-3"
    walled = at("9/9/9/3bbb3/4c4/9/9/9/b8 c 10", movement="steps")
    found = refusal(walled, "e5-e7")
    assert found.rule == "CB-MOV-3"
    assert set(found.show) == {"cell:d6", "cell:e6", "cell:f6"}
    assert str(found.text) == "Pawns stand in the way on d6, e6 and f6."


def test_orthogonal_play_has_no_diagonals_and_eight_directions_otherwise() -> None:
    """CB-R02"""
    position = "9/9/9/9/4c4/9/9/9/b8 c 10"
    assert "f6" in reach(at(position), "e5")
    assert refused_by(at(position, movement="orthogonal"), "e5-f6") == "CB-MOV-1"


def test_a_corner_cannot_be_turned() -> None:
    """CB-R03"""
    assert refused_by(at("9/9/9/9/4c4/9/9/9/b8 c 10"), "e5-d7") == "CB-MOV-1"


def test_every_tile_without_a_pawn_can_be_passed_over() -> None:
    """CB-MOV-7, CB-R06: the own and the enemy's Loot Tile, and a diamond"""
    assert "f1" in reach(at("8b/9/9/9/9/9/9/9/3c5 c 10"), "d1")
    assert "f9" in reach(at("3c4b/9/9/9/9/9/9/9/9 c 10"), "d9")
    assert "e6" in reach(at("8b/9/9/9/9/4c4/9/9/9 c 10"), "e4")
    assert refused_by(at("3cb4/9/9/9/9/9/9/9/9 c 10", home_attack="stay"), "d9-f9") == "CB-MOV-3"


def test_a_carrier_must_stop_at_home_to_win() -> None:
    """CB-R07"""
    match = play(at("8b/9/9/9/9/9/9/9/3C5 c 10"), "$d1-f1")
    assert result(match) is None
    assert result(play(at("8b/9/9/9/9/9/9/9/3C5 c 10"), "$d1-e1#")) == (0, "loot")


def test_a_diamond_protects_nobody() -> None:
    """CB-MOV-6, CB-R16"""
    match = play(at("8b/9/4b4/9/9/9/9/9/c8 c 10"), "@e5")
    play(match, "e7xe5")
    assert reserve(match, 0) == 4


def test_an_attack_always_removes_the_pawn_emptied() -> None:
    """CB-ATT-1, CB-ATT-2"""
    match = play(at("8b/9/9/4B4/4c4/9/9/9/9 c 10"), "e5xe6^")
    assert table(match).sides[1].carrier == NONE
    assert reserve(match, 1) == 4
    assert [match.voice().text(event.text()) for event in match.log[-1]][1:] == [
        "Barrels lost a carrier on e6.",
        "The loot is back on e1.",
    ]


def test_carriers_are_attacked_like_any_pawn() -> None:
    """CB-ATT-5"""
    assert "e5" in reach(at("8b/9/9/4b4/4C4/9/9/9/9 b 10"), "e6")


def test_respawning_is_the_whole_turn_and_never_a_duty() -> None:
    """CB-RSP-1, CB-RSP-4"""
    match = at("9/4b4/9/9/9/9/9/4c4/9 c 10")
    assert len([turn for turn in legal(match) if not turn.startswith("@")]) == 12
    play(match, "@a5")
    assert match.to_act == 1


def test_a_respawned_pawn_arrives_empty_and_moves_next_turn() -> None:
    """CB-RSP-2"""
    match = play(at("9/4b4/9/9/9/9/9/4c4/9 c 10"), "@a5 e8-e7 a5-a6")
    assert where(match) == "9/9/4b4/c8/9/9/9/4c4/9 b 13"


def test_any_pawn_covers_a_diamond() -> None:
    """CB-RSP-3, CB-R17"""
    match = at("9/9/9/9/c3b4/9/9/9/9 c 10")
    assert refused_by(match, "@a5") == "CB-RSP-3"
    assert refused_by(match, "@e5") == "CB-RSP-3"


def test_picking_up_is_not_optional() -> None:
    """CB-LOO-1, CB-R08"""
    match = play(at("9/9/4c4/9/9/9/9/9/b8 c 10"), "e7-e9$")
    assert table(match).sides[0].carrier == number("e9")
    assert any(event.rule() == "CB-LOO-1" for event in match.log[-1])


def test_a_thief_may_stay_while_others_move() -> None:
    """CB-LOO-4, CB-R28"""
    match = play(at("4C4/9/9/9/9/9/9/2c6/b8 c 10"), "c2-c3 a1-a2 c3-c4 a2-a3")
    assert table(match).sides[0].carrier == number("e9")


def test_a_carrier_carries_wherever_it_goes() -> None:
    """CB-LOO-5"""
    match = play(at("4C4/9/9/9/9/9/9/9/b8 c 10"), "$e9-e7 a1-a2 $e7-e5 a2-a3 $e5-e6")
    assert table(match).sides[0].carrier == number("e6")


def test_a_pawn_that_stands_there_does_not_get_returned_loot() -> None:
    """CB-LOO-6, CB-R09, CB-R10"""
    match = play(at("4c4/9/9/9/4C4/4b4/9/9/8b b 11"), "e4xe5^")
    assert table(match).sides[0].carrier == NONE
    play(match, "e9-d9 i1-i2 d9-e9$")


def test_loot_never_runs_out() -> None:
    """CB-R11"""
    match = play(at("9/9/4c4/9/9/9/9/9/c7b c 10"), "e7-e9$ i1-i2 $e9-e8 i2-i3 $e8-e7 i3-i4")
    match = play(at("9/4b4/4C4/2c6/9/9/9/9/9 b 10"), "e8xe7^ c6-c7 e7-e6 c7-d8 e6-e5 d8-e9$")
    assert table(match).sides[0].carrier == number("e9")


def test_with_stay_an_own_pawn_at_home_is_in_the_carriers_way() -> None:
    """CB-R14"""
    match = at("8b/9/9/9/9/9/4C4/9/4c4 c 10", home_attack="stay")
    assert refused_by(match, "e3-e1") == "CB-MOV-4"
    play(match, "e1-d1 i9-i8 $e3-e1#")


def test_elimination_is_checked_right_after_the_attack() -> None:
    """CB-R18, CB-WIN-3"""
    match = play(at("9/9/9/9/c3c4/8c/8b/9/9 c 40"), "i4xi3")
    assert match.to_act == 1
    assert legal(match) == ["@i5"]
    assert asked(match) == "You have no pawn on the board: you must respawn one."


def test_a_player_with_pawns_always_has_an_action() -> None:
    """CB-R19: even walled in by its own pawns and Loot Tile"""
    match = at("9/9/9/9/9/9/8b/cc7/ccc6 c 0")
    assert match.actions()


def test_delivery_is_named_before_elimination() -> None:
    """CB-R21"""
    match = play(at("9/9/9/9/c3c3c/9/4C4/9/4b4 c 40"), "$e3xe1#")
    assert result(match) == (0, "loot")


def test_positions_differ_by_tiles_carriers_and_mover_only() -> None:
    """CB-HSE-2, CB-R25: another pawn on the same tile is the same position"""
    match = at("8b/9/9/9/9/9/9/9/c1c6 c 10")
    play(match, "a1-b2 i9-i8 c1-b1 i8-h8 b1-a1 h8-i8 b2-c1")
    assert refused_by(match, "i8-i9") == "CB-HSE-1"
    assert str(refusal(match, "i8-i9").text) == "That would repeat the position after turn 10."
    # The same tiles, but now one of them carries: no repeat.
    match = play(at("3c5/9/9/9/9/9/9/9/b8 c 10"), "d9-e9$ a1-a2 $e9-d9 a2-a1")
    assert "b9" in reach(match, "d9")


def test_a_winning_turn_is_never_a_repeat() -> None:
    """CB-HSE-3"""
    match = at("9/9/9/9/9/9/4C4/9/b8 c 10")
    let_have_been(match, "e3-e1", 5)
    play(match, "$e3-e1#")


def test_repetition_is_named_before_the_turn_limit() -> None:
    """CB-HSE-6, CB-HSE-5, CB-R24"""
    there_and_back = "e2-e3 e8-e7 e3-e2 e7-e8 "
    match = at("9/2bbbbb2/9/9/9/9/9/2ccccc2/9 c 12", repetition="draw3", turn_limit=20)
    play(match, there_and_back * 2)
    assert result(match) == (None, "repetition")


def test_random_games_end_by_the_limit_at_the_latest() -> None:
    """CB-R24"""
    for seed in range(3):
        match = at(turn_limit=60)
        rng = Random(seed)
        while not match.is_over:
            match.play(match.to_act, match.state.decision().sample(match.state, rng))
        assert match.version <= 60


def test_resigning_and_agreeing_are_services_of_the_table() -> None:
    """CB-HSE-7"""
    match = at()
    match.resign(0)
    assert result(match) == (1, "resignation")
    match = at()
    match.agree()
    assert result(match) == (None, "agreement")
    assert match.standings() == [0.5, 0.5]


def test_with_vacate_the_pawn_can_always_leave() -> None:
    """CB-R26"""
    match = at("9/9/9/9/9/9/8b/3ccc3/4cc3 c 0", home_attack="vacate")
    assert {turn[:2] for turn in legal(match)} == {"e1"}


def test_without_respawning_there_is_no_respawn() -> None:
    """CB-R27"""
    match = at("9/4b4/9/9/9/9/9/4c4/9 c 10", respawning=False)
    assert refused_by(match, "@e5") == "CB-R27"
    assert not [turn for turn in legal(match) if turn.startswith("@")]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "ranks 9 to 1"),
        ("9/9/9/9/9/9/9/9 c 0", "nine ranks"),
        ("9/9/9/9/9/9/9/9/9 c 0 x", "ranks 9 to 1"),
        ("9/9/9/9/9/9/9/9/c9 c 0", "nine tiles"),
        ("9/9/9/9/9/9/9/9/c7 c 0", "nine tiles"),
        ("9/9/9/9/9/9/9/9/k8 c 0", "written with"),
        ("9/9/9/9/9/9/9/9/c7b c 400", "CB-HSE-6"),
        ("4b4/9/9/9/9/9/9/9/c8 c 0", "CB-MOV-5"),
        ("9/9/9/9/c3c3c/9/9/9/9 b 0", "CB-WIN-2"),
        ("9/9/9/9/9/9/9/9/c7b w 0", "ranks 9 to 1"),
        ("9/9/9/9/9/9/9/9/c7b c -1", "ranks 9 to 1"),
        ("9/9/9/9/9/9/9/9/c7b c ١٠", "ranks 9 to 1"),  # digits of another script
        ("9/9/9/9/9/9/9/9/c٧b c 10", "ranks 9 to 1"),
        ("9/9/9/9/c7c/9/9/9/9 c 30", "CB-WIN-3"),
        ("9/9/9/9/b7b/9/9/9/9 b 30", "CB-WIN-3"),
    ],
)
def test_positions_that_cannot_be_played_are_refused(position: str, reason: str) -> None:
    """CB-R30"""
    with pytest.raises(BadPosition, match=reason):
        at(position)


def test_a_side_without_pawns_is_to_move() -> None:
    """CB-R30, CB-WIN-3: as after an attack."""
    assert legal(at("9/9/9/9/c7c/9/9/9/9 b 30")) == ["@e5"]
    # Under the first rules such a position could be written down; who then cannot come back has lost.
    old = Match(GAME, 2, {"position_rules": 1}, position="9/9/9/9/c7c/9/9/9/9 c 30")
    old.play(0, read_turn("@e5"))
    assert result(old) == (0, "elimination")


@pytest.mark.parametrize(
    ("position", "options", "turns", "after"),
    [
        ("9/9/9/9/9/9/4C4/9/b8 c 10", {}, "$e3-e1#", "9/9/9/9/9/9/9/9/b3C4 b 11"),
        ("9/9/9/9/c3b3c/9/4c4/9/9 c 40", {}, "e3xe5#", "9/9/9/9/c3c3c/9/9/9/9 b 41"),
        ("9/9/9/9/9/9/9/9/c7b b 399", {}, "i1-i2", "9/9/9/9/9/9/9/8b/c8 c 400"),
        ("9/9/9/9/9/9/9/9/c7b c 398", {}, "a1-a2 i1-i2", "9/9/9/9/9/9/9/c7b/9 c 400"),
    ],
)
def test_a_finished_position_names_the_side_that_would_move(
    position: str, options: dict[str, object], turns: str, after: str
) -> None:
    """CB-R30"""
    match = play(at(position, **options), turns)
    assert match.is_over
    assert where(match) == after
    view = match.view(1)
    assert GAME.write_position(view.imagine(Random(1))) == after
    old = play(Match(GAME, 2, {**options, "position_rules": 1}, position=position), turns)
    assert where(old).split()[1] == "-"


def test_with_passing_a_turn_may_leave_the_board_as_it_is() -> None:
    """CB-HSE-8, CB-TRN-2, CB-R05"""
    match = at(passing=True)
    assert legal(match)[-1] == "pass"
    assert asked(match) == "Move a pawn, or pass."
    play(match, "pass")
    assert where(match) == START.replace("c 0", "b 1")
    assert [event.rule() for event in match.log[-1]] == ["CB-HSE-8"]
    assert "pass" not in legal(at())
    assert refused_by(at(), "pass") == "CB-TRN-2"


def test_a_pass_may_not_repeat_a_position_where_repeats_are_forbidden() -> None:
    """CB-HSE-8, CB-HSE-1: the second pass in a row would bring the first position back."""
    match = play(at(passing=True), "pass")
    assert refused_by(match, "pass") == "CB-HSE-1"
    assert "pass" not in legal(match)
    drawn = play(at(passing=True, repetition="draw3"), "pass pass pass pass")
    assert result(drawn) == (None, "repetition")


def test_who_has_no_pawn_or_must_leave_cannot_pass() -> None:
    """CB-HSE-8, CB-WIN-3, CB-R04"""
    assert legal(at("9/9/9/9/4b4/9/9/9/9 c 30", passing=True)) == ["@a5", "@i5"]
    assert refused_by(at("9/9/9/9/4b4/9/9/9/9 c 30", passing=True), "pass") == "CB-WIN-3"
    leaving = at("4b4/9/9/2b6/9/9/9/9/2c6 b 10", passing=True, home_attack="vacate")
    assert refused_by(leaving, "pass") == "CB-R04"
    assert {turn[:2] for turn in legal(leaving)} == {"e9"}


def test_passes_and_moves_are_drawn_equally_often() -> None:
    """CB-HSE-8"""
    state = at("9/9/9/9/9/9/9/9/c7b c 10", passing=True).state
    rng = Random(8)
    drawn = [state.decision().sample(state, rng) for _ in range(1800)]
    assert set(drawn) == set(state.actions())
    share = sum(action == PASS for action in drawn) / len(drawn)
    assert abs(share - 1 / len(state.actions())) < 0.03


def test_free_repeats_end_by_the_turn_limit_alone() -> None:
    """CB-HSE-9, CB-R24"""
    match = at(repetition="free", turn_limit=20)
    play(match, "e2-e3 e8-e7 e3-e2 e7-e8 " * 5)
    assert result(match) == (None, "turn_limit")
    assert where(match) == START.replace("c 0", "c 20")


def test_an_illegal_turn_changes_nothing() -> None:
    """CB-TRN-1: refused with the rule, and the match goes on as before"""
    match = at()
    before = match.save()
    with pytest.raises(IllegalAction, match="Your own pawn stands on e2. \\(CB-MOV-4\\)"):
        match.play(0, read_turn("c2-e2"))
    assert match.save() == before
