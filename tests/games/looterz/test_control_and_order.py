"""Control of Looterz, and the order in which effects happen."""

from __future__ import annotations

from looterz.tables import (
    DECLINE,
    activate,
    attack,
    card,
    deal,
    graveyard,
    hand,
    loot,
    offered,
    order,
    party,
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

from loot_table.games.looterz.answers import Target
from loot_table.games.looterz.dungeon_events import Buried, Hurt

FIRST = "first recruitment"


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
