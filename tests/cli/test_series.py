"""A tournament at the terminal: game after game, the points between them, and it goes on after a break."""

from __future__ import annotations

from pathlib import Path

from cli.test_loot import loot

SETTINGS = ("--option", "tournament=2", "--option", "stall_rounds=5", "--seed", "3")


def test_games_follow_each_other_and_the_last_names_the_winner(tmp_path: Path) -> None:
    """LL-V4.1, LL-V4.2: everybody moves on by a seat."""
    done = loot(
        *("play", "labyrinth", "--seat", "human", "--seat", "greedy", "--name", "Ana", "--name", "Ben", *SETTINGS),
        typed="resign\nresign\n",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.split("Tournament, 1 of 2 games  (LL-V4.1)")
    assert "Ben wins. Ana resigned." in first
    assert "lead" in second
    assert ">W Ana" in first
    assert "W Ben" in second
    assert "B Ana" in second
    assert "Tournament, 2 of 2 games" in second
    assert second.count("Ana> resign") == 1
    assert " the tournament with " in second.splitlines()[-1]


def test_players_without_names_get_some_that_move_on_with_them(tmp_path: Path) -> None:
    done = loot("play", "labyrinth", "--players", "3", *SETTINGS, "--seat", "human", typed="quit\n", folder=tmp_path)
    assert ">W Player 1" in done.stdout
    alone = loot("play", "labyrinth", "--players", "3", "--seed", "3", "--seat", "human", typed="quit\n")
    assert "Player 1" not in alone.stdout


def test_a_tournament_that_was_left_goes_on_with_its_points(tmp_path: Path) -> None:
    seats = ("--seat", "human", "--seat", "human")
    typed = "resign\n" + "\nmove s\n\nquit\n"
    left = loot("play", "labyrinth", *seats, *SETTINGS, typed=typed, folder=tmp_path)
    assert "The match is kept: loot play --load labyrinth-2" in left.stdout
    again = loot("play", "--load", "labyrinth-2", typed="\nresign\n", folder=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "Tournament, 2 of 2 games" in again.stdout
    assert "0 + 0 = 0 treasures" in again.stdout
    assert "Player 1 and Player 2 win the tournament with 0 treasures." in again.stdout
