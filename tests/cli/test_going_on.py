"""Going on from a finished match, and hints, at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

from cli.test_loot import loot

from loot_table import games
from loot_table.engine.match import Match
from loot_table.engine.random import Random


def finished(folder: Path) -> Path:
    match = Match(games.load("loot_n_run"), 2, names=["Kim", "Lou"], nature=Random(5))
    for _ in range(4):
        match.play(match.to_act, match.actions()[0])
    match.resign(0)
    path = folder / "game.json"
    path.write_bytes(match.save())
    return path


def test_a_finished_match_is_gone_on_with_and_says_so(tmp_path: Path) -> None:
    path = finished(tmp_path)
    done = loot("play", "--from", str(path), "--at", "4", typed="save on.json\nquit\n", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "You meet" in done.stdout
    saved, old = json.loads((tmp_path / "on.json").read_text()), json.loads(path.read_text())
    assert saved["begun"] == 4
    assert saved["entries"][:4] == old["entries"][:4]
    assert saved["seats"].count("human") == 1
    for wrong, words in (
        (("--from", str(path)), "both or neither"),
        (("--from", str(path), "--at", "999"), "--at is 0"),
    ):
        refused = loot("play", *wrong, folder=tmp_path)
        assert refused.returncode == 2
        assert words in refused.stderr
    again = loot("play", "--load", "on.json", typed="undo\nquit\n", folder=tmp_path)
    assert "nothing to undo" in again.stdout


def test_a_hint_is_given_alone_and_kept_in_the_record(tmp_path: Path) -> None:
    seed = ("--seed", "5")
    done = loot("play", "loot_n_run", *seed, typed="hint\nsave hinted.json\nquit\n", folder=tmp_path)
    assert "Burglar" in done.stdout
    assert sum(json.loads((tmp_path / "hinted.json").read_text())["hints"]) == 1
    again = loot("play", "--load", "hinted.json", typed="save again.json\nquit\n", folder=tmp_path)
    assert again.returncode == 0, again.stderr
    assert sum(json.loads((tmp_path / "again.json").read_text())["hints"]) == 1
    two = ("--seat", "human", "--seat", "human")
    refused = loot("play", "loot_n_run", *seed, *two, typed="hint\nquit\n", folder=tmp_path)
    assert "no hints where somebody else plays" in refused.stdout
