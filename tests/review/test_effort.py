"""How hard a review looks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loot_table import games
from loot_table.review.effort import Effort, Look, effort_for


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_says_how_hard_it_is_looked_at(slug: str) -> None:
    quick, deep = effort_for(games.load(slug)), effort_for(games.load(slug), is_deep=True)
    assert list(quick.stages) == sorted(quick.stages)
    assert (deep.cut, deep.positions) >= (quick.cut, quick.positions)
    assert deep.stages[-1] >= quick.stages[-1]


def test_a_long_game_is_looked_at_less_hard() -> None:
    effort = Effort(2, (32, 128, 512), 1000, long=100)
    assert effort.for_length(100) is effort
    assert effort.for_length(101) == Effort(2, (32, 128), 500, 100)
    looks = replace(effort, look=Look(2, 8, 2, 4, (16, 64), 0.03))
    assert looks.for_length(101).look == Look(2, 8, 2, 4, (16,), 0.03)
