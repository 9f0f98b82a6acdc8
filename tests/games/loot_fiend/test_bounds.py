"""What a stranger's components, positions and backpacks may cost."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest

from loot_table.engine.errors import BadComponents, BadPosition
from loot_table.engine.match import Match
from loot_table.games import load
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.locks import MOST_PAYMENTS, Purse, RemoveLocks
from loot_table.games.loot_fiend.map import Tile
from loot_table.games.loot_fiend.routes import MOST_ROUTES, routes

GAME = load("loot_fiend")
SECONDS = 1.0  # uncompiled, with a wide margin; without the bounds it takes minutes


def data() -> dict[str, Any]:
    return copy.deepcopy(dict(GAME.read_components(None).data))


@pytest.mark.parametrize(
    "ids",
    [
        ["t0", "t20000000"],
        ["t1", "t999999"],
        ["t" + "0" * 4000 + "1", "t" + "0" * 4000 + "8"],
        ["t" + "9" * 5000, "t" + "9" * 5000],
        ["t\N{ARABIC-INDIC DIGIT ONE}", "t\N{ARABIC-INDIC DIGIT EIGHT}"],
        ["t01", "t08"] * 1000,
        ["t08", "t01"],
        ["t01", 8],
    ],
    ids=str,
)
def test_a_range_of_ids_is_measured_before_it_is_built(ids: list[Any]) -> None:
    own = data()
    own["tile_kind"][0]["ids"] = ids
    start = time.process_time()
    with pytest.raises(BadComponents, match="tile cross: ids must be a first and a last"):
        GAME.read_components(own)
    assert time.process_time() - start < SECONDS


def test_a_count_as_large_as_its_range_is_refused_too() -> None:
    own = data()
    own["tile_kind"][0] |= {"ids": ["t0", "t999999"], "count": 1_000_000}
    with pytest.raises(BadComponents, match="tile cross: count must be 0 to 400, got 1000000"):
        GAME.read_components(own)


@pytest.mark.parametrize("stacks", [[[3], 5, 6], [3.0, 5, 6], ["3", 5, 6], [{}], [3] * 300])
def test_stacks_may_be_anything_and_are_refused_in_words(stacks: list[Any]) -> None:
    own = data()
    own["setup"]["store_stacks"] = stacks
    with pytest.raises(BadComponents, match="store_stacks must be different stacks of 1 to 6"):
        GAME.read_components(own)


def test_there_are_no_more_shapes_than_the_packer_can_tell_apart() -> None:
    own = data()
    own["loot_shape"] += own["loot_shape"] * 2
    with pytest.raises(BadComponents, match="loot_shape has .* entries, at most 31 are read"):
        GAME.read_components(own)


def singles(count: int) -> Any:
    """Components with so many shapes of one square each, worth a point, three of a kind."""
    own = data()
    shape = next(shape for shape in own["loot_shape"] if shape["code"] == "O1")
    own["loot_shape"] = [
        {**shape, "code": f"S{n}", "count": 3, "ids": [f"s{10 * n + 100}", f"s{10 * n + 102}"]} for n in range(count)
    ]
    own["loot_size"] = {"small": {"count": 3 * count}, "medium": {"count": 0}, "large": {"count": 0}}
    own["costs"]["lock_price"] = 8
    return GAME.read_components(own)


@pytest.mark.parametrize("is_minimal", [True, False])
def test_payments_beyond_number_are_listed_in_part(is_minimal: bool) -> None:
    """LF-R43: twenty pieces that all differ can be chosen in a million ways."""
    kit = singles(20)
    pack = Backpack(kit, 1, [3 * n for n in range(20)], [kit.shapes[n].first + 5 + n for n in range(20)])
    start = time.process_time()
    purse = Purse(pack, is_minimal)
    purse.pay_for(1)
    assert time.process_time() - start < SECONDS
    assert len(purse.found) == MOST_PAYMENTS
    first = purse.found[0]
    assert isinstance(first, RemoveLocks)
    assert len(first.pay) == 8


def test_payments_of_worthless_loot_are_never_minimal() -> None:
    """LF-65: a piece worth nothing is not needed."""
    own = data()
    own["loot_shape"][0]["value"] = 0
    kit = GAME.read_components(own)
    staff = next(shape for shape in kit.shapes if shape.code == "I4")
    ring, staffs = 0, [number for number, shape in enumerate(kit.shape_of) if shape is staff]
    pieces = sorted([ring if kit.shape_of[ring].value == 0 else kit.pieces.index("s01"), *staffs])
    purse = Purse(Backpack(kit, 3, pieces, [kit.shape_of[piece].first for piece in pieces]), True)
    purse.pay_for(1)
    assert [action.pay for action in purse.found if isinstance(action, RemoveLocks)] == [("m01", "m02")]


def grid(side: int) -> list[Tile]:
    """A town with a crossing on every corner and loot on every tile."""
    match = Match(GAME, 2, position={})
    kind = GAME.read_components(None).kind_numbers["cross"]
    table: Any = match.state
    for y in range(-1, -1 - side, -1):
        for x in range(side):
            table.lay(kind, 0, x, y)
    return list(table.tiles)


def test_routes_beyond_number_are_offered_in_part() -> None:
    """LF-R43: through twelve by twelve crossings lead hundreds of thousands of shortest routes."""
    tiles = grid(12)
    start = time.process_time()
    found = routes(tiles, 0, len(tiles) - 1, [True] * len(tiles))
    assert time.process_time() - start < SECONDS
    assert len(found) == MOST_ROUTES
    assert len({tuple(route) for route in found}) == MOST_ROUTES
    assert len({len(route) for route in found}) == 1


@pytest.mark.parametrize("name", ["--1,0", "9" * 5000 + ",0", "1,", "\N{SUPERSCRIPT TWO},0", "1,2,3", "- 1,0"])
def test_a_written_cell_is_two_small_numbers(name: str) -> None:
    with pytest.raises(BadPosition, match="loot lies on a cell written"):
        Match(GAME, 2, position={"loot": {name: ["s01"]}})


def test_a_long_list_in_a_position_is_read_once() -> None:
    start = time.process_time()
    with pytest.raises(BadPosition, match="supply_only is a list of"):
        Match(GAME, 2, position={"supply_only": [*["small"] * 50_000, "tiny"]})
    with pytest.raises(BadPosition, match="s01 is in two places"):
        Match(GAME, 2, position={"spent": [*[f"s{n:02}" for n in range(1, 45)], *["s01"] * 50_000]})
    assert time.process_time() - start < SECONDS


def test_loot_that_takes_for_ever_to_pack_does_not_fit() -> None:
    """LF-R44: thirteen kinds of dagger and a T fill all squares but one colour of a chessboard too many."""
    own = data()
    own["backpack"]["columns"] = 6
    dagger = next(shape for shape in own["loot_shape"] if shape["code"] == "I2")
    cross = {"code": "T", "name": "T", "size": "small", "value": 1, "art": ["###", ".#."], "rotations": 4}
    own["loot_shape"] = [
        {**(dagger if n else cross), "code": f"S{n}", "count": 1, "ids": [f"s{n}", f"s{n}"]} for n in range(14)
    ]
    own["loot_size"] = {"small": {"count": 14}, "medium": {"count": 0}, "large": {"count": 0}}
    packer = GAME.read_components(own).packer
    start = time.process_time()
    assert packer.canonical(sum(packer.units), 0) is None
    assert time.process_time() - start < SECONDS
    assert packer.canonical(sum(packer.units[1:]), 0) is not None
