"""Training with PyTorch, for a minute: it learns, the same way each time, and its models are good ONNX (`make test-train`)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from rl.models import a_card, a_graph, a_model
from typer.testing import CliRunner

from loot_table import games
from loot_table.cli.main import app
from loot_table.rl.onnx_file import BadModel, Node
from loot_table.rl.plain_net import ROWS, Runtime
from loot_table.rl.policy import Model, read_model
from loot_table.rl.ppo import Recipe, Trainer
from loot_table.rl.training import Plan, Training
from loot_table.rl.vector import VectorTable

SMALL = Recipe(tables=8, steps=16, units=(16,), rounds=1, batch=32)


def trained(slug: str, minutes: float, recipe: Recipe, seed: int = 1) -> Training:
    training = Training(Plan(slug, minutes=minutes, looks=1, games=2, seed=seed), recipe)
    training.run()
    return training


def test_half_a_minute_is_enough_to_beat_random_at_loot_n_run() -> None:
    plan = Plan("loot_n_run", minutes=0.5, looks=1, games=200, opponents=("random",))
    found = Training(plan).run()
    before, after = found.points
    assert before.minutes == 0.0
    assert after.low > max(0.6, before.share)


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_can_be_learned(slug: str) -> None:
    training = trained(slug, 0.001, SMALL)
    assert training.trainer.progress.steps >= SMALL.tables * SMALL.steps
    assert [point.opponent for point in training.points] == ["random", "greedy"] * 2


def test_the_same_seed_learns_the_same() -> None:
    nets = []
    for seed in (1, 1, 2):
        trainer = Trainer(VectorTable("loot_n_run", SMALL.tables, 2, form="factored", seed=seed), SMALL, seed)
        for _ in range(3):
            trainer.lesson()
        nets.append(trainer.graph().weights)
    assert all(np.array_equal(nets[0][name], nets[1][name]) for name in nets[0])
    assert not all(np.array_equal(nets[0][name], nets[2][name]) for name in nets[0])


def test_letters_are_drawn_by_their_odds_among_the_legal_ones() -> None:
    trainer = Trainer(VectorTable("loot_n_run", SMALL.tables, 2, form="factored", seed=1), SMALL, 1)
    rows = np.repeat(trainer.tables.observations[:1], 20_000, 0)
    masks = np.repeat(trainer.tables.masks[:1].astype(bool), 20_000, 0)
    letters, logs, _ = trainer.answers(rows, masks)
    assert masks[0][letters].all()
    for letter in np.unique(letters):
        odds = float(np.exp(logs[letters == letter][0]))
        assert np.mean(letters == letter) == pytest.approx(odds, abs=0.02)


def test_a_trained_model_is_good_onnx_and_a_runtime_gives_the_same_scores() -> None:
    training = trained("loot_n_run", 0.001, SMALL)
    content = training.file(training.card)
    onnx.checker.check_model(onnx.load_from_string(content), full_check=True)
    model = Model(content)
    rng = np.random.default_rng(1)
    row, mask = rng.random(training.card.observation).astype(np.float32), np.ones(training.card.letters, np.int8)
    session = onnxruntime.InferenceSession(content)
    [scores] = session.run(["scores"], {ROWS: row[None]})
    assert np.allclose(scores[0], model(row, mask), atol=1e-4)


def test_what_numpy_cannot_do_a_runtime_does() -> None:
    card = a_card("loot_n_run")
    graph = a_graph(card)
    nodes = (graph.nodes[0], Node("Elu", ("hidden",), ("active",)), graph.nodes[2])
    model = Model(a_model(card, replace(graph, nodes=nodes)))
    assert isinstance(model.net, Runtime)
    row = np.ones(card.observation, np.float32)
    hidden = graph.weights["one"] @ row + graph.weights["one.bias"]
    active = np.where(hidden > 0, hidden, np.exp(np.minimum(hidden, 0)) - 1)
    expected = graph.weights["two"] @ active + graph.weights["two.bias"]
    assert np.allclose(model(row, np.ones(card.letters, np.int8)), expected, atol=1e-3)


def test_a_model_that_a_runtime_cannot_read_is_a_clear_error() -> None:
    card = a_card("loot_n_run")
    graph = a_graph(card)
    with pytest.raises(BadModel, match="onnxruntime cannot read this model"):
        Model(a_model(card, replace(graph, nodes=(Node("Nonsense", (ROWS,), ("scores",)),))))


def test_the_commands_train_a_model_and_place_it_on_the_ladder(tmp_path: Path) -> None:
    out, figures = tmp_path / "robin.onnx", tmp_path / "robin.json"
    words = ["rl", "train", "loot_n_run", "--minutes", "0.02", "--looks", "2", "--games", "4", "--out", str(out)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    made = read_model(out).card.made
    assert made["algorithm"] == "ppo"
    assert made["steps"] > 0
    assert made["cpu_minutes"] >= 0.02
    lines = out.with_suffix(".csv").read_text().splitlines()
    assert len(lines) == 1 + 2 * 3
    assert out.with_suffix(".svg").read_text().startswith("<svg ")
    words = ["rl", "evaluate", str(out), "--against", "random", "--games", "200", "--all", "--json", str(figures)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    told: Any = json.loads(figures.read_text())
    assert told["rungs"][0]["games"] == 200
    assert told["card"]["game"] == "loot_n_run"
