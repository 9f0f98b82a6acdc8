"""Lessons at the terminal: by the same words as a game, left and resumed, then a first game with the coach."""

from __future__ import annotations

from pathlib import Path

from cli.test_loot import loot

from loot_table import games


def test_a_lesson_is_left_resumed_and_done(tmp_path: Path) -> None:
    left = loot("learn", "loot_n_run", "loot", typed="run\n1\nquit\n", folder=tmp_path)
    assert left.returncode == 0, left.stderr
    assert "Lesson 1 of 7: Loot a room" in left.stdout
    assert "LR-24: Without cards" in left.stdout
    assert "To go on: loot learn loot_n_run" in left.stdout
    again = loot("learn", "loot_n_run", "loot", typed="show\nloot left\nrun\n", folder=tmp_path)
    assert "Take another room." in again.stdout
    assert "A tomb with two doors" not in again.stdout
    assert "Type: loot left" in again.stdout
    assert "★☆☆  Loot a room: done." in again.stdout
    listed = loot("learn", "loot_n_run", "--list", folder=tmp_path)
    assert "★☆☆" in listed.stdout
    following = loot("learn", "loot_n_run", typed="skip\nwhy run\nquit\n", folder=tmp_path)
    assert "Lesson 2 of 7" in following.stdout, "the first that is not done"
    assert "Lesson 3 of 7" in following.stdout
    assert "run is legal." in following.stdout


def test_legal_or_not_is_answered_by_the_rule(tmp_path: Path) -> None:
    done = loot("learn", "loot_n_run", "legal", typed="n\nperhaps\n" + "y\n" * 9, folder=tmp_path)
    assert "Right. You need a card of your own to awaken" in done.stdout
    assert "No. You cannot awaken your own guardians" in done.stdout
    assert "y for legal, n for not" in done.stdout
    assert "5 of 10 right." in done.stdout


def test_the_first_game_is_a_real_one_with_the_coach(tmp_path: Path) -> None:
    done = loot("learn", "loot_n_run", "first-game", "--seed", "3", typed="coach\ncoach\nrun\nquit\n", folder=tmp_path)
    assert "coach: Do one thing" in done.stdout
    assert "coach: Without a room of your own" in done.stdout
    assert "The coach is off." in done.stdout
    again = loot("learn", "loot_n_run", "first-game", "--seed", "3", typed="quit\n", folder=tmp_path)
    assert "coach: Do one thing" not in again.stdout, "each rule is explained once"


def test_what_is_taught_and_what_not_can_be_listed(tmp_path: Path) -> None:
    done = loot("learn", "loot_n_run", "--coverage", folder=tmp_path)
    assert "LR-25" in done.stdout
    assert "Not taught, because the table sees to it by itself:" in done.stdout
    rest = loot("learn", "--coverage", folder=tmp_path)
    assert "Loot N Run: rules that no lesson teaches\n  the table sees to it by itself: LR-10, " in rest.stdout
    assert rest.stdout.count("rules that no lesson teaches") == len(games.slugs())
    wrong = loot("learn", "loot_n_run", "dance", folder=tmp_path)
    assert wrong.returncode == 2
    assert 'there is no lesson "dance"' in wrong.stderr
