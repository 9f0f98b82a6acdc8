"""Values with every number of players, and how much luck the Labyrinth holds."""

from __future__ import annotations

import pytest

from loot_table import games
from loot_table.arena.contest import Contest
from loot_table.arena.values import check, look
from loot_table.measure.values import SEEN

EVERY = [(game.slug, n) for game in games.all_games() for n in range(game.least_players, game.most_players + 1)]


@pytest.mark.parametrize(("slug", "players"), EVERY)
def test_values_pass_their_checks_with_every_number_of_players(slug: str, players: int) -> None:
    wanted = games.part(games.load(slug), "bot.value").LUCK if players == 2 and slug != "labyrinth" else 1.0
    found = check(Contest(slug, ("greedy", "greedy"), players, 1500, seed=11))
    assert found.failures(min(wanted, found.ratio) if players > 2 else wanted) == []


def test_most_of_the_labyrinths_little_luck_is_seen() -> None:
    held = look(Contest("labyrinth", ("greedy", "greedy"), 2, 150, seed=5), playouts=300, chances=3, jobs=2)
    assert held.luck < 0.25 * (1 - 1 / 1.2), "there is less luck than would make a ratio of 1.2"
    assert held.seen >= SEEN
