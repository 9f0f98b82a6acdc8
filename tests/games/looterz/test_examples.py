"""The rulebook's own examples, X01 to X16."""

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
    name,
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
    victim,
)

from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.looterz import GAME


def test_x01_a_dragonling_that_rolls_2_3_5_finds_two_loot() -> None:
    match = play(deal(p0="dragonling"), search("dragonling"), roll(2, 3, 5))
    assert loot(match) == [2, 0]


def test_x02_the_misprinted_dice_would_give_three() -> None:
    """LZ-R1."""
    match = play(deal(p0="dragonling"), search("dragonling"), roll(1, 2, 3))
    assert loot(match) == [3, 0]


def test_x03_one_hit_takes_one_life() -> None:
    match = play(deal(p0="death_knight", p1="king"), attack("death_knight", "king"), roll(1, 6))
    assert party(match, 1) == "king(1)"


def test_x04_an_assassin_destroys_any_looter() -> None:
    match = deal(p0="assassin, dwarf", p1="gelatinous_cube(6), hydra")
    play(match, activate("assassin"))
    assert offered(match) == [target("assassin"), target("dwarf"), target("gelatinous_cube"), target("hydra")]
    play(match, target("gelatinous_cube"))
    assert graveyard(match) == "gelatinous_cube"


def test_x05_taunt_must_be_attacked_first() -> None:
    match = deal(p0="barbarian", p1="zombie, cleric, scarecrow")
    assert offered(match) == [search("barbarian"), attack("barbarian", "scarecrow")]
    refusal = refused(match, attack("barbarian", "cleric"))
    assert refusal.rule == "LZ-66"
    assert "Taunt" in str(refusal.text)
    assert refusal.show == ("card:scarecrow-1",)


def test_x06_the_orc_makes_everybody_else_sacrifice_and_stays() -> None:
    match = deal(3, "first recruitment", hand0="orc", p1="dwarf, bard", p2="thief")
    play(match, recruit("orc"))
    assert match.to_act == 1
    play(match, sacrifice("bard"))
    assert (party(match, 0), party(match, 1), party(match, 2)) == ("orc", "dwarf", "")
    assert graveyard(match) == "bard, thief"


def test_x07_the_orc_asks_clockwise_from_its_controller() -> None:
    match = deal(3, "first recruitment", active=1, hand1="orc", p0="dwarf, king", p1="bard, thief", p2="witch, hydra")
    play(match, recruit("orc"))
    asked = []
    for looter in ("bard", "witch", "dwarf"):
        asked.append(match.to_act)
        play(match, sacrifice(looter))
    assert asked == [1, 2, 0]


def test_x08_the_party_is_trimmed_only_in_the_sacrifice_phase() -> None:
    match = deal(phase="second recruitment", p0="dwarf, bard, hydra", hand0="troll")
    play(match, recruit("troll"))
    assert party(match, 0) == "dwarf, bard, hydra, troll"
    assert phase(match) == (0, 4)
    play(match, sacrifice("dwarf"))
    assert party(match, 0) == "bard, hydra, troll"
    assert phase(match) == (1, 1)


def test_x09_a_borrowed_looter_may_be_sacrificed_and_then_stays_away() -> None:
    match = deal(p0="mermaid, dwarf, bard", p1="dragonling, king")
    play(match, activate("mermaid"), target("dragonling"))
    play(match, search("dwarf"), roll(6), search("bard"), roll(6), search("dragonling"), roll(6, 6, 6))
    draw_any(match)
    play(match, sacrifice("dragonling"))
    assert graveyard(match) == "dragonling"
    assert (party(match, 0), party(match, 1)) == ("mermaid, dwarf, bard", "king")
    assert match.to_act == 1


def test_x10_a_pirate_chooses_among_the_richest() -> None:
    match = deal(3, p0="pirate", loot=(1, 4, 4))
    play(match, activate("pirate"))
    assert offered(match) == [victim(1), victim(2)]
    play(match, victim(2))
    assert loot(match) == [2, 4, 3]


def test_x11_a_hydra_attacks_twice() -> None:
    match = deal(p0="hydra", p1="dwarf, bard, king")
    play(match, activate("hydra"), target("dwarf"), roll(1, 6))
    assert graveyard(match) == "dwarf"
    assert offered(match) == [target("bard"), target("king"), DECLINE]
    play(match, target("king"), roll(2, 5))
    assert party(match, 1) == "bard, king(1)"


def test_x12_two_attacks_are_one_action() -> None:
    match = deal(p0="hydra, dwarf", p1="king")
    play(match, activate("hydra"), target("king"), roll(6, 6), DECLINE)
    refusal = refused(match, search("hydra"))
    assert refusal.rule == "LZ-32"
    assert "already acted" in str(refusal.text)


@pytest.mark.parametrize(("players", "needed"), [(2, 15), (3, 10), (4, 10), (5, 7), (6, 7)])
def test_x13_a_new_game_has_three_and_four_cards_and_its_target(players: int, needed: int) -> None:
    match = Match(GAME, players, nature=Random(1))
    table = table_of(match)
    assert [len(cards) for cards in table.hands] == [3 if seat == table.starter else 4 for seat in range(players)]
    assert len(table.pile) == 61 - 4 * players
    assert table.box.loot_target == needed
    assert match.to_act == table.starter


def test_x14_the_graveyard_becomes_the_draw_pile() -> None:
    match = deal(phase="first recruitment", pile="", graveyard="king, orc, witch")
    play(match, DRAW, "orc")
    assert hand(match, 0) == "orc"
    assert graveyard(match) == ""
    assert len(table_of(match).pile) == 2


def test_x15_an_eleventh_card_is_discarded_without_a_last_wish() -> None:
    ten = "zombie, king, dwarf, bard, hydra, orc, witch, thief, troll, djinn"
    match = deal(phase="second recruitment", hand0=ten, loot=(0, 5))
    play(match, DRAW, "ghost")
    assert len(table_of(match).hands[0]) == 11
    assert len(offered(match)) == 11
    play(match, discard("zombie"))
    assert graveyard(match) == "zombie"
    assert not can(match, recruit("zombie"))
    assert phase(match) == (1, 1)
    assert name("zombie") not in hand(match, 0)


def test_x16_enough_loot_ends_the_game_at_once() -> None:
    match = deal(3, p0="dragonling, dwarf", loot=(8, 0, 0))
    play(match, search("dragonling"), roll(1, 2, 3))
    assert match.is_over
    assert loot(match)[0] == 11
    assert match.result() == {"winner": 0, "reason": "loot", "standings": [1.0, 0.0, 0.0]}
