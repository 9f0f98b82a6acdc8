"""The scene says everything the board draws, and the same to everybody but for what each may do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from loot_fiend.tables import GAME, KIT, ROAD, Camp

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice, say
from loot_table.engine.state import NATURE, SPECTATOR
from loot_table.games.loot_fiend.scene import scene
from loot_table.games.loot_fiend.table import TableView

Plain = dict[str, Any]
VOICE = Voice(("Ana", "Ben", "Cy", "Di"))
CROWDED = [["m01", 0, 0, 3], ["s01", 0, 0, 4], ["s02", 0, 4, 4]]


def drawn(match: Match, seat: int) -> Plain:
    view = match.view(seat)
    assert isinstance(view, TableView)
    return scene(view, VOICE)


def at(**position: Any) -> Camp:
    return Camp({"players": 2, "tiles": ROAD, "chars": [[0, -3], [0, 0]], "stack": ["cross", "store"], **position})


def test_the_start_has_eight_exits_and_a_countdown_to_the_third_store() -> None:
    camp = Camp({"players": 2, "stack": ["cross", "cross", "store"]})
    start = drawn(camp.match, 0)
    assert len(start["exits"]) == 8
    assert {(exit["kind"], exit["cost"], exit["can"]) for exit in start["exits"]} == {("add", 1, True)}
    assert [tile["kind"] for tile in start["tiles"]] == ["starter"]
    assert (start["actions_left"], start["phase"], start["stores"]) == (5, "turn", {"found": 0, "final": 3})
    fresh = Match(GAME, 2)
    while fresh.to_act == NATURE:
        fresh.happen(fresh.state.outcomes()[0][0])
    ahead = drawn(fresh, 0)["stack"]["ahead"]
    assert [(store["number"], store["from"], store["to"]) for store in ahead] == [(1, 7, 10), (2, 14, 17), (3, 18, 21)]


def test_exits_are_told_to_the_seat_to_act_only() -> None:
    camp = at()
    assert [(exit["kind"], exit["to"]) for exit in drawn(camp.match, 0)["exits"]] == [
        ("add", [0, -4]),
        ("move", [0, -2]),
    ]
    assert drawn(camp.match, 1)["exits"] == []
    assert drawn(camp.match, SPECTATOR)["exits"] == []
    assert drawn(camp.match, SPECTATOR)["you"] is None


def test_a_shared_tile_doubles_the_cost_of_its_exits() -> None:
    shared = drawn(at(chars=[[0, -3], [0, -3]], actions_left=1).match, 0)
    assert {exit["cost"] for exit in shared["exits"]} == {2}
    assert not any(exit["can"] for exit in shared["exits"])
    assert next(tile for tile in shared["tiles"] if tile["at"] == [0, -3])["is_double"]


def test_walks_are_the_cheapest_and_end_with_the_actions() -> None:
    walks = {tuple(walk["to"]): walk for walk in drawn(at(actions_left=3).match, 0)["walks"]}
    assert {to: walk["cost"] for to, walk in walks.items()} == {(0, -2): 1, (0, -1): 2, (0, 0): 3}
    assert walks[0, 0]["path"] == [[0, -2], [0, -1], [0, 0]]
    past = {tuple(walk["to"]): walk["cost"] for walk in drawn(at(chars=[[0, -3], [0, -2]]).match, 0)["walks"]}
    assert past == {(0, -2): 1, (0, -1): 3, (0, 0): 4}, "LF-43: leaving a shared tile costs two"


def test_every_exit_and_walk_step_is_legal() -> None:
    camp = at(loot={"0,-2": ["s23", "m07"]})
    shown = drawn(camp.match, 0)
    listed = camp.legal("add", "move")
    assert [{"type": exit["kind"], "to": exit["to"]} for exit in shown["exits"]] == listed


def test_a_piece_here_that_fits_lists_its_placements_and_a_good_one() -> None:
    camp = at(loot={"0,-3": ["s23", "m07"]})
    for loot in drawn(camp.match, 0)["loot"]:
        legal = [[each["rot"], each["x"], each["y"]] for each in camp.legal("collect") if each["loot"] == loot["id"]]
        assert loot["places"] == legal
        assert loot["best"] in legal
        assert (loot["fit"], loot["is_here"], loot["cost"]) == ("fits", True, 1)


def test_a_piece_that_fits_after_a_repack_shows_the_repack() -> None:
    camp = at(
        loot={"0,-3": ["m03"], "0,-1": ["l07"]}, packs=[[["s01", 0, 1, 3], ["s02", 0, 2, 4], ["s03", 0, 3, 3]], []]
    )
    tome, shield = drawn(camp.match, 0)["loot"][1], drawn(camp.match, 0)["loot"][0]
    assert (shield["code"], shield["fit"]) == ("X5", "no")
    assert (tome["code"], tome["fit"], tome["cost"]) == ("O4", "repack", 2)
    repack = tome["repack"]
    layout = [[piece["id"], piece["rot"], piece["x"], piece["y"]] for piece in repack["layout"]]
    assert {"type": "reorganise", "layout": layout} in camp.legal("reorganise")
    camp.do({"type": "reorganise", "layout": layout})
    room = repack["room"]
    camp.do({"type": "collect", "loot": tome["id"], "rot": room["rot"], "x": room["x"], "y": room["y"]})
    assert drawn(camp.match, 0)["seats"][0]["points"] == 5


def test_a_piece_beside_somebody_is_guarded() -> None:
    shown = drawn(at(chars=[[0, -3], [0, -2]], loot={"0,-2": ["s01"]}).match, 0)["loot"][0]
    assert (shown["is_guarded"], shown["is_near"]) == (True, False)


def test_the_cheapest_payment_loses_the_least() -> None:
    store = [["store", 0, 0, -1]]
    camp = Camp(
        {
            "players": 2,
            "tiles": store,
            "chars": [[0, -1], [0, 0]],
            "stack": ["cross", "store"],
            "locks": [2, 3],
            "packs": [[["m01", 0, 0, 2], ["m02", 0, 0, 3], ["s01", 0, 4, 3]], []],
        }
    )
    payments = drawn(camp.match, 0)["payments"]
    assert payments[0] == {
        "count": 1,
        "pay": ["m01", "s01"],
        "total": 5,
        "price": 5,
        "lost": 0,
        "says": payments[0]["says"],
        "later": ["Later turns: 3 actions instead of 4."],
    }
    camp.do({"type": "remove_locks", "count": 1, "pay": payments[0]["pay"]})


def test_change_that_is_lost_is_counted() -> None:
    camp = Camp(
        {
            "players": 2,
            "tiles": [["store", 0, 0, -1]],
            "chars": [[0, -1], [0, 0]],
            "stack": ["cross", "store"],
            "packs": [[["m01", 0, 0, 3], ["m02", 0, 0, 4]], []],
        }
    )
    assert [(each["total"], each["lost"]) for each in drawn(camp.match, 0)["payments"]] == [(8, 3)]


def test_a_turned_tile_shows_every_way_round_and_why_some_are_not_allowed() -> None:
    camp = Camp({"players": 2, "stack": ["tee", "store"]}).do({"type": "add", "to": [0, -1]})
    turned = drawn(camp.match, 1)["turned"]
    assert (turned["kind"], turned["at"], turned["from"]) == ("tee", [0, -1], [0, 0])
    allowed = [each["rot"] for each in turned["rotations"] if each["can"]]
    assert [{"type": "orient", "rot": rot} for rot in allowed] == camp.legal()
    refused = [each["rot"] for each in turned["rotations"] if not each["can"]]
    assert [camp.refused_by({"type": "orient", "rot": rot}) for rot in refused] == ["LF-33"]
    assert turned["rotations"][0]["label"] == ["north, east, west"]


def test_the_boxes_say_what_would_fit() -> None:
    camp = Camp({"players": 2, "stack": ["cross", "store"]}).do({"type": "add", "to": [0, -1]})
    shown = drawn(camp.match, 0)
    assert shown["choices"] == {"at": [0, -1], "asks_shape": False, "sizes": ["medium", "large"]}
    assert [(box["size"], box["left"]) for box in shown["boxes"]] == [("small", 44), ("medium", 24), ("large", 24)]
    assert {each["fit"] for each in shown["boxes"][2]["shapes"]} == {"no"}


def test_a_trip_shows_who_travels_and_the_way() -> None:
    camp = Camp(
        {
            "players": 3,
            "tiles": ROAD,
            "loot": {"0,-1": ["s01"], "0,-2": ["s02"], "0,-3": ["s23"]},
            "chars": [[0, -3], [0, 0], [0, -2]],
            "stack": ["store", "cross", "store"],
        }
    ).do({"type": "add", "to": [0, -4]})
    shown = drawn(camp.match, SPECTATOR)
    assert (shown["phase"], shown["trip"]["traveller"]) == ("trip", 1)
    assert shown["trip"]["path"][-1] == [0, -4]
    assert shown["trip"]["may_repack"] is False


def test_the_store_shows_ticks_and_who_leaves_first() -> None:
    camp = Camp(
        {
            "players": 2,
            "tiles": ROAD,
            "chars": [[0, -3], [0, 0]],
            "stack": ["store", "cross", "store"],
            "packs": [[["s20", 0, 0, 4]], CROWDED],
        }
    ).do({"type": "add", "to": [0, -4]})
    assert drawn(camp.match, 1)["shop"] == {"leaver": 0, "done": [False, False]}
    camp.do({"type": "done"})
    assert drawn(camp.match, 1)["shop"]["done"] == [True, False]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.heavy
def test_whole_games_are_drawn_and_what_nobody_knows_changes_nothing(seed: int) -> None:
    """Two worlds that differ only in what nature has yet to decide look the same to every seat."""
    match = Match(GAME, 2 + seed % 3)
    rng = Random(seed)
    phases = set()
    while not match.is_over:
        if match.to_act == NATURE:
            outcomes = match.state.outcomes()
            match.happen(outcomes[rng.below(len(outcomes))][0])
            continue
        for seat in (*range(match.state.players), SPECTATOR):
            view = match.view(seat)
            assert isinstance(view, TableView)
            here = scene(view, VOICE)
            other = view.imagine(Random(seed + 17)).view(seat)
            assert scene(other, VOICE) == here
        phases.add(here["phase"])
        assert json.loads(json.dumps(here)) == here, "plain JSON"
        mine = drawn(match, match.to_act)
        assert mine["seats"] == here["seats"]
        listed = [codec.encode(action) for action in match.actions()]
        for exit in mine["exits"]:
            assert ({"type": exit["kind"], "to": exit["to"]} in listed) == exit["can"]
        match.play(match.to_act, match.actions()[rng.below(len(match.actions()))])
    assert {"turn", "place_loot", "store"} <= phases
    assert drawn(match, 0)["phase"] == "over"
    assert KIT.final_store == 3


def test_a_trip_with_repacking_says_so_and_counts_what_fits_after_it() -> None:
    """LF-R11: the staff has no row until the rings lie together."""
    spread = [["s01", 0, 2, 3], ["s02", 0, 2, 4]]
    position = {"packs": [[], spread], "loot": {"0,-2": ["m01"]}, "stack": ["store", "cross", "store"]}
    camp = at(**position, options={"repack_on_trip": True}).do({"type": "add", "to": [0, -4]})
    shown = drawn(camp.match, 1)
    assert (shown["phase"], shown["trip"]["may_repack"]) == ("trip", True)
    assert shown["loot"][0]["fit"] == "repack"
    assert shown["packings"]


def test_a_tile_says_everything_that_lies_on_it() -> None:
    shown = drawn(at(chars=[[0, -3], [0, -2]], loot={"0,-2": ["s23", "m07"]}).match, 0)["tiles"]
    said = {tuple(tile["at"]): tile["says"] for tile in shown}
    assert (
        said[0, 0]
        == "The starter with eight roads, 2 left in the draw stack, 7 roads into the unknown, 4 actions to walk there."
    )
    assert said[0, -2] == (
        "A straight at 2 north, roads north and south, dagger 1 fits, crown 2 fits, Ben here, 1 action to walk there."
    )
    assert said[0, -3].endswith("you here, 1 road into the unknown.")


def test_a_walk_of_several_steps_says_what_it_costs_and_what_is_there() -> None:
    walks = {tuple(walk["to"]): walk for walk in drawn(at(loot={"0,-1": ["s23"]}).match, 0)["walks"]}
    assert "says" not in walks[0, -2], "one step is an answer of its own"
    assert VOICE.text(say("{where}", where="1 north")) in str(walks[0, -1]["label"])
    assert walks[0, -1]["says"][0] == "2 actions, 3 left. There: "
