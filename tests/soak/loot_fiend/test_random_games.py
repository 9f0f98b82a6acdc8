"""Loot Fiend: a thousand random games with every check after every step."""

from __future__ import annotations

import pytest
from loot_fiend.tables import REASONS, check_whole_game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_thousand_random_games_end_by_the_rulebook(players: int) -> None:
    reasons = [check_whole_game(players, seed) for seed in range(334)]
    assert set(reasons) <= set(REASONS)
    # Section 7: sealed maps do not come up, and one game in fifty or so has no loot fiend.
    assert reasons.count("sealed map") <= 2
    assert 0 < reasons.count("second tie") < 30
