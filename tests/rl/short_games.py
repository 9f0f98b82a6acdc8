"""Tables for the official tests of other libraries: every game at every number of players, with options by which random
games end soon."""

from __future__ import annotations

from typing import Any

from loot_table import games

SHORT: dict[str, dict[str, Any]] = {
    "crates_barrels": {"turn_limit": 60},
    "loot_fiend": {"stalemate_rounds": 1},
    "looterz": {"loot_target": 3, "round_limit": 6},
    "loot_n_run": {"target_score": 20},
}
TABLES = [
    (game.slug, players) for game in games.all_games() for players in range(game.least_players, game.most_players + 1)
]
LEAST = [(game.slug, game.least_players) for game in games.all_games()]
