"""Every first turn of Crates vs Barrels, three turns further, by the rules and by the naive generator."""

from __future__ import annotations

import pytest
from crates_barrels import naive
from crates_barrels.tables import START, at
from crates_barrels.test_perft import COUNTS, MANY, perft

from loot_table.games.crates_barrels.rules import Move


@pytest.mark.parametrize("part", range(4))
def test_the_naive_generator_counts_the_same_to_depth_4(part: int) -> None:
    """In four parts, by the first turn, so that they can run side by side."""
    table_now = naive.start(START)
    for first in sorted(table_now.turns())[part::4]:
        after = at().state
        after.apply(Move(*first))
        assert naive.perft(table_now.after(first), 3) == perft(after, 3)


@pytest.mark.parametrize(("position", "options", "counts"), [each for each in COUNTS if each[2][2] > MANY])
def test_the_naive_generator_counts_the_same_to_depth_3(
    position: str, options: dict[str, object], counts: tuple[int, ...]
) -> None:
    assert naive.perft(naive.start(position, **options), 3) == counts[2]
