"""What pairing gains and recording costs: the commands measure what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from loot_table.arena.record import LARGE
from loot_table.bench.recording import cost_of
from loot_table.cli.main import app
from loot_table.games import slugs


def test_gains_are_told_for_every_figure_of_both_changes(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    done = CliRunner().invoke(app, ["bench", "luck", "--deals", "20", "--jobs", "1", "--json", str(figures)])
    assert done.exit_code == 0, done.output
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert [row["name"] for row in found] == ["share of seat 1", "share of seat 2", "length"] * 2
    assert len({row["edit"] for row in found}) == 2


def test_playing_recording_and_values_are_timed_apart() -> None:
    ticks = iter([0.0, 4.0, 9.0, 19.0, 20.0, 24.0, 29.0, 39.0])
    cost = cost_of("loot_n_run", 2 * LARGE, lambda: next(ticks))
    assert (cost.playing, cost.recording, cost.with_values) == (8, 2, 12), "two rounds, beyond the games themselves"
    assert (cost.slower, cost.slower_with_values) == (0.25, 1.5)
    assert cost.steps > 2 * LARGE


@pytest.mark.heavy
def test_the_command_measures_every_game(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    done = CliRunner().invoke(app, ["bench", "record", "--games", "8", "--json", str(figures)])
    assert done.exit_code == 0, done.output
    assert [row["game"] for row in json.loads(figures.read_text(encoding="utf-8"))] == list(slugs())


def test_a_planted_unfairness_is_found_and_told(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    done = CliRunner().invoke(app, ["bench", "lab", "loot_n_run", "--seeds", "1", "--json", str(figures)])
    assert done.exit_code == 0, done.output
    [row] = json.loads(figures.read_text(encoding="utf-8"))
    assert (row["game"], row["seeds"]) == ("loot_n_run", 1)
    assert row["runs"][0]["verdict"] == "unfair"
    assert row["first"] > 0
