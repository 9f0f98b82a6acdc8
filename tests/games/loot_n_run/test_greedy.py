"""The greedy player: sees only views, and beats chance. Long runs are in tests/soak."""

from __future__ import annotations

import pytest
from loot_n_run.tables import Deal, bot_game, deal, one_greedy_wins, written

from loot_table.bots import make
from loot_table.engine.build import is_compiled

GAMES = 60 if is_compiled() else 20


def choice(table: Deal) -> str:
    bot = make("greedy", table.match.game, 1)
    return written(bot.choose(table.view(table.match.to_act), list(table.match.actions())))


def test_it_runs_when_that_wins() -> None:
    """LR-52"""
    assert choice(deal(3, "R02 G03", "G04", scores=[30, 0, 0])) == "run"


def test_it_does_not_end_a_game_that_another_would_win() -> None:
    """LR-52: compare with score and hand of everybody."""
    greens = " ".join(f"G{number:02}" for number in range(5, 14))
    assert choice(deal(3, "G03", greens, scores=[34, 33, 0])) != "run"


def test_it_wakes_a_big_uncovered_hand_in_a_duel() -> None:
    """LR-40"""
    assert choice(deal(2, "G03", "R07 R09 R11")) == "awaken 1"


def test_it_keeps_a_pair_and_an_amulet() -> None:
    """LR-46"""
    table = deal(3, "G03", "R09", decks=("G02", "Y12")).play("awaken 1")
    assert "G02" in choice(table)


@pytest.mark.parametrize(("players", "least"), [(2, 0.75), (3, 0.6), (4, 0.5), (5, 0.4), (6, 0.35)])
def test_one_greedy_beats_random_players(players: int, least: float) -> None:
    """A sample; fair shares are 1/2 to 1/6."""
    assert one_greedy_wins(players, GAMES) >= least


@pytest.mark.parametrize("players", range(2, 7))
def test_greedy_games_end_naturally(players: int) -> None:
    """LR-50, with every invariant checked on the way."""
    for seed in range(3):
        assert bot_game(["greedy"] * players, seed, checks=True).reason == "target"
