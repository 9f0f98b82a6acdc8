"""The scene holds what its audience may know, worked out so far that the board needs no rules."""

from __future__ import annotations

from typing import Any

import pytest
from contract import step_at_random, viewers
from loot_n_run.tables import GAME, Deal, deal

from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import NATURE, REFEREE, SPECTATOR
from loot_table.games.loot_n_run.scene import scene
from loot_table.games.loot_n_run.table import Table

VOICE = Voice(("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"))


def drawn(table: Deal, seat: int) -> dict[str, Any]:
    return scene(table.view(seat), VOICE)


def test_a_player_sees_the_own_faces_and_the_others_backs() -> None:
    table = deal(3, "R07 G03", "Y02")
    mine = drawn(table, 0)
    assert [card["face"]["id"] for card in mine["hands"][0]] == ["R07", "G03"]
    assert [(card["back"], card["face"]) for card in mine["hands"][1]] == [("yellow", None)]
    assert [card["face"] for card in drawn(table, SPECTATOR)["hands"][0]] == [None, None]


def test_the_value_of_a_run_names_the_doubled_types_and_the_balance() -> None:
    """Example 04 with a guardian and an amulet beside it."""
    mine = drawn(deal(3, "G03 Y03 G07 Y06 G01 G02"), 0)["mine"]
    assert mine["points"] == 6 + 6 + 2 * 3
    assert [(each["type"], each["text"], each["is_doubled"]) for each in mine["treasures"]] == [
        ("cup", "6 cups", True),
        ("chest", "3 chests", True),
    ]
    assert (mine["guardians"], mine["amulets"], mine["is_safe"]) == (1, 1, True)


def test_the_werewolfs_rooms_are_shown_to_the_chooser_alone() -> None:
    """Example 01."""
    table = deal(3, "G03", "G02 G09 G17 R05", decks=("Y09", "R02")).play("awaken 1")
    choosing = drawn(table, 0)
    assert choosing["phase"] == "keep"
    assert [card["face"]["text"] for card in choosing["drawn"]] == ["2 crowns", "3 cups"]
    for other in (1, 2, SPECTATOR):
        waiting = drawn(table, other)
        assert [card["face"] for card in waiting["drawn"]] == [None, None]
        assert [card["back"] for card in waiting["drawn"]] == ["yellow", "red"]


def test_odds_are_those_of_the_audience() -> None:
    """Example 34."""
    table = deal(3, "R01", "R02", "G03", discard="R07")
    known = {line["seat"]: line for line in drawn(table, 0)["odds"]}
    assert known[1]["caught"] == pytest.approx(0.4)
    assert known[2]["caught"] == pytest.approx(0.25)


def test_refused_cards_that_lie_face_down_are_drawn_as_backs_to_others() -> None:
    """LR-R18."""
    shy: dict[str, object] = {"refused_cards": "face_down"}
    table = deal(3, "G03", "R09", decks=("Y09", "R02"), options=shy).play("awaken 1", "keep R02")
    mine, theirs = drawn(table, 0), drawn(table, 1)
    assert [(card["seat"], card["back"], card["face"]["id"]) for card in mine["refused"]] == [(0, "yellow", "Y09")]
    assert theirs["refused"] == [{"seat": 0, "back": "yellow", "face": None}]
    assert [face["id"] for face in theirs["discard"]] == ["R09"]
    usual = drawn(deal(3, "G03", "R09", decks=("Y09", "R02")).play("awaken 1", "keep R02"), 1)
    assert usual["refused"] == []
    assert [face["id"] for face in usual["discard"]] == ["R09", "Y09"]


def test_the_discard_pile_counts_guardians_by_colour() -> None:
    seen = drawn(deal(3, "G03", discard="R07 R01 G02"), 1)["seen"]
    assert [(line["back"], line["cards"], line["guardians"], line["amulets"]) for line in seen] == [
        ("green", 1, 0, 1),
        ("yellow", 0, 0, 0),
        ("red", 2, 2, 0),
    ]
    assert [(line["of_cards"], line["of_guardians"], line["of_amulets"]) for line in seen] == [
        (24, 6, 6),
        (18, 6, 6),
        (12, 6, 0),
    ]


def test_no_scene_holds_a_face_its_audience_may_not_see() -> None:
    rng = Random(12)
    looked = 0
    for game in range(5):
        state = GAME.start(2 + game)
        while state.agenda:
            assert isinstance(state, Table)
            if state.to_act != NATURE:
                for viewer in viewers(state):
                    text = codec.dumps(scene(state.view(viewer), VOICE))
                    codec.check_plain(codec.loads(text, 256 * 1024))
                    for owner, hand in enumerate(state.hands):
                        for held in hand if viewer not in (owner, REFEREE) else []:
                            assert f'"{state.box.ids[held.card]}"'.encode() not in text
                            looked += 1
            step_at_random(state, rng)
    assert looked > 1000
