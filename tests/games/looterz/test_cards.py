"""Self-made cards (E45): new combinations of the card language work without code."""

from __future__ import annotations

from looterz.tables import (
    DECLINE,
    USE,
    activate,
    attack,
    can,
    card,
    components_with,
    deal,
    discard,
    draw_any,
    graveyard,
    hand,
    loot,
    offered,
    order,
    own_card,
    party,
    phase,
    play,
    player,
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

from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.looterz import GAME
from loot_table.games.looterz.dungeon_events import ChainCut, Entered, Hurt, NothingDone, Targeted

FIRST = "first recruitment"


FERRYMAN = own_card(
    "ferryman",
    """trigger = "last_wish"
optional = true
cost = [{ op = "discard", n = 1 }]
effects = [{ op = "enter", from = "hand", pick = "choose" }]""",
)


def test_e45_the_ferryman_works_without_code() -> None:
    match = deal(p0="dwarf", p1="ferryman(1)", hand1="king, bard", components=components_with(FERRYMAN))
    play(match, attack("dwarf", "ferryman"), roll(1))
    assert match.to_act == 1
    assert offered(match) == [USE, DECLINE]
    play(match, USE, discard("bard"))
    assert party(match, 1) == "king"
    assert graveyard(match) == "ferryman, bard"


def test_an_optional_ability_may_be_declined_before_paying() -> None:
    match = deal(p0="dwarf", p1="ferryman(1)", hand1="king, bard", components=components_with(FERRYMAN))
    play(match, attack("dwarf", "ferryman"), roll(1))
    assert refused(match, discard("king")).rule == "LZ-79"
    play(match, DECLINE)
    assert hand(match, 1) == "bard, king"


def test_an_optional_ability_that_cannot_be_paid_is_not_offered() -> None:
    """LZ-R27."""
    match = deal(p0="dwarf", p1="ferryman(1)", components=components_with(FERRYMAN))
    play(match, attack("dwarf", "ferryman"), roll(1))
    assert phase(match) == (0, 3)
    assert NothingDone(1, "ferryman-1", "discard") in match.events(0)


def test_each_opponent_discards_and_chooses_himself() -> None:
    bully = own_card("bully", 'trigger = "recruitment"\neffects = [{ op = "discard", who = "each_opponent", n = 2 }]')
    match = deal(3, FIRST, hand0="bully", hand1="king, bard, dwarf", hand2="orc", components=components_with(bully))
    play(match, recruit("bully"))
    assert match.to_act == 1
    assert match.state.decision().rule() == refused(match, discard("orc")).rule == "LZ-79"
    play(match, discard("king"), discard("bard"))
    assert (hand(match, 1), hand(match, 2)) == ("dwarf", "")
    assert graveyard(match) == "king, bard, orc"


def test_the_controller_chooses_the_opponent_on_whom_it_falls() -> None:
    """LZ-R26."""
    judge = own_card("judge", 'trigger = "activation"\neffects = [{ op = "sacrifice", who = "opponent" }]')
    match = deal(4, p0="judge", p1="king, dwarf", p3="bard", components=components_with(judge))
    play(match, activate("judge"))
    assert offered(match) == [player(1), player(3)]
    assert refused(match, player(2)).rule == "LZ-R26"
    assert refused(match, player(0)).rule == "LZ-R26"
    assert refused(match, player(9)).rule == "LZ-R26"
    play(match, player(1))
    assert match.to_act == 1
    play(match, sacrifice("dwarf"))
    assert told(match, Targeted) == [Targeted(0, "judge-1", 1)]
    match = deal(2, p0="judge", components=components_with(judge), options={"activation_needs": "possible"})
    assert not can(match, activate("judge"))


def test_everybody_may_be_given_something_optional() -> None:
    host = own_card("host", 'trigger = "recruitment"\neffects = [{ op = "draw", who = "each", optional = true }]')
    match = deal(3, FIRST, hand0="host", components=components_with(host))
    play(match, recruit("host"), USE, "dwarf", DECLINE, USE, "king")
    assert [hand(match, seat) for seat in range(3)] == ["dwarf", "", "king"]


def test_steal_from_any_player_with_loot() -> None:
    rogue = own_card("rogue", 'trigger = "activation"\neffects = [{ op = "steal", n = 3, from = "any" }]')
    match = deal(4, p0="rogue", loot=(5, 4, 2, 0), components=components_with(rogue))
    play(match, activate("rogue"))
    assert offered(match) == [victim(1), victim(2)]
    assert refused(match, victim(3)).rule == "LZ-64"
    assert refused(match, victim(0)).rule == "LZ-64"
    play(match, victim(2))
    assert loot(match) == [7, 4, 0, 0]


def test_a_permanent_change_of_control_gives_a_new_home() -> None:
    siren = own_card(
        "siren", 'trigger = "activation"\neffects = [{ op = "take_control", duration = "permanent", max_life = 2 }]'
    )
    match = deal(p0="siren", p1="king, dragonling", components=components_with(siren))
    play(match, activate("siren"), search("king"), roll(6, 6))
    draw_any(match)
    assert (party(match, 0), party(match, 1)) == ("siren, king", "dragonling")


def test_a_filter_that_no_taunt_looter_meets_puts_the_party_out_of_reach() -> None:
    """LZ-67."""
    sniper = own_card("sniper", 'trigger = "activation"\neffects = [{ op = "destroy", side = "enemy", max_life = 1 }]')
    match = deal(3, p0="sniper", p1="troll, dwarf", p2="bard", components=components_with(sniper))
    play(match, activate("sniper"))
    assert graveyard(match) == "bard"


def test_filters_by_life_power_and_taunt() -> None:
    hunter = own_card(
        "hunter",
        'trigger = "activation"\n'
        'effects = [{ op = "damage", n = 2, side = "any", min_power = 2, max_power = 3, min_life = 2, taunt = false }]',
    )
    match = deal(p0="hunter, dwarf(3), dragonling, king(1), paladin, bard(2)", components=components_with(hunter))
    play(match, activate("hunter"))
    assert offered(match) == [target("hunter"), target("dragonling"), target("bard")]
    assert refused(match, target("king")).rule == "LZ-79"


def test_sides_are_seen_by_the_one_who_chooses() -> None:
    duel = own_card("duel", 'trigger = "recruitment"\neffects = [{ op = "damage", who = "each", side = "enemy" }]')
    match = deal(phase=FIRST, hand0="duel", p0="king", p1="dragonling, hydra", components=components_with(duel))
    play(match, recruit("duel"))
    assert offered(match) == [target("dragonling"), target("hydra")]
    assert refused(match, target("king")).rule == "LZ-79"
    play(match, target("hydra"))
    assert match.to_act == 1
    assert offered(match) == [target("king"), target("duel")]
    play(match, target("duel"))
    assert (party(match, 0), party(match, 1)) == ("king, duel(1)", "dragonling, hydra(1)")


def test_several_searches_at_once_and_two_abilities_on_one_card() -> None:
    boss = own_card(
        "boss",
        'trigger = "recruitment"\neffects = [{ op = "search", pick = "each" }, { op = "loot", n = 2 }]',
        'trigger = "last_wish"\neffects = [{ op = "recover" }]',
    )
    match = deal(phase=FIRST, hand0="boss", p0="dwarf", graveyard="king, bard", components=components_with(boss))
    play(match, recruit("boss"), roll(6), roll(1, 6))
    assert loot(match) == [4, 0]
    play(match, attack("dwarf", "boss"), roll(1), search("boss"), roll(6))
    match = deal(p0="dwarf, boss(1)", graveyard="king, bard", components=components_with(boss))
    play(match, attack("dwarf", "boss"), roll(1))
    assert offered(match) == [card("king"), card("bard"), card("boss")]
    play(match, card("bard"))
    assert hand(match, 0) == "bard"
    assert match.view(1).known == ("bard-1",)  # type: ignore[attr-defined]


def test_a_card_fetched_before_its_last_wish_does_not_return() -> None:
    """LZ-R12: the Digger's wish puts the Zombie into play before the Zombie's own wish looks for it."""
    digger = own_card("digger", 'trigger = "last_wish"\neffects = [{ op = "enter", from = "graveyard" }]')
    match = deal(phase=FIRST, hand0="djinn", p0="zombie, digger", components=components_with(digger))
    play(match, recruit("djinn"), order("digger"), card("zombie"))
    assert party(match, 0) == "djinn, zombie"
    assert hand(match, 0) == ""
    assert NothingDone(0, "zombie-1", "recover") in match.events(0)


def test_a_card_that_came_back_is_another_looter() -> None:
    """LZ-78: the Phoenix that returned is not the one whose Activation goes on."""
    phoenix = own_card(
        "phoenix",
        'trigger = "activation"\n'
        'effects = [{ op = "destroy", pick = "self" }, { op = "gain_life", n = 3, pick = "self" }]',
        'trigger = "last_wish"\neffects = [{ op = "enter", from = "graveyard" }]',
    )
    match = play(deal(p0="phoenix", components=components_with(phoenix)), activate("phoenix"))
    assert party(match, 0) == "phoenix"
    assert NothingDone(0, "phoenix-1", "gain_life") in match.events(0)
    assert offered(match)[0] == search("phoenix")  # LZ-30: it entered during the phase and acts


def test_endless_chains_are_cut() -> None:
    """LZ-R15."""
    loop = own_card(
        "loop",
        'trigger = "recruitment"\neffects = [{ op = "destroy", pick = "self" }]',
        'trigger = "last_wish"\neffects = [{ op = "enter", from = "graveyard" }]',
    )
    match = deal(phase=FIRST, hand0="loop", components=components_with(loop), options={"chain_limit": 10})
    play(match, recruit("loop"))
    assert len(told(match, Entered)) == 6
    assert told(match, ChainCut) == [ChainCut(0, "loop-1")]
    assert table_of(match).triggers == 10


def test_a_cost_may_take_the_looter_itself() -> None:
    """LZ-42: effects on the source do nothing then, the others happen."""
    martyr = own_card(
        "martyr",
        'trigger = "activation"\ncost = [{ op = "sacrifice" }]\n'
        'effects = [{ op = "loot", n = 2 }, { op = "gain_life", pick = "self" }]',
    )
    match = play(deal(p0="martyr", components=components_with(martyr)), activate("martyr"))
    assert (graveyard(match), loot(match)) == ("martyr", [2, 0])


def test_what_paying_makes_impossible_is_let_off() -> None:
    """LZ-R27: the Alchemist's Last Wish takes the second Looter before it can be sacrificed."""
    altar = own_card(
        "altar",
        'trigger = "activation"\ncost = [{ op = "sacrifice", n = 2, exclude_self = true }]\n'
        'effects = [{ op = "loot", n = 2 }]',
    )
    match = deal(p0="altar, alchemist, dwarf", p1="king", components=components_with(altar))
    play(match, activate("altar"), sacrifice("alchemist"))
    assert loot(match) == [2, 0]
    assert graveyard(match) == "alchemist, dwarf"
    assert not can(deal(p0="altar, alchemist", components=components_with(altar)), activate("altar"))


def test_a_compulsory_trigger_that_cannot_pay_does_nothing() -> None:
    """LZ-R27."""
    toll = own_card("toll", 'trigger = "recruitment"\ncost = [{ op = "discard" }]\neffects = [{ op = "loot", n = 3 }]')
    match = play(deal(phase=FIRST, hand0="toll", components=components_with(toll)), recruit("toll"))
    assert loot(match) == [0, 0]
    match = play(deal(phase=FIRST, hand0="toll, king", components=components_with(toll)), recruit("toll"))
    assert loot(match) == [3, 0]


def test_a_looter_at_the_cap_cannot_be_chosen_to_gain_life() -> None:
    """LZ-R30."""
    nurse = own_card("nurse", 'trigger = "activation"\neffects = [{ op = "gain_life", n = 9, exclude_self = true }]')
    match = deal(p0="nurse, dwarf(6), king, bard", components=components_with(nurse))
    play(match, activate("nurse"))
    assert refused(match, target("dwarf")).rule == "LZ-R37"
    play(match, target("king"))
    assert party(match, 0) == "nurse, dwarf(6), king(6), bard"


def test_printed_life_above_the_cap_is_cut() -> None:
    """LZ-R29."""
    giant = own_card("giant", life=6)
    match = deal(phase=FIRST, hand0="giant", components=components_with(giant), options={"life_cap": 4})
    play(match, recruit("giant"))
    assert table_of(match).life[table_of(match).box.numbers["giant-1"]] == 4


def test_what_is_borrowed_out_of_turn_stays_until_the_borrowers_turn_ends() -> None:
    """LZ-R31."""
    lure = own_card("lure", 'trigger = "last_wish"\neffects = [{ op = "take_control", side = "enemy" }]')
    match = deal(p0="dwarf, king", p1="lure(1)", components=components_with(lure))
    play(match, attack("dwarf", "lure"), roll(1), target("king"))
    assert match.to_act == 0
    draw_any(match)
    assert party(match, 1) == "king"
    draw_any(match)
    play(match, search("king"), roll(6, 6))
    draw_any(match)
    assert party(match, 0) == "dwarf, king"


def test_an_effect_on_all_may_skip_the_source_and_hit_opponents_only() -> None:
    storm = own_card(
        "storm", 'trigger = "recruitment"\neffects = [{ op = "damage", who = "each_opponent", pick = "each" }]'
    )
    match = deal(3, FIRST, hand0="storm", p0="king", p1="hydra", p2="orc", components=components_with(storm))
    play(match, recruit("storm"))
    assert [event.seat for event in told(match, Hurt)] == [1, 2]
    assert party(match, 0) == "king, storm"


def test_a_hand_card_chosen_for_an_effect_is_offered_to_its_holder_only() -> None:
    door = own_card("door", 'trigger = "recruitment"\neffects = [{ op = "enter", from = "hand", optional = true }]')
    match = deal(phase=FIRST, hand0="door, king, bard", components=components_with(door))
    play(match, recruit("door"))
    assert offered(match) == [card("king"), card("bard"), DECLINE]
    assert refused(match, card("dwarf")).rule == "LZ-79"
    for step in match.view(1).agenda:
        assert "king" not in repr(step)


def test_games_with_many_strange_cards_end_and_keep_every_card() -> None:
    strange = [
        FERRYMAN,
        own_card("judge", 'trigger = "activation"\neffects = [{ op = "sacrifice", who = "opponent" }]'),
        own_card("host", 'trigger = "recruitment"\neffects = [{ op = "draw", who = "each", optional = true }]'),
        own_card(
            "loop",
            'trigger = "recruitment"\neffects = [{ op = "destroy", pick = "self" }]',
            'trigger = "last_wish"\neffects = [{ op = "enter", from = "graveyard" }]',
        ),
        own_card("lure", 'trigger = "last_wish"\neffects = [{ op = "take_control", side = "enemy" }]'),
        own_card("siren", 'trigger = "activation"\neffects = [{ op = "take_control", duration = "permanent" }]'),
        own_card("mesmer", 'trigger = "activation"\neffects = [{ op = "exhaust", who = "opponent", pick = "each" }]'),
    ]
    for seed in range(6):
        match = Match(GAME, 2 + seed % 5, None, components_with(*strange), nature=Random(seed))
        rng = Random(seed)
        before = GAME.conserved(match.state)
        while not match.is_over:
            match.play(match.to_act, match.state.decision().sample(match.state, rng))
            assert GAME.conserved(match.state) == before
        assert match.reason == "loot"
