"""Random games to their end with every invariant checked. A thousand a count are in tests/soak."""

from __future__ import annotations

import pytest
from loot_n_run.tables import bot_game

from loot_table.games.loot_n_run.box import Options


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_end_at_the_target(players: int) -> None:
    """LR-50, LR-R17"""
    for seed in range(12):
        assert bot_game(["random"] * players, seed, checks=True).reason == "target"


@pytest.mark.parametrize(
    "options",
    [
        Options(deck="mixed"),
        Options(end_timing="after_action"),
        Options(awaken_empty_target=True),
        Options(first_player="random"),
        Options(target_score=80),
        Options(turn_limit=0),
    ],
)
@pytest.mark.parametrize("players", [2, 5])
def test_every_option_plays_to_the_end(options: Options, players: int) -> None:
    """LR-R01, LR-R06, LR-R10, LR-R17, LR-R22, LR-R25"""
    for seed in range(3):
        assert bot_game(["random"] * players, seed, checks=True, options=options).reason == "target"


def test_a_short_limit_ends_the_game() -> None:
    """LR-R17"""
    table = bot_game(["random"] * 4, 1, checks=True, options=Options(turn_limit=3))
    assert (table.reason, table.turn) == ("turn_limit", 12)
