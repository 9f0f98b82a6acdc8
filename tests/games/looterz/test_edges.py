"""Edge cases by number, E01 to E44 and E46, as the rules and our rulings decide them. E45 (self-made cards) has a file of its own."""

from __future__ import annotations

import pytest
from looterz.tables import (
    DECLINE,
    DRAW,
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
    offered,
    order,
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
    victim,
)

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.games.looterz import GAME
from loot_table.games.looterz.dungeon_events import WentHome
from loot_table.games.looterz.events import Drew, NothingToTake, PhaseSkipped, Reshuffled

FIRST = "first recruitment"


def test_e01_with_an_empty_hand_only_drawing_is_left() -> None:
    assert offered(deal(phase=FIRST)) == [DRAW]


def test_e02_with_nothing_to_draw_only_recruiting_is_left() -> None:
    match = deal(phase=FIRST, hand0="dwarf, king", pile="")
    assert offered(match) == [recruit("dwarf"), recruit("king")]
    assert refused(match, DRAW).rule == "LZ-24"


def test_e03_players_with_nothing_pass_by() -> None:
    """LZ-R17."""
    match = deal(p0="dwarf", pile="")
    play(match, search("dwarf"), roll(1))
    assert table_of(match).turn == 3
    assert phase(match) == (0, 2)
    assert len(told(match, PhaseSkipped)) == 4
    assert loot(match) == [1, 0]


def test_e04_taunt_does_not_bind_its_own_controller() -> None:
    match = deal(p0="barbarian, scarecrow, leprechaun")
    play(match, attack("barbarian", "leprechaun"), roll(1, 6))
    assert graveyard(match) == "leprechaun"
    assert loot(match) == [1, 0]


def test_e05_taunt_guards_only_its_own_party() -> None:
    match = deal(3, p0="barbarian", p1="zombie, scarecrow, troll", p2="king")
    targets = [attack("barbarian", one) for one in ("scarecrow", "troll", "king")]
    assert offered(match) == [search("barbarian"), *targets]


def test_e06_taunt_holds_against_abilities_too() -> None:
    """LZ-R7."""
    match = deal(p0="assassin, mermaid", p1="king, troll")
    play(match, activate("assassin"))
    assert offered(match) == [target("assassin"), target("mermaid"), target("troll")]
    match = play(deal(p0="assassin, mermaid", p1="king, troll"), activate("mermaid"))
    assert party(match, 0) == "assassin, mermaid, troll"


def test_e06_with_harm_only_the_mermaid_ignores_taunt() -> None:
    """LZ-V4."""
    match = deal(p0="assassin, mermaid", p1="king, troll", options={"taunt_scope": "harm_only"})
    play(match, activate("mermaid"))
    assert offered(match) == [target("king"), target("troll")]
    match = deal(p0="assassin", p1="king, troll", options={"taunt_scope": "harm_only"})
    play(match, activate("assassin"))
    assert offered(match) == [target("assassin"), target("troll")]


def test_e06_with_attacks_only_taunt_stands_against_attacks_alone() -> None:
    """LZ-R7, LZ-V4."""
    narrow = {"taunt_scope": "attacks_only"}
    match = play(deal(p0="assassin, mermaid", p1="king, troll", options=narrow), activate("assassin"))
    assert offered(match) == [target("assassin"), target("mermaid"), target("king"), target("troll")]
    match = play(deal(p0="mermaid", p1="king, troll", options=narrow), activate("mermaid"))
    assert offered(match) == [target("king"), target("troll")]
    match = deal(p0="hydra", p1="king, troll", options=narrow)
    assert refused(match, attack("hydra", "king")).rule == "LZ-66"
    play(match, activate("hydra"))  # the Troll is the only choice, so it is attacked
    play(match, roll(6, 6))
    assert offered(match) == [target("troll"), DECLINE]


def test_e07_medusa_stops_a_looter_for_one_dungeon_phase() -> None:
    match = deal(phase=FIRST, hand0="medusa", p1="dragonling, king")
    play(match, recruit("medusa"), target("dragonling"), search("medusa"), roll(6, 6))
    draw_any(match)
    draw_any(match)
    assert phase(match) == (1, 2)
    assert {action for action in offered(match) if getattr(action, "looter", "") == "dragonling-1"} == set()
    refusal = refused(match, search("dragonling"))
    assert (refusal.rule, "exhausted" in str(refusal.text)) == ("LZ-68", True)
    play(match, search("king"), roll(6, 6))
    dragonling = table_of(match).box.numbers["dragonling-1"]
    assert not table_of(match).exhausted[dragonling]


def test_e08_a_borrowed_zombie_comes_to_the_borrowers_hand() -> None:
    """LZ-R9."""
    match = deal(p0="mermaid, gelatinous_cube", p1="zombie, king")
    play(match, activate("mermaid"), target("zombie"), activate("gelatinous_cube"), sacrifice("zombie"))
    assert party(match, 0) == "mermaid, gelatinous_cube(5)"
    assert hand(match, 0) == "zombie"
    assert match.view(1).known == ("zombie-1",)  # type: ignore[attr-defined]


def test_e09_a_borrowed_looter_goes_home_with_its_tokens_as_the_last() -> None:
    match = deal(p0="mermaid, barbarian", p1="hydra, king, bard")
    play(match, activate("mermaid"), target("hydra"), search("hydra"), roll(1, 1))
    play(match, attack("barbarian", "hydra"), roll(4, 6))
    draw_any(match)
    assert loot(match) == [2, 0]
    assert party(match, 1) == "king, bard, hydra(1)"


def test_e10_it_goes_home_even_if_the_mermaid_is_gone() -> None:
    match = deal(p0="mermaid, dwarf", p1="king")
    play(match, activate("mermaid"), attack("dwarf", "mermaid"), roll(1), search("king"), roll(6, 6))
    draw_any(match)
    assert party(match, 1) == "king"
    assert graveyard(match) == "mermaid"


def test_e11_last_wishes_interrupt_each_other() -> None:
    match = deal(3, p0="dwarf", p1="death_knight(1)", p2="death_knight, ghost", loot=(3, 0, 0))
    play(match, attack("dwarf", "death_knight"), roll(1))
    assert match.to_act == 1
    play(match, target("death_knight-2"))
    assert match.to_act == 2
    play(match, target("ghost"))
    assert loot(match) == [2, 0, 1]
    assert phase(match) == (0, 3)


def test_e12_one_player_orders_last_wishes_that_come_together() -> None:
    match = deal(phase=FIRST, hand0="witch", p0="ghost, leprechaun", p1="dwarf, hydra", loot=(3, 4))
    play(match, recruit("witch"))
    assert offered(match) == [order("ghost"), order("leprechaun")]
    assert party(match, 1) == "dwarf, hydra"
    play(match, order("ghost"))
    assert loot(match) == [5, 3]
    assert (party(match, 0), party(match, 1)) == ("witch", "hydra(1)")


def test_e13_the_game_ends_between_two_players_parts() -> None:
    match = deal(phase=FIRST, hand0="witch", p0="leprechaun", p1="dwarf", loot=(14, 9))
    play(match, recruit("witch"))
    assert match.is_over
    assert loot(match) == [15, 9]
    assert party(match, 1) == "dwarf"


def test_e14_somebody_may_win_on_another_players_turn() -> None:
    match = deal(3, FIRST, hand0="orc", p1="leprechaun", p2="king", loot=(9, 9, 9))
    play(match, recruit("orc"))
    assert match.standings() == [0.0, 1.0, 0.0]
    assert party(match, 2) == "king"


def test_e15_a_djinn_is_not_safe_from_a_death_knight() -> None:
    match = deal(phase=FIRST, hand0="djinn", p0="death_knight", p1="king, dwarf")
    play(match, recruit("djinn"))
    assert offered(match) == [target("djinn"), target("king"), target("dwarf")]
    play(match, target("dwarf"))
    assert graveyard(match) == "death_knight, dwarf, king"
    assert (party(match, 0), party(match, 1)) == ("djinn", "")
    match = play(deal(phase=FIRST, hand0="djinn", p0="death_knight"), recruit("djinn"))
    assert graveyard(match) == "death_knight, djinn"


def test_e16_a_lone_leader_steals_nothing_unless_the_table_allows_it() -> None:
    """LZ-V3."""
    match = play(deal(3, FIRST, hand0="thief", loot=(5, 4, 2)), recruit("thief"))
    assert loot(match) == [5, 4, 2]
    match = deal(3, FIRST, hand0="thief", loot=(5, 4, 2), options={"steal_when_leading": "next_richest"})
    assert loot(play(match, recruit("thief"))) == [6, 3, 2]


def test_e17_a_steal_from_an_equal_wins() -> None:
    match = play(deal(phase=FIRST, hand0="thief", loot=(14, 14)), recruit("thief"))
    assert match.is_over
    assert loot(match) == [15, 13]


def test_e18_a_looter_from_the_graveyard_has_its_recruitment() -> None:
    match = deal(phase=FIRST, hand0="necromancer", graveyard="orc, bard", p0="dwarf", p1="king")
    play(match, recruit("necromancer"), card("orc"), sacrifice("necromancer"))
    assert graveyard(match) == "bard, necromancer, king"
    assert party(match, 0) == "dwarf, orc"


def test_e19_the_necromancer_may_be_declined_and_asks_nothing_of_an_empty_graveyard() -> None:
    match = play(deal(phase=FIRST, hand0="necromancer"), recruit("necromancer"))
    assert phase(match) == (0, 2)
    match = play(deal(phase=FIRST, hand0="necromancer", graveyard="djinn"), recruit("necromancer"))
    assert offered(match) == [card("djinn"), DECLINE]
    play(match, DECLINE)
    assert (party(match, 0), graveyard(match)) == ("necromancer", "djinn")


def test_e20_the_summoner_turns_up_the_top_card() -> None:
    match = play(deal(phase=FIRST, hand0="summoner"), recruit("summoner"), "goblin", roll(1, 5))
    assert loot(match) == [1, 0]
    assert party(match, 0) == "summoner, goblin"
    match = play(deal(phase=FIRST, hand0="summoner", pile="", graveyard="dwarf"), recruit("summoner"))
    assert told(match, Reshuffled) == [Reshuffled(1)]
    assert party(play(match, "dwarf"), 0) == "summoner, dwarf"
    match = play(deal(phase=FIRST, hand0="summoner", pile=""), recruit("summoner"))
    assert party(match, 0) == "summoner"
    assert phase(match) == (0, 2)


def test_e21_the_king_lets_another_search_once_more() -> None:
    """LZ-R23."""
    match = deal(p0="king, dwarf")
    play(match, search("dwarf"), roll(3), activate("king"), roll(2))
    assert loot(match) == [2, 0]
    match = deal(p0="king", p1="dwarf", options={"activation_needs": "possible"})
    assert refused(match, activate("king")).rule == "LZ-R35"


@pytest.mark.parametrize(("have", "works"), [((0, 0), False), ((3, 2), False), ((3, 3), True)])
def test_e22_a_pirate_needs_a_victim(have: tuple[int, int], works: bool) -> None:
    match = deal(p0="pirate", loot=have, options={"activation_needs": "possible"})
    assert can(match, activate("pirate")) == works
    if not works:
        assert refused(match, activate("pirate")).rule == "LZ-R35"
    match = play(deal(p0="pirate", loot=have), activate("pirate"))
    assert loot(match) == ([4, 2] if works else list(have))


def test_e23_a_cube_grows_to_the_cap_and_not_beyond() -> None:
    match = play(deal(p0="gelatinous_cube(4), dwarf"), activate("gelatinous_cube"))
    assert party(match, 0) == "gelatinous_cube(6)"
    match = deal(p0="gelatinous_cube(6), dwarf", options={"activation_needs": "possible"})
    assert "6 tokens" in str(refused(match, activate("gelatinous_cube")).text)
    match = play(deal(p0="gelatinous_cube(6), dwarf"), activate("gelatinous_cube"))
    assert (party(match, 0), graveyard(match)) == ("gelatinous_cube(6)", "dwarf")


def test_e24_a_wizard_discards_and_damages() -> None:
    match = deal(p0="wizard", p1="king, dragonling", hand0="leprechaun")
    play(match, activate("wizard"), target("dragonling"))
    assert graveyard(match) == "leprechaun"
    assert loot(match) == [0, 0]
    assert party(match, 1) == "king, dragonling(1)"
    assert not can(deal(p0="wizard", p1="king"), activate("wizard"))


def test_e25_a_hydra_killed_by_a_last_wish_attacks_no_more() -> None:
    """LZ-44."""
    match = deal(p0="hydra(1)", p1="alchemist, king")
    play(match, activate("hydra"), target("alchemist"), roll(2))
    assert party(match, 1) == "king(1)"
    assert graveyard(match) == "alchemist, hydra"
    assert phase(match) == (0, 3)


def test_e26_a_hydra_without_a_second_target_is_done() -> None:
    match = play(deal(p0="hydra", p1="dwarf"), activate("hydra"), roll(1, 6))
    assert graveyard(match) == "dwarf"
    assert phase(match) == (0, 3)


def test_e27_the_last_wish_begins_with_its_own_controller() -> None:
    match = deal(3, p0="dwarf", p1="alchemist, leprechaun", p2="ghost", loot=(5, 9, 5))
    play(match, attack("dwarf", "alchemist"), roll(1))
    assert match.standings() == [0.0, 1.0, 0.0]
    assert (party(match, 0), party(match, 2)) == ("dwarf", "ghost")


def test_e28_a_sacrificed_paladin_blesses_the_rest() -> None:
    match = deal(phase="sacrifice", p0="paladin, king, dwarf, bard, thief")
    play(match, sacrifice("paladin"))
    assert party(match, 0) == "king(3), dwarf(2), bard(2), thief(3)"
    play(match, sacrifice("bard"))
    assert party(match, 0) == "king(3), dwarf(2), thief(3)"


def test_e29_the_hand_is_looked_at_after_the_sacrifices() -> None:
    ten = "bard, thief, orc, witch, troll, djinn, ghost, demon, medusa, pirate"
    match = deal(phase="sacrifice", p0="zombie, king, dwarf, hydra", hand0=ten)
    play(match, sacrifice("zombie"))
    assert len(table_of(match).hands[0]) == 11
    play(match, discard("zombie"))
    assert match.to_act == 1


def test_e30_who_is_recruited_first_acts_this_turn() -> None:
    """LZ-R25."""
    match = deal(phase=FIRST, hand0="dwarf, barbarian")
    play(match, recruit("dwarf"), search("dwarf"), roll(6), recruit("barbarian"))
    assert loot(match) == [1, 0]
    assert phase(match) == (1, 1)


def test_e31_a_home_party_of_four_waits_for_its_own_sacrifice_phase() -> None:
    match = deal(p0="mermaid", p1="king, dwarf, bard, hydra")
    play(match, activate("mermaid"), target("king"), search("king"), roll(6, 6))
    draw_any(match)
    assert party(match, 1) == "dwarf, bard, hydra, king"
    assert phase(match) == (1, 1)
    assert told(match, WentHome) == [WentHome(1, "king-1")]


def test_e32_a_demon_takes_another_or_nobody() -> None:
    """LZ-R11."""
    assert party(play(deal(phase=FIRST, hand0="demon"), recruit("demon")), 0) == "demon"
    assert party(play(deal(phase=FIRST, hand0="demon", p0="dragonling"), recruit("demon")), 0) == "demon"


def test_e33_the_round_limit_shares_a_tie() -> None:
    match = deal(phase="second recruitment", loot=(3, 3), options={"round_limit": 1})
    draw_any(match)
    draw_any(match)
    draw_any(match)
    assert match.is_over
    assert match.reason == "round_limit"
    assert match.standings() == [0.5, 0.5]


def test_e34_the_fourth_dragon_ends_the_game() -> None:
    """LZ-V2."""
    match = deal(3, FIRST, loot=(2, 5, 1), options={"dragon_cards": 4}, dragons=1)
    play(match, DRAW, "dragon")
    assert match.is_over
    assert match.reason == "dragon"
    assert match.standings() == [0.0, 1.0, 0.0]
    assert hand(match, 0) == ""


def strict(life_in_play: int) -> Match:
    last = {36: "orc(6)", 39: "orc(6), witch(3)", 40: "orc(6), witch(4)"}[life_in_play]
    p1 = f"dwarf(6), king(6), bard(6), hydra(6), troll(6), {last}"
    return deal(phase=FIRST, hand0="dragonling", p1=p1, options={"token_supply": "strict"})


def test_e35_strict_life_tokens_run_out() -> None:
    """LZ-R6, LZ-V5."""
    match = strict(36)
    assert party(play(match, recruit("dragonling")), 0) == "dragonling"
    assert table_of(match).life_supply() == 1
    assert party(play(strict(39), recruit("dragonling")), 0) == "dragonling(1)"
    match = strict(40)
    assert offered(match) == [DRAW]
    assert refused(match, recruit("dragonling")).rule == "LZ-R6"


def test_e36_strict_loot_tokens_run_out() -> None:
    """LZ-R5."""
    match = play(deal(4, p0="dwarf", loot=(9, 9, 9, 9)), search("dwarf"), roll(1))
    assert match.standings() == [1.0, 0.0, 0.0, 0.0]
    match = deal(4, p0="dwarf", loot=(9, 9, 9, 9), options={"token_supply": "strict"})
    play(match, search("dwarf"), roll(1))
    assert not match.is_over
    assert loot(match) == [9, 9, 9, 9]


def test_e37_a_vampire_may_die_before_it_gains() -> None:
    match = play(deal(p0="vampire", p1="alchemist, king"), activate("vampire"), target("alchemist"))
    assert graveyard(match) == "alchemist, vampire"
    assert party(match, 1) == "king(1)"
    match = play(deal(p0="vampire", p1="dwarf, king"), activate("vampire"), target("dwarf"))
    assert party(match, 0) == "vampire(2)"


def test_e38_a_goblin_may_win_in_the_second_recruitment_phase() -> None:
    match = deal(5, "second recruitment", hand0="goblin", loot=(6, 0, 0, 0, 0))
    play(match, recruit("goblin"), roll(2, 6))
    assert match.is_over
    assert loot(match)[0] == 7


def test_e39_excess_hits_are_lost() -> None:
    match = play(deal(p0="dragonling", p1="dwarf, bard"), attack("dragonling", "dwarf"), roll(1, 1, 1))
    assert (graveyard(match), party(match, 1)) == ("dwarf", "bard")


def test_e40_a_last_wish_obeys_taunt() -> None:
    match = play(deal(p0="dwarf, troll, king", p1="death_knight(1)"), attack("dwarf", "death_knight"), roll(1))
    assert graveyard(match) == "death_knight, troll"


def test_e40_a_last_wish_may_pass_taunt_by() -> None:
    """LZ-R36: an attack and an Activation still do not."""
    free = {"taunt_last_wishes": False}
    match = deal(p0="dwarf, troll, king", p1="death_knight(1)", options=free)
    play(match, attack("dwarf", "death_knight"), roll(1))
    assert offered(match) == [target("dwarf"), target("troll"), target("king")]
    match = deal(p0="assassin, dwarf", p1="troll, king", options=free)
    assert refused(match, attack("dwarf", "king")).rule == "LZ-66"
    play(match, activate("assassin"))
    assert offered(match) == [target("assassin"), target("dwarf"), target("troll")]


def test_e41_a_cleric_heals_the_others_below_the_cap() -> None:
    match = play(deal(p0="cleric, dwarf, hydra(6)", p1="king"), activate("cleric"))
    assert (party(match, 0), party(match, 1)) == ("cleric, dwarf(2), hydra(6)", "king")


def test_e42_illegal_actions_are_refused_with_their_reason() -> None:
    match = deal(p0="dwarf, king", p1="bard", hand0="hydra")
    assert refused(match, activate("dwarf")).rule == "LZ-31"
    assert refused(match, search("bard")).rule == "LZ-30"
    assert refused(match, attack("dwarf", "dwarf")).rule == "LZ-34"
    assert refused(match, recruit("hydra")).rule == "LZ-11"
    assert refused(match, sacrifice("dwarf")).rule == "LZ-11"
    assert refused(match, attack("dwarf", "hydra")).rule == "LZ-34"
    match = deal(phase=FIRST, hand0="hydra")
    assert refused(match, recruit("dwarf")).rule == "LZ-21"
    assert refused(match, search("hydra")).rule == "LZ-20"


def test_e43_only_the_drawer_sees_the_card() -> None:
    match = play(deal(phase=FIRST), DRAW, "orc")
    assert told(match, Drew) == [Drew(0, "orc-1")]
    assert Drew(0, "orc-1") in match.events(0)
    for seat in (1, SPECTATOR):
        assert Drew(0, "") in match.events(seat)
        assert b"orc-1" not in codec.dumps(codec.encode(match.view(seat).hands))  # type: ignore[attr-defined]
        assert match.view(seat).hand_sizes == (1, 0)  # type: ignore[attr-defined]


def test_e44_a_copy_leaves_the_original_alone() -> None:
    match = deal(p0="dragonling", p1="king")
    before = codec.encode(match.view(0))
    twin = match.state.copy()
    twin.apply(attack("dragonling", "king"))
    twin.happen(roll(1, 1, 6))
    assert codec.encode(match.view(0)) == before


def test_e46_a_finished_game_replays_to_the_same_end() -> None:
    rng = Random(46)
    match = Match(GAME, 3, nature=Random(47))
    while not match.is_over:
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    again = Match.from_json(codec.loads(match.save(), 2**22), GAME)
    assert again.result() == match.result()
    assert loot(again) == loot(match)


def test_nothing_to_take_is_told() -> None:
    match = play(deal(phase=FIRST, hand0="bard", pile="dwarf"), recruit("bard"), "dwarf")
    assert hand(match, 0) == "dwarf"
    assert told(match, NothingToTake) == [NothingToTake(0)]
    assert victim(0) not in offered(match)
