"""Somebody's first evening at the terminal: a lesson, a first game with the coach, its result and its review, once more."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from cli.test_loot import loot


class First(NamedTuple):
    """The lines of a first lesson and what is said to them, the coach's first note, and a turn of a first game."""

    lesson: str
    lines: list[str]
    then: str
    note: str
    turn: str
    played: str


GAMES = {
    "crates_barrels": First(
        "Move a crate",
        ["e2-e4", "d2-f4", "e4-e5"],
        "That is all there is to moving.",
        "coach: One move of one pawn a turn",
        "e2-e4",
        "1. Crates e2-e4",
    ),
    "loot_n_run": First(
        "Loot a room",
        ["loot left", "loot left", "run"],
        "Points are safe for good.",
        "coach: Do one thing: loot a room",
        "loot left",
        "loots a green room",
    ),
    "labyrinth": First(
        "Slide",
        ["e", "s", "w"],
        "One action a turn, four treasures",
        "coach: One action: slide",
        "s",
        "White slides south",
    ),
    "looterz": First(
        "Your first turn",
        ["recruit dragonling", "search dragonling", "draw"],
        "One card in, everybody acts",
        "coach: Recruit one Looter or draw one card",
        "draw",
        "draws",
    ),
    "loot_fiend": First(
        "Explore",
        ["add 0 -1", "medium", "move 0 -1", "collect left boot", "collect ring"],
        "Only what lies in your backpack",
        "coach: Flip, walk, collect",
        "add 0 -1",
        "A corner tile is turned up",
    ),
}
QUICK = "crates_barrels"
AMONG_THREE = {"loot_n_run", "looterz"}  # bots play on to the end, and a whole game is long to review


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == QUICK else pytest.mark.long) for game in GAMES]
)
def test_a_first_evening_with_a_game(tmp_path: Path, game: str) -> None:
    first = GAMES[game]
    learned = loot("learn", game, typed="\n".join([*first.lines, "quit"]) + "\n", folder=tmp_path)
    assert learned.returncode == 0, learned.stderr
    assert f"Lesson 1 of {7 if game in ('crates_barrels', 'loot_n_run') else 8}: {first.lesson}" in learned.stdout
    assert first.then in learned.stdout
    assert f"★★★  {first.lesson}: done." in learned.stdout
    assert "Lesson 2 of" in learned.stdout, "the next one comes by itself"

    played = loot("learn", game, "first-game", "--seed", "3", typed=f"{first.turn}\nresign\n", folder=tmp_path)
    assert played.returncode == 0, played.stderr
    assert first.note in played.stdout
    assert first.played in played.stdout
    assert "resigned." in played.stdout, "whoever resigns sees how it ends"
    assert f"loot review {game}-1" in played.stdout

    if game not in AMONG_THREE:
        review = loot("review", f"{game}-1", folder=tmp_path)
        assert review.returncode == 0, review.stderr
        assert "resigned." in review.stdout
        assert "Evaluator" in review.stdout

    again = loot("play", game, "--seed", "4", typed="quit\n", folder=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "coach:" not in again.stdout, "the coach is for the first game"
