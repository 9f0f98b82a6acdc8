"""The table in the terminal: drawn in 80 columns, read as people type."""

from __future__ import annotations

import pytest
from loot_fiend.tables import GAME, ROAD, Camp, add, camp
from rich.console import Console
from rich.text import Text

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE
from loot_table.games.loot_fiend import text, text_commands
from loot_table.games.loot_fiend.table import TableView

NAMES = ["Ana", "Bob", "Cleo", "Dan"]


def view_of(here: Camp) -> TableView:
    view = here.match.view(max(here.match.to_act, 0))
    assert isinstance(view, TableView)
    return view


def shown(drawn: Text) -> str:
    """As a terminal without colour shows it."""
    console = Console(width=80, no_color=True, highlight=False)
    with console.capture() as caught:
        console.print(drawn)
    return caught.get()


def typed(here: Camp, line: str) -> object:
    return codec.encode(text.read(view_of(here), line, NAMES[: here.table.players]))


def test_the_map_shows_roads_people_loot_and_where_to_explore() -> None:
    here = camp(tiles=ROAD, loot={"0,-2": ["s23", "m07"]}, chars=[[0, -2], [0, -2]], stack=["cross", "store"])
    drawn = shown(text.draw(view_of(here), NAMES[:2]))
    assert "AB×2" in drawn
    assert "I2 T4" in drawn
    assert "┌───║───┐" in drawn
    assert "?" in drawn
    assert "Ana's turn, 5 actions left" in drawn
    assert "Here: m07 crown (T4), 2 points; fits" in drawn


def test_the_map_scrolls() -> None:
    tall = [["straight", 0, 0, -n] for n in range(1, 8)]
    here = camp(tiles=tall, loot={"0,-7": ["m07"]}, stack=["cross", "store"])
    assert "T4" not in shown(text.draw(view_of(here), NAMES[:2]))
    assert "more tiles: 6 north" in shown(text.draw(view_of(here), NAMES[:2]))
    assert "T4" in shown(text_commands.show_map(view_of(here), NAMES[:2], "0 -7"))
    with pytest.raises(BadInput, match="map 0 -6"):
        text_commands.show_map(view_of(here), NAMES[:2], "there")


def test_the_odds_are_told() -> None:
    here = camp(tiles=ROAD, substacks=[[1, 0], [4, 1], [4, 1]])
    odds = shown(text.COMMANDS["odds"][1](view_of(here), NAMES[:2], ""))
    assert "9 tiles in the draw stack. The next one cannot be a store." in odds
    assert "a store within 2 flips: 25%" in odds
    assert "store 1: flip 2 to 5 from now" in odds
    assert "5 straight, 12% of the next map tile" in odds
    assert "22 O1 ring, 22 I2 dagger" in odds


def test_loot_shapes_and_suggestions_are_shown() -> None:
    pack = [["m11", 0, 1, 3], ["s01", 0, 0, 3], ["s02", 0, 4, 4]]
    here = camp(tiles=ROAD, chars=[[0, -1], [0, 0]], loot={"0,-1": ["m03"]}, packs=[pack, []], stack=["cross", "store"])
    view = view_of(here)
    assert "fits after reorganising" in shown(text_commands.show_loot(view, NAMES[:2], ""))
    assert "repack 2: room for tome" in shown(text_commands.show_suggestions(view, NAMES[:2], ""))
    assert "T4 crown, 2 points, m07 to m10" in shown(text_commands.show_shape(view, NAMES[:2], "crown"))
    with pytest.raises(BadInput, match="shape m07"):
        text_commands.show_shape(view, NAMES[:2], "anvil")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_moment_of_a_game_fits_80_columns(players: int) -> None:
    rng = Random(players)
    state = GAME.start(players)
    steps = 0
    while state.agenda:
        if state.to_act == NATURE:
            state.happen(state.chance().sample(state, rng))
        else:
            state.apply(state.decision().sample(state, rng))
        steps += 1
        if steps % 9 == 0 or not state.agenda:
            view = state.view(0)
            assert isinstance(view, TableView)
            for drawn in [text.draw(view, NAMES[:players]), text_commands.show_odds(view, NAMES[:players], "")]:
                lines = [line for line in drawn.plain.splitlines() if not line.startswith(("In your", "  route"))]
                assert max(len(line) for line in lines) <= 80
            last = shown(text.draw(view, NAMES[:players]))
    assert "loot fiend" in last


TURN = [
    ("add n", {"type": "add", "to": [0, -2]}),
    ("flip north", {"type": "add", "to": [0, -2]}),
    ("go s", {"type": "move", "to": [0, 0]}),
    ("collect crown", {"type": "collect", "loot": "m07", "rot": 2, "x": 2, "y": 3}),
    ("take crown 0 1 3", {"type": "collect", "loot": "m07", "rot": 0, "x": 1, "y": 3}),
    ("collect left boot", {"type": "collect", "loot": "m11", "rot": 0, "x": 0, "y": 0}),
    ("repack", {"type": "reorganise", "layout": [["s01", 0, 0, 3]]}),
    ("unlock m01", {"type": "remove_locks", "count": 1, "pay": ["m01"]}),
    ("turn", {"type": "orient", "rot": 0}),
    ("first", {"type": "leave_first", "player": 0}),
    ("first bob", {"type": "leave_first", "player": 1}),
    ("explore 0 -2", {"type": "add", "to": [0, -2]}),
    ("flip 2 north", {"type": "add", "to": [0, -2]}),
    ("move 3 west, 4 south", {"type": "move", "to": [-3, 4]}),
    ("move south", {"type": "move", "to": [0, 0]}),
    ("m 0,0", {"type": "move", "to": [0, 0]}),
    ("collect m07 1 2 3", {"type": "collect", "loot": "m07", "rot": 1, "x": 2, "y": 3}),
    ("take M07 0 (1,3)", {"type": "collect", "loot": "m07", "rot": 0, "x": 1, "y": 3}),
    ("repack s01 0 4 4", {"type": "reorganise", "layout": [["s01", 0, 4, 4]]}),
    ("repack 1", {"type": "reorganise", "layout": [["s01", 0, 0, 3]]}),
    ("locks 1 m01 s01", {"type": "remove_locks", "count": 1, "pay": ["m01", "s01"]}),
    ("turn 2", {"type": "orient", "rot": 2}),
    ("medium", {"type": "place_loot", "size": "medium"}),
    ("large x5 dagger", {"type": "place_loot", "size": "large", "shape": "X5", "small": "I2"}),
    ("spot 1 -1 0 -1", {"type": "spot", "to": [1, -1], "from": [0, -1]}),
    ("first 2", {"type": "leave_first", "player": 1}),
    ("go", {"type": "trip_go"}),
    ("done", {"type": "done"}),
    ("end", {"type": "end_turn"}),
]


@pytest.mark.parametrize(("line", "meant"), TURN)
def test_actions_are_read_as_people_type_them(line: str, meant: object) -> None:
    here = camp(
        tiles=ROAD[:1],
        chars=[[0, -1], [0, 0]],
        packs=[[["s01", 0, 2, 3]], []],
        loot={"0,-1": ["m07"]},
        stack=["cross", "store"],
    )
    assert typed(here, line) == meant


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "add",
        "add up",
        "collect",
        "collect m07 a b c",
        "locks",
        "unlock 2",
        "repack 9",
        "repack s01 x y z",
        "turn ١",  # a digit of another script
        "turn x",
        "collect anvil",
        "collect m07 1",
        "route 1",
        "spot 7",
        "end now",
    ],
)
def test_what_cannot_be_read_is_explained(line: str) -> None:
    here = camp(tiles=ROAD[:1], chars=[[0, -1], [0, 0]], packs=[[["s01", 0, 2, 3]], []], stack=["cross", "store"])
    with pytest.raises(BadInput, match=r"\w+"):
        typed(here, line)


def test_a_lock_is_paid_for_with_what_loses_the_least_unless_somebody_says_with_what() -> None:
    pack = [["m01", 0, 0, 3], ["m02", 0, 0, 4], ["s01", 0, 4, 3]]
    here = camp(tiles=[["store", 0, 0, -1]], chars=[[0, -1], [0, 0]], packs=[pack, []], stack=["cross", "store"])
    cheapest = {"type": "remove_locks", "count": 1, "pay": ["m01", "s01"]}
    assert typed(here, "unlock") == typed(here, "locks 1") == typed(here, "unlock 1") == cheapest


def test_a_piece_without_room_is_not_collected_by_its_name() -> None:
    spread = [["s01", 0, 1, 3], ["s02", 0, 2, 4], ["s03", 0, 3, 3]]
    here = camp(
        tiles=ROAD, chars=[[0, -1], [0, 0]], packs=[spread, []], loot={"0,-1": ["m03"]}, stack=["cross", "store"]
    )
    with pytest.raises(BadInput, match="The tome almost fits"):
        typed(here, "collect tome")


def test_the_starter_has_two_exits_on_each_side() -> None:
    here = camp(tiles=[["cross", 0, 0, -1]], stack=["cross", "store"])
    assert typed(here, "add n") == {"type": "add", "to": [1, -1]}
    assert typed(here, "move n") == {"type": "move", "to": [0, -1]}
    with pytest.raises(BadInput, match="two exits there"):
        typed(here, "add e")


def test_a_route_is_read_by_its_number() -> None:
    tiles = [["cross", 0, 0, -1], ["cross", 0, 1, -1], ["cross", 0, 0, -2], ["cross", 0, 1, -2]]
    loot = {"0,-1": ["m19"], "1,-2": ["s02"]}
    here = camp(tiles=tiles, chars=[[0, -2], [1, -1]], loot=loot, stack=["store", "cross", "store"]).do(add(0, -3))
    assert "route 2: By (1,-1) (0,-1)" in shown(text.draw(view_of(here), NAMES[:2]))
    assert typed(here, "route 2") == here.legal()[1]
    assert text.say(view_of(here), here.match.actions()[1], NAMES[:2]) == "route 2"
    here.do(here.legal()[0])
    assert typed(here, "collect s02 0 0 3") == {"type": "trip_collect", "loot": "s02", "rot": 0, "x": 0, "y": 3}
