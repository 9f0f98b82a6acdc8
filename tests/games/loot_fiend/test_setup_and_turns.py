"""Aim, set-up and turns: LF-1 to LF-23."""

from __future__ import annotations

import pytest
from loot_fiend.tables import END_TURN, GAME, KIT, ROAD, camp, collect, move

from loot_table.engine.match import Match
from loot_table.games.loot_fiend.phases import phase
from loot_table.games.loot_fiend.stack import store_range, stores_in, tiles_in
from loot_table.games.loot_fiend.table import Table

BY_PLAYERS = [(2, 3, 26), (3, 4, 20), (4, 6, 8)]


def fresh(players: int) -> Table:
    table = GAME.start(players)
    assert isinstance(table, Table)
    return table


def test_points_are_the_values_in_the_backpack_and_nothing_else() -> None:
    """LF-1, LF-2: what lies on the map, in a box or is spent counts for nothing."""
    pack = [["m01", 0, 0, 3], ["s01", 0, 0, 4]]
    here = camp(tiles=ROAD, loot={"0,-1": ["m02"]}, packs=[pack, []], spent=["l07"], stack=["cross", "store"])
    here.expect(scores=[5, 0])


@pytest.mark.parametrize(("players", "each", "in_box"), BY_PLAYERS)
def test_the_draw_stack_has_six_parts_with_stores_in_three(players: int, each: int, in_box: int) -> None:
    """LF-12, LF-13, LF-14, LF-17."""
    table = fresh(players)
    assert [(part.tiles, part.stores) for part in table.stack] == [
        (each, 0),
        (each, 0),
        (each + 1, 1),
        (each, 0),
        (each + 1, 1),
        (each + 1, 1),
    ]
    assert tiles_in(table.stack) == 6 * each + 3
    assert stores_in(table.stack) == 3
    assert sum(table.course.unseen) - 6 * each == in_box
    assert table.course.unseen == (8, 14, 10, 8, 4)


@pytest.mark.parametrize(
    ("players", "ranges"),
    [(2, [(7, 10), (14, 17), (18, 21)]), (3, [(9, 13), (18, 22), (23, 27)]), (4, [(13, 19), (26, 32), (33, 39)])],
)
def test_stores_lie_in_the_ranges_of_the_table(players: int, ranges: list[tuple[int, int]]) -> None:
    """LF-13, LF-14."""
    table = fresh(players)
    assert [store_range(table.stack, number) for number in (1, 2, 3)] == ranges
    assert store_range(table.stack, 4) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_on_the_starter_with_an_empty_backpack_and_three_locks(players: int) -> None:
    """LF-10, LF-11, LF-18: all 92 pieces are in the three boxes."""
    table = fresh(players)
    assert table.at == [0] * players
    assert [(pack.locks, pack.pieces) for pack in table.packs] == [(3, [])] * players
    assert [len(box) for box in table.boxes] == [44, 24, 24]
    assert len(table.tiles) == 1
    assert len(table.tiles[0].open_cells()) == 8


def test_the_stack_on_the_starter_is_in_nobodys_way() -> None:
    """LF-15: four stand on the starter and cross it for the usual price, and all its free roads can be explored."""
    tiles = [["straight", 1, -1, 0], ["straight", 1, 2, 1]]
    here = camp(players=4, tiles=tiles, chars=[[-1, 0], [0, 0], [0, 0], [0, 0]], stack=["cross"] * 9 + ["store"])
    here.do(move(0, 0)).expect(chars=[[0, 0]] * 4, actions_left=4)
    free = [[0, -1], [1, -1], [2, 0], [1, 2], [0, 2], [-1, 1]]
    here.expect(legal_of={"add": [{"type": "add", "to": cell} for cell in free]})
    here.do(move(2, 1)).expect(actions_left=3, chars=[[2, 1], [0, 0], [0, 0], [0, 0]])
    here.do(move(0, 0), move(-1, 0)).expect(actions_left=1, stack_left=10)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_is_equally_likely_to_begin(players: int) -> None:
    """LF-16, LF-R28: the deal is an even draw, and nobody learns anything by it."""
    for seat in range(players):
        match = Match(GAME, players)
        assert list(match.state.outcomes()) == [(other, 1) for other in range(players)]
        before = GAME.write_position(match.state)["substacks"]
        match.happen(seat)
        assert match.to_act == seat
        after = GAME.write_position(match.state)
        assert (after["first"], after["turn"], after["actions_left"]) == (seat, seat, 5)
        assert after["substacks"] == before
        assert sum(fresh(players).course.unseen) == 44


def test_turns_go_clockwise() -> None:
    """LF-20."""
    here = camp(players=4, turn=2, first=2, stack=["cross", "store"])
    order = []
    for _ in range(5):
        order.append(here.match.to_act)
        here.do(END_TURN)
    assert order == [2, 3, 0, 1, 2]


@pytest.mark.parametrize(("locks", "actions"), [(3, 5), (2, 4), (1, 3), (0, 2)])
def test_fewer_locks_mean_fewer_actions(locks: int, actions: int) -> None:
    """LF-21."""
    here = camp(locks=[3, locks], stack=["cross", "store"])
    here.do(END_TURN).expect(turn=1, actions_left=actions)


def test_actions_come_in_any_order_and_as_often_as_affordable() -> None:
    """LF-22."""
    here = camp(tiles=ROAD, loot={"0,-1": ["s01"]}, stack=["cross", "store"])
    here.do(move(0, -1), collect("s01", 0, 0, 3), move(0, -2), move(0, -1)).expect(actions_left=1)
    here.do(move(0, 0)).expect(turn=1)


def test_stopping_early_loses_the_rest() -> None:
    """LF-23."""
    here = camp(tiles=ROAD, stack=["cross", "store"]).do(move(0, -1), END_TURN)
    here.expect(turn=1, actions_left=5)
    assert "4 actions left" in here.told()[0]
    here.do(END_TURN).expect(turn=0, actions_left=5)


def test_the_turn_ends_by_itself_with_the_last_action() -> None:
    """LF-23."""
    camp(tiles=ROAD, actions_left=1, stack=["cross", "store"]).do(move(0, -1)).expect(turn=1, phase="turn")


def test_a_new_game_waits_for_nature() -> None:
    assert phase(fresh(3)) == "first_player"


def test_the_components_are_those_of_the_rulebook() -> None:
    """LF-18: 44 small, 24 medium, 24 large, worth 44, 72 and 120 points."""
    for size, (count, points) in enumerate([(44, 44), (24, 72), (24, 120)]):
        shapes = [shape for shape in KIT.shape_of if shape.size == size]
        assert (len(shapes), sum(shape.value for shape in shapes)) == (count, points)
