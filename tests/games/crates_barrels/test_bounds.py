"""What a stranger's layouts and positions may cost."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from loot_table.engine.errors import BadComponents, BadInput, BadPosition
from loot_table.engine.match import Match
from loot_table.games import load

GAME = load("crates_barrels")


def data() -> dict[str, Any]:
    return copy.deepcopy(dict(GAME.read_components(None).data))


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("id", "x" * 5000, "layout: id must be one line of 1 to 40 characters"),
        ("id", "", "layout: id must be one line of 1 to 40 characters"),
        ("respawn", ["a5"] * 9000, "respawn has 9000 entries, at most 81 are read"),
        ("respawn", [["a5"]], "tiles are a1 to i9"),
        ("start", {"crates": ["a1"] * 5000, "barrels": []}, "start.crates has 5000 entries"),
    ],
)
def test_a_layout_is_no_larger_than_the_board(name: str, value: Any, says: str) -> None:
    own = data()
    own["layout"][0][name] = value
    with pytest.raises(BadComponents, match=says) as refused:
        GAME.read_components(own)
    assert len(str(refused.value)) < 200


def test_layouts_and_weights_are_bounded() -> None:
    own = data()
    own["layout"] *= 20
    with pytest.raises(BadComponents, match="layout has .* entries, at most 50 are read"):
        GAME.read_components(own)
    own = data()
    own["bot"]["evaluation"]["guard"] = 2**53
    with pytest.raises(BadComponents, match="guard must be -1000000 to 1000000"):
        GAME.read_components(own)


@pytest.mark.parametrize("text", ["9/" * 4000, "9/9/9/9/9/9/9/9/9 c " + "0" * 5000, " " * 9000])
def test_a_position_is_no_longer_than_it_need_be(text: str) -> None:
    with pytest.raises(BadPosition, match="a position is ranks 9 to 1") as refused:
        Match(GAME, 2, position=text)
    assert len(str(refused.value)) < 200


def test_an_unknown_tile_is_named_in_few_words() -> None:
    with pytest.raises(BadInput, match="is not a tile") as refused:
        GAME.codec.action({"type": "move", "from": "x" * 7000, "to": "e4"})
    assert len(str(refused.value)) < 200
