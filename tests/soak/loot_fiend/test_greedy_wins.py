"""Loot Fiend: the greedy player against random ones, 300 games at each number of players."""

from __future__ import annotations

import pytest
from loot_fiend.tables import wins_against_random


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_wins_99_of_100_games_against_random_players(players: int) -> None:
    assert wins_against_random(players, 300) >= 297
