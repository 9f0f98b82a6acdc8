"""Whether times tell anything is measured by what can tell. `loot secrecy --timing thief` is the long run."""

from __future__ import annotations

from loot_table.engine.random import Random
from loot_table.proofs.timing import likeness, timed_pairs


def test_times_from_one_source_are_alike_and_from_two_are_not() -> None:
    rng = Random(1)
    one, other = [[rng.unit() for _ in range(400)] for _ in range(2)]
    assert likeness(one, other) > 0.001
    assert likeness(one, [value + 0.3 for value in other]) < 1e-6


def test_paired_worlds_differ_in_what_an_opponent_may_not_know() -> None:
    pairs = list(timed_pairs(6, 3))
    assert len(pairs) == 6
    assert all(pair.views[0] != pair.views[1] for pair in pairs)
