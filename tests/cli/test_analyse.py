"""`loot analyse`: findings as they come, as text and as JSON, of a written position or a record."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from children import environment
from cli.interrupted import hears
from typer.testing import CliRunner

from loot_table.cli.files import write_match
from loot_table.cli.main import app
from loot_table.engine.match import Match
from loot_table.games import load
from loot_table.games.crates_barrels.position import read_turn, write_position

NEAR_HOME = "9/9/9/9/4C4/9/9/9/b8 c 10"


def analyse(*words: str) -> Any:
    return CliRunner(env={"COLUMNS": "120"}).invoke(app, ["analyse", "crates_barrels", *words])


def test_lines_come_deeper_and_deeper_until_nothing_is_left_to_find() -> None:
    done = analyse("--position", NEAR_HOME, "--lines", "2", "--memory", "1")
    assert done.exit_code == 0, done.output
    said = done.output.splitlines()
    assert said[0] == f"Crates to move: {NEAR_HOME}"
    assert said[1].startswith("depth 1 ")
    assert [line.endswith(" done") for line in said if line.startswith("depth ")] == [False, False, True]
    assert "  1    win in 2  $e5-e3 @a5 $e3-e1#" in said


def test_as_json_each_finding_is_a_line() -> None:
    done = analyse("--depth", "3", "--json", "--memory", "1")
    assert done.exit_code == 0, done.output
    found = [json.loads(line) for line in done.output.splitlines()]
    assert [each["is_last"] for each in found] == [False] * (len(found) - 1) + [True]
    last = found[-1]
    assert (last["depth"], len(last["lines"])) == (3, 3)
    assert 0.4 < last["lines"][0]["chance"] < 0.6
    assert last["lines"][0]["win_in"] is None
    assert last["lines"][0]["line"][0] == last["lines"][0]["turn"]


def test_a_line_that_was_not_looked_at_again_says_how_deep_it_is_known() -> None:
    *_, first, second, _ = analyse("--nodes", "600", "--memory", "1").output.splitlines()
    assert first.startswith("  1 ")
    assert "depth" not in first
    assert second.startswith("  2 ")
    assert second.endswith("   (depth 2)")


@pytest.mark.parametrize("limit", [["--nodes", "500"], ["--seconds", "0.05"]])
def test_a_limit_ends_it(limit: list[str]) -> None:
    done = analyse(*limit, "--json", "--memory", "1")
    last = json.loads(done.output.splitlines()[-1])
    assert last["is_last"]
    assert last["positions"] <= 501 or last["seconds"] < 5  # a busy machine counts, too


def test_a_record_is_looked_at_where_somebody_says(tmp_path: Path) -> None:
    match = Match(load("crates_barrels"), 2)
    for turn in ("e2-e4", "e8-e6", "e4xe6"):
        match.play(match.to_act, read_turn(turn))
    path = tmp_path / "match.loot.json"
    write_match(match, path, ["human", "human"])
    for words, version in ((["--at", "2"], 2), ([], 3)):
        done = analyse("--from", str(path), *words, "--depth", "1", "--json", "--memory", "1")
        assert done.exit_code == 0, done.output
        found = json.loads(done.output.splitlines()[-1])
        assert found["position"] == write_position(match.at(version).state)  # type: ignore[arg-type]


def test_a_match_that_is_over_is_looked_at_before_its_end(tmp_path: Path) -> None:
    match = Match(load("crates_barrels"), 2, position=NEAR_HOME)
    for turn in ("e5-e3", "@a5", "e3-e1"):
        match.play(match.to_act, read_turn(turn))
    path = tmp_path / "match.loot.json"
    write_match(match, path, ["human", "human"])
    assert "this match is over: --at says where to look, 0 to 2" in str(analyse("--from", str(path)).exception)
    assert "the game is over in this position" in str(analyse("--from", str(path), "--at", "3").exception)
    assert "win in 1" in analyse("--from", str(path), "--at", "2", "--memory", "1").output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--position", "9/9/9/9/9/9/9/9/4c4 c 0"], "own Loot Tile e1 (CB-MOV-5)"),
        (["--infinite", "--depth", "3"], "--infinite goes on until Ctrl-C"),
        (["--engine", "--depth", "3"], "with --engine the other program says"),
        (["--at", "3"], "--at says how far into the match that --from names"),
        (["--from", "x", "--option", "passing=true"], "--from takes a match as it was played"),
    ],
)
def test_what_does_not_go_together_is_said(words: list[str], says: str) -> None:
    assert says in str(analyse(*words).exception)


def test_a_game_without_a_search_of_its_own_cannot_be_analysed() -> None:
    done = CliRunner().invoke(app, ["analyse", "looterz"])
    assert str(done.exception) == "Looterz brings no search that could analyse it; there is one for crates_barrels"


def test_ctrl_c_ends_it_with_what_was_found() -> None:
    command = [sys.executable, "-P", "-c", "from loot_table.cli.main import main; main()", "analyse", "crates_barrels"]
    words = ["--infinite", "--json", "--memory", "1"]
    with subprocess.Popen(
        [*command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=hears,  # noqa: PLW1509 (no threads yet)
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        first = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        rest = child.stdout.read().splitlines()
        assert child.wait(30) == 0, child.stderr.read()
        assert child.stderr.read() == ""
    assert not json.loads(first)["is_last"]
    assert json.loads(rest[-1])["is_last"]
