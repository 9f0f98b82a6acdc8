"""Rules that the worked examples do not show on their own, by number."""

from __future__ import annotations

from importlib import resources

import pytest
from looterz.tables import (
    DECLINE,
    DRAW,
    SHIPPED,
    USE,
    activate,
    attack,
    can,
    card,
    deal,
    discard,
    draw_any,
    graveyard,
    hand,
    loot,
    news,
    offered,
    order,
    party,
    phase,
    play,
    player,
    recruit,
    refused,
    rest,
    roll,
    sacrifice,
    search,
    table_of,
    target,
    told,
    victim,
)

from loot_table.engine import codec
from loot_table.engine.errors import BadOption, BadTable, IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.options import described
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Action
from loot_table.games.looterz import GAME
from loot_table.games.looterz.answers import Target
from loot_table.games.looterz.box import Options
from loot_table.games.looterz.dungeon import ChooseAction
from loot_table.games.looterz.dungeon_events import (
    AbilityBegan,
    Buried,
    Declined,
    Entered,
    Hurt,
    NothingDone,
    Refreshed,
    Rolled,
    TookControl,
)
from loot_table.games.looterz.events import Dealt, DragonReturned, DragonSeen, Reshuffled, StarterChosen, TurnBegan, Won
from loot_table.games.looterz.rules import RecruitOrDraw

FIRST, SECOND = "first recruitment", "second recruitment"


# ---------------------------------------------------------------- goal and set-up


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    """LZ-01."""
    with pytest.raises(BadTable, match="2 to 6"):
        Match(GAME, players)


def test_every_seat_is_equally_likely_to_begin() -> None:
    """LZ-02."""
    match = Match(GAME, 3)
    assert match.state.outcomes() == [(0, 1), (1, 1), (2, 1)]
    match.happen(2)
    assert told(match, StarterChosen) == [StarterChosen(2)]


def test_the_starting_player_gets_his_hand_first_then_the_others_clockwise() -> None:
    """LZ-03."""
    match = Match(GAME, 3)
    match.happen(1)
    dealt = []
    while match.to_act == NATURE:
        dealt.append(match.state.agenda[-1].seat)  # type: ignore[attr-defined]
        match.happen(match.state.outcomes()[0][0])
    assert dealt == [1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0]
    assert told(match, Dealt)[0] == Dealt(1, 3, ("dragonling-1", "dragonling-2", "barbarian-1"))
    assert match.events(0)[1] == Dealt(1, 3, ())
    assert match.to_act == 1


def test_every_card_left_is_equally_likely_to_be_drawn() -> None:
    """LZ-04."""
    match = play(deal(phase=FIRST, hand0="orc", p1="king", graveyard="witch"), DRAW)
    outcomes = match.state.outcomes()
    assert len(outcomes) == 57
    assert {weight for _, weight in outcomes} == {1}


def test_the_dead_the_destroyed_the_sacrificed_and_the_discarded_meet_in_the_graveyard() -> None:
    """LZ-05."""
    match = deal(p0="dwarf, assassin, gelatinous_cube, wizard, bard", p1="king(1), thief, hydra", hand0="orc")
    play(match, attack("dwarf", "king"), roll(1), activate("assassin"), target("thief"))
    play(match, activate("gelatinous_cube"), sacrifice("bard"), activate("wizard"), target("hydra"))
    assert graveyard(match) == "king, thief, bard, orc, hydra"
    assert [event.how for event in told(match, Buried)] == ["killed", "destroyed", "sacrificed", "killed"]


def test_the_graveyard_may_wait_until_a_card_is_needed() -> None:
    """LZ-R3, LZ-V6."""
    match = deal(phase=FIRST, pile="dwarf", graveyard="king, orc", options={"reshuffle": "on_demand"})
    play(match, DRAW, "dwarf")
    assert graveyard(match) == "king, orc"
    assert told(match, Reshuffled) == []
    play(match, DRAW)
    assert told(match, Reshuffled) == [Reshuffled(2)]
    assert [table_of(match).box.ids[number] for number, _ in match.state.outcomes()] == ["king-1", "orc-1"]


def test_the_graveyard_is_reshuffled_as_soon_as_the_last_card_is_taken() -> None:
    """LZ-06, LZ-R3."""
    match = deal(phase=FIRST, pile="dwarf", graveyard="king, orc")
    play(match, DRAW, "dwarf")
    assert told(match, Reshuffled) == [Reshuffled(2)]
    assert graveyard(match) == ""
    assert len(table_of(match).pile) == 2


def test_an_immediate_reshuffle_of_nothing_waits_until_a_card_is_needed() -> None:
    """LZ-R32."""
    match = deal(phase=FIRST, pile="dwarf", p0="bard", p1="king(1)")
    play(match, DRAW, "dwarf", attack("bard", "king"), roll(1))
    assert graveyard(match) == "king"
    play(match, DRAW, "king")
    assert hand(match, 0) == "dwarf, king"


def test_nobody_starts_with_loot_or_looterz() -> None:
    """LZ-07."""
    match = Match(GAME, 4, nature=Random(3))
    assert loot(match) == [0, 0, 0, 0]
    assert table_of(match).in_play() == []


def test_the_target_is_by_players_or_agreed() -> None:
    """LZ-08, LZ-09, LZ-V1."""
    assert [table_of(deal(n)).box.loot_target for n in range(2, 7)] == [15, 10, 10, 7, 7]
    match = play(deal(p0="dwarf", options={"loot_target": 1}), search("dwarf"), roll(6))
    assert match.is_over
    for wrong in (0, 37):
        with pytest.raises(BadOption, match="1 to 36"):
            deal(options={"loot_target": wrong})


# ---------------------------------------------------------------- the turn


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
    assert refused(match, attack("dwarf", "hydra")).text == "Hydra is not in play."
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


IDLE = ("king", "cleric", "cleric, dwarf(6)", "mermaid", "pirate", "vampire", "hydra", "gelatinous_cube(6), dwarf")


@pytest.mark.parametrize("needs", ["payable", "possible"])
def test_an_activation_needs_its_cost(needs: str) -> None:
    """LZ-41."""
    for looter, price in (("gelatinous_cube", "another Looter to sacrifice"), ("wizard", "a card to discard")):
        match = deal(p0=looter, p1="king", options={"activation_needs": needs})
        assert not can(match, activate(looter))
        refusal = refused(match, activate(looter))
        assert (refusal.rule, price in refusal.text) == ("LZ-41", True)


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
    assert refused(match, activate("gelatinous_cube")).text == (
        "Gelatinous Cube's Activation would change nothing: only Gelatinous Cube itself would gain Life, "
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


# ---------------------------------------------------------------- keywords


def test_the_sacrificing_player_chooses_whatever_taunt_says() -> None:
    """LZ-61."""
    match = play(deal(phase=FIRST, hand0="orc", p1="scarecrow, king"), recruit("orc"))
    assert offered(match) == [sacrifice("scarecrow"), sacrifice("king")]
    assert refused(match, sacrifice("orc")).rule == "LZ-61"
    match = play(deal(phase=FIRST, hand0="orc", p0="king, dwarf"), recruit("orc"))
    assert refused(match, sacrifice("orc")).rule == "LZ-R11"


def test_a_last_wish_follows_every_way_out_of_play_but_not_a_discard() -> None:
    """LZ-62."""
    killed = play(deal(p0="dwarf", p1="leprechaun"), attack("dwarf", "leprechaun"), roll(1))
    destroyed = play(deal(p0="assassin", p1="leprechaun, scarecrow(1)"), activate("assassin"), target("scarecrow"))
    play(destroyed, DRAW, "djinn")
    play(destroyed, DRAW, "demon", search("leprechaun"), roll(5), DRAW, "ghost")
    play(destroyed, recruit("djinn"))
    sacrificed = play(deal(phase=FIRST, hand0="orc", p1="leprechaun"), recruit("orc"))
    assert [loot(match)[1] for match in (killed, destroyed, sacrificed)] == [1, 1, 1]
    discarded = play(deal(p0="wizard", p1="king", hand0="leprechaun"), activate("wizard"), target("king"))
    assert loot(discarded) == [0, 0]


def test_a_recruitment_follows_every_entry_but_no_change_of_sides() -> None:
    """LZ-63, LZ-73."""
    from_pile = play(deal(phase=FIRST, hand0="summoner"), recruit("summoner"), "bard", "dwarf", "king")
    assert hand(from_pile, 0) == "dwarf, king"
    taken = play(deal(p0="mermaid", p1="bard", hand1="dwarf"), activate("mermaid"))
    assert hand(taken, 0) == ""
    assert told(taken, TookControl) == [TookControl(0, 1, "bard-1", False)]
    play(taken, search("bard"), roll(6), DRAW, "thief")
    assert hand(taken, 1) == "dwarf"
    assert told(taken, AbilityBegan) == [AbilityBegan(0, "mermaid-1", "activation")]


def test_nobody_without_loot_can_be_robbed() -> None:
    """LZ-64, LZ-R13."""
    match = play(deal(phase=FIRST, hand0="thief"), recruit("thief"))
    assert loot(match) == [0, 0]
    assert NothingDone(0, "thief-1", "steal") in news(match)


def test_the_victim_has_the_most_loot_and_ties_are_chosen() -> None:
    """LZ-65."""
    match = play(deal(4, FIRST, hand0="thief", loot=(4, 4, 4, 1)), recruit("thief"))
    assert [action.player for action in offered(match)] == [1, 2]  # type: ignore[attr-defined]


def test_of_several_taunts_any_may_be_chosen_and_effects_on_all_pass_by() -> None:
    """LZ-66, LZ-67."""
    match = play(deal(phase=FIRST, hand0="witch", p1="scarecrow, king"), recruit("witch"))
    assert party(match, 1) == "scarecrow(2), king(1)"
    match = deal(p0="assassin", p1="scarecrow, troll, king")
    play(match, activate("assassin"))
    assert offered(match) == [target("assassin"), target("scarecrow"), target("troll")]
    refusal = refused(match, target("king"))
    assert (refusal.rule, refusal.show) == ("LZ-66", ("scarecrow-1", "troll-1"))


def test_an_exhausted_looter_still_guards_and_obeys_the_king() -> None:
    """LZ-68."""
    match = deal(phase=FIRST, hand0="medusa", p0="barbarian", p1="scarecrow, king")
    play(match, recruit("medusa"))
    assert not can(match, attack("barbarian", "king"))
    play(match, search("medusa"), roll(6, 6), search("barbarian"), roll(6, 6), DRAW, "bard", DRAW, "thief")
    play(match, activate("king"), roll(1, 6, 6))
    assert loot(match) == [0, 1]


def test_life_may_exceed_the_printed_number_up_to_the_cap() -> None:
    """LZ-69, LZ-R37."""
    match = play(deal(p0="cleric, dwarf(5), hydra(6)"), activate("cleric"))
    assert party(match, 0) == "cleric, dwarf(6), hydra(6)"
    match = play(deal(p0="cleric, dwarf(6)", options={"life_cap": 7}), activate("cleric"))
    assert party(match, 0) == "cleric, dwarf(7)"
    assert (
        party(play(deal(p0="cleric, dwarf(2)", options={"life_cap": 3}), activate("cleric")), 0) == "cleric, dwarf(3)"
    )


# ---------------------------------------------------------------- control and order of effects


def test_a_taken_looter_brings_its_exhaustion_and_its_taunt() -> None:
    """LZ-70."""
    match = deal(phase=FIRST, hand0="medusa", p0="mermaid", p1="troll")
    play(match, recruit("medusa"), activate("mermaid"))
    assert party(match, 0) == "mermaid, medusa, troll"
    assert refused(match, search("troll")).rule == "LZ-68"
    assert table_of(match).guards(0)


def test_you_is_who_controlled_the_looter_when_it_left() -> None:
    """LZ-71."""
    match = deal(p0="mermaid, dwarf", p1="leprechaun")
    play(match, activate("mermaid"), attack("dwarf", "leprechaun"), roll(1))
    assert loot(match) == [1, 0]


def test_a_looter_that_died_and_entered_again_has_a_new_home() -> None:
    """LZ-72."""
    match = deal(p0="mermaid, dwarf", p1="king(1)", hand0="necromancer")
    play(match, activate("mermaid"), attack("dwarf", "king"), roll(1), recruit("necromancer"), card("king"))
    play(match, sacrifice("dwarf"))
    assert party(match, 0) == "mermaid, necromancer, king"
    assert party(match, 1) == ""


def test_effects_on_all_go_clockwise_from_the_controller() -> None:
    """LZ-74."""
    match = deal(3, FIRST, active=1, hand1="witch", p0="king", p1="dwarf", p2="hydra")
    play(match, recruit("witch"))
    assert [event.seat for event in told(match, Hurt)] == [1, 2, 0]


def test_one_players_looterz_die_together_in_party_order() -> None:
    """LZ-75, LZ-R24."""
    match = play(deal(phase=FIRST, hand0="djinn", p1="king, dwarf, bard"), recruit("djinn"))
    assert told(match, Buried) == [Buried(1, ("king-1", "dwarf-1", "bard-1"), "destroyed")]
    assert graveyard(match) == "king, dwarf, bard"


def test_an_interruption_is_finished_before_the_next_players_part() -> None:
    """LZ-76."""
    match = deal(3, FIRST, hand0="witch", p0="alchemist", p1="king", p2="dwarf")
    play(match, recruit("witch"))
    # The Alchemist's Last Wish hurts all three before the Witch goes on with players 1 and 2.
    assert (party(match, 0), party(match, 1), party(match, 2)) == ("witch(1)", "", "")
    assert graveyard(match) == "alchemist, dwarf, king"


def test_a_player_orders_simultaneous_last_wishes_out_of_turn() -> None:
    """LZ-77."""
    match = deal(phase=FIRST, hand0="djinn", p1="leprechaun, ghost, zombie", loot=(3, 2))
    play(match, recruit("djinn"))
    assert match.to_act == 1
    assert offered(match) == [order("leprechaun"), order("ghost"), order("zombie")]
    assert refused(match, order("djinn")).rule == "LZ-77"
    play(match, order("zombie"), order("ghost"))
    assert loot(match) == [2, 4]
    assert hand(match, 1) == "zombie"


def test_what_has_begun_is_finished_although_its_source_is_gone() -> None:
    """LZ-78: the Orc dies in its own wave through a Death Knight, and the wave goes on."""
    match = deal(phase=FIRST, hand0="orc", p0="death_knight", p1="king, dwarf")
    play(match, recruit("orc"), target("orc"))
    assert graveyard(match) == "death_knight, orc"
    assert match.to_act == 1
    play(match, sacrifice("king"))
    assert party(match, 1) == "dwarf"


def test_what_must_be_chosen_is_chosen_even_ones_own() -> None:
    """LZ-79."""
    match = play(deal(p0="dwarf, king", p1="death_knight(1), bard"), attack("dwarf", "death_knight"), roll(1))
    assert match.to_act == 1
    assert refused(match, DECLINE).rule == "LZ-79"
    assert refused(match, target("thief")).rule == "LZ-79"
    assert refused(match, Target("nobody")).rule == "LZ-79"
    assert refused(match, search("bard")).rule == "LZ-79"
    play(match, target("bard"))
    assert party(match, 1) == ""


# ---------------------------------------------------------------- the end


def test_the_end_comes_at_once_on_anybodys_turn() -> None:
    """LZ-80, LZ-81."""
    match = deal(3, p0="dwarf", p1="leprechaun", loot=(0, 9, 0))
    play(match, attack("dwarf", "leprechaun"), roll(1))
    assert match.is_over
    assert told(match, Won) == [Won(1, 10)]
    assert phase(match) == (0, 2)
    with pytest.raises(IllegalAction):
        match.play(0, DRAW)


def test_loot_of_one_roll_is_taken_together() -> None:
    """LZ-82, LZ-R14."""
    match = play(deal(p0="dwarf(6)", loot=(14, 14)), search("dwarf"), roll(1, 2, 3, 4, 5, 6))
    assert loot(match) == [20, 14]
    assert match.standings() == [1.0, 0.0]


def test_the_dragon_is_back_after_the_last_round() -> None:
    """LZ-85, LZ-R16."""
    match = deal(3, SECOND, active=2, turn=3, loot=(1, 2, 0), options={"round_limit": 1})
    draw_any(match)
    assert (match.reason, match.standings()) == ("round_limit", [0.0, 1.0, 0.0])
    assert told(match, DragonReturned) == [DragonReturned((1,), 2, "round_limit")]


def test_the_dragon_may_stay_away() -> None:
    """LZ-85, LZ-R16: without a limit a game goes on for longer than any limit allows, but not for ever."""
    late = deal(2, SECOND, active=1, turn=2000, loot=(1, 2), options={"round_limit": 1000})
    assert draw_any(late).reason == "round_limit"
    free = deal(2, SECOND, active=1, turn=2000, loot=(1, 2), options={"round_limit": 0})
    assert not draw_any(free).is_over
    last = deal(2, SECOND, active=1, turn=20_000, loot=(1, 2), options={"round_limit": 0})
    assert draw_any(last).reason == "round_limit"


def test_rules_version_one_waits_to_reshuffle_and_asks_for_an_effect() -> None:
    """LZ-R3, LZ-R35: tables and records of before are played as they were."""
    given = {"taunt_scope": "harm_only"}
    assert GAME.options_under(1, given) == {
        "reshuffle": "on_demand",
        "activation_needs": "possible",
        "taunt_scope": "harm_only",
    }
    assert GAME.options_under(GAME.rules_version, given) == given
    assert GAME.knows_components("c5ea9b71fd0562fe", GAME.components(None))


def test_the_components_say_what_is_printed_and_what_is_inferred() -> None:
    """LZ-01, LZ-R37, LZ-R38: an example shows the Life of a moment, not the hearts on the card."""
    notes = {kind["id"]: kind["provenance"] for kind in SHIPPED["card"]}
    for looter in ("dragonling", "death_knight"):
        assert notes[looter]["life"].startswith("ours")
        assert "at that moment" in notes[looter]["life"]
    assert "at least 1)" in notes["king"]["life"]
    assert "second may be declined is ours" in notes["hydra"]["ability"]
    assert "inferred" in notes["mermaid"]["ability"]
    assert SHIPPED["players"]["provenance"].startswith("rulebook")


def test_the_rulebook_counts_what_is_in_the_box() -> None:
    """LZ-07."""
    rulebook = resources.files("loot_table.games.looterz").joinpath("rulebook.md").read_text("utf-8")
    box = SHIPPED["components"]
    for part in ("looterz_cards", "life_tokens", "loot_tokens", "dice", "player_aids"):
        words = {"looterz_cards": "Looterz cards", "dice": "six-sided dice"}.get(part, part.replace("_", " "))
        words = words.replace("life", "Life").replace("loot t", "Loot t")
        assert f"{box[part]} {words}" in rulebook


# ---------------------------------------------------------------- information, choices and rulings


def test_single_answers_are_no_decisions_but_main_choices_always_are() -> None:
    """LZ-95."""
    match = deal(p0="dwarf", pile="")
    assert offered(match) == [search("dwarf")]
    assert isinstance(match.state.decision(), ChooseAction)
    match = deal(phase=FIRST)
    assert offered(match) == [DRAW]
    assert isinstance(match.state.decision(), RecruitOrDraw)
    assert phase(play(deal(phase=FIRST, hand0="medusa", p1="king"), recruit("medusa"))) == (0, 2)


def test_a_looter_must_act_unless_resting_is_allowed() -> None:
    """LZ-R2, LZ-V7."""
    match = deal(p0="dwarf")
    assert refused(match, rest("dwarf")).rule == "LZ-R2"
    match = deal(p0="dwarf", options={"allow_rest": True})
    assert offered(match) == [search("dwarf"), rest("dwarf")]
    play(match, rest("dwarf"))
    assert phase(match) == (0, 3)


def test_draw_two_draws_what_there_is() -> None:
    """LZ-R4."""
    match = play(deal(phase=FIRST, hand0="bard", pile="dwarf"), recruit("bard"), "dwarf")
    assert hand(match, 0) == "dwarf"
    assert phase(match) == (0, 2)


def test_an_assassin_may_destroy_itself_a_vampire_not() -> None:
    """LZ-R8."""
    match = play(deal(p0="assassin", p1="king"), activate("assassin"), target("assassin"))
    assert graveyard(match) == "assassin"
    match = play(deal(p0="vampire", p1="king, dwarf"), activate("vampire"))
    assert refused(match, target("vampire")).rule == "LZ-R8"


def test_who_acted_for_the_borrower_acts_for_its_owner_too() -> None:
    """LZ-R10."""
    match = deal(p0="mermaid", p1="king")
    play(match, activate("mermaid"), search("king"), roll(6, 6), DRAW, "bard", DRAW, "thief")
    assert can(match, search("king"))


def test_a_chain_of_entries_has_at_most_five() -> None:
    """LZ-R15."""
    match = deal(phase=FIRST, hand0="necromancer", graveyard="summoner, summoner-2")
    play(match, recruit("necromancer"), card("summoner"), "necromancer-2", card("summoner-2"), "dwarf")
    assert party(match, 0) == "necromancer, summoner, necromancer-2, summoner-2, dwarf"
    kinds = [
        kind["id"]
        for kind in SHIPPED["card"]
        if any(step["op"] == "enter" for ability in kind.get("ability", []) for step in ability["effects"])
    ]
    assert kinds == ["necromancer", "summoner"]


def test_the_game_is_called_looterz() -> None:
    """LZ-R18."""
    assert GAME.name == "Looterz"


def test_dragon_cards_are_turned_over_and_replaced() -> None:
    """LZ-V2."""
    match = deal(phase=FIRST, options={"dragon_cards": 4}, pile="dwarf, king")
    play(match, DRAW)
    numbers = table_of(match).box.numbers
    assert match.state.outcomes() == [(numbers["dwarf-1"], 1), (numbers["king-1"], 1), (60, 4)]
    play(match, "dragon", "dragon", "king")
    assert hand(match, 0) == "king"
    assert told(match, DragonSeen) == [DragonSeen(1), DragonSeen(2)]
    assert match.view(1).pile == 3  # type: ignore[attr-defined]


def test_dragons_come_in_after_the_deal() -> None:
    """LZ-V2."""
    match = Match(GAME, 2, {"dragon_cards": 4}, nature=Random(2))
    assert table_of(match).dragons == 4
    assert told(match, DragonSeen) == []


def test_a_pile_of_dragons_can_be_drawn_from() -> None:
    """LZ-R33."""
    match = deal(phase=FIRST, options={"dragon_cards": 4}, dragons=2, pile="")
    assert offered(match) == [DRAW]
    play(match, DRAW, "dragon")
    assert match.state.outcomes() == [(60, 1)]
    match = deal(phase=FIRST, options={"dragon_cards": 4}, dragons=2, pile="", graveyard="king")
    play(match, DRAW, "dragon")
    assert match.state.outcomes() == [(60, 1)]


def test_every_option_of_the_data_file_is_there_with_its_default() -> None:
    found = {option.name: option for option in described(Options)}
    assert set(found) == set(SHIPPED["options"])
    for name, written in SHIPPED["options"].items():
        assert found[name].default == written["default"], name
        if "values" in written:
            assert list(found[name].choices) == written["values"]
        elif "min" in written:
            assert (found[name].least, found[name].most) == (written["min"], written["max"])


def test_the_set_has_thirty_kinds_and_sixty_cards_as_described() -> None:
    kinds = GAME.read_components(None).kinds
    assert len(kinds) == 30
    assert {kind.copies for kind in kinds} == {2}
    triggers = [ability.trigger for kind in kinds for ability in kind.abilities]
    counts = [triggers.count(word) for word in ("activation", "recruitment", "last_wish")]
    # The Paladin is one of three with Taunt and one of six with a Last Wish.
    assert counts == [9, 10, 6]
    assert sum(kind.has_taunt for kind in kinds) == 3


def test_actions_are_written_as_the_decision_model_says() -> None:
    written: list[tuple[Action, dict[str, object]]] = [
        (recruit("orc"), {"type": "recruit", "card": "orc-1"}),
        (DRAW, {"type": "draw"}),
        (search("orc"), {"type": "search", "looter": "orc-1"}),
        (attack("orc", "king-2"), {"type": "attack", "looter": "orc-1", "target": "king-2"}),
        (activate("king"), {"type": "activate", "looter": "king-1"}),
        (rest("king"), {"type": "rest", "looter": "king-1"}),
        (target("king"), {"type": "target", "looter": "king-1"}),
        (DECLINE, {"type": "decline"}),
        (victim(1), {"type": "victim", "player": 1}),
        (player(1), {"type": "player", "player": 1}),
        (card("king"), {"type": "card", "card": "king-1"}),
        (sacrifice("king"), {"type": "sacrifice", "looter": "king-1"}),
        (discard("king"), {"type": "discard", "card": "king-1"}),
        (order("king"), {"type": "order", "card": "king-1"}),
        (USE, {"type": "use"}),
    ]
    for action, plain in written:
        assert codec.encode(action) == plain
        assert GAME.codec.action(plain) == action
    assert GAME.codec.action_types() == sorted(str(plain["type"]) for _, plain in written)


def test_every_event_names_its_rule_and_speaks() -> None:
    """Nothing resolves invisibly: what happens to the table is told, and in its order."""
    match = deal(
        3, FIRST, hand0="witch", p0="ghost, leprechaun", p1="paladin(1), dwarf", p2="zombie(1)", loot=(2, 3, 0)
    )
    play(match, recruit("witch"), order("leprechaun"))
    told_here = [(type(event).__name__, event.rule()) for event in news(match)]
    assert told_here == [
        ("Entered", "LZ-21"),
        ("AbilityBegan", "LZ-63"),
        ("Hurt", "LZ-75"),
        ("Buried", "LZ-36"),
        ("AbilityBegan", "LZ-62"),
        ("Looted", "LZ-82"),
        ("AbilityBegan", "LZ-62"),
        ("Stole", "LZ-64"),
        ("Hurt", "LZ-75"),
        ("Buried", "LZ-36"),
        ("AbilityBegan", "LZ-62"),
        ("NothingDone", "LZ-79"),
        ("Hurt", "LZ-35"),
        ("Buried", "LZ-36"),
        ("AbilityBegan", "LZ-62"),
        ("Recovered", "LZ-91"),
    ]
    assert all(event.text(match.names) for event in news(match))
