"""A net learns what wins, the same every time. Needs the extra `train`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from loot_table.cli.main import app
from loot_table.engine.net import net_from
from loot_table.train.files import stated
from loot_table.train.fitting import fitted
from loot_table.train.lessons import Lessons


def some_lessons() -> Lessons:
    """Games of two in which the larger of two numbers mostly wins."""
    rng = np.random.default_rng(5)
    rows = rng.random((60_000, 2, 3)).astype(np.float32)
    first = rows[:, 0, :2].max(axis=1) > rows[:, 1, :2].max(axis=1)
    ends = np.where((first ^ (rng.random(60_000) < 0.05))[:, None], [1.0, 0.0], [0.0, 1.0]).astype(np.float32)
    return Lessons(rows, ends, np.arange(60_000))


def test_a_net_learns_what_wins_the_same_every_time() -> None:
    lessons = some_lessons()
    net = fitted(lessons, units=6)
    assert net.loss < 0.5 < net.blind == pytest.approx(np.log(2), abs=1e-4)
    assert fitted(lessons, units=6) == net
    kept = net_from({"weights": net.weights, "biases": net.biases, "output_weights": net.output_weights})
    right = [kept.shares(row.tolist())[0] > 0.5 for row in lessons.rows[:400]]
    assert np.mean(np.array(right) == (lessons.ends[:400, 0] > 0.5)) > 0.85


def test_the_command_trains_checks_and_keeps_a_net(tmp_path: Path) -> None:
    path = tmp_path / "nets.toml"
    asked = ["value", "train", "loot_n_run", "--players", "2", "--games", "600", "--checks", "40", "--out", str(path)]
    told = CliRunner().invoke(app, [*asked, "--jobs", "2"])
    assert told.exit_code == 0, told.output
    assert stated(path, 2).games == 600
