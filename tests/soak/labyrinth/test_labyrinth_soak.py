"""Long runs of Looters of the Labyrinth: win rates, ends, and nothing lost in a thousand games."""

from __future__ import annotations

import pytest
from labyrinth.tables import GAME, bot_game, check_agreement

from loot_table.engine.random import Random
from loot_table.games.labyrinth.table import Table


def test_fast_and_naive_access_agree_for_20000_placements() -> None:
    """LL-5.6"""
    assert check_agreement(20_000, Random(19)) >= 500


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_wins_nearly_every_game_against_random_players(players: int) -> None:
    games = 200
    won = 0.0
    for seed in range(games):
        seat = seed % players
        kinds = ["greedy" if other == seat else "random" for other in range(players)]
        won += bot_game(kinds, seed, teams=False).standings()[seat]
    assert won / games >= 0.98


def test_greedy_duels_end_by_treasure() -> None:
    games = 300
    ended = sum(bot_game(["greedy", "greedy"], seed).reason == "target" for seed in range(games))
    assert ended / games >= 0.95


def test_greedy_seats_are_even() -> None:
    games = 400
    won = sum(bot_game(["greedy", "greedy"], 10_000 + seed).standings()[0] for seed in range(games))
    assert 0.40 <= won / games <= 0.60


@pytest.mark.parametrize("players", range(2, 9))
def test_nothing_is_lost_or_doubled_in_random_games(players: int) -> None:
    """LL-5.8, LL-R25"""
    for seed in range(150):
        rng = Random(seed)
        options = {"minotaur": seed % 2 == 0, "labyrinth_walls": seed % 3 == 0, "stall_rounds": 10 + seed % 20}
        state = GAME.start(players, options)
        assert isinstance(state, Table)
        conserved = GAME.conserved(state)
        while state.agenda:
            if state.to_act >= 0:
                state.apply(state.decision().sample(state, rng))
            else:
                state.happen(state.chance().sample(state, rng))
            assert GAME.conserved(state) == conserved
        assert state.turn <= (13 + players + 1) * state.box.stall_turns


@pytest.mark.parametrize(
    "options", [{"labyrinth_walls": True}, {"minotaur": True}, {"close_placement": "both"}, {"teams": True}]
)
def test_greedy_games_of_every_variant_end_by_treasure(options: dict[str, object]) -> None:
    games = 60
    ended = sum(bot_game(["greedy"] * 4, seed, **options).reason == "target" for seed in range(games))
    assert ended / games >= 0.9
