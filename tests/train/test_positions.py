"""What the net of Crates vs Barrels learns from, and its trial: the same rows and the same verdict however it is spread."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from loot_table.cli.main import app
from loot_table.engine.random import Random, mixed
from loot_table.games.crates_barrels.board import NONE, TILES
from loot_table.train.positions import ABOUT, NOWHERE, ROW, Recipe, opened, positions_of, tiles_of
from loot_table.train.rivals import Match, Opening, Outcome, Tally, contest, played

SMALL = Recipe(nodes=100)
FAR = 1e12  # no end of time


def test_a_row_says_where_everybody_stands_as_the_mover_sees_it() -> None:
    table = opened(Random(mixed(5)), 9)
    assert table.to_act == 1
    own, enemy = table.sides[1], table.sides[0]
    tiles = tiles_of(table)
    assert [tile for tile in tiles[:5] if tile != NOWHERE] == [TILES - 1 - tile for tile in own.tiles]
    assert [tile for tile in tiles[5:10] if tile != NOWHERE] == [TILES - 1 - tile for tile in enemy.tiles]
    for side, seen in zip((own, enemy), tiles[10:], strict=True):
        assert seen == (NOWHERE if side.carrier == NONE else TILES - 1 - side.carrier)


def test_rows_are_those_of_their_game() -> None:
    rows = [ROW.unpack(row) for row in positions_of(SMALL, 3)]
    assert rows
    assert [ROW.unpack(row) for row in positions_of(SMALL, 3)] == rows
    assert {row[-1] for row in rows} == {3}
    assert {row[13] for row in rows} <= {0, 1, 2}
    if 1 not in {row[13] for row in rows}:
        # Who moves now and who moves next bring home what there is.
        assert len({row[13] for row in rows}) <= 2
    assert all(0 < row[12] < 65535 for row in rows), "what is certain teaches nothing"
    for row in rows:
        pawns = [tile for tile in row[:10] if tile != NOWHERE]
        assert len(set(pawns)) == len(pawns), "one pawn to a tile"
        assert row[10] in (*row[:5], NOWHERE)
        assert row[11] in (*row[5:10], NOWHERE)


def test_positions_are_gathered_by_several_processes(tmp_path: Path) -> None:
    command = ["net", "gather", str(tmp_path), "--seconds", "1", "--nodes", "100", "--jobs", "2", "--seed", "4"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    about = json.loads((tmp_path / ABOUT).read_text())
    files = [path.read_bytes() for path in sorted(tmp_path.glob("rows-*.bin"))]
    assert about["recipe"] == {"nodes": 100, "random_turns": 8, "seed": 4, "net": ""}
    assert about["positions"] * ROW.size == sum(map(len, files))
    first = b"".join(positions_of(Recipe(100, seed=4), 0))
    assert files[0].startswith(first)


def test_an_opening_is_played_from_both_sides() -> None:
    """Counting against itself with the same luck: what the one brings home, the other loses."""
    match = Match("counting", nodes=100, seed=2)
    found = played(match, 0, FAR)
    assert found is not None
    assert sum(found.shares) == 1
    assert all(tally.turns > 10 and tally.positions >= 100 * (tally.turns - 20) for tally in found.tallies)
    assert played(match, 0, 0.0) is None, "no time, no games"


def test_a_contest_counts_openings_in_their_order() -> None:
    match = Match("counting", nodes=100, seed=2)
    heard: list[int] = []
    outcome = contest(match, (0, 20), 4, 60, 2, lambda now: heard.append(len(now.shares)))
    one_by_one = [played(match, number, FAR) for number in range(4)]
    assert heard == [1, 2, 3, 4]
    assert outcome.shares == [sum(each.shares) / 2 for each in one_by_one if each is not None]
    told = outcome.told()
    assert told["verdict"] == "open"
    assert sum(told["by_opening"]) == told["openings"] == 4  # type: ignore[call-overload]


def test_a_trial_ends_when_it_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    won = Opening([1.0, 1.0], (Tally(1, 10, 2, 0.1), Tally(1, 20, 3, 0.1)))
    monkeypatch.setattr("loot_table.train.rivals.in_order", lambda *_: iter([won] * 1000))
    outcome: Outcome = contest(Match("new"), (0, 100), 1000, 1, 1, lambda _: None)
    assert outcome.trial.verdict == "better"
    assert 16 <= len(outcome.shares) < 100
    assert outcome.tallies[0].told()["positions_a_second"] == 100


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["net", "trial", "nowhere.toml"], "there is no file nowhere.toml"),
        (["net", "trial", "counting", "--elo", "20,0"], "the smaller number first"),
        (["net", "trial", "counting", "--elo", "20"], "two numbers"),
        (["net", "gather", "folder", "--by", "nowhere.toml"], "there is no file nowhere.toml"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(command: list[str], says: str) -> None:
    done = CliRunner().invoke(app, command)
    assert done.exit_code != 0
    assert says in str(done.exception)
