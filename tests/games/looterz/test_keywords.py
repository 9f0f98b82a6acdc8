"""Keywords: sacrifice, Last Wish, Recruitment, Steal, Taunt, exhaustion, Life."""

from __future__ import annotations

from looterz.tables import (
    DRAW,
    activate,
    attack,
    can,
    deal,
    hand,
    loot,
    news,
    offered,
    party,
    play,
    recruit,
    refused,
    roll,
    sacrifice,
    search,
    target,
    told,
)

from loot_table.games.looterz.dungeon_events import AbilityBegan, NothingDone, TookControl

FIRST = "first recruitment"


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
    assert (refusal.rule, refusal.show) == ("LZ-66", ("card:scarecrow-1", "card:troll-1"))


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
