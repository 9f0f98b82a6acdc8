"""The scene says everything the board draws, and nothing that the rules would not."""

from __future__ import annotations

from typing import Any

from crates_barrels.tables import GAME, at, play

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import SPECTATOR
from loot_table.games.crates_barrels.scene import scene
from loot_table.games.crates_barrels.table import TableView

VOICE = Voice(("Ana", "Ben"))


def drawn(match: Match, seat: int) -> dict[str, Any]:
    view = match.view(seat)
    assert isinstance(view, TableView)
    return scene(view, VOICE)


def test_the_start_shows_ten_pawns_two_loot_tiles_and_three_open_diamonds() -> None:
    start = drawn(at(), 0)
    assert [pawn["tile"] for pawn in start["pawns"]] == ["c2", "d2", "e2", "f2", "g2", "c8", "d8", "e8", "f8", "g8"]
    assert [side["loot"] for side in start["sides"]] == ["e1", "e9"]
    assert [spot["tile"] for spot in start["respawn"]] == ["a5", "e5", "i5"]
    assert not any(spot["is_covered"] for spot in start["respawn"])
    assert [side["reserve"] for side in start["sides"]] == [0, 0]
    assert start["turn"] == 0


def test_a_carrier_is_named_with_its_turns_to_home() -> None:
    match = at("9/9/6C2/9/9/9/9/9/b8 c 10")
    crates = drawn(match, 0)["sides"][0]
    assert (crates["carrier"], crates["home_in"]) == ("g7", 3)
    assert (drawn(at(), 0)["sides"][0]["carrier"], drawn(at(), 0)["sides"][0]["home_in"]) == (None, None)


def test_threats_are_where_a_pawn_could_be_taken() -> None:
    match = at("4C4/4b4/9/9/9/9/9/9/2c6 b 10")
    attacks = drawn(match, 0)["sides"][1]["attacks"]
    assert "e9" not in attacks, "CB-ATT-4: a thief on the Loot Tile is safe"
    assert "e7" in attacks
    assert "d8" in attacks
    assert drawn(match, 0)["sides"][0]["attacks"] == drawn(match, SPECTATOR)["sides"][0]["attacks"]


def test_deeds_are_told_of_turns_that_do_more_than_move_a_pawn() -> None:
    match = at("9/9/4c4/9/9/2c1b4/9/7c1/9 c 10")
    assert drawn(match, 0)["deeds"] == {"c4e4": "attack", "e7e9": "pick_up"}
    assert drawn(at("9/9/9/9/9/9/4C4/9/b8 c 10"), 0)["deeds"] == {"e3e1": "win"}
    assert drawn(at("9/9/9/9/9/9/9/9/4b3c c 10", home_attack="stay"), 0)["deeds"] == {}


def test_deeds_are_told_the_seat_to_act_alone() -> None:
    match = at("9/9/4c4/9/9/2c1b4/9/7c1/9 c 10")
    assert [drawn(match, seat)["deeds"] for seat in (1, SPECTATOR)] == [{}, {}]


def test_a_turn_that_ends_in_a_draw_is_no_mere_move() -> None:
    """CB-HSE-5, CB-HSE-6: respawns too."""
    match = at("9/9/9/9/9/9/9/9/c7b c 399")
    deeds = drawn(match, 0)["deeds"]
    assert set(deeds.values()) == {"draw"}
    assert deeds["a1a2"] == deeds["e5"] == "draw"
    match = play(at(repetition="draw3"), "e2-e3 e8-e7 e3-e2 e7-e8 e2-e3 e8-e7 e3-e2")
    assert drawn(match, 1)["deeds"] == {"e7e8": "draw"}


def test_a_yard_says_who_waits_there_and_what_it_takes_to_come_back() -> None:
    def yard(match: Match) -> list[tuple[Any, Any]]:
        return [(side["in_reserve"], side["how_back"]) for side in drawn(match, 0)["sides"]]

    assert yard(at()) == [
        (["Nobody in reserve"], ["All 5 crates are on the board."]),
        (["Nobody in reserve"], ["All 5 barrels are on the board."]),
    ]
    lost = "9/2bb5/9/9/9/9/9/2cccc3/9 c 10"
    assert yard(at(lost)) == [
        (["1 crate in reserve"], ["Respawning takes the whole turn."]),
        (["3 barrels in reserve"], ["Respawning takes the whole turn."]),
    ]
    assert yard(at(lost, respawning=False))[0] == (["1 crate in reserve"], ["Lost pawns stay lost."])


def test_without_respawning_there_are_no_diamonds() -> None:
    assert drawn(at(respawning=False), 0)["respawn"] == []


def test_every_scene_of_a_game_is_plain_data_and_the_same_for_all_but_the_deeds() -> None:
    rng = Random(4)
    match = Match(GAME, 2)
    while not match.is_over and match.version < 120:
        scenes = [drawn(match, seat) for seat in (0, 1, SPECTATOR)]
        for shown in scenes:
            codec.check_plain(shown)
            assert codec.loads(codec.dumps(shown), 64 * 1024) == shown
        assert len({codec.dumps({**shown, "deeds": {}}) for shown in scenes}) == 1
        match.play(match.to_act, rng.pick(match.actions()))
