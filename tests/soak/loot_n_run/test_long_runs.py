"""Long runs: the greedy player's share among random ones, and thousands of games with every invariant checked."""

from __future__ import annotations

import pytest
from loot_n_run.tables import bot_game, one_greedy_wins

from loot_table.games.loot_n_run.box import Options


@pytest.mark.parametrize(("players", "least"), [(2, 0.92), (3, 0.85), (4, 0.76), (5, 0.70), (6, 0.65)])
def test_one_greedy_among_random_players_wins_its_share(players: int, least: float) -> None:
    """Section 9: .95 .89 .80 .76 .72 in the reference."""
    assert one_greedy_wins(players, 400) >= least


@pytest.mark.parametrize("players", range(2, 7))
def test_a_thousand_random_games_end_naturally(players: int) -> None:
    """LR-50, LR-R17: the limit is never met."""
    turns = [finished(["random"] * players, seed) for seed in range(1000)]
    # Section 9: 48, 65, 87, 111, 115 turns on average.
    assert sum(turns) / 1000 == pytest.approx((48, 65, 87, 111, 115)[players - 2], rel=0.05)


@pytest.mark.parametrize("players", range(2, 7))
def test_two_hundred_greedy_games_end_naturally(players: int) -> None:
    """LR-50, LR-R17"""
    turns = [finished(["greedy"] * players, seed) for seed in range(200)]
    # Section 9, both implementations: 62, 76, 60, 76, 78 turns on average.
    assert sum(turns) / 200 == pytest.approx((62, 76, 60, 76, 78)[players - 2], rel=0.08)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_mixed_deck_ends_naturally(players: int) -> None:
    """LR-R25"""
    for seed in range(100):
        bot_game(["greedy"] * players, seed, checks=True, options=Options(deck="mixed"))


def finished(seats: list[str], seed: int) -> int:
    table = bot_game(seats, seed, checks=True)
    assert table.reason == "target"
    return table.turn
