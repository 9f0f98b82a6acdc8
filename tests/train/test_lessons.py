"""Lessons for nets: what is seen of every seat, how games ended, and nets kept in a file with what is known of them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.net import FILE, fingerprint, net_from
from loot_table.train import fitting
from loot_table.train.files import Statement, block, put, stated
from loot_table.train.lessons import Course, lessons

SLUGS = games.slugs()


@pytest.mark.parametrize("slug", SLUGS)
def test_lessons_hold_what_every_seat_saw_and_how_the_game_ended(slug: str) -> None:
    players = games.load(slug).most_players
    found = lessons(Course(slug, players, games=3, every=4))
    assert found.rows.shape[:2] == found.ends.shape == (len(found.numbers), players)
    assert set(found.numbers) == {0, 1, 2}
    assert np.allclose(found.ends.sum(axis=1), 1)
    for number in range(3):  # one game, one end
        assert len(np.unique(found.ends[found.numbers == number], axis=0)) == 1


def test_the_number_of_processes_does_not_matter() -> None:
    course = Course("loot_n_run", 3, games=12, every=6)
    one, two = lessons(course, 1), lessons(course, 2)
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(one, two, strict=True))


def test_other_bots_can_be_learned_from() -> None:
    found = lessons(Course("loot_n_run", 2, games=2, bots="apprentice", every=6))
    assert len(found.rows) > 10


def statement(games: int) -> Statement:
    return Statement("a command", "greedy", games, "2026-11-18", 500, 1.91, 0.012, 0.2)


def a_net(shift: float) -> dict[str, Any]:
    return {"weights": [[0.25, shift], [1.5, -2.0]], "biases": [0.5, 0.0], "output_weights": [1.0, shift]}


def test_a_net_takes_its_place_with_what_is_known_of_it_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / FILE
    for players, shift in ((4, 1.0), (2, 2.0), (4, 3.0)):
        put(path, players, block(players, statement(100 * players), a_net(shift)))
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    assert list(content) == ["2", "4"]
    assert content["4"]["hash"] == fingerprint(a_net(3.0)) != fingerprint(a_net(1.0))
    assert stated(path, 2) == statement(200)
    assert net_from(content["4"]).strength([1.0, 1.0]) == net_from(a_net(3.0)).strength([1.0, 1.0])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_net_says_whose_games_it_knows_and_how_its_checks_went(slug: str) -> None:
    game = games.load(slug)
    value = games.part(game, "bot.value")
    nets = tomllib.loads((value.HOME / FILE).read_text(encoding="utf-8"))
    assert set(nets) == {str(players) for players in range(game.least_players, game.most_players + 1)}
    for players, net in nets.items():
        told = stated(value.HOME / FILE, int(players))
        assert net["hash"] == fingerprint(net), f"{slug} {players}: not the net that was checked"
        assert told.command.startswith(f"loot value train {slug} --players {players} ")
        assert told.games > 0 < told.checked_games
        assert told.calibration <= 0.03
        assert told.luck_ratio > 0.97, "luck that is made up would make results scatter more"


def test_without_the_library_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(BadInput, match=r"loot-table\[train\]"):
        fitting.imported()
