"""`loot puzzles`: made from bots' games and written down; solved and missed at the terminal."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from loot_table import games
from loot_table.cli.main import app
from loot_table.games.puzzles import puzzles_of, read_file

LINES = {"COLUMNS": "100", "LINES": "60"}


def test_puzzles_are_made_of_bots_games_with_what_made_them(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json"
    words = ["puzzles", "loot_n_run", "--games", "1", "--seconds", "0.4", "--seed", "4", "--out", str(out)]
    done = CliRunner(env=LINES).invoke(app, words)
    assert done.exit_code == 0, done.output
    found = read_file(out, games.load("loot_n_run"))
    assert found.made["command"] == "loot puzzles loot_n_run --games 1 --most 30 --seconds 0.4 --seed 4"
    assert found.made["looked_through"] == 1


def test_a_puzzle_is_solved_another_missed_and_what_is_no_answer_explained() -> None:
    first, second = puzzles_of("crates_barrels").puzzles[:2]
    text = games.part(first.game, "text")

    def typed(place: int, puzzle: object) -> str:
        assert puzzle in (first, second)
        found = first if puzzle is first else second
        match = found.match()
        return str(text.say(match.view(found.seat), found.stages[0].answers[place].action, match.names))

    lines = ["resign", "a1-a2", typed(0, first), typed(1, second), "quit"]
    done = CliRunner(env=LINES).invoke(app, ["puzzles", "crates_barrels", "--play"], input="\n".join(lines) + "\n")
    assert done.exit_code == 0, done.output
    assert "This is a puzzle: give an answer, or quit." in done.output
    assert done.output.index("Right: ") < done.output.index("Puzzle 2 of") < done.output.index("Better: ")
    assert done.output.rstrip().endswith("1 solved.")


def test_a_game_without_puzzles_says_how_to_make_some() -> None:
    example = Path(__file__).parents[2] / "examples" / "noughts.py"
    done = CliRunner(env=LINES).invoke(app, ["puzzles", str(example), "--play"])
    assert "has no puzzles" in str(done.exception)
