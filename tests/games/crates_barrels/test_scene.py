"""The scene says everything the board draws, and nothing that the rules would not."""

from __future__ import annotations

from typing import Any

from crates_barrels.tables import GAME, at, legal, play

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.games.crates_barrels.scene import scene
from loot_table.games.crates_barrels.table import TableView

NAMES = ("Ana", "Ben")


def drawn(match: Match, seat: int) -> dict[str, Any]:
    view = match.view(seat)
    assert isinstance(view, TableView)
    return scene(view, NAMES)


def outlook(match: Match, turn: str) -> dict[str, Any]:
    return next(line for line in drawn(match, match.to_act)["outlook"] if line["label"] == turn)


def test_the_start_shows_ten_pawns_two_loot_tiles_and_three_open_diamonds() -> None:
    start = drawn(at(), 0)
    assert [pawn["tile"] for pawn in start["pawns"]] == ["c2", "d2", "e2", "f2", "g2", "c8", "d8", "e8", "f8", "g8"]
    assert [side["loot"] for side in start["sides"]] == ["e1", "e9"]
    assert [spot["tile"] for spot in start["respawn"]] == ["a5", "e5", "i5"]
    assert not any(spot["is_covered"] for spot in start["respawn"])
    assert [side["reserve"] for side in start["sides"]] == [0, 0]
    assert (start["turn"], start["limit"], start["to_act"], start["winner"]) == (0, 400, 0, None)


def test_a_carrier_is_named_with_its_turns_to_home() -> None:
    match = at("9/9/6C2/9/9/9/9/9/b8 c 10")
    crates = drawn(match, 0)["sides"][0]
    assert (crates["carrier"], crates["home_in"], crates["delivers_next"]) == ("g7", 3, False)
    match = at("9/9/9/9/9/9/4C4/9/b8 c 10")
    assert drawn(match, 1)["sides"][0]["delivers_next"]
    match = at("9/9/9/9/9/9/4C4/4b4/9 c 10")
    assert not drawn(match, 1)["sides"][0]["delivers_next"], "a pawn stands in the way"


def test_threats_are_where_a_pawn_could_be_taken() -> None:
    match = at("4C4/4b4/9/9/9/9/9/9/2c6 b 10")
    attacks = drawn(match, 0)["sides"][1]["attacks"]
    assert "e9" not in attacks, "CB-ATT-4: a thief on the Loot Tile is safe"
    assert "e7" in attacks
    assert "d8" in attacks
    assert drawn(match, 0)["sides"][0]["attacks"] == drawn(match, SPECTATOR)["sides"][0]["attacks"]


def test_the_outlook_lists_the_legal_turns_and_only_for_the_seat_to_act() -> None:
    match = at()
    assert [line["label"] for line in drawn(match, 0)["outlook"]] == legal(match)
    assert drawn(match, 1)["outlook"] == []
    assert drawn(match, SPECTATOR)["outlook"] == []


def test_the_outlook_says_what_a_turn_does_and_what_may_answer_it() -> None:
    match = at("9/9/4c4/9/9/2c1b4/9/7c1/9 c 10")
    assert outlook(match, "c4xe4")["kind"] == "attack"
    assert outlook(match, "c4xe4")["says"].startswith("Takes the barrel on e4.")
    assert outlook(match, "e7-e9$")["kind"] == "pick_up"
    assert "The barrel on e4 could take it there." in outlook(match, "h2-g2")["says"]
    assert "No barrel can take it" in outlook(match, "h2-h1")["says"]
    winning = at("9/9/9/9/9/9/4C4/9/b8 c 10")
    assert outlook(winning, "$e3-e1#") == {
        "from": "e3",
        "to": "e1",
        "kind": "win",
        "label": "$e3-e1#",
        "says": "That wins the game.",
    }


def test_a_turn_that_lets_the_enemy_deliver_says_so() -> None:
    match = at("9/9/4B4/9/9/9/2c6/9/9 c 10")
    assert "can go home and win" in outlook(match, "c3-c4")["says"]


def test_a_pass_is_offered_where_it_is_allowed_and_says_what_it_lets_happen() -> None:
    """CB-HSE-8"""
    assert drawn(at(), 0)["pass"] is None
    match = at(passing=True)
    assert drawn(match, 0)["pass"] == "Nothing moves; it counts as a turn."
    assert [drawn(match, seat)["pass"] for seat in (1, SPECTATOR)] == [None, None]
    assert len(drawn(match, 0)["outlook"]) == 46
    assert drawn(play(match, "pass"), 1)["pass"] is None, "CB-HSE-1: it would repeat"
    assert "can go home and win" in drawn(at("9/9/4B4/9/9/9/2c6/9/9 c 10", passing=True), 0)["pass"]
    assert "draw" in drawn(at("9/9/9/9/9/9/9/9/c7b c 399", passing=True), 0)["pass"]


def test_without_respawning_there_are_no_diamonds() -> None:
    assert drawn(at(respawning=False), 0)["respawn"] == []


def test_every_scene_of_a_game_is_plain_data_and_the_same_for_all_but_the_outlook() -> None:
    rng = Random(4)
    match = Match(GAME, 2)
    while not match.is_over and match.version < 120:
        scenes = [drawn(match, seat) for seat in (0, 1, SPECTATOR)]
        for shown in scenes:
            codec.check_plain(shown)
            assert codec.loads(codec.dumps(shown), 64 * 1024) == shown
        assert len({codec.dumps({**shown, "outlook": [], "pass": None}) for shown in scenes}) == 1
        match.play(match.to_act, rng.pick(match.actions()))


def test_when_it_is_over_the_winner_is_shown() -> None:
    match = play(at("9/9/9/9/9/9/4C4/9/b8 c 10"), "$e3-e1#")
    assert (drawn(match, 1)["winner"], drawn(match, 1)["to_act"]) == (0, None)
