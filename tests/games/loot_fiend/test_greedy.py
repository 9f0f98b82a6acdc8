"""The greedy player: what it prefers, and that it beats random players."""

from __future__ import annotations

import pytest
from loot_fiend.arena import played, wins_against_random
from loot_fiend.camp import END_TURN, ROAD, Camp, Plain, add, camp, collect, move, place_loot

from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.games.loot_fiend.greedy import prefer
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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_players(players: int) -> None:
    """A sample; the whole of 300 games is in the soak tests."""
    assert wins_against_random(players, 12) >= 11


def test_greedy_players_finish_their_games() -> None:
    for seed in range(3):
        table = played(["greedy"] * 3, seed)
        assert table.reason in ("final store", "second tie", "sealed map")
        assert sum(pack.points for pack in table.packs) > 15
