"""Values with every number of players, on more games."""

from __future__ import annotations

import pytest

from loot_table import games
from loot_table.arena.contest import Contest
from loot_table.arena.values import check

EVERY = [(game.slug, n) for game in games.all_games() for n in range(game.least_players, game.most_players + 1)]


@pytest.mark.parametrize(("slug", "players"), EVERY)
def test_values_are_right_with_every_number_of_players(slug: str, players: int) -> None:
    found = check(Contest(slug, ("greedy", "greedy"), players, 1500, seed=11))
    assert found.failures(0.97) == []
