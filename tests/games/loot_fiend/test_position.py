"""Written positions: read, write, and refuse (LF-R37, LF-R42)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from loot_fiend.tables import DONE, END_TURN, GAME, KIT, ROAD, Camp, add, camp, place_loot

from loot_table.engine import codec
from loot_table.engine.errors import BadOption, BadPosition
from loot_table.engine.match import Match
from loot_table.engine.options import read as read_options
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE

BASE: dict[str, Any] = {"players": 2, "tiles": ROAD, "stack": ["cross", "store"]}


def read(position: Any, players: int = 2) -> Any:
    return GAME.read_position(position, players, GAME.options(), KIT)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_of_a_random_game_reads_back(players: int) -> None:
    """Every phase, decisions and chances alike, with the same view and the same answers."""
    phases = set()
    variants: list[dict[str, object]] = [{}, {"loot_choice": "random"}, {"loot_draw": "choose", "overpay": "any"}]
    for seed, chosen in enumerate(variants):
        rng = Random(seed)
        options: Any = read_options(GAME.options, {**chosen, "stalemate_rounds": 1})
        state = GAME.new(players, options, KIT)
        while state.agenda:
            written = codec.loads(codec.dumps(GAME.write_position(state)), 2**20)
            phases.add(written["phase"])
            again = GAME.read_position(written, players, options, KIT)
            assert GAME.write_position(again) == GAME.write_position(state)
            assert codec.encode(again.view(0)) == codec.encode(state.view(0))
            if state.to_act == NATURE:
                assert list(again.outcomes()) == list(state.outcomes())
                state.happen(state.chance().sample(state, rng))
            else:
                assert list(again.actions()) == list(state.actions())
                state.apply(state.decision().sample(state, rng))
    wanted = {"first_player", "turn", "flip", "orient", "place_loot", "draw", "toss", "spot", "leave_first", "store"}
    assert phases >= wanted


def test_a_route_and_a_trip_read_back() -> None:
    tiles = [["cross", 0, 0, -1], ["cross", 0, 1, -1], ["cross", 0, 0, -2], ["cross", 0, 1, -2]]
    loot = {"0,-1": ["s01"], "1,-2": ["s02"]}
    here = camp(tiles=tiles, chars=[[0, -2], [1, -1]], loot=loot, stack=["store", "cross", "store"]).do(add(0, -3))
    again = Camp({**here.written()})
    assert again.written() == here.written()
    assert again.legal() == here.legal()
    here.do(here.legal()[0])
    again = Camp({**here.written()})
    assert (again.legal(), again.fact("phase")) == (here.legal(), "trip")
    again.do({"type": "trip_go"}).expect(phase="leave_first")


def test_a_stack_counts_only_how_far_down_stores_can_lie() -> None:
    """LF-R37: tiles by kind or id, cut below each store."""
    here = camp(stack=["t01", "tee", "st2", "store", "end"])
    assert here.written()["substacks"] == [[3, 1], [1, 1], [1, 0]]


WRONG: list[tuple[Any, str]] = [
    (3, "a position is an object"),
    ({"tile": []}, 'has no "tile"'),
    ({"players": 3}, "for 3 players"),
    ({"players": "2"}, "players must be"),
    ({"tiles": 5}, "tiles must be a list"),
    ({"tiles": [["cross", 0, 0]]}, "a tile is"),
    ({"tiles": [[["x"], 0, 0, -1]]}, "a tile is"),
    ({"tiles": [["cross", 0, 0.5, -1]]}, "must be a cell"),
    ({"tiles": [["cross", 1, 0, -1]]}, "rotations 0 to 0"),
    ({"tiles": [["cross", 0, 1, 1]]}, "two tiles lie on"),
    ({"tiles": [["cross", 0, 5, 5]]}, "joined to the starter"),
    ({"tiles": [["end", 2, 0, -1], ["end", 2, 1, -1], ["end", 3, 2, 0], ["end", 3, 2, 1], ["end", 0, 1, 2]]}, "4 end"),
    ({"loot": {"0,0": ["s01"]}}, "starter or on a store"),
    ({"loot": {"here": ["s01"]}}, 'written "x,y"'),
    ({"loot": {"9,9": ["s01"]}}, "no tile is named"),
    ({"loot": {"0,-1": ["s01", "s02"]}}, "at most one small piece"),
    ({"loot": {"0,-1": ["x01"]}}, "a piece is l01 to s44"),
    ({"loot": {"0,-1": 7}}, "must be a list"),
    ({"loot": {"0,-1": ["s01"], "0,-2": ["s01"]}}, "s01 is in two places"),
    ({"chars": [[0, 0]]}, "an item for each of 2 players"),
    ({"chars": [[0, 0], [1, 1]]}, "no tile is named"),
    ({"locks": [4, 3]}, "locks must be 0 to 3"),
    ({"packs": [[["m01", 0, 0, 0]], []]}, "lie on a lock"),
    ({"packs": [[["m01", 0, 0, 3], ["m02", 0, 1, 3]], []]}, "would overlap"),
    ({"packs": [[["m01", 0, 0, 3], ["m01", 0, 0, 4]], []]}, "lies twice"),
    ({"packs": [[["m01", 0, 0]], []]}, "a list of"),
    ({"packs": [5, []]}, "a list of"),
    ({"stack": ["road"]}, "stack: a tile is a kind"),
    ({"stack": ["cross"], "substacks": [[1, 0]]}, "not both"),
    ({"stack": ["store"] * 5}, "4 store tiles"),
    ({"substacks": [[99, 0]]}, "more map tiles than are left"),
    ({"substacks": [[1, 2]]}, "at most one store"),
    ({"substacks": [7]}, "pairs of tiles"),
    ({"supply": {"small": ["m01"]}}, "m01 is not small"),
    ({"supply": {"tiny": []}}, "by small, medium, large"),
    ({"supply_only": ["tiny"]}, "supply_only"),
    ({"spent": ["s01"], "supply": {"small": ["s01"]}}, "two places"),
    ({"turn": 2}, "turn must be"),
    ({"actions_left": -1}, "actions_left must be"),
    ({"final_store": 5}, "final_store must be"),
    ({"stalemate": "maybe"}, "off, armed, on"),
    ({"progress": 1}, "true or false"),
    ({"options": {"overpay": "any"}}, "overpay = any"),
    ({"options": 5}, "options must be"),
    ({"phase": "over"}, "phase must be"),
    ({"phase": "spot", "chars": [[0, -3], [0, 0]]}, "not two equally close"),
    ({"phase": "flip"}, "must be a cell"),
    ({"phase": "flip", "pending": {"from": [0, 0], "to": [0, -1]}}, "no road of the tile"),
    ({"phase": "flip", "pending": {"from": [0, 0], "to": [2, 0]}, "stack": []}, "draw stack is empty"),
    ({"phase": "orient", "pending": {"from": [0, 0], "to": [2, 0], "kind": "cross"}}, "leaves no choice"),
    ({"phase": "orient", "pending": {"from": [0, 0], "to": [2, 0], "kind": "store"}}, "kind must be"),
    ({"phase": "place_loot", "tiles": []}, "no map tile"),
    ({"phase": "place_loot", "loot": {"0,-3": ["s01"]}}, "on the last tile already"),
    ({"phase": "place_loot", "supply_only": ["medium"]}, "nothing to choose"),
    ({"phase": "toss", "supply_only": ["medium"]}, "a box is empty"),
    ({"phase": "draw", "pending": {"sizes": ["huge"]}}, "pending sizes"),
    ({"phase": "draw", "pending": {"sizes": ["medium"]}}, "small piece is drawn first"),
    ({"phase": "draw", "pending": {"sizes": ["small"]}, "supply_only": ["small"]}, "is empty"),
    ({"phase": "trip"}, "last_finder"),
    ({"phase": "store", "last_finder": 0}, "stands on the store"),
]
STORE: dict[str, Any] = {"tiles": [["store", 0, 0, -1], ["cross", 0, 0, -2]], "last_finder": 0}
AT_STORE: list[tuple[dict[str, Any], str]] = [
    ({"phase": "route", "chars": [[0, -1], [0, -1]]}, "nobody is left"),
    ({"phase": "route", "chars": [[0, -1], [0, 0]]}, "only one way"),
    ({"phase": "trip", "chars": [[0, -1], [0, 0]]}, "shortest way"),
    ({"phase": "trip", "chars": [[0, -1], [0, 0]], "pending": {"path": [[0, 0], [0, -1]]}}, "with loot to take"),
    ({"phase": "store", "chars": [[0, -1], [0, 0]]}, "everybody must be"),
    ({"phase": "leave_first", "chars": [[0, -1]] * 2, "packs": [[["s01", 0, 0, 4]], []]}, "one player alone"),
    ({"phase": "store", "chars": [[0, -1]] * 2, "pending": {"done": [1, 0]}}, "true or false"),
    ({"phase": "store", "chars": [[0, -1]] * 2, "pending": {"leaver": 4}}, "leaver must be"),
]


@pytest.mark.parametrize(("wrong", "words"), [*WRONG, *[({**STORE, **part}, words) for part, words in AT_STORE]])
def test_what_cannot_be_is_refused_in_words(wrong: Any, words: str) -> None:
    """LF-R42."""
    position = {**BASE, **wrong} if isinstance(wrong, dict) else wrong
    if isinstance(wrong, dict) and "substacks" in wrong and "stack" not in wrong:
        del position["stack"]
    with pytest.raises(BadPosition, match=re.escape(words)):
        read(position)


def test_options_of_a_position_are_checked_like_all_options() -> None:
    with pytest.raises(BadOption, match="no option is called"):
        read({**BASE, "options": {"colour": "red"}})


def test_a_position_can_be_played_to_the_end_and_saved() -> None:
    position = {**BASE, "packs": [[["m01", 0, 0, 3]], []]}
    match = Match(GAME, 2, position=position, nature=Random(1))
    rng = Random(2)
    while not match.is_over:
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    again = Match.from_json(codec.loads(match.save(), 2**22), GAME)
    assert again.result() == match.result()


def test_reading_a_turn_without_actions_ends_it() -> None:
    camp(**{**BASE, "actions_left": 0}).expect(turn=1, actions_left=5)


def test_a_store_position_goes_on_where_it_was() -> None:
    here = camp(
        **STORE, chars=[[0, -1]] * 2, phase="store", stack=["cross", "store"], pending={"leaver": 1, "asked": 1}
    )
    here.expect(to_move=1).do(DONE).expect(to_move=0).do(DONE).expect(turn=1)


def test_a_sealing_is_noticed_when_a_position_is_read() -> None:
    camp(tiles=ROAD, stack=[]).expect(final_turns=2)


def test_a_written_compulsory_flip_passes_the_turn() -> None:
    here = camp(tiles=ROAD, chars=[[0, -3], [0, 0]], stalemate="on", stack=["cross", "cross", "store"]).do(END_TURN)
    again = Camp({**here.written()}).expect(phase="place_loot").do(place_loot("large"))
    again.expect(turn=1, phase="turn")
