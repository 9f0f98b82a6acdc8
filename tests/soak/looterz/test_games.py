"""Long runs of Looterz: a thousand random games at each count, and the greedy bot's wins."""

from __future__ import annotations

import pytest
from looterz.tables import greedy_share, random_game


@pytest.mark.parametrize("players", range(2, 7))
def test_a_thousand_random_games_end_by_loot(players: int) -> None:
    """Every card and token is accounted for after every step."""
    assert {random_game(players, seed) for seed in range(1000)} == {"loot"}


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_with_every_variant_end(players: int) -> None:
    variants: dict[str, object] = {
        "steal_when_leading": "next_richest",
        "activation_needs": "possible",
        "taunt_scope": "attacks_only",
        "taunt_last_wishes": False,
        "reshuffle": "on_demand",
        "round_limit": 0,
        "token_supply": "strict",
        "allow_rest": True,
        "dragon_cards": 4,
        "life_cap": 12,
    }
    assert {random_game(players, seed, variants) for seed in range(100)} <= {"loot", "dragon", "round_limit"}


@pytest.mark.parametrize(("players", "share"), [(2, 0.97), (3, 0.97), (4, 0.97), (5, 0.95), (6, 0.95)])
def test_one_greedy_bot_among_random_ones_nearly_always_wins(players: int, share: float) -> None:
    assert greedy_share(players, 300) >= share
