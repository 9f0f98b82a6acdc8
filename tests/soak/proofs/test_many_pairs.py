"""Twenty thousand paired worlds over all games with secrets; `tests/proofs/test_secrecy.py` compares fewer."""

from __future__ import annotations

import pytest

from loot_table import games
from loot_table.proofs.secrecy import compare

PAIRS = 20_000
SHARES = 2  # so that two cores can work


@pytest.mark.parametrize("share", range(SHARES))
def test_no_byte_differs_between_worlds_that_an_audience_may_not_tell_apart(share: int) -> None:
    """LT-11 and every game's own secrets."""
    report = compare(PAIRS // SHARES, seed=share)
    assert report.differences == []
    assert report.total() >= PAIRS // SHARES
    assert report.answers > 8 * report.total()
    assert set(report.pairs) == {game.slug for game in games.all_games() if game.has_secrets}


def test_what_a_team_says_in_private_changes_no_byte_for_anybody_else() -> None:
    """LT-12"""
    report = compare(600, seed=4, slugs=["labyrinth"], options={"teams": True, "team_channel": True})
    assert report.differences == []
    assert report.whispers > 100
