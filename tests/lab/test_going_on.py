"""A question that is killed goes on where it was."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from children import environment
from typer.testing import CliRunner

from loot_table.arena.contest import Contest, Played, play_match
from loot_table.cli.main import app
from loot_table.lab import marks, stories
from loot_table.lab.draws import draws
from loot_table.lab.kept_deals import KeptDeals

DEALS = 125
QUESTION = ["lab", "exciting", "loot_n_run", "--set", "scoring.target.2=12", "--deals", str(DEALS), "--log"]


def test_a_command_that_was_killed_plays_no_finished_game_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-P", "-c", "from loot_table.cli.main import main; main()", *QUESTION, str(tmp_path)]
    asking = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not finished(tmp_path) and asking.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    asking.kill()
    asking.wait()
    before = finished(tmp_path)
    assert before
    played: list[int] = []

    def count(contest: Contest, number: int) -> Played:
        played.append(number)
        return play_match(contest, number)

    monkeypatch.setattr(stories, "play_match", count)
    done = CliRunner().invoke(app, [*QUESTION, str(tmp_path)])
    assert done.exit_code == 0, done.output
    after = finished(tmp_path)
    assert after[: len(before)] == before
    assert len(after) == DEALS
    assert played == [2 * deal for deal in range(len(before), DEALS)]


def test_what_another_version_told_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest("loot_n_run", ("greedy",) * 2, 2, 10)
    here = [deals.path_of(contest, work) for deals in [KeptDeals(1, tmp_path)] for work in (stories.stories, draws)]
    log = KeptDeals(1, tmp_path).log_of(contest)
    assert len({*here, log}) == 3
    monkeypatch.setattr(marks, "sources", lambda _: [tmp_path / "changed.py"])
    (tmp_path / "changed.py").write_text("other = True")
    for forget in (marks.mark_of_play, marks.mark_of_telling):
        forget.cache_clear()
    assert KeptDeals(1, tmp_path).path_of(contest, draws) not in here
    assert KeptDeals(1, tmp_path).log_of(contest) != log
    for forget in (marks.mark_of_play, marks.mark_of_telling):
        forget.cache_clear()


def finished(folder: Path) -> list[str]:
    """Whole lines of what was told of games."""
    return [
        line
        for path in folder.glob("stories-*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
        if line.endswith("\n")
    ]
