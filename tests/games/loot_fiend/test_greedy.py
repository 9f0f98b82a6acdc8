"""The greedy player: what it prefers, and that it beats random players."""

from __future__ import annotations

import pytest
from loot_fiend.tables import (
    END_TURN,
    ROAD,
    Camp,
    Plain,
    add,
    camp,
    collect,
    move,
    place_loot,
    played,
    wins_against_random,
)

from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.games.loot_fiend.bot.greedy import prefer
from loot_table.games.loot_fiend.table import TableView


def favourite(here: Camp) -> Plain:
    """What it likes best; of equals the first."""
    actions = here.match.actions()
    view = here.match.view(here.match.to_act)
    assert isinstance(view, TableView)
    liked = prefer(view, actions, Random(0))
    assert len(liked) == len(actions)
    plain = codec.encode(actions[liked.index(max(liked))])
    assert isinstance(plain, dict)
    return plain


def test_it_collects_what_fits_most_points_first() -> None:
    here = camp(tiles=ROAD, chars=[[0, -1], [0, 0]], loot={"0,-1": ["s01", "m19"]}, stack=["cross", "store"])
    assert favourite(here)["loot"] == "m19"


def test_on_the_way_it_repacks_for_what_lies_there() -> None:
    """LF-R11, with `repack_on_trip`."""
    packs = [[], [["s01", 0, 2, 3], ["s02", 0, 2, 4]]]
    position = {"tiles": ROAD, "chars": [[0, -3], [0, 0]], "stack": ["store", "cross", "store"], "packs": packs}
    here = camp(**position, loot={"0,-2": ["m01"]}, options={"repack_on_trip": True}).do(add(0, -4))
    assert favourite(here)["type"] == "reorganise"
    here.do(favourite(here))
    assert favourite(here)["type"] == "trip_collect"


def test_it_walks_where_points_per_action_are_best() -> None:
    tiles = [*ROAD, ["cross", 0, 1, -1]]
    here = camp(tiles=tiles, loot={"0,-1": ["s01"], "1,-1": ["m19"]}, stack=["cross", "store"])
    assert favourite(here) == move(1, -1)


def test_it_flips_only_with_actions_left_to_step_and_take() -> None:
    assert favourite(camp(stack=["cross", "store"]))["type"] == "add"
    assert favourite(camp(stack=["cross", "store"], actions_left=2)) == END_TURN


def test_it_takes_medium_under_three_locks_and_large_later() -> None:
    assert favourite(camp(stack=["cross", "store"]).do(add(0, -1))) == place_loot("medium")
    assert favourite(camp(stack=["cross", "store"], locks=[1, 3]).do(add(0, -1))) == place_loot("large")


def test_it_reorganises_to_take_a_larger_piece_now() -> None:
    pack = [["m11", 0, 1, 3], ["s01", 0, 0, 3], ["s02", 0, 4, 4]]
    here = camp(tiles=ROAD, chars=[[0, -1], [0, 0]], loot={"0,-1": ["m03"]}, packs=[pack, []], stack=["cross", "store"])
    assert favourite(here)["type"] == "reorganise"
    here.do(favourite(here))
    assert favourite(here) == collect("m03", 0, 0, 3)


def test_it_pays_for_a_lock_with_the_smallest_sum_and_the_most_squares() -> None:
    """A staff, a ring and a dagger: the dagger pays as much as the ring and frees more."""
    pack = [["m01", 0, 0, 3], ["s01", 0, 4, 3], ["s23", 0, 0, 4]]
    here = camp(
        tiles=[["store", 0, 0, -1]],
        chars=[[0, -1], [0, 0]],
        packs=[pack, []],
        locks=[2, 3],
        substacks=[[4, 0], [4, 1], [4, 1]],
    )
    assert favourite(here) == {"type": "remove_locks", "count": 1, "pay": ["m01", "s23"]}


def test_as_finder_it_sends_others_where_least_loot_lies() -> None:
    tiles = [["cross", 0, 0, -1], ["cross", 0, 1, -1], ["cross", 0, 0, -2], ["cross", 0, 1, -2]]
    loot = {"0,-1": ["m19"], "1,-2": ["s02"]}
    here = camp(tiles=tiles, chars=[[0, -2], [1, -1]], loot=loot, stack=["store", "cross", "store"]).do(add(0, -3))
    assert favourite(here)["path"][1] == [1, -2]


STAFFS = [["m01", 0, 0, 3], ["m02", 0, 0, 4], ["s01", 0, 4, 3], ["s02", 0, 4, 4]]


@pytest.mark.parametrize(
    ("substacks", "wanted"),
    [([[1, 1]], "end_turn"), ([[2, 0], [4, 1], [4, 1]], "remove_locks")],
)
def test_it_buys_room_only_if_there_is_time_to_fill_it(substacks: list[list[int]], wanted: str) -> None:
    """A full backpack on a store: with the last store next, points in hand are worth more."""
    stores = 4 - len(substacks) if len(substacks) > 1 else 2
    tiles = [["store", 0, 0, -1 - n] for n in range(stores)]
    here = camp(
        tiles=tiles,
        chars=[[0, -1], [0, -1]],
        packs=[STAFFS, [["s03", 0, 0, 3]]],
        substacks=substacks,
        actions_left=1,
        stores_found=stores,
    )
    actions = [each for each in here.legal() if each["type"] in ("remove_locks", "end_turn")]
    view = here.match.view(0)
    assert isinstance(view, TableView)
    liked = prefer(view, [here.match.game.codec.action(each) for each in actions], Random(0))
    assert actions[liked.index(max(liked))]["type"] == wanted


def test_it_leaves_light_loot_when_the_next_lock_is_paid_for_and_there_is_time() -> None:
    """A dagger fills two squares for one point."""
    pack = [["m01", 0, 0, 3], ["s01", 0, 4, 3]]
    base = {"tiles": ROAD, "chars": [[0, -1], [0, 0]], "loot": {"0,-1": ["s23"]}}
    early = camp(**base, packs=[pack, []], substacks=[[3, 0], [4, 1], [4, 1], [4, 1]])
    assert favourite(early)["type"] != "collect"
    poor = camp(**base, substacks=[[3, 0], [4, 1], [4, 1], [4, 1]])
    assert favourite(poor)["type"] == "collect"


@pytest.mark.parametrize(("loot", "is_flipped"), [({}, True), ({"0,-1": ["m19"], "0,-2": ["m20"]}, False)])
def test_it_flips_the_last_store_only_if_the_others_stay_behind_after_their_trips(
    loot: dict[str, list[str]], is_flipped: bool
) -> None:
    """Five points against none, and the next tile is the last store: a whip and another lie on the rival's way."""
    here = camp(
        tiles=[["store", 0, 1, -1], ["store", 0, -1, 0], *ROAD],
        chars=[[0, -3], [0, 0]],
        loot=loot,
        packs=[[["m01", 0, 0, 3], ["s01", 0, 4, 3]], []],
        substacks=[[1, 1]],
        stores_found=2,
    )
    assert (favourite(here) == add(0, -4)) == is_flipped


def test_of_boxes_of_no_use_to_itself_it_opens_the_one_that_helps_rivals_least() -> None:
    full = [["m03", 0, 0, 3], ["m04", 0, 2, 3], ["s23", 1, 4, 3]]
    here = camp(stack=["cross", "store"], packs=[full, []], locks=[3, 3]).do(add(0, -1))
    assert favourite(here) == place_loot("large")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_players(players: int) -> None:
    """A sample; the whole of 300 games is in the soak tests."""
    assert wins_against_random(players, 12) >= 11


def test_greedy_players_finish_their_games() -> None:
    for seed in range(3):
        table = played(["greedy"] * 3, seed)
        assert table.reason in ("final store", "second tie", "sealed map")
        assert sum(pack.points for pack in table.packs) > 15
