"""The scene holds what its audience may know, worked out so far that the board needs no rules."""

from __future__ import annotations

from typing import Any

import pytest
from contract import step_at_random, viewers
from looterz.tables import (
    DRAW,
    activate,
    attack,
    components_with,
    deal,
    discard,
    own_card,
    play,
    recruit,
    roll,
    sacrifice,
)

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import NATURE, REFEREE, SPECTATOR
from loot_table.games.looterz import GAME
from loot_table.games.looterz.scene import scene
from loot_table.games.looterz.table import Table, TableView

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
FIRST, SECOND = "first recruitment", "second recruitment"


def drawn(match: Match, seat: int) -> dict[str, Any]:
    view = match.view(seat)
    assert isinstance(view, TableView)
    return scene(view, Voice(NAMES))


def plain(told: list[Any]) -> str:
    """A sentence as it is sent, without its kinds of parts."""
    return "".join([part if isinstance(part, str) else part["text"] for part in told])


# ---------------------------------------------------------------- what everybody sees


def test_everybody_sees_crews_loot_and_sizes_and_only_the_owner_the_hand() -> None:
    """LZ-90."""
    match = deal(
        3, p0="king(1), troll", p2="hydra", hand0="orc", hand1="witch, bard", graveyard="dwarf", loot=(1, 2, 3)
    )
    for seat in (0, 1, 2, SPECTATOR):
        seen = drawn(match, seat)
        assert [[(each["id"], each["life"]) for each in party] for party in seen["parties"]] == [
            [("king-1", 1), ("troll-1", 3)],
            [],
            [("hydra-1", 2)],
        ]
        assert seen["loot"] == [1, 2, 3]
        assert [hand["size"] for hand in seen["hands"]] == [1, 2, 0]
        assert (seen["pile"], seen["graveyard"], seen["phase"], seen["active"]) == (53, ["dwarf-1"], 2, 0)
        assert seen["hands"][1]["cards"] == (["witch-1", "bard-1"] if seat == 1 else [])


def test_a_card_says_its_numbers_words_and_text() -> None:
    kinds = drawn(deal(p0="king"), 0)["kinds"]
    assert len(kinds) == 30
    assert kinds["dragonling"] == {"name": "Dragonling", "life": 3, "power": 3, "text": "", "words": []}
    assert kinds["paladin"]["words"] == ["taunt", "last_wish"]
    assert kinds["hydra"]["words"] == ["activation"]


def test_a_looter_has_acted_only_on_its_controllers_turn_and_is_ready_until_then() -> None:
    """LZ-32, LZ-68."""
    match = deal(p0="dragonling, king", p1="dwarf")
    play(match, attack("king", "dwarf"), roll(6, 6))
    dragonling, king = drawn(match, 1)["parties"][0]
    assert (king["has_acted"], king["is_ready"]) == (True, False)
    assert (dragonling["has_acted"], dragonling["is_ready"]) == (False, True)
    assert not drawn(match, 1)["parties"][1][0]["is_ready"]


def test_the_race_says_who_is_how_short_and_how_likely_searching_wins() -> None:
    """LZ-80: two Looterz with 1 die of 6 and 2 dice of 4; 2 short is 1 - both dice of the Barbarian missing."""
    race = drawn(deal(p0="dwarf, barbarian", p1="king(1)", loot=(13, 14)), SPECTATOR)["race"]
    assert race[0]["short"] == 2
    assert race[0]["win"] == pytest.approx(1 - (1 / 3) ** 2, abs=1e-4)
    assert race[0]["mean"] == pytest.approx(1 + 4 / 3, abs=0.01)
    assert race[1]["win"] == pytest.approx(1 / 3, abs=1e-4)


def test_what_waits_is_listed_in_order_with_whoever_carries_it_out() -> None:
    """LZ-74, LZ-76: the Orc asks player 1, then 2, then 0."""
    match = deal(3, FIRST, active=1, hand1="orc", p0="king, dwarf", p1="bard, troll", p2="thief, ghost")
    play(match, recruit("orc"))
    assert [
        (each["card"], each["trigger"], each["seat"], plain(each["does"])) for each in drawn(match, 0)["queue"]
    ] == [
        ("orc-1", "recruitment", 1, "sacrifice a Looter"),
        ("orc-1", "recruitment", 2, "sacrifice a Looter"),
        ("orc-1", "recruitment", 0, "sacrifice a Looter"),
    ]
    play(match, sacrifice("bard"))
    assert [each["seat"] for each in drawn(match, 0)["queue"]] == [2, 0]


def test_unseen_cards_are_those_of_the_inn_and_of_hidden_hands() -> None:
    """LZ-92."""
    match = deal(3, FIRST, hand0="orc", hand1="witch", pile="dwarf, king, king", graveyard="bard")
    assert {each["kind"]: each["count"] for each in drawn(match, 0)["unseen"]} == {"dwarf": 1, "king": 2, "witch": 1}


# ---------------------------------------------------------------- what may be decided


def test_an_ability_that_cannot_be_used_says_why() -> None:
    """LZ-31, LZ-R35."""
    match = deal(p0="dragonling, pirate, hydra", p1="king", options={"activation_needs": "possible"})
    unable = {id: plain(why) for id, why in drawn(match, 0)["mine"]["unable"].items()}
    assert unable["dragonling-1"] == "Dragonling has no Activation: it can search or attack."
    assert "no other player has Loot" in unable["pirate-1"]
    assert "hydra-1" not in unable
    play(match, attack("dragonling", "king"), roll(6, 6, 6))
    assert set(drawn(match, 0)["mine"]["unable"]) == {"pirate-1"}


def test_taunt_shields_the_rest_of_its_crew_and_names_the_guard() -> None:
    """LZ-66, LZ-67."""
    match = deal(3, p0="barbarian, scarecrow, dwarf", p1="troll, king", p2="hydra")
    assert drawn(match, 0)["mine"]["shields"] == {"king-1": ["troll-1"]}


def test_taunt_shields_against_abilities_too_unless_the_table_says_otherwise() -> None:
    """LZ-R7."""
    match = play(deal(p0="assassin, dwarf", p1="troll, king"), activate("assassin"))
    assert set(drawn(match, 0)["mine"]["shields"]) == {"king-1"}
    narrow = deal(p0="mermaid", p1="troll, king", options={"taunt_scope": "harm_only"})
    assert drawn(play(narrow, activate("mermaid")), 0)["mine"]["shields"] == {}


def test_a_last_wish_that_passes_taunt_by_shows_no_shield() -> None:
    """LZ-R36."""
    for is_bound in (True, False):
        match = deal(p0="dwarf, troll, scarecrow, king", p1="death_knight(1)", options={"taunt_last_wishes": is_bound})
        play(match, attack("dwarf", "death_knight"), roll(1))
        assert set(drawn(match, 1)["mine"]["shields"]) == ({"dwarf-1", "king-1"} if is_bound else set())


def test_a_price_is_asked_for_the_card_that_asks_it() -> None:
    """LZ-42."""
    match = play(deal(p0="wizard", p1="king", hand0="bard, dwarf"), activate("wizard"))
    question = drawn(match, 0)["question"]
    assert (question["kind"], question["source"], question["is_hostile"]) == ("discard", "wizard-1", False)


def test_phases_ask_for_no_card_and_remind_of_how_many_go() -> None:
    """LZ-50, LZ-51."""
    match = deal(phase=SECOND, p0="king, dwarf, hydra", hand0="leprechaun")
    play(match, recruit("leprechaun"))
    seen = drawn(match, 0)
    assert (seen["question"]["kind"], seen["question"]["source"]) == ("sacrifice", None)
    assert plain(seen["mine"]["reminder"]) == "1 must go, 3 may stay."
    ten = "orc, witch, bard, thief, ghost, zombie, troll, cleric, king, hydra"
    match = play(deal(phase=SECOND, hand0=ten), DRAW, "dwarf")
    seen = drawn(match, 0)
    assert (seen["question"]["kind"], plain(seen["mine"]["reminder"])) == ("discard", "1 must go, 10 may stay.")
    assert drawn(match, 1)["mine"] is None


def test_a_question_says_what_it_is_about_and_whether_it_may_be_declined() -> None:
    """LZ-65, LZ-77, LZ-79."""
    match = play(deal(3, p0="pirate", loot=(1, 4, 4)), activate("pirate"))
    assert drawn(match, 0)["question"]["kind"] == "victim"
    match = play(deal(phase=FIRST, hand0="witch", p0="ghost, leprechaun", p1="dwarf", loot=(3, 4)), recruit("witch"))
    seen = drawn(match, 0)
    assert seen["question"]["kind"] == "order"
    assert [each["card"] for each in seen["queue"]][:2] == ["ghost-1", "leprechaun-1"]
    match = play(deal(phase=FIRST, hand0="necromancer", graveyard="orc, bard"), recruit("necromancer"))
    question = drawn(match, 0)["question"]
    assert (question["kind"], question["origin"], question["may_decline"]) == ("card", "graveyard", True)
    match = play(deal(p0="assassin", p1="king, bard"), activate("assassin"))
    assert drawn(match, 0)["question"]["is_hostile"]
    door = own_card("door", 'trigger = "recruitment"\noptional = true\neffects = [{ op = "draw", n = 1 }]')
    match = play(deal(phase=FIRST, hand0="door", components=components_with(door)), recruit("door"))
    question = drawn(match, 0)["question"]
    assert (question["kind"], question["source"], question["may_decline"]) == ("use", "door-1", True)


# ---------------------------------------------------------------- secrets


def test_two_worlds_that_differ_only_in_what_a_seat_may_not_know_make_the_same_scene() -> None:
    """LZ-90: in every phase, with the other hand changed and the Draw Pile with it."""
    for phase in (FIRST, "dungeon", SECOND):
        one = deal(3, phase, p0="king", p1="troll", hand0="orc", hand1="witch, bard")
        other = deal(3, phase, p0="king", p1="troll", hand0="orc", hand1="thief, zombie")
        for seat in (0, 2, SPECTATOR):
            assert drawn(one, seat) == drawn(other, seat)
        assert drawn(one, 1) != drawn(other, 1)


def test_a_choice_from_a_hand_shows_its_cards_to_nobody_else() -> None:
    one = play(deal(p0="wizard", p1="dragonling", hand0="orc, ghost, witch"), activate("wizard"))
    other = play(deal(p0="wizard", p1="dragonling", hand0="bard, king, demon"), activate("wizard"))
    assert one.to_act == 0
    for seat in (1, SPECTATOR):
        assert drawn(one, seat) == drawn(other, seat)
    play(one, discard("ghost"))
    assert "ghost-1" in drawn(one, 1)["graveyard"]


def test_no_scene_of_a_whole_game_holds_a_card_that_is_hidden_from_its_audience() -> None:
    rng = Random(7)
    looked = 0
    for players in range(2, 7):
        state = GAME.start(players)
        for _ in range(260):
            if not state.agenda:
                break
            assert isinstance(state, Table)
            if state.to_act != NATURE and rng.below(3) == 0:
                for viewer in viewers(state):
                    text = codec.dumps(scene(state.view(viewer), Voice(NAMES[:players])))
                    codec.check_plain(codec.loads(text, 256 * 1024))
                    for owner, hand in enumerate(state.hands):
                        for card in hand if viewer not in (owner, REFEREE) else []:
                            if not state.known[card]:
                                assert f'"{state.box.ids[card]}"'.encode() not in text
                                looked += 1
            step_at_random(state, rng)
    assert looked > 500
