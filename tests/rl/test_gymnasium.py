"""One seat of every game passes Gymnasium's own test, against random players, bots of ours, policies and itself."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from rl.short_games import LEAST, SHORT

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.rl.encodings import encoding_of
from loot_table.rl.gymnasium import IDS, SELF, SeatEnv

NAMES = {slug: name for name, slug in IDS.items()}


def made(slug: str, **more: Any) -> Any:
    return gymnasium.make(NAMES[slug], options=SHORT.get(slug), **more).unwrapped


def played(table: Any, seed: int, most: int = 10_000) -> list[Any]:
    """What a game shows to an agent that plays at random, with rewards."""
    rng = Random(seed)
    seen: list[Any] = []
    _, info = table.reset(seed=seed)
    for _ in range(most):
        actor, legal = info["seat"], np.flatnonzero(table.action_masks())
        assert np.array_equal(info["action_mask"], table.action_masks())
        row, reward, is_over, is_cut, info = table.step(legal[rng.below(len(legal))])
        seen.append((row.tobytes(), reward, is_over, info["seat"]))
        assert not is_cut
        if is_over:
            assert reward == info["returns"][actor]
            break
    return seen


@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_the_test_of_gymnasium(slug: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(made(slug, players=players))
    assert "player_1" in capsys.readouterr().out, "as people see it"


@pytest.mark.parametrize("opponents", ["greedy", SELF])
@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_the_same_seed_is_the_same_game(slug: str, players: int, opponents: str) -> None:
    first, second = (made(slug, players=players, opponents=opponents) for _ in range(2))
    assert played(first, 7, 12) == played(second, 7, 12)
    assert played(first, 7, 4) != played(second, 8, 4)


def test_names_have_the_version_of_the_numbers() -> None:
    assert sorted(IDS.values()) == sorted(games.slugs())
    for name, slug in IDS.items():
        game = games.load(slug)
        assert name.endswith(f"-v{encoding_of(game, game.start(game.least_players)).version}")


def test_one_sits_where_one_wishes_or_anywhere() -> None:
    table = made("loot_n_run", players=4)
    seats = {table.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == {0, 1, 2, 3}
    assert {made("loot_n_run", players=4, seat=2).reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}
    assert {table.reset(seed=seed, options={"seat": 1})[1]["seat"] for seed in range(5)} == {1}


def test_opponents_sit_clockwise_and_may_be_policies() -> None:
    """A policy gets numbers and a mask, and whose they are stands in the numbers."""
    asked = []

    def policy(row: Any, mask: Any) -> int:
        asked.append(int(np.flatnonzero(row[:3])[0]))
        return int(np.flatnonzero(mask)[0])

    table = made("loot_n_run", players=3, seat=1, opponents=["thief", policy])
    played(table, 3)
    assert set(asked) == {0}, "the second seat after seat 1"


def test_playing_all_seats_gives_each_its_own_reward() -> None:
    table = made("loot_n_run", players=2, opponents=SELF)
    ends = [played(table, seed)[-1] for seed in range(8)]
    assert {seat for *_, seat in played(table, 1)} == {0, 1}
    assert all(is_over for _, _, is_over, _ in ends)
    assert {reward for _, reward, _, _ in ends} <= {-1.0, 0.0, 1.0}


def test_what_is_not_legal_loses_at_once() -> None:
    table = made("loot_n_run")
    _, info = table.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, is_over, _, info = table.step(wrong)
    assert (reward, is_over, info["illegal"]) == (-1.0, True, wrong)
    assert not table.action_masks().any()
    with pytest.raises(BadInput, match="reset"):
        table.step(0)


def test_wishes_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="seat is 0 to 1"):
        SeatEnv("loot_n_run", seat=2)
    with pytest.raises(BadInput, match="there are 1 other seats"):
        SeatEnv("loot_n_run", opponents=["random", "random"])
    with pytest.raises(BadInput, match="no bot is called"):
        SeatEnv("loot_n_run", opponents="nobody")


def test_the_wrappers_of_gymnasium_fit() -> None:
    """What `make` puts around it, and several side by side."""
    table = gymnasium.make(NAMES["loot_n_run"], opponents="greedy", max_episode_steps=3)
    table.reset(seed=1)
    ends = []
    for _ in range(3):
        _, _, is_over, is_cut, _ = table.step(int(np.flatnonzero(table.unwrapped.action_masks())[0]))
        ends.append(is_over or is_cut)
    assert ends == [False, False, True]
    many = gymnasium.make_vec(NAMES["loot_n_run"], num_envs=2, vectorization_mode="sync", opponents="greedy")
    rows, info = many.reset(seed=4)
    for _ in range(5):
        rows, _, _, _, info = many.step([int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]])
    assert rows.shape == (2, *table.observation_space.shape)
    many.close()
