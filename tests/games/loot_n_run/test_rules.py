"""One rule each, by number; what the worked examples do not show."""

from __future__ import annotations

import pytest
from loot_n_run.tables import COMPONENTS, GAME, Deal, deal

from loot_table.engine.errors import BadInput, BadOption, IllegalAction
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import NATURE, REFEREE, SPECTATOR, Event
from loot_table.games.loot_n_run.box import Box, Options
from loot_table.games.loot_n_run.decks import Draw, TurnUp
from loot_table.games.loot_n_run.rules import ChooseFirst, TakeTurn
from loot_table.games.loot_n_run.table import Table
from loot_table.games.loot_n_run.werewolf import KeepDrawn


def told(table: Deal, seat: int = SPECTATOR) -> list[str]:
    return [table.match.voice().text(event.text()) for event in table.match.events(seat)]


def asked(table: Deal) -> str:
    return str(table.match.state.decision().prompt(table.table))


def fresh(players: int, **options: object) -> Table:
    state = GAME.start(players, options)
    assert isinstance(state, Table)
    return state


# ---------------------------------------------------------------- aim and set-up


def test_points_come_from_running_and_from_those_one_catches() -> None:
    """LR-01, LR-45"""
    assert deal(3, "R02").play("run").scores() == [3, 0, 0]
    assert deal(3, "G03", "R07").play("awaken 1").scores() == [3, 0, 0]


def test_everybody_starts_with_nothing_in_every_number_of_players() -> None:
    """LR-10, LR-13, LR-14, LR-16"""
    for players in range(2, 7):
        table = fresh(players)
        assert table.scores == [0] * players
        assert table.discard == []
        assert table.hands == [[]] * players
        assert table.sizes == [27, 27]


def test_all_rooms_are_in_two_decks_of_27_and_any_card_may_be_on_top() -> None:
    """LR-11, LR-12: which is which is decided when a card is taken, each with the same weight."""
    table = fresh(3)
    assert sum(len(cards) for cards in table.pool) == 54
    assert table.outcomes() == [(0, 24), (1, 18), (2, 12)]
    table.happen(2)
    assert table.outcomes() == [(0, 24), (1, 18), (2, 11)]  # one red card is on the other deck
    table.happen(0)
    table.apply(table.actions()[0])
    assert table.outcomes() == [(card, 1) for card in range(42, 54)]


def test_the_last_reds_are_not_turned_up_twice() -> None:
    """LR-72: a back on one deck is missing on the other, so its colour can run out."""
    table = deal(3, "R07", decks=("G01 R02 G04", "R05 G05"), discard="R01", rest=2)
    table.match.play(0, table.match.actions()[0])
    table.match.happen(table.table.box.numbers["G01"])
    assert table.match.state.outcomes() == [(0, 2), (2, 1)]
    with pytest.raises(BadInput, match="nature cannot decide 1"):
        table.match.happen(1)


def test_who_begins_is_an_option() -> None:
    """LR-15, LR-R01"""
    assert fresh(3).agenda[0] == TakeTurn(0)
    assert fresh(3, first_player=2).agenda[0] == TakeTurn(2)
    with pytest.raises(BadOption, match="first_player must be 0 to 2 or random with 3 players, got 4"):
        fresh(3, first_player=4)
    table = fresh(4, first_player="random")
    table.news = []
    for _ in range(2):
        table.happen(table.outcomes()[0][0])
    assert table.agenda == [ChooseFirst(4)]
    assert table.outcomes() == [(seat, 1) for seat in range(4)]
    table.happen(3)
    assert table.agenda == [TakeTurn(3)]
    assert Voice(["a", "b", "c", "Dot"]).text(table.news[-1].text()) == "Dot begins."


# ---------------------------------------------------------------- a turn


def test_a_turn_is_one_action_and_goes_clockwise() -> None:
    """LR-20, LR-21"""
    table = deal(3, decks=("G03 G04 G07", ""))
    order = []
    for _ in range(6):
        order.append(table.match.to_act)
        table.play("loot 0")
    assert order == [0, 1, 2, 0, 1, 2]


def test_own_faces_are_always_in_view_and_no_others() -> None:
    """LR-22, LR-23, LR-26, LR-71"""
    table = deal(3, "G03 R07", "Y02")
    for seat in range(3):
        for owner in range(3):
            for _, _, _, card in table.view(seat).hands[owner]:
                assert bool(card) == (owner == seat)
    assert all(not card for hand in table.view(SPECTATOR).hands for _, _, _, card in hand)


def test_without_cards_one_must_loot() -> None:
    """LR-24"""
    table = deal(3, "", "G03")
    assert table.legal() == ["loot 0", "loot 1"]
    assert table.refused_by("run") == "LR-24"
    assert table.refused_by("pass") == "LR-24"
    assert asked(table) == "Your turn: you must loot."


def test_the_top_card_of_either_deck() -> None:
    """LR-25, LR-R03: one chooses between two backs, and what is taken stays."""
    assert deal(3, decks=("R07", "G03")).play("loot 0").hand(0) == "R07"
    assert deal(3, decks=("R07", "G03")).play("loot 1").hand(0) == "G03"
    assert deal(3, decks=("R07", "G03")).play("loot 1").match.to_act == 1
    labels = [str(action.label(deal(3, decks=("R07", "G03")).table)) for action in deal(3).match.actions()]
    assert labels == ["Loot the left deck", "Loot the right deck"]


def test_number_order_and_backs_of_all_cards_are_public() -> None:
    """LR-27, LR-70, LR-R02"""
    table = deal(3, decks=("R07 G01 Y05", "Y02"))
    table.play("loot 0", "loot 1", "loot 0", "loot 0")
    for seat in (0, 1, 2, SPECTATOR):
        assert [(back, turn) for back, _, turn, _ in table.view(seat).hands[0]] == [("red", 1), ("yellow", 4)]
    assert table.hand(0) == "R07 Y05"


def test_there_is_no_limit_to_the_cards_in_front_of_a_player() -> None:
    """LR-R02"""
    table = deal(2, decks=("G03 G04 G07 G08 G11 G12 G15 G16 G19", "G20 G23 G24 G02 G06 G10 G14 G18 G22"))
    for _ in range(9):
        table.play("loot 0", "loot 1")
    assert len(table.table.hands[0]) == 9


# ---------------------------------------------------------------- run


def test_a_run_needs_a_card_reveals_all_scores_and_discards_all() -> None:
    """LR-30, LR-31, LR-35, LR-73"""
    table = deal(3, "G03 R04").play("run")
    assert table.scores() == [4, 0, 0]
    assert (table.hand(0), table.discard()) == ("", "G03 R04")
    assert told(table)[0] == "Ada runs for 4 points: 1 cup and 3 chests."


def test_guardians_and_amulets_do_nothing_in_a_run() -> None:
    """LR-32"""
    assert deal(3, "R07 R09 R11").play("run").scores() == [9, 0, 0]
    assert deal(3, "G02 G06").play("run").scores() == [2, 0, 0]


def test_types_on_two_cards_double_and_no_more() -> None:
    """LR-33, LR-34"""
    table = deal(3, "G03 Y03 G07 Y06").play("run")
    assert told(table)[0].startswith("Ada runs for 12 points")
    assert told(table)[0].endswith("Doubled: cups and chests.")
    box = table.table.box

    def points(ids: str) -> int:
        return box.points([box.numbers[id] for id in ids.split()])

    assert points("Y01") == 3  # three symbols on one card do not double
    assert points("Y01 G03") == 8
    assert points("Y01 G03 G04 R01 R02") == 2 * (3 + 1 + 1 + 3 + 3)
    assert points("") == 0


def test_only_all_cards_run_and_nobody_passes() -> None:
    """LR-R04"""
    table = deal(3, "G03 R02")
    assert "pass" not in table.legal()
    assert table.refused_by("pass") == "LR-R04"
    assert table.play("run").hand(0) == ""


# ---------------------------------------------------------------- awaken


def test_awaken_needs_a_card_of_ones_own_and_spends_nothing() -> None:
    """LR-40, LR-R07"""
    assert deal(3, "", "G03").refused_by("awaken 1") == "LR-40"
    table = deal(3, "R07", "G03").play("awaken 1")
    assert table.hand(0) == "R07"
    assert table.view(1).hands[0] == (("red", 0, 0, ""),)


def test_all_cards_of_the_target_are_revealed_and_counted() -> None:
    """LR-41, LR-42, LR-73"""
    table = deal(3, "G03", "G01 G09 Y02 Y05").play("awaken 1")
    rooms = "2 cups + Mummy, 2 crowns + Werewolf, 1 cup + amulet and 1 chest + amulet"
    assert told(table)[0] == f"Ada awakens Bo: 2 guardians, 2 amulets ({rooms})."


def test_enough_amulets_score_like_a_run() -> None:
    """LR-43, LR-R24"""
    table = deal(3, "G03", "G01 Y02").play("awaken 1")
    assert told(table)[1] == "Bo escapes with 6 points. Doubled: cups."
    assert table.scores() == [0, 6, 0]
    assert deal(3, "G03", "G04").play("awaken 1").scores() == [0, 1, 0]


def test_the_caught_score_nothing() -> None:
    """LR-44"""
    table = deal(3, "G03", "R01 R02").play("awaken 1")
    assert table.scores() == [0, 0, 0]
    assert (table.hand(1), table.discard()) == ("", "R01 R02")
    assert told(table)[1:3] == ["Bo is caught by Frank, and loses everything.", "Frank gives Ada an extra turn."]


def test_the_mummy_scores_the_caught_cards_among_themselves() -> None:
    """LR-45, LR-R08, LR-R09"""
    table = deal(3, "R08 G16", "R07 G15").play("awaken 1")
    assert table.scores() == [8, 0, 0]  # masks of the caught player only
    assert (table.hand(0), table.discard()) == ("R08 G16", "R07 G15")


def test_the_werewolfs_cards_are_drawn_seen_and_freely_kept() -> None:
    """LR-46, LR-R19"""
    table = deal(3, "G03", "R09", decks=("Y09", "R02")).play("awaken 1")
    assert table.table.agenda[-1] == KeepDrawn(0)
    assert table.view(0).drawn == ((0, "yellow", "Y09"), (1, "red", "R02"))
    assert asked(table) == "Keep which of the Werewolf’s rooms?"
    assert [str(action.label(table.table)) for action in table.match.actions()] == [
        "Keep nothing",
        "Keep 2 crowns",
        "Keep 3 cups",
        "Keep 2 crowns and 3 cups",
    ]
    for refused in ("loot 0", "run", "awaken 2", "pass"):
        refusal = table.refusal(refused)
        assert refusal is not None
        assert (str(refusal.text), refusal.rule) == ("Choose first which of the Werewolf’s cards you keep.", "LR-46")
        assert refusal.show == ("card:Y09", "card:R02")
    assert table.refused_by("keep G01") == "LR-46"
    assert deal(3, "G03").refused_by("keep G04") == "LR-20"


def test_kept_cards_are_named_in_the_boxs_order_and_lie_as_drawn() -> None:
    """LR-R28: so that their places say nothing about their faces."""
    table = deal(3, "G03", "R09", decks=("R02", "G04")).play("awaken 1")
    assert table.refused_by("keep R02 G04") == "LR-R28"
    assert table.refused_by("keep G04 G04") == "LR-R28"
    table.play("keep G04 R02")
    assert table.hand(0) == "G03 R02 G04"


def test_the_next_backs_are_seen_before_the_werewolfs_choice() -> None:
    """LR-R29"""
    table = deal(3, "G03", "R09", decks=("R02 Y01", "G04 G05")).play("awaken 1")
    assert table.tops() == ["yellow", "green"]


def test_frank_gives_one_more_whole_turn() -> None:
    """LR-47, LR-48, LR-R20"""
    table = deal(3, "G03", "R01 R05 G17").play("awaken 1")
    assert table.table.agenda == [TakeTurn(0, True)]
    assert asked(table) == "Frank's extra turn: loot or run."
    assert table.refused_by("pass") == "LR-R04"
    table.play("loot 0")
    assert table.match.to_act == 1


def test_guardians_help_in_their_order() -> None:
    """LR-49"""
    table = deal(3, "G03", "G17 G09 G01", decks=("R02", "R04")).play("awaken 1", "keep R02")
    order = [line.split()[1] for line in told(table) if line.startswith("The ")] + [told(table)[-1].split()[0]]
    assert order == ["Mummy", "Werewolf", "Werewolf", "left", "right", "Frank"]


def test_nobody_awakens_themselves() -> None:
    """LR-R05"""
    table = deal(3, "R07")
    refusal = table.refusal("awaken 0")
    assert refusal is not None
    assert str(refusal.text) == "You cannot awaken your own guardians: choose another player."
    assert refusal.rule == "LR-R05"
    assert refusal.show == ("seat:0",)


def test_a_player_without_cards_is_no_target_unless_the_option_says_so() -> None:
    """LR-R06"""
    assert deal(3, "R07").refused_by("awaken 1") == "LR-R06"
    table = deal(3, "R07", options={"awaken_empty_target": True})
    assert table.legal() == ["loot 0", "loot 1", "run", "awaken 1", "awaken 2"]
    table.play("awaken 2")
    assert told(table) == ["Ada awakens Cleo, who has no cards.", "Cleo escapes with 0 points."]


def test_being_awakened_costs_no_turn() -> None:
    """LR-R21"""
    table = deal(3, "G03", "R02").play("awaken 1")
    assert table.match.to_act == 1
    assert table.legal() == ["loot 0", "loot 1"]


# ---------------------------------------------------------------- the end


def test_the_target_ends_the_game_at_once() -> None:
    """LR-50, LR-R10"""
    table = deal(3, "R02", scores=[32, 0, 0]).play("run")
    assert table.match.is_over
    assert table.match.reason == "target"
    assert not deal(3, "R02", scores=[31, 0, 0]).play("run").match.is_over


def test_all_remaining_cards_score_at_the_end_and_scored_ones_not_again() -> None:
    """LR-51, LR-R11, LR-R23"""
    table = deal(3, "R02", "R07 R08 G02", "Y04", scores=[32, 0, 0]).play("run")
    assert table.scores() == [35, 13, 3]
    assert [seen[3] for seen in table.view(2).hands[1]] == ["R07", "R08", "G02"]
    assert told(table)[-1] == "The target is reached: Ada wins with 35 points."
    won = "Ada wins. The target of 35 points is reached, and 35 points are the most."
    assert table.match.voice().text(table.match.ending()) == won


def test_the_most_points_win_and_ties_share() -> None:
    """LR-52, LR-53, LR-R22: scores go beyond the target."""
    table = deal(3, "R02", "R07 R08 R10", "R12 R11 R09", scores=[32, 30, 30]).play("run")
    assert table.scores() == [35, 45, 45]
    assert table.match.standings() == [0, 0.5, 0.5]
    assert told(table)[-1] == "The target is reached: Bo and Cleo share the victory with 45 points each."


def test_the_target_is_an_option() -> None:
    """LR-R22"""
    table = deal(3, "R02", options={"target_score": 3}).play("run")
    assert table.match.is_over
    with pytest.raises(BadOption, match="target_score must be 1 to 1000 or by_count"):
        GAME.start(3, {"target_score": 0})


def test_after_the_action_the_werewolf_is_resolved_but_nothing_is_reshuffled() -> None:
    """LR-R10, LR-R12: never after the end is triggered."""
    options: dict[str, object] = {"end_timing": "after_action"}
    table = deal(3, "G03", "G01 G09 G17", scores=[30, 0, 0], decks=("R02", "R04 G07"), rest=2, options=options).play(
        "awaken 1"
    )
    assert table.scores() == [36, 0, 0]
    assert table.table.agenda[-1] == KeepDrawn(0)
    table.play("keep R02")
    assert table.match.is_over
    assert table.table.reshuffles == 0
    assert table.scores()[0] == 36 + 8
    assert "Frank" not in told(table)[-1]


def test_after_the_action_a_run_ends_the_game_too() -> None:
    """LR-R10"""
    assert deal(3, "R02", scores=[32, 0, 0], options={"end_timing": "after_action"}).play("run").match.is_over


def test_the_turn_limit_counts_all_turns_and_extra_turns() -> None:
    """LR-R17, LR-R30"""
    table = deal(2, "G03", "G17", options={"turn_limit": 1}).play("awaken 1")
    assert not table.match.is_over
    table.play("loot 0")
    assert table.match.reason == "turn_limit"
    assert told(table)[-1].startswith("The turn limit is reached: Ada wins with")
    assert "The turn limit is reached, and" in str(table.match.ending())
    last = deal(2, "G03", "G17", turn=1, options={"turn_limit": 1}).play("awaken 1")
    assert last.match.reason == "turn_limit"  # Frank's turn is not played
    won = deal(2, "R02", scores=[34, 0], turn=1, options={"turn_limit": 1}).play("run")
    assert won.match.reason == "target"
    assert Box(COMPONENTS, Options(), 4).last_turn == 600
    assert Box(COMPONENTS, Options(turn_limit=0), 4).last_turn == 0


def test_without_a_limit_the_game_goes_on() -> None:
    """LR-R17"""
    table = deal(2, "G03", "R02", turn=5000, options={"turn_limit": 0}).play("loot 0", "loot 0")
    assert not table.match.is_over


def test_there_are_no_equal_turns() -> None:
    """LR-R27: the first seat may end the game before others have had as many turns."""
    table = deal(3, "R02", "R04", "R06", options={"target_score": 3}).play("run")
    assert table.match.is_over
    assert table.table.turn == 0


# ---------------------------------------------------------------- decks


def test_a_reshuffle_returns_the_discards_and_makes_the_rest_older() -> None:
    """LR-60, LR-75"""
    table = deal(3, "", "R12", decks=("R07", "Y02 Y01"), discard="G02 G03 G04", rest=2, shuffle="G02 G03 G04 Y01 Y02")
    table.play("loot 0", "loot 0")
    view = table.view(SPECTATOR)
    assert view.reshuffles == 1
    assert {table.table.box.ids[card] for card, when in enumerate(view.returned) if when} == {"G02", "G03", "G04"}
    assert [age for _, age, _, _ in view.hands[1]] == [0, 1]
    assert "reshuffled with 3 cards from the discard pile into new decks of 3 and 2" in " ".join(told(table))


def test_the_discards_of_a_run_are_reshuffled_at_once() -> None:
    """LR-R12, LR-R14: decks of 1 and 0 wait for the next discards."""
    table = deal(3, "G03 G04", decks=("R07", ""), rest=2, shuffle="G04 R07 G03")
    table.play("run")
    assert table.decks == [["G04", "R07"], ["G03"]]


def test_the_discards_of_an_escape_and_of_the_caught_are_reshuffled_before_the_werewolf() -> None:
    """LR-R12"""
    table = deal(3, "G03", "G04", decks=("R07", ""), rest=2, shuffle="G04 R07").play("awaken 1")
    assert table.decks == [["G04"], ["R07"]]
    table = deal(3, "G03", "R09 G16", decks=("R07", ""), rest=2, shuffle="G16 R07 R09").play("awaken 1")
    assert [id for _, _, id in table.view(0).drawn] == ["G16", "R09"]
    assert table.table.reshuffles == 1


def test_deck_0_gets_the_odd_card() -> None:
    """LR-R13"""
    table = deal(3, decks=("R07", "Y02 Y01 G05"), rest=2).play("loot 0")
    assert table.table.sizes == [2, 1]


def test_one_discarded_card_makes_decks_of_1_and_0() -> None:
    """LR-R14"""
    table = deal(3, "", "G03", decks=("", ""), rest=2).play("pass", "run")
    assert table.table.sizes == [1, 0]
    assert table.tops() == ["green", ""]
    assert table.refused_by("loot 1") == "LR-R14"
    refusal = table.refusal("loot 1")
    assert refusal is not None
    assert str(refusal.text) == "That deck is empty."
    assert table.refused_by("loot 2") == "LR-12"


def test_the_werewolf_draws_from_the_decks_that_have_cards() -> None:
    """LR-R15"""
    table = deal(3, "G03", "R09", decks=("", ""), rest=2, shuffle="R09").play("awaken 1")
    assert [id for _, _, id in table.view(0).drawn] == ["R09"]  # the caught card itself, reshuffled
    assert table.legal() == ["keep", "keep R09"]
    assert asked(table) == "Keep the Werewolf’s room?"
    table.play("keep R09")
    assert table.hand(0) == "G03 R09"


def test_the_werewolf_may_find_nothing() -> None:
    """LR-R15: with `after_action` the decks stay empty when the Mummy has reached the target."""
    options: dict[str, object] = {"end_timing": "after_action"}
    table = deal(3, "G03", "R07 R09", scores=[30, 0, 0], decks=("", ""), rest=2, options=options).play("awaken 1")
    assert table.match.is_over
    assert "The decks are empty: the Werewolf brings Ada nothing." in told(table)


def test_passing_is_for_those_who_can_do_nothing() -> None:
    """LR-R16"""
    table = deal(3, decks=("", ""), rest=2)
    assert table.legal() == ["pass"]
    assert table.refused_by("run") == "LR-30"
    assert table.refused_by("loot 0") == "LR-R14"
    assert table.refused_by("awaken 2") == "LR-40"
    assert asked(table) == "Your turn: you must pass."
    assert told(table.play("pass")) == ["Ada must pass: no cards, and nothing to loot."]
    duel = deal(2, decks=("", ""), rest=1)
    assert duel.legal() == ["awaken 1"]
    assert duel.refused_by("pass") == "LR-R16"


def test_guardians_are_one_in_four_three_and_two() -> None:
    """LR-61, LR-R25: and no room shows two guardians, two amulets or both."""
    for deck in ("classic", "mixed"):
        rooms = COMPONENTS.decks[deck].rooms
        per_back = [[room for room in rooms if room.back == back] for back in range(3)]
        assert [len(cards) for cards in per_back] == [24, 18, 12]
        assert [sum(room.guardian > 0 for room in cards) for cards in per_back] == [6, 6, 6]
        assert [sum(len(room.treasures) for room in cards) for cards in per_back] == [30, 36, 36]
        assert all(room.amulets + (room.guardian > 0) <= 1 for room in rooms)


# ---------------------------------------------------------------- knowledge, two players


def test_decks_show_their_backs_and_sizes_only() -> None:
    """LR-70, LR-72"""
    view = deal(3, "G03", decks=("R07", "Y02")).view(1)
    assert view.tops == ("red", "yellow")
    assert view.sizes == (27, 26)


def test_others_see_drawn_backs_kept_backs_and_refused_faces() -> None:
    """LR-71, LR-74, LR-R18"""
    table = deal(3, "G03", "R09", decks=("Y09", "R02")).play("awaken 1")
    assert table.view(1).drawn == ((0, "yellow", ""), (1, "red", ""))
    table.play("keep R02")
    assert told(table, 1) == told(table, 2)
    assert "Ada keeps a red room and discards 2 crowns." in told(table, 1)
    assert "Ada keeps a red room and discards 2 crowns." in told(table, 0)
    assert table.view(2).discard == ("R09", "Y09")


def test_with_two_players_awaken_needs_no_card() -> None:
    """LR-80, LR-16"""
    table = deal(2, "", "G03")
    assert table.legal() == ["loot 0", "loot 1", "awaken 1"]
    assert table.refused_by("run") == "LR-30"
    assert asked(table) == "Your turn: loot or awaken."
    assert deal(3, "", "G03").legal() == ["loot 0", "loot 1"]


def test_nothing_in_a_players_words_is_checked() -> None:
    """LR-R26: table talk is free. No action names a face to others but a refused card."""
    table = deal(3, "G03", decks=("R07", ""))
    table.play("loot 0")
    assert told(table, 1)[0] == "Ada loots a red room."
    assert told(table, 0)[0] == "Ada loots a red room: 3 masks + Mummy."


def test_a_looted_card_cannot_be_taken_back() -> None:
    """LR-R03"""
    table = deal(3, "G03", decks=("R07", "")).play("loot 0")
    refusal = table.match.why_not_undo(0)
    assert refusal is not None
    assert refusal.rule == "LT-3"


def test_a_run_cannot_be_taken_back_because_faces_were_shown() -> None:
    """LR-73"""
    table = deal(3, "G03").play("run")
    refusal = table.match.why_not_undo(0)
    assert refusal is not None
    assert "hidden was shown" in str(refusal.text)


def test_only_the_seat_to_move_decides() -> None:
    """LR-20"""
    table = deal(3, "G03", "G04")
    with pytest.raises(IllegalAction, match="LT-1"):
        table.match.play(1, table.match.actions()[0])


def test_chances_with_a_single_outcome_are_still_chances() -> None:
    """LR-72: what nature must decide is recorded like the rest."""
    table = deal(3, "", "G03", decks=("R07", ""), rest=2)
    table.match.play(0, table.match.actions()[0])
    assert table.match.to_act == NATURE
    assert table.table.agenda[-1] == Draw(0, 0)
    assert table.match.state.outcomes() == [(table.table.box.numbers["R07"], 1)]


def test_sampling_draws_each_outcome_and_action_by_its_weight() -> None:
    """LR-11, LR-20"""
    table = deal(3, "G03", "R07", decks=("Y01", "R02"))
    rng = Random(4)
    drawn = [table.match.state.decision().sample(table.table, rng) for _ in range(4000)]
    listed = list(table.match.actions())
    assert len(listed) == 4
    for action in listed:
        assert 850 < drawn.count(action) < 1150
    start = fresh(2)
    backs = [TurnUp(0).sample(start, rng) for _ in range(5400)]
    for back, weight in start.outcomes():
        assert abs(backs.count(back) - 100 * weight) < 200


def test_events_name_rules_and_hide_nothing_from_the_referee() -> None:
    """LR-70 to LR-75: every kind of event can be told."""
    table = deal(3, "G03", "G01 G09 G17", decks=("R02", "R04")).play("awaken 1", "keep R02", "loot 0")
    events: list[Event] = table.match.events(REFEREE)
    assert len({type(event) for event in events}) >= 7
    for event in events:
        assert table.match.voice().text(event.text()).endswith((".", ")"))
        assert event.rule().startswith("LR-")
