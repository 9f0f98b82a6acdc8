"""Whether reviews can be believed, with numbers that take their time: `loot bench review` has more of them."""

from __future__ import annotations

import pytest

from loot_table import games
from loot_table.bench import review as bench

LUCKY = [slug for slug in games.slugs() if slug != "crates_barrels"]


@pytest.mark.parametrize("slug", LUCKY)
def test_luck_is_nothing_on_average_and_accounts_are_seldom_withheld(slug: str) -> None:
    found = bench.fortune(bench.accounts(slug, "thief", 2, range(60)))
    assert found.luck.holds(0)
    assert found.withheld.share <= 0.2


@pytest.mark.parametrize("slug", games.slugs())
def test_planted_blunders_are_found(slug: str) -> None:
    assert bench.planted(slug, 2, 20).share >= 0.9


@pytest.mark.parametrize("slug", games.slugs())
def test_a_masterminds_moves_are_hardly_marked(slug: str) -> None:
    assert bench.false_marks(slug, 2, range(3)).false.interval.low < 0.05


@pytest.mark.parametrize("slug", games.slugs())
def test_two_seeds_agree(slug: str) -> None:
    found = bench.agreement(slug, 2, range(3))
    assert found.alike.interval.high >= 0.98
    assert found.shared.interval.high >= 0.9
