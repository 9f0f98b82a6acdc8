"""Games of greedy bots against the clock: every game is played, and the figures add up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from loot_table.bench.greedy import paced
from loot_table.cli.main import app
from loot_table.games import slugs


def test_two_processes_play_as_many_games_as_were_asked_for() -> None:
    told: list[int] = []
    pace = paced("loot_n_run", 3, 20, 2, told.append)
    assert (pace.games, pace.players, pace.jobs) == (20, 3, 2)
    assert told[-1] == 20
    assert pace.decisions > 20
    assert pace.cpu_seconds > 0, "also what the processes spent that have ended"
    assert pace.rate == pytest.approx(20 / pace.cpu_seconds)


def test_the_command_measures_every_game(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    done = CliRunner().invoke(app, ["bench", "greedy", "--games", "2", "--jobs", "1", "--json", str(figures)])
    assert done.exit_code == 0, done.output
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert [row["game"] for row in found] == list(slugs())
    assert all(row["games"] == 2 and row["seconds"] > 0 for row in found)


def test_a_number_of_players_that_a_game_has_not_is_refused() -> None:
    done = CliRunner().invoke(app, ["bench", "greedy", "crates_barrels", "--games", "1", "--players", "3"])
    assert done.exit_code != 0
