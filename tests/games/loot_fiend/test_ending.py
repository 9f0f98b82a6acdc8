"""Game end, stalemate, sealed map: LF-70 to LF-86."""

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
    collect,
    move,
    place_loot,
    remove_locks,
)

from loot_table.bots.ismcts import Search
from loot_table.bots.knowledge import knowledge_of
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.games.loot_fiend.bot.expectations import flips_left, turns_left
from loot_table.games.loot_fiend.map import has_open_road

BOOT = [["m11", 2, 0, 3]]
OTHER_BOOT = [["m12", 2, 0, 3]]
RING = [["s01", 0, 0, 4]]


def third_store(players: int = 2, **position: Any) -> Camp:
    """Seat 0 turns up the third store."""
    tiles = [["store", 0, 0, -1], ["store", 0, 0, -2], ["straight", 0, 0, -3]]
    chars = [[0, -3]] + [[0, 0]] * (players - 1)
    position = {"tiles": tiles, "chars": chars, "stack": ["store", "cross"], **position}
    return camp(players=players, **position).do(add(0, -4))


def fourth_store(**position: Any) -> Camp:
    tiles = [["store", 0, 0, -n] for n in (1, 2, 3)] + [["straight", 0, 0, -4]]
    position = {"tiles": tiles, "chars": [[0, -4], [0, 0]], "stack": ["store"], "final_store": 4, **position}
    return camp(**position).do(add(0, -5))


def spot(to: list[int], origin: list[int]) -> Plain:
    return {"type": "spot", "to": to, "from": origin}


# ---- the end


def test_the_third_store_ends_the_game_without_business() -> None:
    """LF-70, LF-71, LF-R19: the single player with most points is the loot fiend."""
    here = third_store(packs=[BOOT, RING]).expect(phase="over", winners=[0])
    assert here.match.result() == {"winner": 0, "reason": "final store", "standings": [1.0, 0.0]}
    assert here.told()[-1] == "Ash 3, Briar 1: Ash is the loot fiend."


def test_a_tie_goes_on_to_a_fourth_store_with_everybody() -> None:
    """LF-72, LF-74, LF-R23: business first, then the one with the fewest points on arrival begins."""
    here = third_store(3, packs=[BOOT, OTHER_BOOT, RING]).expect(phase="store", pending={"leaver": 2})
    here.do(DONE, DONE, DONE).expect(turn=2, final_store=4, phase="turn")


@pytest.mark.parametrize(("players", "tiles"), [(2, 3), (3, 4), (4, 6)])
def test_the_extension_lies_under_what_is_left(players: int, tiles: int) -> None:
    """LF-73, LF-R22: tiles from the box with the fourth store shuffled in; the others stay on top."""
    here = third_store(players, packs=[BOOT, OTHER_BOOT, *[[] for _ in range(players - 2)]], stack=["store", "t01"])
    while here.fact("phase") != "turn":
        here.do(here.legal()[-1])
    assert here.written()["substacks"] == [[1, 0], [tiles + 1, 1]]


def test_nobody_with_points_at_the_third_store_is_a_tie_too() -> None:
    """LF-R32."""
    third_store().expect(phase="leave_first", scores=[0, 0])


def test_the_fourth_store_ends_the_game() -> None:
    """LF-75: with a loot fiend, or after another tie without one."""
    fourth_store(packs=[BOOT, RING]).expect(phase="over", winners=[0])
    here = fourth_store(packs=[BOOT, OTHER_BOOT]).expect(phase="over", winners=[])
    assert here.told()[-1].endswith("a tie, there is no loot fiend.")


def test_without_loot_fiend_all_have_the_same_share() -> None:
    """LF-R34: a draw between all players, and no winner."""
    result = fourth_store(packs=[BOOT, OTHER_BOOT]).match.result()
    assert result == {"winner": None, "reason": "second tie", "standings": [0.5, 0.5]}
    tied = fourth_store(packs=[BOOT, OTHER_BOOT]).match
    assert str(tied.ending()) == "A draw. A second tie at the store: there is no loot fiend."
    here = sealed_by_corners()
    assert here.match.standings() == [1 / 3, 1 / 3, 1 / 3]
    ended = "A draw. Nothing was left to explore, and several carry the most: there is no loot fiend."
    assert str(here.match.ending()) == ended


def test_without_loot_fiend_who_resigned_has_no_share() -> None:
    """LF-R34, LT-4."""
    here = sealed_by_corners(resigns=1)
    assert here.match.standings() == [0.5, 0.0, 0.5]


def test_under_the_first_rules_nobody_had_a_share_without_loot_fiend() -> None:
    """LF-R34: so that their records play again."""
    here = fourth_store(packs=[BOOT, OTHER_BOOT], options={"no_fiend": "nobody"})
    assert here.match.standings() == [0.0, 0.0]
    assert GAME.options_under(1, {})["no_fiend"] == "nobody"
    assert here.written()["options"] == {}, "what is only kept is not written down"


def test_searching_a_tie_of_all_is_better_than_losing() -> None:
    """LF-R34: the one action that leads to a tie is worth its share."""
    tiles = [*RING_OF_CORNERS, ["corner", 1, -1, 0]]
    here = camp(
        tiles=tiles,
        chars=[[0, -1], [0, 0]],
        final_turns=1,
        actions_left=1,
        stack=["store"],
        loot={"0,-1": ["s02"]},
        packs=[[], RING],
    )
    thought = Search(knowledge_of(GAME), 3).think(here.match.view(0), here.match.actions(), 60)
    assert codec.encode(thought.action)["type"] == "collect"
    assert thought.lines[0].value == pytest.approx(0.5)


# ---- stalemate


def test_idle_rounds_arm_the_rules_and_the_last_finder_starts() -> None:
    """LF-80, LF-81, LF-83, LF-R24: three rounds by default."""
    tiles = [["store", 0, 0, -1]]
    here = camp(players=3, tiles=tiles, last_finder=2, idle_turns=7, stack=["cross", "store"])
    here.do(END_TURN).expect(stalemate="off", idle_turns=8)
    here.do(END_TURN).expect(stalemate="armed", idle_turns=9, turn=2)
    here.do(END_TURN).expect(stalemate="on", phase="spot", to_move=2)


@pytest.mark.parametrize("rounds", [1, 6])
def test_the_number_of_rounds_is_an_option(rounds: int) -> None:
    """LF-83, LF-R24."""
    here = camp(options={"stalemate_rounds": rounds}, tiles=ROAD, stack=["cross", "store"])
    for _ in range(2 * rounds - 1):
        here.do(END_TURN).expect(stalemate="off")
    here.do(END_TURN).expect(stalemate="armed")


def test_before_any_store_the_first_player_of_the_game_starts() -> None:
    """LF-81."""
    here = camp(tiles=ROAD, first=1, idle_turns=5, stack=["cross", "store"])
    here.do(END_TURN).expect(stalemate="armed", turn=1).do(END_TURN).expect(stalemate="on")


@pytest.mark.parametrize("progress", [add(2, 0), collect("s01", 0, 0, 4), remove_locks(1, "m01", "s02")])
def test_adding_collecting_and_unlocking_call_it_off(progress: Plain) -> None:
    """LF-83: until the starter's turn has ended."""
    tiles = [["store", 0, 0, -1], ["cross", 0, 1, -1]]
    at = {"add": [0, 0], "collect": [1, -1], "remove_locks": [0, -1]}[progress["type"]]
    here = camp(
        tiles=tiles,
        chars=[at, [0, 0]],
        loot={"1,-1": ["s01"]},
        last_finder=0,
        stalemate="armed",
        idle_turns=6,
        packs=[[["m01", 0, 0, 3], ["s02", 0, 4, 3]], []],
        stack=["cross", "store"],
    )
    here.do(progress)
    if here.fact("phase") == "place_loot":
        here.do(place_loot("medium"))
    here.expect(stalemate="off", idle_turns=0).do(END_TURN).expect(stalemate="off", idle_turns=0, turn=1)


def test_moving_and_reorganising_are_no_progress() -> None:
    """LF-83."""
    here = camp(tiles=ROAD, idle_turns=2, stack=["cross", "store"])
    here.do(move(0, -1), END_TURN).expect(idle_turns=3)


def test_from_then_on_every_turn_ends_with_a_flip() -> None:
    """LF-80, LF-84, LF-R40: also a turn with an added tile, and it costs nothing."""
    stack = ["straight", "end", "cross", "store"]
    here = camp(tiles=ROAD, chars=[[0, -3], [0, 0]], stalemate="on", idle_turns=7, stack=stack)
    here.do(add(0, -4), place_loot("medium"), END_TURN).expect(phase="place_loot", stack_left=2, idle_turns=0)
    here.expect(tiles_at={"0,-5": ["end", 2]}).do(place_loot("medium")).expect(turn=1, phase="turn", stalemate="on")
    here.do(END_TURN).expect(phase="spot", to_move=1, idle_turns=0)


def test_a_full_backpack_does_not_change_compulsory_flips() -> None:
    """LF-R27: loot is laid, nothing is collected, and the flips go on to the final store and the tally."""
    full = [["m03", 0, 0, 3], ["m04", 0, 2, 3], ["s23", 1, 4, 3]]
    here = camp(
        tiles=[["store", 0, 0, -1], ["store", 0, 0, -2], *[["straight", 0, 0, y] for y in (-3, -4)]],
        chars=[[0, -4], [0, -4]],
        last_finder=0,
        stalemate="on",
        packs=[full, RING],
        stack=["straight", "store"],
        supply={"small": ["s02"], "medium": ["m01"]},
    )
    assert here.table.packs[0].free == 0
    here.do(END_TURN).expect(phase="place_loot", to_move=0).do(place_loot("medium"))
    here.expect(loot={"0,-5": ["s02", "m01"]}, packs=[full, RING], turn=1, stalemate="on")
    here.do(END_TURN).expect(phase="over", scores=[5, 1], winners=[0], last_finder=1)


def test_the_flip_goes_to_the_closest_open_spot_along_roads() -> None:
    """LF-82: the player names the cell and the tile to join."""
    tiles = [["cross", 0, 0, -1], ["end", 2, 0, -2]]
    here = camp(tiles=tiles, chars=[[0, -2], [0, 0]], stalemate="on", stack=["cross", "cross", "store"])
    here.do(END_TURN).expect(legal=[spot([-1, -1], [0, -1]), spot([1, -1], [0, -1])])
    assert str(here.refusal(spot([2, 0], [0, 0])).text) == "There is an open spot closer to your character."
    assert here.refused_by(spot([1, -1], [0, 0])) == "LF-82"
    assert here.refused_by(spot([1, -1], [9, 9])) == "LF-82"
    assert here.refused_by(spot([0, -1], [0, 0])) == "LF-82"
    assert str(here.refusal(spot([0, -1], [0, 0])).text) == "A tile lies at 1 north already."
    assert here.refused_by(spot([5, 5], [0, -1])) == "LF-82"
    assert here.refused_by(spot([0, -3], [0, -2])) == "LF-82"
    assert here.refused_by(END_TURN) == "LF-94"
    here.do(spot([1, -1], [0, -1])).expect(phase="place_loot", to_move=0)


def test_the_tile_must_join_the_named_tile() -> None:
    """LF-82, LF-33: a straight tile beside the cross lies east to west, though the starter is next to it."""
    tiles = [["cross", 0, 0, -1]]
    here = camp(tiles=tiles, chars=[[0, -1], [0, 0]], stalemate="on", stack=["straight", "cross", "store"])
    here.do(END_TURN, spot([1, -1], [0, -1])).expect(tiles_at={"1,-1": ["straight", 1]})


def test_the_stalemate_rules_may_wait_for_a_tie() -> None:
    """LF-R24: with `stalemate_scope` = after_tie only an extended game has them, but for LF-R45."""
    idle: dict[str, Any] = {"tiles": ROAD, "chars": [[0, -1], [0, 0]], "idle_turns": 5, "stack": ["cross", "store"]}
    camp(**idle).do(END_TURN).expect(stalemate="on", idle_turns=6)
    options = {"stalemate_scope": "after_tie"}
    camp(**idle, options=options).do(END_TURN).expect(stalemate="off", idle_turns=6, turn=1)
    camp(**idle, options=options, final_store=4).do(END_TURN).expect(stalemate="on")
    waiting = camp(**{**idle, "idle_turns": 58}, options=options).do(END_TURN).expect(stalemate="off", idle_turns=59)
    waiting.do(END_TURN).expect(stalemate="armed", idle_turns=60)


def test_a_store_ends_the_stalemate_and_the_player_in_turn_is_the_finder() -> None:
    """LF-85, LF-R25, LF-R26."""
    here = camp(
        tiles=ROAD, turn=1, chars=[[0, 0], [0, -3]], stalemate="on", idle_turns=9, stack=["store", "cross", "store"]
    )
    here.do(END_TURN).expect(stalemate="off", idle_turns=0, last_finder=1, phase="leave_first", to_move=1)
    here.do({"type": "leave_first", "player": 0}, DONE, DONE, END_TURN).expect(phase="turn", idle_turns=1)


# ---- sealed map

RING_OF_CORNERS = [
    ["corner", 1, 0, -1],
    ["corner", 2, 1, -1],
    ["corner", 2, 2, 0],
    ["corner", 3, 2, 1],
    ["corner", 3, 1, 2],
    ["corner", 0, 0, 2],
    ["corner", 0, -1, 1],
]


def test_a_sealed_map_gives_everybody_a_last_turn() -> None:
    """LF-86, LF-R20: a tie then means no loot fiend."""
    here = camp(players=3, tiles=RING_OF_CORNERS, stack=["corner", "store"]).do(add(-1, 0), place_loot("medium"))
    assert not has_open_road(here.table.tiles)
    here.expect(final_turns=3, turn=0).do(END_TURN).expect(turn=1, final_turns=2).do(END_TURN, END_TURN)
    here.expect(phase="over", winners=[])
    assert here.match.reason == "sealed map"


def sealed_by_corners(resigns: int | None = None) -> Camp:
    """Three players without loot have their last turns."""
    here = camp(players=3, tiles=RING_OF_CORNERS, stack=["corner", "store"]).do(add(-1, 0), place_loot("medium"))
    if resigns is not None:
        here.match.resign(resigns)
    return here.do(END_TURN, END_TURN, END_TURN)


def test_a_compulsory_flip_can_seal_the_map() -> None:
    """LF-86: the turn is finished then, and no more flips follow."""
    here = camp(tiles=RING_OF_CORNERS, stalemate="on", stack=["corner", "store"], packs=[RING, []])
    here.do(END_TURN, place_loot("medium")).expect(turn=1, final_turns=1, stalemate="off")
    here.do(END_TURN).expect(phase="over", winners=[0])


def test_after_a_store_on_a_sealed_map_everybody_has_a_turn_from_the_leaver() -> None:
    """LF-86: read as a position, since a store's own four roads are hard to close."""
    tiles = [*RING_OF_CORNERS, ["corner", 1, -1, 0]]
    base: dict[str, Any] = {"tiles": tiles, "final_turns": 2, "stack": ["store"]}
    here = camp(**base, turn=1, packs=[RING, []]).do(END_TURN).expect(turn=0, final_turns=1)
    here.do(END_TURN).expect(phase="over", winners=[0])


# Nine corners and two tees that leave one open cell, (-1,0), with a road to it from all four sides.
LAST_CELL = [
    *RING_OF_CORNERS[:6],
    ["tee", 0, -1, 1],
    ["corner", 0, -2, 1],
    ["tee", 1, -2, 0],
    ["corner", 1, -2, -1],
    ["corner", 2, -1, -1],
]


def sealing_store(**position: Any) -> Camp:
    """Seat 0 turns up a store in the last open cell; seat 1 may take a ring on the way."""
    base = {"tiles": LAST_CELL, "chars": [[0, 0], [-1, 1]], "loot": {"-1,1": ["s02"]}, "packs": [BOOT, []]}
    return camp(**{**base, "stack": ["store", "cross", "store"], **position}).do(add(-1, 0))


def test_a_store_that_seals_the_map_begins_the_final_turns_at_once() -> None:
    """LF-86: before the trip and the shopping; everybody has a turn, from the one who leaves first."""
    here = sealing_store().expect(phase="trip", to_move=1, final_turns=2)
    assert not has_open_road(here.table.tiles)
    assert any("Nothing is left to explore" in here.match.voice().text(event.text()) for event in here.match.log[-1])
    assert (flips_left(here.table), turns_left(here.table)) == (0.0, 1.0)
    again = Match(GAME, 2, position=here.written())
    assert GAME.write_position(again.state) == here.written()
    here.do(GO).expect(phase="store", final_turns=2).do(DONE, DONE)
    here.expect(turn=1, final_turns=2).do(END_TURN).expect(turn=0, final_turns=1)
    here.do(END_TURN).expect(phase="over", winners=[0], final_turns=0)
    assert here.match.reason == "sealed map"


def test_under_the_first_rules_the_final_turns_began_when_the_store_closed() -> None:
    """LF-86: so that their records play again."""
    here = sealing_store(options={"sealing": "closing"}).expect(phase="trip", final_turns=0)
    here.do(GO, DONE).expect(phase="store", final_turns=0).do(DONE).expect(turn=1, final_turns=2)
    assert GAME.options_under(1, {})["sealing"] == "closing"


def test_a_final_store_that_seals_the_map_ends_the_game_all_the_same() -> None:
    """LF-86, LF-70; and LF-R39 after a tie."""
    here = sealing_store(stores_found=2).do(GO).expect(phase="over", winners=[0], final_turns=0)
    assert here.match.reason == "final store"
    tied = sealing_store(stores_found=2, packs=[RING, []]).expect(final_turns=2)
    tied.do({"type": "trip_collect", "loot": "s02", "rot": 0, "x": 0, "y": 4}).expect(phase="leave_first")
    tied.do({"type": "leave_first", "player": 1}, DONE, DONE).expect(turn=1, final_turns=2, final_store=3)
    tied.do(END_TURN, END_TURN).expect(phase="over", winners=[])


def test_an_extension_is_dropped_on_a_sealed_map() -> None:
    """LF-86, LF-R39: the store opens, everybody has one more turn, then the tally."""
    tiles = sealed_around_a_store()
    here = camp(
        tiles=tiles,
        chars=[[-1, 0], [-1, 0]],
        stores_found=3,
        last_finder=0,
        stack=[],
        packs=[BOOT, OTHER_BOOT],
        phase="leave_first",
    )
    assert not has_open_road(here.table.tiles)
    here.do({"type": "leave_first", "player": 1}, DONE, DONE)
    here.expect(turn=1, final_turns=2, final_store=3, stack_left=0)
    here.do(END_TURN, END_TURN).expect(phase="over", winners=[])


def sealed_around_a_store() -> list[list[Any]]:
    """The starter with corners on seven exits and a store on the eighth, itself closed by ends."""
    return [
        ["corner", 1, 0, -1],
        ["corner", 2, 1, -1],
        ["corner", 2, 2, 0],
        ["corner", 3, 2, 1],
        ["corner", 3, 1, 2],
        ["corner", 0, 0, 2],
        ["store", 0, -1, 0],
        ["corner", 0, -1, 1],
        ["end", 1, -2, 0],
        ["end", 2, -1, -1],
    ]


def test_a_used_up_stack_counts_as_a_sealed_map() -> None:
    """LF-R35, LF-R21: it cannot come to that from the set-up, whose last part holds the final store."""
    here = camp(tiles=ROAD, chars=[[0, -3], [0, 0]], stack=["cross"]).do(add(0, -4), place_loot("medium"))
    here.expect(final_turns=2, stack_left=0)
    here.do(move(0, -4))
    assert here.refused_by(add(0, -5)) == "LF-R35"
    here.do(END_TURN, END_TURN).expect(phase="over")
    assert GAME.start(2).view(0).box.components.store_stacks[-1] == 6
