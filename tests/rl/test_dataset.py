"""Data sets of decisions: rows are what the seat saw, letters what it said, and who reads them can play the games again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.cli.main import app
from loot_table.engine.episode import Episode
from loot_table.engine.match import Match
from loot_table.engine.spelling import Spelling
from loot_table.measure.recorder import imported
from loot_table.rl.dataset import CARD, COLUMNS, game_rows, keep
from loot_table.rl.encodings import encoding_of, spelling_of


def spelling_for(match: Match, form: str) -> Spelling:
    return spelling_of(match.game, encoding_of(match.game, match.state), form)


@pytest.mark.parametrize("slug", games.slugs())
def test_letters_spell_the_actions_of_the_game(slug: str) -> None:
    contest = Contest(slug, ("random", "greedy"), 2, 2, options=short(slug))
    rows, decisions = game_rows(contest, "factored", 0)
    match = play_match(contest, 0).match
    actions = [entry.action for entry in match.record if entry.action is not None]
    assert decisions == len(actions)
    words: dict[int, list[int]] = {}
    for decision, letter, legal in zip(rows["decision"], rows["letter"], rows["legal"], strict=True):
        assert letter in legal
        words.setdefault(decision, []).append(letter)
    spelling, whole = spelling_for(match, "factored"), 0
    if not spelling.is_told:
        for number, word in words.items():
            if word == list(spelling.word(actions[number])):
                whole += 1
        assert whole >= 0.9 * len(actions), "all but what is accepted without being listed"
    assert rows["result"][0] == match.standings()


def short(slug: str) -> dict[str, Any]:
    return {"crates_barrels": {"turn_limit": 20}, "labyrinth": {}}.get(slug, {})


def test_places_and_values_are_the_row_that_the_seat_saw() -> None:
    contest = Contest("loot_n_run", ("greedy", "greedy"), 2, 2)
    rows, _ = game_rows(contest, "fixed", 0)
    match = play_match(contest, 0).match
    encoding = encoding_of(match.game, match.state)
    first = Match(match.game, 2, like=match)
    for entry in match.record:
        if entry.action is not None:
            break
        assert entry.outcome is not None
        first.state.happen(entry.outcome)
    asked = Episode(first.state, encoding, spelling_for(match, "fixed"), 0)
    row = np.zeros(asked.size, np.float32)
    asked.observe(asked.to_act, row)
    found = np.zeros_like(row)
    found[rows["places"][0]] = rows["values"][0]
    assert np.array_equal(found, row)
    assert rows["seat"][0] == asked.to_act
    assert rows["legal"][0] == asked.legal()


def test_files_hold_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    polars = imported()
    contest = Contest("loot_n_run", ("greedy", "random"), 2, 8)
    frames = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        kept = keep(contest, "fixed", folder, jobs, lambda _: None)
        frames.append(polars.read_parquet(f"{folder}/*.parquet").sort("game", "decision", "letter_number"))
        assert kept.games == 8
        assert kept.rows == len(frames[-1])
    assert frames[0].equals(frames[1])
    assert {name: str(kind) for name, kind in frames[0].schema.items()} == {
        name: kind for name, (kind, _) in COLUMNS.items()
    }


def test_the_command_writes_a_set_with_its_card(tmp_path: Path) -> None:
    words = ["record", "loot_n_run", "--observations", "--games", "4", "--bots", "apprentice,greedy", "--out"]
    done = CliRunner().invoke(app, [*words, str(tmp_path / "set")])
    assert done.exit_code == 0, done.output
    card = json.loads((tmp_path / "set" / CARD).read_text())
    found = imported().read_parquet(f"{tmp_path}/set/*.parquet")
    assert card["rows"] == len(found) > card["games"] == 4
    assert card["observation"] == sum(np.prod(part["shape"]) for part in card["parts"])
    assert set(found["bot"]) == {"apprentice", "greedy"}
    again = CliRunner().invoke(app, [*words, str(tmp_path / "set")])
    assert again.exit_code != 0
    assert "is not empty" in str(again.exception)
