"""Worked examples of the rules, by number. Chance is scripted."""

from __future__ import annotations

from fractions import Fraction

import pytest
from loot_n_run.tables import COMPONENTS, GAME, Deal, deal

from loot_table.engine import codec
from loot_table.engine.errors import BadTable
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, SPECTATOR
from loot_table.games.loot_n_run.box import Box, Options
from loot_table.games.loot_n_run.odds import candidates
from loot_table.games.loot_n_run.rules import TakeTurn
from loot_table.games.loot_n_run.werewolf import KeepDrawn


def rulebook_example() -> Deal:
    return deal(3, "G03", "G02 G09 G17 R05", decks=("Y09", "R02"))


def test_ex_01_the_rulebooks_werewolf_and_two_franks() -> None:
    table = rulebook_example().play("awaken 1")
    assert [id for _, _, id in table.view(0).drawn] == ["Y09", "R02"]
    assert table.hand(1) == ""
    assert table.scores() == [0, 0, 0]
    assert table.legal() == ["keep", "keep Y09", "keep R02", "keep Y09 R02"]
    table.play("keep R02")
    assert table.hand(0) == "G03 R02"
    assert table.discard() == "G02 G09 G17 R05 Y09"
    assert table.table.agenda == [TakeTurn(0, True)]
    table.play("run")
    assert table.scores() == [8, 0, 0]
    assert table.table.agenda == [TakeTurn(1)]


def test_ex_02_keeping_nothing() -> None:
    table = rulebook_example().play("awaken 1", "keep")
    assert table.hand(0) == "G03"
    assert table.discard().endswith("Y09 R02")
    assert table.table.agenda == [TakeTurn(0, True)]


def test_ex_03_keeping_both() -> None:
    table = rulebook_example().play("awaken 1", "keep Y09 R02")
    assert table.hand(0) == "G03 Y09 R02"
    assert table.table.agenda == [TakeTurn(0, True)]


def test_ex_04_two_types_double() -> None:
    table = deal(3, "G03 Y03 G07 Y06").play("run")
    assert table.scores() == [12, 0, 0]
    assert table.discard() == "G03 Y03 G07 Y06"
    assert table.match.to_act == 1


@pytest.mark.parametrize(("hand", "points"), [("G03 G04 Y03", 8), ("G03 G04 Y03 R02", 14)])
def test_ex_05_never_tripled_or_quadrupled(hand: str, points: int) -> None:
    assert deal(3, hand).play("run").scores() == [points, 0, 0]


@pytest.mark.parametrize(("hand", "points"), [("R02", 3), ("R02 Y06", 5)])
def test_ex_06_one_card_alone_never_doubles(hand: str, points: int) -> None:
    assert deal(3, hand).play("run").scores() == [points, 0, 0]


def test_ex_07_guardians_are_ignored() -> None:
    assert deal(3, "G01 R07 G10").play("run").scores() == [6, 0, 0]


def test_ex_08_a_looted_face_is_its_holders_alone() -> None:
    table = deal(3, decks=("R07 G01", "Y02")).play("loot 0")
    assert table.hand(0) == "R07"
    assert table.tops() == ["green", "yellow"]
    for seat in (1, 2, SPECTATOR):
        (seen,) = table.view(seat).hands[0]
        assert seen[:2] == ("red", 0)
        assert b"R07" not in codec.dumps(codec.encode(table.view(seat)))
        assert b"R07" not in codec.dumps(codec.encode(table.match.events(seat)))
    assert b"R07" in codec.dumps(codec.encode(table.view(0)))


def test_ex_09_without_cards_one_must_loot() -> None:
    table = deal(3, "", "R07", "G03")
    assert table.legal() == ["loot 0", "loot 1"]
    for turn in ("run", "awaken 1", "pass"):
        assert table.refusal(turn) is not None


def test_ex_10_with_two_players_one_may_awaken_without_cards() -> None:
    table = deal(2, "", "G17")
    assert table.legal() == ["loot 0", "loot 1", "awaken 1"]
    table.play("awaken 1")
    assert table.table.agenda == [TakeTurn(0, True)]
    assert table.legal() == ["loot 0", "loot 1"]


def test_ex_11_two_players_without_cards_can_only_loot() -> None:
    assert deal(2).legal() == ["loot 0", "loot 1"]


def test_ex_12_targets_are_others_with_cards() -> None:
    table = deal(4, "G03", "", "G04")
    assert table.legal() == ["loot 0", "loot 1", "run", "awaken 2"]
    assert [table.refused_by(f"awaken {seat}") for seat in (0, 1, 7)] == ["LR-R05", "LR-R06", "LR-41"]


def test_ex_13_awakening_an_empty_seat_with_the_option() -> None:
    table = deal(4, "G03", options={"awaken_empty_target": True}).play("awaken 1")
    assert table.scores() == [0, 0, 0, 0]
    assert table.match.to_act == 1


def test_ex_14_as_many_amulets_as_guardians_escape() -> None:
    table = deal(3, "G03", "G01 Y02").play("awaken 1")
    assert table.scores() == [0, 6, 0]
    assert (table.hand(1), table.discard(), table.match.to_act) == ("", "G01 Y02", 1)


def test_ex_15_no_guardian_at_all() -> None:
    table = deal(4, "G03", "", "R12 G23").play("awaken 2")
    assert table.scores() == [0, 0, 8, 0]
    assert (table.hand(0), table.match.to_act) == ("G03", 1)


def test_ex_16_the_mummy_scores_for_the_awakener() -> None:
    table = deal(3, "G03", "R07 G15").play("awaken 1")
    assert table.scores() == [8, 0, 0]
    assert table.match.to_act == 1


def test_ex_17_two_mummies_help_once() -> None:
    assert deal(3, "G03", "R07 R11 G02").play("awaken 1").scores() == [7, 0, 0]


def test_ex_18_the_werewolf_alone() -> None:
    table = deal(3, "G03", "R09 R10", decks=("G04", "G05")).play("awaken 1", "keep G04")
    assert table.scores() == [0, 0, 0]
    assert (table.hand(0), table.discard(), table.match.to_act) == ("G03 G04", "R09 R10 G05", 1)


def test_ex_19_frank_alone() -> None:
    table = deal(3, "G03", "R01").play("awaken 1")
    assert table.table.agenda == [TakeTurn(0, True)]
    assert table.play("loot 0").match.to_act == 1


def test_ex_20_mummy_then_werewolf_then_frank() -> None:
    table = deal(3, "G03", "G01 G09 G17").play("awaken 1")
    assert table.scores() == [6, 0, 0]
    assert table.table.agenda[-1] == KeepDrawn(0)
    assert table.play("keep").table.agenda == [TakeTurn(0, True)]


def ending(timing: str) -> Deal:
    hands = ("Y03 G04", "G01 G09 G17", "R12")
    return deal(3, *hands, scores=[30, 20, 33], decks=("R02", "R04"), options={"end_timing": timing})


def test_ex_21_the_mummy_ends_the_game_at_once() -> None:
    table = ending("immediate").play("awaken 1")
    assert table.match.is_over
    assert table.match.reason == "target"
    assert table.scores() == [42, 20, 36]
    assert table.match.standings() == [1, 0, 0]
    assert not table.table.drawn


def test_ex_22_after_the_action_the_werewolf_still_helps() -> None:
    table = ending("after_action").play("awaken 1", "keep R02")
    assert table.match.is_over
    assert table.scores() == [48, 20, 36]


def test_ex_23_another_player_may_win() -> None:
    table = deal(3, "R02", "R12 Y18 G23", scores=[32, 30, 5]).play("run")
    assert table.scores() == [35, 42, 5]
    assert table.match.standings() == [0, 1, 0]


def test_ex_24_a_tie_is_shared() -> None:
    table = deal(3, "R02", "Y18 G08", "R07", scores=[33, 33, 20]).play("run")
    assert table.scores() == [36, 36, 23]
    assert table.match.standings() == [0.5, 0.5, 0]


def test_ex_25_an_escape_can_end_the_game() -> None:
    table = deal(3, "R07 R08", "R02", scores=[20, 32, 0]).play("awaken 1")
    assert table.scores() == [32, 35, 0]
    assert table.match.standings() == [0, 1, 0]


def test_ex_26_thirty_points_end_a_game_of_six() -> None:
    targets = [Box(COMPONENTS, Options(), players).target for players in range(2, 7)]
    assert targets == [35, 35, 35, 35, 30]
    assert deal(6, "R02", scores=[27, 0, 0, 0, 0, 0]).play("run").match.is_over
    assert not deal(5, "R02", scores=[27, 0, 0, 0, 0]).play("run").match.is_over


def test_ex_27_a_reshuffle_after_a_loot() -> None:
    table = deal(3, decks=("R07", "Y02 Y01"), discard="G02 G03 G04", rest=2, shuffle="G02 G03 G04 Y01 Y02")
    table.play("loot 0")
    assert table.hand(0) == "R07"
    assert table.decks == [["G02", "G03", "G04"], ["Y01", "Y02"]]
    assert (table.discard(), table.tops(), table.table.sizes) == ("", ["green", "yellow"], [3, 2])


def test_ex_28_the_remaining_deck_alone_is_split() -> None:
    table = deal(3, decks=("R07", "Y02 Y01 G05"), rest=2, shuffle="Y01 G05 Y02").play("loot 0")
    assert table.decks == [["Y01", "G05"], ["Y02"]]
    assert table.table.sizes == [2, 1]


def test_ex_29_no_reshuffle_before_the_werewolfs_choice() -> None:
    table = deal(3, "G03", "R09", decks=("R02", "R04 G07 Y02"), rest=2, shuffle="Y02 R09 R02 R04 G07")
    table.play("awaken 1")
    assert (table.table.sizes[0], table.discard()) == (0, "R09")
    table.play("keep")
    assert table.decks == [["Y02", "R09", "R02"], ["R04", "G07"]]
    assert (table.discard(), table.match.to_act) == ("", 1)


def test_ex_30_nothing_left_to_loot() -> None:
    table = deal(3, "", "G03", decks=("R07", ""), rest=2).play("loot 0")
    assert table.table.sizes == [0, 0]
    assert table.legal() == ["run", "awaken 0", "awaken 2"]
    bare = deal(3, "", "G03", decks=("", ""), rest=2)
    assert bare.legal() == ["pass"]
    bare.play("pass", "run")
    assert bare.decks == [["G03"], []]


def test_ex_31_a_frank_in_franks_turn() -> None:
    table = deal(3, "G03", "G17", "G21").play("awaken 1")
    assert table.table.agenda == [TakeTurn(0, True)]
    table.play("awaken 2")
    assert table.table.agenda == [TakeTurn(0, True)]
    assert table.play("loot 0").match.to_act == 1


def test_ex_32_the_final_scoring_doubles_and_ignores_guardians() -> None:
    table = deal(4, "R02", "R07 R08", "", "G01 G05", scores=[34, 0, 0, 0]).play("run")
    assert table.scores() == [37, 12, 0, 4]


def test_ex_33_the_turn_limit_scores_and_ends() -> None:
    table = deal(2, "G03", "R02", decks=("G04 R04", ""), options={"turn_limit": 1}).play("loot 0", "loot 0")
    assert table.match.reason == "turn_limit"
    assert table.scores() == [4, 6]


def test_ex_34_odds_before_a_reshuffle() -> None:
    table = deal(3, "R01", "R05", "G03", discard="R07")
    red = candidates(table.view(0), 1, 0)
    assert len(red) == 10
    assert set(red.values()) == {Fraction(1, 10)}
    odds = table.odds(0, 1)
    assert (odds.caught, odds.mummy, odds.werewolf, odds.frank) == (
        Fraction(4, 10),
        Fraction(1, 10),
        Fraction(2, 10),
        Fraction(1, 10),
    )
    assert table.odds(0, 2).caught == Fraction(6, 24)


def test_ex_35_odds_after_a_reshuffle() -> None:
    table = deal(
        3, "", "R12", decks=("G02", "G01 R05"), discard="R01 R02 R03", rest=2, shuffle="R01 R02 R03 R05 G01"
    ).play("loot 0", "loot 0")
    assert table.hand(1) == "R12 R01"
    old, new = (candidates(table.view(SPECTATOR), 1, place) for place in range(2))
    assert old == {f"R{number:02}": Fraction(1, 9) for number in range(4, 13)}
    assert new == {f"R{number:02}": Fraction(1, 4) if number < 4 else Fraction(1, 36) for number in range(1, 13)}
    assert candidates(table.view(0), 1, 0) == old


def test_ex_36_the_set_up_for_any_number_of_players() -> None:
    for players in range(2, 7):
        table = GAME.start(players)
        assert (table.sizes, table.scores, table.hands) == ([27, 27], [0] * players, [[]] * players)  # type: ignore[attr-defined]
    for players in (1, 7):
        with pytest.raises(BadTable, match="2 to 6 players"):
            GAME.start(players)


def test_ex_37_the_mixed_deck_scores_by_type() -> None:
    options: dict[str, object] = {"deck": "mixed"}
    assert deal(3, "Y01 Y02", options=options).play("run").scores()[0] == 6
    assert deal(3, "G01", options=options).play("run").scores()[0] == 2


def test_ex_38_a_replay_is_identical() -> None:
    match = Match(GAME, 4, nature=Random(1))
    rng = Random(2)
    while not match.is_over:
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    again = Match.from_json(codec.loads(match.save(), 2**22), GAME)
    assert again.log == match.log
    assert codec.encode(again.view(REFEREE)) == codec.encode(match.view(REFEREE))
