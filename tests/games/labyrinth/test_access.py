"""LL-5.6 by bits and rings against a second version that walks: the same answer for every placement."""

from __future__ import annotations

from typing import Any

from labyrinth.crowded import any_place, crowded, tight_place
from labyrinth.naive import Naive, Square

from loot_table.bench.placements import middle_game, placement_times
from loot_table.engine.build import is_compiled
from loot_table.engine.random import Random
from loot_table.games.labyrinth.placing import Site
from loot_table.games.labyrinth.table import Table

PLACEMENTS = 20_000 if is_compiled() else 3_000
LEAST_BLOCKING = PLACEMENTS // 40  # 500 of 20,000
EACH = 20  # placements tried in a position


def naive(table: Table) -> Naive:
    view: Any = table.view(0)
    pieces: dict[str, list[list[Square]]] = {
        kind.symbol: [shape.cells for shape in kind.shapes] for kind in table.box.kinds
    }
    walls = [
        {"symbol": symbol, "orient": orient, "x": x, "y": y, "rubble": rubble}
        for _, symbol, orient, x, y, _, _, rubble in view.walls
    ]
    position = {"players": view.players, "walls": walls, "pawns": view.pawns, "treasures": view.treasures}
    return Naive.of({**position, "stash": view.stash}, pieces)


def test_fast_and_naive_agree_in_crowded_positions() -> None:
    """LL-5.6: for one place, and for all places of a shape at once"""
    rng = Random(17)
    tried = 0
    blocking = 0
    while tried < PLACEMENTS:
        table = crowded(rng)
        plain = naive(table)
        site = Site(table, 0, False)
        for _ in range(EACH):
            spot = tight_place(table, site.free, rng)
            if spot is None:
                continue
            shape, anchor = spot
            x, y = table.spot(anchor)
            is_legal = plain.allows(0, shape.cells, x, y)
            found = (site.allows(shape, anchor), bool(site.anchors(shape) & table.box.grid.bits[anchor]))
            assert found == (is_legal, is_legal), (table.view(-4), shape.kind, shape.orient, x, y)
            tried += 1
            blocking += not is_legal
    assert blocking >= LEAST_BLOCKING


def test_distances_and_overlaps_agree_too() -> None:
    """LL-5.2 to LL-5.5"""
    rng = Random(18)
    for _ in range(12):
        table = crowded(rng)
        plain = naive(table)
        site = Site(table, 0, False)
        shape, _ = any_place(table, rng)
        anchors = site.anchors(shape)
        grid = table.box.grid
        for y in range(0, 21, 2):
            for x in range(21):
                assert bool(anchors & grid.bits[grid.square(x, y)]) == plain.allows(0, shape.cells, x, y)


def test_listing_is_a_hundred_times_faster_than_a_walk_for_every_placement() -> None:
    ours, walking, count = placement_times(middle_game())
    assert count > 500
    assert walking / ours > 100
