"""LL-5.6 by bits and rings against a second version that walks: the same answer for every placement."""

from __future__ import annotations

import pytest
from labyrinth.tables import any_place, check_agreement, crowded, naive

from loot_table.bench.placements import middle_game, naive_count
from loot_table.engine.random import Random
from loot_table.games.labyrinth.placing import Site, place_actions


@pytest.mark.heavy
def test_fast_and_naive_agree_in_crowded_positions() -> None:
    """LL-5.6; the soak tests do the same for 20,000 placements"""
    assert check_agreement(3_000, Random(17)) >= 75


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


@pytest.mark.heavy
def test_the_list_is_what_a_walk_for_every_placement_finds() -> None:
    """How much faster it is, `loot bench placements` measures."""
    table = middle_game()
    count = len(place_actions(table, table.to_act))
    assert count > 500
    assert count == naive_count(table, table.to_act)
