"""Training: what is learned is better than nothing, the same every time, and can be read back."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
import train

from loot_table.engine.net import Net


def lessons() -> tuple[train.Array, train.Array, train.Array]:
    """Games of two in which the larger of two numbers mostly wins."""
    rng = np.random.default_rng(5)
    rows = rng.random((30_000, 2, 3))
    first = rows[:, 0, :2].max(axis=1) > rows[:, 1, :2].max(axis=1)
    ends = np.where((first ^ (rng.random(30_000) < 0.05))[:, None], [1.0, 0.0], [0.0, 1.0])
    return rows, ends, np.arange(30_000)


def test_a_net_learns_what_wins_and_is_read_back_as_it_was_written() -> None:
    rows, ends, numbers = lessons()
    trainee = train.trained(rows, ends, numbers, units=6, seed=1)
    exams = numbers % 5 == 0
    assert trainee.loss(rows[exams], ends[exams]) < 0.5 < np.log(2)
    again = train.trained(rows, ends, numbers, units=6, seed=1)
    assert train.written(2, again, "again") == train.written(2, trainee, "again")
    content = tomllib.loads(train.written(2, trainee, "a command"))["2"]
    net = Net(content["weights"], content["biases"], content["output_weights"])
    for row in rows[:20]:
        assert net.shares(row.tolist()) == pytest.approx(trainee.shares(row[None])[0][0].tolist(), abs=0.01)


def test_samples_hold_what_every_seat_saw_and_how_the_game_ended() -> None:
    rows, ends, numbers = train.samples("loot_n_run", 3, count=2, every=5, seed=1)
    assert rows.shape[:2] == ends.shape == (len(numbers), 3)
    assert set(numbers) == {0, 1}
    assert np.allclose(ends.sum(axis=1), 1)


def test_a_new_net_takes_its_place_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "value.toml"
    rng = np.random.default_rng(1)
    for players in (4, 2, 4):
        train.put(path, players, train.written(players, train.Trainee(3, 2, rng), f"made for {players}"))
    text = path.read_text(encoding="utf-8")
    assert list(tomllib.loads(text)) == ["2", "4"]
    assert text.count("made for 4") == text.count("made for 2") == 1
    before = tomllib.loads(text)["4"]
    train.put(path, 2, train.written(2, train.Trainee(3, 2, rng), "made anew"))
    assert tomllib.loads(path.read_text(encoding="utf-8"))["4"] == before
