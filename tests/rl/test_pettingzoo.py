"""Every game, at every number of players, passes PettingZoo's own tests; what it hands out stays as it was."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from types import SimpleNamespace
from typing import Any

import noughts
import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils import wrappers
from rl.short_games import LEAST, SHORT, TABLES

from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.rl.drawing import SCALE, SCREEN, drawn
from loot_table.rl.pettingzoo import env, raw_env
from loot_table.rl.pixels import HEIGHT, WIDTH, dots, is_drawn

# What PettingZoo's test knows by heart of its own environments: that an observation may hold a mask beside the numbers, and
# that nobody may do anything at the end.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def made(slug: str, players: int, **more: Any) -> raw_env:
    return env(slug, players=players, options=SHORT.get(slug), **more)


def played(table: raw_env, steps: int, seed: int = 1) -> list[Any]:
    """What the agents get to see in some steps at random."""
    rng = Random(seed)
    seen: list[Any] = []
    for _ in table.agent_iter(steps):
        observation, reward, is_over, _, _ = table.last()
        assert observation is not None
        seen.append((observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward, is_over))
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if is_over else legal[rng.below(len(legal))])
    return seen


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_the_api_test(slug: str, players: int) -> None:
    api_test(made(slug, players), num_cycles=120 // players)


@pytest.mark.parametrize("form", ["factored", "listed"])
@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_the_api_test_in_other_forms(slug: str, players: int, form: str) -> None:
    api_test(made(slug, players, form=form), num_cycles=30)


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_the_seed_test(slug: str, players: int) -> None:
    seed_test(lambda: made(slug, players), num_cycles=80 // players)


@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_the_render_test(slug: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    def is_text(frame: Any) -> bool:
        return "player_1" in frame

    def is_picture(frame: Any) -> bool:
        return bool(frame.shape == (SCREEN.height * HEIGHT * SCALE, SCREEN.width * WIDTH * SCALE, 3))

    render_test(lambda **more: made(slug, players, **more), {"ansi": is_text, "rgb_array": is_picture})
    assert "player_1" in capsys.readouterr().out


@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_every_letter_of_a_drawing_has_its_pixels(slug: str, players: int) -> None:
    table = made(slug, players, render_mode="rgb_array")
    table.reset(seed=6)
    for _ in range(6):
        text = drawn(table.setting.game, table.episode.table, table.possible_agents).plain
        assert {letter for letter in text if not is_drawn(letter)} == set()
        played(table, 7)


def test_lines_of_boxes_meet() -> None:
    """And what nobody has drawn is a box of its own."""
    assert dots("─")[HEIGHT // 2 - 1].all()
    assert dots("│")[:, WIDTH // 2 - 1].all()
    assert (dots("┼") == (dots("─") | dots("│"))).all()
    assert (dots("É") == dots("E")).all()
    assert dots("漢").any()
    assert not dots(" ").any()


def test_the_performance_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It lasts five seconds, by a clock that runs fast here."""
    ticks = iter(range(100))
    clock = SimpleNamespace(time=lambda: next(ticks) / 4)
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    performance_benchmark(made("loot_n_run", 3))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_every_seat_is_seen_at_any_time_and_only_one_may_act(slug: str, players: int) -> None:
    table = made(slug, players)
    table.reset(seed=5)
    for _ in range(30):
        played(table, 1)
        for agent in table.agents:
            seen = table.observe(agent)
            decides = agent == table.agent_selection and not table.terminations[agent]
            assert table.observation_space(agent).contains(seen)
            assert seen["action_mask"].any() == decides
            assert np.array_equal(seen["action_mask"], table.infos[agent]["action_mask"])
    assert table.state_space.contains(table.state())


@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_what_was_handed_out_does_not_change(slug: str, players: int) -> None:
    table = made(slug, players)
    table.reset(seed=2)
    kept = []
    for _ in table.agent_iter(25):
        observation, _, is_over, _, info = table.last()
        assert observation is not None
        kept.append((observation, info, copy.deepcopy(observation), copy.deepcopy(info)))
        table.step(None if is_over else np.flatnonzero(info["action_mask"])[0])
    for observation, info, same_observation, same_info in kept:
        assert np.array_equal(observation["observation"], same_observation["observation"])
        assert np.array_equal(observation["action_mask"], same_observation["action_mask"])
        assert np.array_equal(info["action_mask"], same_info["action_mask"])


@pytest.mark.parametrize(("slug", "players"), LEAST)
def test_copies_and_kept_environments_go_on_alike(slug: str, players: int) -> None:
    table = made(slug, players)
    table.reset(seed=3)
    played(table, 20)
    again = made(slug, players)
    again.restore(json.loads(json.dumps(table.save())))
    twins = [table.copy(), copy.deepcopy(table), pickle.loads(pickle.dumps(table)), again]
    before = table.save()
    futures = [played(twin, 40, seed=9) for twin in twins]
    assert table.save() == before, "a copy is a stranger"
    assert all(future == played(table.copy(), 40, seed=9) for future in futures)
    for twin in twins:
        twin.reset()
    assert len({played(twin, 3)[0] for twin in twins}) == 1, "the seeds that follow are the same"


def test_an_environment_is_kept_at_any_time() -> None:
    table = made("loot_n_run", 2)
    fresh = made("loot_n_run", 2)
    fresh.restore(table.save())
    assert fresh.agents == []
    table.reset(seed=1)
    while not any(table.terminations.values()):
        played(table, 1)
    for left in range(3):
        twin = pickle.loads(pickle.dumps(table))
        assert (twin.agents, twin.rewards, len(twin.agents)) == (table.agents, table.rewards, 2 - left)
        if table.agents:
            table.step(None)
    with pytest.raises(BadInput, match="this is"):
        made("loot_n_run", 3).restore(table.save())


def test_a_game_need_not_be_one_of_ours() -> None:
    """A game in one file brings its numbers there; from a file it can be kept, too."""
    api_test(env(noughts.GAME), num_cycles=20)
    table = env(noughts.__file__)
    table.reset(seed=1)
    table.step(4)
    assert pickle.loads(pickle.dumps(table)).save() == table.save()
    assert table.observe("player_1")["observation"][5:].tolist() == [0] * 9 + [0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_seeds_decide_all_games_that_follow() -> None:
    """Without one, games differ."""
    first, second = made("loot_n_run", 2), made("loot_n_run", 2)
    rows = []
    for table in (first, second):
        table.reset(seed=11)
        rows.append(played(table, 30))
        table.reset()
        rows.append(played(table, 30))
    assert rows[0] == rows[2]
    assert rows[1] == rows[3]
    assert rows[0] != rows[1]
    second.reset()
    first.seeds.first = None
    first.reset()
    assert played(first, 30) != played(second, 30)


def test_rewards_come_at_the_end_and_sum_to_zero() -> None:
    table = made("loot_n_run", 4)
    for seed in range(3):
        table.reset(seed=seed)
        while not any(table.terminations.values()):
            assert not any(table.rewards.values())
            played(table, 1)
        assert sum(table.rewards.values()) == pytest.approx(0)
        assert max(table.rewards.values()) > 0
        told = dict(table.rewards)
        for agent in table.agent_iter():
            assert table.last()[1] == told[agent]
            table.step(None)


def test_what_is_not_allowed_is_refused_in_words() -> None:
    table = made("loot_n_run", 2)
    with pytest.raises(BadInput, match="reset"):
        table.step(0)
    table.reset(seed=1)
    for wrong in (-1, table.actions, int(np.flatnonzero(table.last()[4]["action_mask"] == 0)[0])):
        with pytest.raises(BadInput, match="not legal here"):
            table.step(wrong)
    with pytest.raises(BadInput, match="None"):
        table.step(None)
    with pytest.raises(BadInput, match="render_mode"):
        made("loot_n_run", 2, render_mode="cinema")
    with pytest.raises(BadInput, match="fixed"):
        made("loot_n_run", 2, form="any")


def test_the_wrappers_of_pettingzoo_fit() -> None:
    """Where an illegal number is to lose the game."""
    table = wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(made("loot_n_run", 2), illegal_reward=-1))
    table.reset(seed=1)
    loser = table.agent_selection
    observation, *_ = table.last()
    table.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert table.rewards[loser] == -1
    assert all(table.terminations.values())
