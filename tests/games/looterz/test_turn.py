"""The turn and its four phases: Recruitment, Dungeon, Sacrifice."""

from __future__ import annotations

import pytest
from looterz.tables import (
    DECLINE,
    DRAW,
    activate,
    attack,
    can,
    deal,
    discard,
    draw_any,
    graveyard,
    hand,
    loot,
    news,
    offered,
    party,
    phase,
    play,
    recruit,
    refused,
    roll,
    sacrifice,
    search,
    table_of,
    target,
    told,
)

from loot_table.games.looterz.dungeon_events import (
    AbilityBegan,
    Declined,
    Entered,
    Hurt,
    NothingDone,
    Refreshed,
    Rolled,
)
from loot_table.games.looterz.events import TurnBegan

FIRST = "first recruitment"
SECOND = "second recruitment"


def test_four_phases_then_the_player_on_the_left() -> None:
    """LZ-10, LZ-11, LZ-12."""
    match = deal(3, FIRST, active=2, p2="dwarf", turn=3)
    seen = [phase(match)]
    draw_any(match)
    seen.append(phase(match))
    play(match, search("dwarf"), roll(6))
    seen.append(phase(match))
    draw_any(match)
    seen.append(phase(match))
    assert seen == [(2, 1), (2, 2), (2, 3), (0, 1)]
    assert told(match, TurnBegan) == [TurnBegan(0, 4, 2)]


def test_a_recruitment_phase_can_neither_be_waived_nor_doubled() -> None:
    """LZ-20, LZ-R22."""
    for when in (FIRST, SECOND):
        match = deal(phase=when, hand0="dwarf, king")
        assert offered(match) == [recruit("dwarf"), recruit("king"), DRAW]
        assert refused(match, DECLINE).rule == "LZ-20"
        play(match, DRAW, "orc")
        assert (0, 1 if when == FIRST else 3) != phase(match)


def test_a_recruit_enters_with_its_printed_life() -> None:
    """LZ-21."""
    match = play(deal(phase=FIRST, hand0="troll"), recruit("troll"))
    assert table_of(match).life[table_of(match).box.numbers["troll-1"]] == 3
    assert told(match, Entered) == [Entered(0, "troll-1", 3, "recruited")]
    assert hand(match, 0) == ""


def test_drawing_takes_a_card_into_the_hand() -> None:
    """LZ-22."""
    assert hand(play(deal(phase=FIRST), DRAW, "ghost"), 0) == "ghost"


def test_the_second_recruitment_phase_is_like_the_first() -> None:
    """LZ-23."""
    match = play(deal(phase=SECOND, hand0="bard"), recruit("bard"), "dwarf", "king")
    assert hand(match, 0) == "dwarf, king"
    assert match.to_act == 1


def test_what_is_impossible_leaves_the_other_and_neither_skips_the_phase() -> None:
    """LZ-24."""
    assert offered(deal(phase=FIRST)) == [DRAW]
    assert offered(deal(phase=FIRST, hand0="dwarf", pile="")) == [recruit("dwarf")]
    assert phase(deal(phase=FIRST, p0="dwarf", pile="")) == (0, 2)


def test_a_party_may_be_large_until_the_sacrifice_phase() -> None:
    """LZ-25, LZ-R20."""
    match = deal(phase=FIRST, p0="dwarf, bard, king, hydra", hand0="troll")
    play(match, recruit("troll"))
    assert len(table_of(match).parties[0]) == 5
    assert phase(match) == (0, 2)


def test_all_of_ones_looterz_act_newcomers_and_borrowed_ones_too() -> None:
    """LZ-30."""
    match = deal(phase=FIRST, hand0="dwarf", p0="mermaid", p1="king")
    play(match, recruit("dwarf"), activate("mermaid"))
    looterz = {action.looter for action in offered(match)}  # type: ignore[attr-defined]
    assert looterz == {"dwarf-1", "king-1"}


def test_without_an_activation_a_looter_searches_or_attacks() -> None:
    """LZ-31."""
    match = deal(p0="dwarf", p1="king")
    assert offered(match) == [search("dwarf"), attack("dwarf", "king")]


def test_each_looter_acts_once_in_any_order() -> None:
    """LZ-32."""
    match = deal(p0="dwarf, king, bard")
    play(match, search("bard"), roll(6), attack("dwarf", "king"), roll(1))
    assert refused(match, search("bard")).rule == "LZ-32"
    play(match, search("king"), roll(6))
    assert phase(match) == (0, 3)


def test_searching_rolls_the_tokens_of_the_moment() -> None:
    """LZ-33, LZ-37."""
    match = play(deal(p0="dwarf(4)"), search("dwarf"))
    assert all(len(str(number)) == 4 for number, _ in match.state.outcomes())
    assert sum(weight for _, weight in match.state.outcomes()) == 6**4
    play(match, roll(1, 4, 5, 6))
    assert loot(match) == [4, 0]
    assert told(match, Rolled) == [Rolled(0, "dwarf-1", (1, 4, 5, 6), 6, 4)]


def test_a_looter_attacks_any_other_but_not_itself() -> None:
    """LZ-34."""
    match = deal(3, p0="dwarf, king", p1="bard", p2="thief")
    assert [action for action in offered(match) if action.__class__.__name__ == "Attack"][:3] == [
        attack("dwarf", "king"),
        attack("dwarf", "bard"),
        attack("dwarf", "thief"),
    ]
    assert refused(match, attack("dwarf", "dwarf")).rule == "LZ-34"
    assert str(refused(match, attack("dwarf", "hydra")).text) == "Hydra is not in play."
    assert refused(match, attack("dwarf", "nonsense")).rule == "LZ-34"


def test_hits_take_life_and_the_attacker_loses_nothing() -> None:
    """LZ-35, LZ-R21."""
    match = play(deal(p0="barbarian", p1="dragonling"), attack("barbarian", "dragonling"), roll(4, 4))
    assert (party(match, 0), party(match, 1)) == ("barbarian", "dragonling(1)")
    assert told(match, Hurt) == [Hurt(1, ("dragonling-1",), (1,))]


def test_a_looter_without_tokens_goes_to_the_graveyard_at_once() -> None:
    """LZ-36."""
    match = play(deal(p0="barbarian", p1="king"), attack("barbarian", "king"), roll(1, 2))
    assert (party(match, 1), graveyard(match)) == ("", "king")


def test_the_phase_ends_when_all_have_acted_or_are_exhausted() -> None:
    """LZ-38."""
    match = deal(phase=FIRST, hand0="medusa", p1="king")
    play(match, recruit("medusa"), search("medusa"), roll(6, 6), DRAW, "bard")
    play(match, DRAW, "thief")
    assert phase(match) == (1, 3)
    assert told(match, Refreshed) == [Refreshed(1, ("king-1",))]


def test_an_activation_is_the_looters_action_and_rolls_no_dice() -> None:
    """LZ-40, LZ-60."""
    match = play(deal(p0="cleric, dwarf"), activate("cleric"))
    assert match.to_act == 0
    assert told(match, AbilityBegan) == [AbilityBegan(0, "cleric-1", "activation")]
    assert refused(match, search("cleric")).rule == "LZ-32"


@pytest.mark.parametrize("needs", ["payable", "possible"])
def test_an_activation_needs_its_cost(needs: str) -> None:
    """LZ-41."""
    for looter, price in (("gelatinous_cube", "another Looter to sacrifice"), ("wizard", "a card to discard")):
        match = deal(p0=looter, p1="king", options={"activation_needs": needs})
        assert not can(match, activate(looter))
        refusal = refused(match, activate(looter))
        assert (refusal.rule, price in str(refusal.text)) == ("LZ-41", True)


IDLE = ("king", "cleric", "cleric, dwarf(6)", "mermaid", "pirate", "vampire", "hydra", "gelatinous_cube(6), dwarf")


@pytest.mark.parametrize("table", IDLE)
def test_an_activation_that_changes_nothing_may_be_used_or_not(table: str) -> None:
    """LZ-41, LZ-R35."""
    looter = table.split(",", maxsplit=1)[0].partition("(")[0]
    strict = deal(p0=table, options={"activation_needs": "possible"})
    assert not can(strict, activate(looter))
    assert refused(strict, activate(looter)).rule == "LZ-R35"
    match = deal(p0=table)
    assert can(match, activate(looter))
    play(match, activate(looter))
    assert told(match, NothingDone)[0].card == f"{looter}-1"
    assert table_of(match).acted[table_of(match).box.numbers[f"{looter}-1"]]


@pytest.mark.parametrize("needs", ["payable", "possible"])
def test_an_assassin_always_finds_somebody(needs: str) -> None:
    """LZ-41, LZ-R8."""
    assert can(deal(p0="assassin", options={"activation_needs": needs}), activate("assassin"))


def test_a_full_cube_is_told_that_it_alone_would_gain() -> None:
    """LZ-R35, LZ-R37: other Looterz below the cap do not count."""
    match = deal(p0="gelatinous_cube(6), dwarf", options={"activation_needs": "possible"})
    assert str(refused(match, activate("gelatinous_cube")).text) == (
        "Gelatinous Cube’s Activation would change nothing: only Gelatinous Cube itself would gain Life, "
        "and it has 6 tokens, the most there can be."
    )


def test_a_cost_asks_and_refuses_by_its_own_rule() -> None:
    """LZ-42; LZ-51 is the hand limit alone."""
    match = deal(p0="wizard", p1="king", hand0="bard, dwarf", hand1="orc")
    play(match, activate("wizard"))
    assert offered(match) == [discard("dwarf"), discard("bard")]
    assert match.state.decision().rule() == "LZ-42"
    assert refused(match, discard("orc")).rule == "LZ-42"
    assert refused(match, discard("nobody")).rule == "LZ-42"
    assert refused(match, search("wizard")).rule == "LZ-42"
    play(match, discard("bard"), target("king"))
    assert graveyard(match) == "bard, king"


def test_the_cost_and_what_it_triggers_come_before_the_effect() -> None:
    """LZ-42."""
    match = deal(p0="gelatinous_cube(1), alchemist", p1="king")
    play(match, activate("gelatinous_cube"))
    assert graveyard(match) == "alchemist, gelatinous_cube"
    assert party(match, 1) == "king(1)"
    assert NothingDone(0, "gelatinous_cube-1", "gain_life") in news(match)


def test_the_second_attack_may_be_declined() -> None:
    """LZ-43, LZ-R38."""
    match = deal(p0="hydra", p1="king")
    play(match, activate("hydra"), roll(6, 6))
    assert offered(match) == [target("king"), DECLINE]
    play(match, DECLINE)
    assert told(match, Declined) == [Declined(0, "hydra-1")]
    assert phase(match) == (0, 3)


def test_the_second_attack_rolls_the_tokens_of_that_moment() -> None:
    """LZ-44."""
    match = deal(p0="hydra", p1="alchemist, king")
    play(match, activate("hydra"), target("alchemist"), roll(1, 6))
    assert party(match, 0) == "hydra(1)"
    play(match, target("king"))
    assert {len(str(number)) for number, _ in match.state.outcomes()} == {1}


def test_sacrifice_one_at_a_time_until_three_are_left() -> None:
    """LZ-50, LZ-R19."""
    match = deal(phase="sacrifice", p0="leprechaun, king, dwarf, bard, thief", p1="hydra")
    assert refused(match, sacrifice("hydra")).rule == "LZ-50"
    assert refused(match, DECLINE).rule == "LZ-79"
    play(match, sacrifice("leprechaun"))
    assert loot(match) == [1, 0]
    play(match, sacrifice("king"))
    assert party(match, 0) == "dwarf, bard, thief"
    assert match.to_act == 1


def test_ten_cards_may_be_kept() -> None:
    """LZ-51."""
    ten = "zombie, king, dwarf, bard, hydra, orc, witch, thief, troll, djinn"
    match = deal(phase="sacrifice", p0="demon", hand0=ten + ", ghost, cleric")
    assert refused(match, discard("demon")).rule == "LZ-51"
    play(match, discard("ghost"), discard("cleric"))
    assert match.to_act == 1
    assert len(table_of(match).hands[0]) == 10


def test_borrowed_looterz_go_home_after_the_hand_limit() -> None:
    """LZ-52."""
    eleven = "zombie, dwarf, bard, hydra, orc, witch, thief, troll, djinn, ghost"
    match = deal(p0="mermaid", p1="king", hand0=eleven)
    play(match, activate("mermaid"), search("king"), roll(6, 6), DRAW, "demon")
    assert party(match, 0) == "mermaid, king"
    play(match, discard("demon"))
    assert party(match, 1) == "king"


def test_a_search_and_an_attack_are_told_apart_away_from_the_table() -> None:
    table = table_of(deal(p0="dwarf", p1="king"))
    search_here, attack_there = search("dwarf"), attack("dwarf", "king")
    assert str(search_here.label(table)) == str(attack_there.label(table)) == "Roll 1 die"
    assert str(search_here.named(table)) == "Search with Dwarf"
    assert str(attack_there.named(table)) == "Attack King with Dwarf"
