"""Connect four in numbers, and the command that measures environments."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from loot_table.bench import environments
from loot_table.bench.connect_four import GAME, Board, Drop
from loot_table.bench.environments import Rate, ratios
from loot_table.cli.main import app
from loot_table.games import slugs
from loot_table.rl.encodings import encoding_of, spelling_of
from loot_table.rl.pettingzoo import env


def stones(board: Board, seat: int) -> tuple[list[int], list[int]]:
    """One's own and the other's, as numbers from the lowest row."""
    encoding = encoding_of(GAME, board)
    start, end = encoding.starts()["stones"]
    row = encoding.listed(board.view(seat))[start:end]
    return [place for place in range(42) if row[place]], [place for place in range(42) if row[42 + place]]


def test_stones_are_ones_own_and_the_others_to_the_end() -> None:
    board = Board()
    for column in (3, 3, 2, 2, 1, 1):
        board.apply(Drop(column))
    first, second = [6, 12, 18], [7, 13, 19]  # column by column, from below
    assert stones(board, 0) == (first, second)
    assert stones(board, 1) == (second, first)
    board.apply(Drop(0))
    assert board.standings() == [1, 0]
    assert stones(board, 0) == ([0, *first], second)
    assert stones(board, 1) == (second, [0, *first])


def test_a_column_is_its_number() -> None:
    spelling = spelling_of(GAME, encoding_of(GAME, Board()))
    assert spelling.size == 7
    assert [spelling.word(Drop(column)) for column in range(7)] == [(column,) for column in range(7)]


def test_the_same_games_go_through_both_loops() -> None:
    played = environments.random_games(3)
    assert environments.follow(env(GAME), played) == sum(map(len, played))


def test_the_command_measures_every_game(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    done = CliRunner().invoke(app, ["bench", "rl", "--seconds", "0.01", "--tables", "4", "--json", str(figures)])
    assert done.exit_code == 0, done.output
    found = json.loads(figures.read_text(encoding="utf-8"))
    batched = [rate["name"] for rate in found["rates"] if rate["way"] == "batch"]
    assert batched[: 1 + len(slugs())] == ["connect four, ours", *slugs()]
    assert all(rate["steps"] > 0 for rate in found["rates"])


def test_ratios_are_of_the_same_run() -> None:
    rates = [
        Rate("connect four, PettingZoo's, bare", "AEC", 10.0),
        Rate("connect four, ours", "AEC", 70.0),
        Rate("connect four, ours", "batch", 600.0),
        Rate("loot_n_run", "batch", 450_000.0),
    ]
    assert ratios(rates) == [
        ("ours / connect four, PettingZoo's, bare, same loop", 7.0, 5.0),
        ("ours, batched / connect four, PettingZoo's, bare", 60.0, 50.0),
        ("Loot N Run, batched / 300,000 a second", 1.5, 1.0),
    ]
