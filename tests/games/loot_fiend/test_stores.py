"""Stores: LF-50 to LF-63 and LF-68."""

from __future__ import annotations

from typing import Any

import pytest
from loot_fiend.tables import (
    DONE,
    END_TURN,
    GAME,
    GO,
    ROAD,
    Camp,
    Plain,
    add,
    camp,
    remove_locks,
    reorganise,
    trip_collect,
)

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE
from loot_table.games.loot_fiend.table import Table
from loot_table.games.loot_fiend.trips import TRIPS, ChooseRoute, traveller, ways_to_store

TEN = [["m01", 0, 0, 3], ["m02", 0, 0, 4], ["s01", 0, 4, 3], ["s02", 0, 4, 4]]
SQUARE = [["cross", 0, 0, -1], ["cross", 0, 1, -1], ["cross", 0, 0, -2], ["cross", 0, 1, -2]]


def found(players: int = 2, **position: Any) -> Camp:
    """Seat 0 stands at the end of the road and turns up a store."""
    chars = [[0, -3]] + [[0, 0]] * (players - 1)
    position = {"tiles": ROAD, "chars": chars, "stack": ["store", "cross", "store"], **position}
    return camp(players=players, **position).do(add(0, -4))


def route(*path: list[int]) -> Plain:
    return {"type": "route", "path": list(path)}


def leave_first(player: int) -> Plain:
    return {"type": "leave_first", "player": player}


def test_the_finders_turn_ends_and_the_rest_is_lost() -> None:
    """LF-50, LF-51: the finder stands on the store, with four actions gone and nothing collected."""
    here = found(loot={"0,-3": ["s01"]})
    here.expect(actions_left=0, chars=[[0, -4], [0, -3]], last_finder=0, stores_found=1)


def test_the_finder_collects_nothing_where_they_stood() -> None:
    """LF-51, LF-R10."""
    here = found(loot={"0,-3": ["s01", "m01"]}).expect(to_move=1, phase="trip")
    here.do(GO).expect(loot={"0,-3": ["s01", "m01"]}, scores=[0, 0])


def test_the_others_travel_one_after_the_other_from_the_finders_left() -> None:
    """LF-52, LF-R17: the second sees what the first has taken; sharing and passing cost nothing."""
    here = found(4, chars=[[0, -3], [0, -2], [0, -2], [0, 0]], loot={"0,-1": ["s01"], "0,-3": ["s02", "m01"]})
    here.expect(to_move=1, chars=[[0, -4], [0, -3], [0, -2], [0, 0]])
    here.do(trip_collect("s02", 0, 0, 4), GO).expect(to_move=2, chars=[[0, -4], [0, -4], [0, -3], [0, 0]])
    here.do(trip_collect("m01", 0, 0, 3)).expect(to_move=3, chars=[[0, -4], [0, -4], [0, -4], [0, -1]])
    here.do(GO).expect(chars=[[0, -4]] * 4)


def test_travel_follows_turn_order_from_any_finder() -> None:
    """LF-52: finder 1, then 2, then 0."""
    loot = {"0,-1": ["s01"], "0,-2": ["s02"], "0,-3": ["s03"]}
    here = camp(
        players=3, turn=1, tiles=ROAD, chars=[[0, 0], [0, -3], [0, 0]], loot=loot, stack=["store", "cross", "store"]
    )
    here.do(add(0, -4)).expect(to_move=2).do(GO, GO, GO).expect(to_move=0)


def test_the_finder_picks_among_shortest_routes_that_differ_in_loot() -> None:
    """LF-53: north is tried before west; a longer way is not on offer."""
    here = camp(
        tiles=SQUARE,
        chars=[[0, -2], [1, -1]],
        loot={"0,-1": ["s01"], "1,-2": ["s02"]},
        stack=["store", "cross", "store"],
    ).do(add(0, -3))
    ways = [route([1, -1], [1, -2], [0, -2], [0, -3]), route([1, -1], [0, -1], [0, -2], [0, -3])]
    here.expect(phase="route", to_move=0, legal=ways)
    detour = route([1, -1], [0, 0], [0, -1], [0, -2], [0, -3])
    assert here.refused_by(detour) == "LF-53"
    assert here.refused_by(route([1, -1], [0, -3])) == "LF-53"
    assert here.refused_by(GO) == "LF-94"
    here.do(ways[1]).expect(phase="trip", to_move=1, chars=[[0, -3], [0, -1]])


def test_nobody_is_asked_when_routes_do_not_differ_in_loot_to_be_had() -> None:
    """LF-53, LF-R16: no loot at all; or loot beside which somebody stands."""
    square: dict[str, Any] = {"tiles": SQUARE, "stack": ["store", "cross", "store"]}
    camp(**square, chars=[[0, -2], [1, -1]]).do(add(0, -3)).expect(phase="leave_first")
    here = camp(players=3, **square, chars=[[0, -2], [1, -1], [1, -2]], loot={"1,-2": ["s02"]}).do(add(0, -3))
    here.expect(phase="trip", to_move=2, chars=[[0, -3], [0, -3], [1, -2]])


def test_of_routes_alike_the_first_in_order_of_sides_is_walked() -> None:
    """LF-53: from (1,-1) north comes before west."""
    here = camp(tiles=SQUARE, chars=[[0, -2], [1, -1]], loot={"0,-2": ["s01"]}, stack=["store", "cross", "store"])
    here.do(add(0, -3)).expect(phase="trip", to_move=1)
    assert here.written()["pending"]["path"] == [[0, -2], [0, -3]]


def all_shortest(table: Table, origin: int, target: int) -> list[list[int]]:
    """Every shortest route, one step after the other in the order of the sides, by trying them all."""
    ways = [[origin]]
    while not any(way[-1] == target for way in ways):
        ways = [[*way, other] for way in ways for other in table.tiles[way[-1]].joined() if other not in way]
    return [way for way in ways if way[-1] == target]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_routes_on_offer_are_those_of_a_search_through_all_ways(players: int) -> None:
    """LF-53: in random games, for every traveller: one route for each class, the first that is tried."""
    compared, asked = 0, 0
    for seed in range(12):
        rng = Random(seed)
        table = GAME.start(players)
        assert isinstance(table, Table)
        while table.agenda:
            if isinstance(table.agenda[-1], ChooseRoute) or (table.to_act >= 0 and table.agenda[-1] in TRIPS):
                seat = traveller(table)
                guarded = {table.at[other] for other in range(players) if other != seat}
                firsts: dict[tuple[int, ...], list[int]] = {}
                for way in all_shortest(table, table.at[seat], table.at[table.course.last_finder]):
                    loot = tuple(tile for tile in way if table.tiles[tile].loot and tile not in guarded)
                    firsts.setdefault(loot, way)
                assert ways_to_store(table, seat) == list(firsts.values())
                compared += 1
                asked += len(firsts) > 1
            if table.to_act == NATURE:
                table.happen(table.chance().sample(table, rng))
            else:
                table.apply(table.decision().sample(table, rng))
    assert compared > 10
    assert asked > 0


def test_a_traveller_takes_any_number_of_pieces_that_fit_or_none() -> None:
    """LF-54, LF-56: from the tile they leave on; asked only where something fits."""
    loot = {"0,-1": ["s01", "m01"], "0,-2": ["l07"], "0,-3": ["s23"]}
    here = found(chars=[[0, -3], [0, -1]], loot=loot).expect(to_move=1, chars=[[0, -4], [0, -1]])
    here.do(trip_collect("m01", 0, 0, 3)).expect(chars=[[0, -4], [0, -1]])
    here.do(trip_collect("s01", 0, 0, 4)).expect(chars=[[0, -4], [0, -3]])
    assert here.refused_by(trip_collect("l07", 0, 0, 3)) == "LF-45"
    here.do(GO).expect(phase="store", scores=[0, 5], loot={"0,-2": ["l07"], "0,-3": ["s23"]})


def test_a_traveller_may_not_reorganise() -> None:
    """LF-54, LF-R11."""
    here = found(packs=[[], [["s01", 0, 0, 3]]], loot={"0,-2": ["s02"]})
    assert here.refused_by(reorganise(["s01", 0, 0, 4])) == "LF-R11"
    assert here.refused_by(END_TURN) == "LF-94"


SPREAD = [["s01", 0, 2, 3], ["s02", 0, 2, 4]]  # two rings that leave no row for a staff
TOGETHER = [["s01", 0, 0, 3], ["s02", 0, 1, 3]]


def test_where_travellers_may_repack_they_make_room_on_the_way() -> None:
    """LF-R11, LF-56: asked where something fits after reorganising; it costs nothing and may be done again."""
    position: dict[str, Any] = {"packs": [[], SPREAD], "loot": {"0,-2": ["m01"]}}
    found(**position).expect(phase="store", scores=[0, 2])
    here = found(**position, options={"repack_on_trip": True}).expect(phase="trip", to_move=1)
    assert str(here.match.state.decision().prompt(here.table)).endswith("take something here?")
    assert here.refused_by(trip_collect("m01", 0, 0, 4)) == "LF-46"
    assert here.refused_by(reorganise(*SPREAD)) == "LF-49"
    assert here.refused_by(reorganise(["s01", 0, 0, 0], ["s02", 0, 2, 4])) == "LF-48"
    assert here.legal("reorganise") != []
    here.do(reorganise(["s01", 0, 3, 3], ["s02", 0, 2, 4]))
    assert here.told() == ["Briar repacks on the way."]
    assert here.legal("reorganise") == []
    assert here.written()["pending"]["repacked"] is True
    again = Match(GAME, 2, {"repack_on_trip": True}, position=here.written())
    assert GAME.write_position(again.state) == here.written()
    assert codec.encode(again.actions()) == here.legal()
    here.do(reorganise(*TOGETHER), trip_collect("m01", 0, 0, 4)).expect(phase="store", scores=[0, 6])
    assert here.fact("pending")["repacked"] == [False, False]


def test_on_the_next_tile_layouts_are_listed_again() -> None:
    """LF-R11: once on each tile, and again when something was taken."""
    here = found(packs=[[], SPREAD], loot={"0,-1": ["m01", "s03"], "0,-2": ["m02"]}, options={"repack_on_trip": True})
    here.do(reorganise(["s01", 0, 3, 3], ["s02", 0, 2, 4]))
    assert here.legal("reorganise") == []
    here.do(trip_collect("s03", 0, 4, 4))
    assert here.legal("reorganise") != []
    here.do(here.legal("reorganise")[0], GO).expect(phase="trip", chars=[[0, -4], [0, -2]])


def test_nothing_is_taken_beside_another_character() -> None:
    """LF-55: even one who has yet to travel."""
    here = found(3, chars=[[0, -3], [0, 0], [0, -2]], loot={"0,-2": ["s02"]})
    here.expect(phase="trip", to_move=2, chars=[[0, -4], [0, -4], [0, -2]])


def test_the_player_with_the_least_loot_on_arrival_leaves_first() -> None:
    """LF-60, LF-61, LF-R18: loot taken on the way counts, later spending does not."""
    here = found(packs=[[["m03", 0, 0, 3]], TEN]).expect(phase="store", pending={"leaver": 0})
    here.do(DONE, remove_locks(2, "m01", "m02", "s01", "s02"), DONE, DONE).expect(turn=0, phase="turn", scores=[2, 0])


def test_the_finder_breaks_ties_among_the_lowest() -> None:
    """LF-60."""
    here = found(3, packs=[[], [["s01", 0, 0, 4]], []]).expect(phase="leave_first", to_move=0)
    assert here.legal() == [leave_first(0), leave_first(2)]
    assert here.refused_by(leave_first(1)) == "LF-60"
    assert here.refused_by(leave_first(7)) == "LF-60"
    here.do(leave_first(2)).expect(pending={"leaver": 2})


def test_everybody_is_asked_in_turn_order_from_the_finder_and_must_say_done() -> None:
    """LF-62, LF-R29, LF-R30: also who has nothing to do."""
    here = camp(
        players=3,
        turn=1,
        tiles=ROAD,
        chars=[[0, 0], [0, -3], [0, 0]],
        stack=["store", "cross", "store"],
        packs=[[], [["s01", 0, 0, 4]], [["s02", 0, 0, 4]]],
    ).do(add(0, -4))
    for seat in (1, 2, 0):
        here.expect(phase="store", to_move=seat)
        assert here.refused_by(END_TURN) == "LF-94"
        here.do(DONE)
    here.expect(phase="turn", turn=0, actions_left=5)


def test_store_business_costs_no_actions_and_goes_on_until_done() -> None:
    """LF-62: unlock, repack, unlock, repack."""
    here = found(packs=[TEN, []]).expect(to_move=0)
    here.do(reorganise(["m01", 0, 1, 3], ["m02", 0, 0, 4], ["s01", 0, 0, 3], ["s02", 0, 4, 4]))
    assert here.legal("reorganise") == []
    here.do(reorganise(*TEN)).expect(packs=[TEN, []], actions_left=0)
    assert here.refused_by(reorganise(*TEN)) == "LF-49"
    here.do(remove_locks(1, "m01", "s01"), reorganise(["m02", 0, 0, 2], ["s02", 0, 4, 4])).expect(to_move=0)
    assert here.legal("reorganise") == []
    assert here.refused_by(remove_locks(1, "m02", "s01")) == "LF-65"
    here.do(remove_locks(1, "m02", "s02")).expect(locks=[1, 3], to_move=0)


def test_a_lock_removed_late_reopens_the_store() -> None:
    """LF-63: and lets those who were done reorganise again (LF-62)."""
    here = found(packs=[[["s20", 0, 0, 4]], TEN])
    here.do(reorganise(["s20", 0, 1, 4]), DONE, remove_locks(1, "m01", "s01"), DONE).expect(to_move=0)
    here.do(reorganise(["s20", 0, 2, 4]), DONE).expect(phase="turn")


def test_reopening_asks_clockwise_from_who_was_done_last() -> None:
    """LF-R38: 0 done, 1 unlocks and is done, then 2, who has not been asked, then 0."""
    here = found(3, packs=[[["s20", 0, 0, 4]], TEN, []])
    here.do(DONE, remove_locks(1, "m01", "s01")).expect(pending={"done": [False, False, False]})
    here.do(DONE).expect(to_move=2).do(DONE).expect(to_move=0).do(DONE).expect(phase="turn", turn=2)


def test_the_game_goes_on_with_a_full_turn_of_the_leaver_then_clockwise() -> None:
    """LF-68."""
    here = found(3, packs=[TEN, [["s05", 0, 0, 4]], [["m03", 0, 0, 3]]])
    here.do(DONE, DONE, DONE).expect(turn=1, actions_left=5).do(END_TURN).expect(turn=2)
