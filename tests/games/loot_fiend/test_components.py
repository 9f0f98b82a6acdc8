"""Component data: what ships with the game, and what is refused."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from loot_fiend.tables import GAME, KIT

from loot_table.engine.errors import BadComponents
from loot_table.engine.playout import sampled
from loot_table.engine.random import Random


def changed(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(dict(KIT.data))
    change(data)
    return data


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """`put("loot_shape.0.value", 2)`."""

    def change(data: dict[str, Any]) -> None:
        *parents, last = path.split(".")
        at: Any = data
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        at[int(last) if isinstance(at, list) else last] = value

    return change


WRONG = [
    (put("starter.neighbours", []), "starter: cells must be"),
    (put("tile_kind.0.roads", ["N", "Q"]), "roads are sides of N, E, S, W"),
    (put("tile_kind.0.rotations", 2), "rotations must be 1"),
    (put("tile_kind.0.ids", ["t01"]), "ids must be a first and a last"),
    (put("tile_kind.1.code", "cross"), "two kinds of tile share a code"),
    (put("tile_kind.1.ids", ["t08", "t21"]), "t08 is named twice"),
    (put("backpack.columns", 0), "backpack.columns must be 1 to 9"),
    (put("backpack.columns", 9), "at most 30 squares"),
    (put("backpack.locks_at_start", 5), "backpack.locks_at_start must be 0 to 4"),
    (put("backpack.lock_rows", [2, 3, 4]), "top rows [0, 1, 2]"),
    (put("backpack.lock_removal_order", [0, 1, 2]), "the lowest first"),
    (put("actions_per_turn.locks_0", 0), "actions_per_turn.locks_0 must be 1 to 20"),
    (put("loot_shape.0.size", "tiny"), "size must be small, medium, large"),
    (put("loot_shape.0.art", ["#", "##"]), "rows of # and . of one length"),
    (put("loot_shape.0.art", ["."]), "a piece has a square"),
    (put("loot_shape.1.art", ["##", ".."]), "no empty rows"),
    (put("loot_shape.0.rotations", 4), "rotations must be 1"),
    (put("loot_shape.1.ids", ["s01", "s22"]), "s01 belongs to O1 already"),
    (put("loot_shape.1.code", "O1"), "two loot shapes share a code"),
    (put("loot_size.small.count", 43), "small says 43 pieces, the shapes have 44"),
    (put("costs.normal", 0), "costs.normal must be 1 to 9"),
    (put("setup.store_stacks", [3, 5, 7]), "different stacks of 1 to 6"),
    (put("setup.store_stacks", [3, 4, 5]), "the last stack must hold a store"),
    (put("setup.final_store", 2), "the last store of the draw stack is the final one"),
    (put("store_tile.count", 3), "ids must be"),
    (put("setup.4.tiles_per_stack", 8), "54 map tiles are needed, got 44"),
    (put("setup.2.first_player_deal.each", 2), "one store in 2 equal hands"),
]


@pytest.mark.parametrize(("change", "words"), WRONG, ids=[words for _, words in WRONG])
def test_data_that_do_not_hold_together_are_refused(change: Callable[[dict[str, Any]], None], words: str) -> None:
    with pytest.raises(BadComponents, match=re.escape(words)):
        GAME.read_components(changed(change))


def test_too_few_stores_for_an_extension_are_refused() -> None:
    def fewer(data: dict[str, Any]) -> None:
        data["store_tile"] |= {"count": 3, "ids": ["st1", "st3"]}

    with pytest.raises(BadComponents, match="4 store tiles are needed, got 3"):
        GAME.read_components(changed(fewer))


def test_a_wider_backpack_can_be_played() -> None:
    """A designer's variant: six columns."""
    data = changed(put("backpack.columns", 6))
    state = GAME.start(3, {}, data)
    assert sampled(state, Random(1), 5000) < 5000
    assert GAME.read_components(data).hash != KIT.hash


def test_the_shipped_set_is_read_once() -> None:
    assert GAME.read_components(None) is KIT
