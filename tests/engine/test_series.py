"""A series: seats go round, points add up, and a record carries the points of the games before it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from loot_table import games
from loot_table.engine.errors import BadRecord, BadTable
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.series import Series, seat_names

THREE = Series(3, 4, "tournament", "treasure", "LL-V4.1")
GAME = games.load("labyrinth")


def test_everybody_moves_on_by_a_seat() -> None:
    assert [THREE.entrants(game) for game in range(4)] == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    assert seat_names(["Ana", "Ben", "Cleo"], 1) == ["Cleo", "Ana", "Ben"]


def test_points_go_to_whoever_sat_there() -> None:
    series = THREE.entered([5, 1, 0]).entered([5, 1, 0])
    assert series.scores == ((5, 1, 0), (1, 0, 5))
    assert series.sums() == [6, 1, 5]
    assert series.places() == [1, 3, 2]
    assert str(series.ending(["Ana", "Ben", "Cleo"])) == "Ana leads with 6 treasures after game 2 of 4."


def test_equal_sums_share_a_place_and_nothing_comes_after_the_last_game() -> None:
    series = replace(THREE, games=1).entered([1, 1, 0])
    assert series.places() == [1, 1, 3]
    assert str(series.ending(["Ana", "Ben", "Cleo"])) == "Ana and Ben win the tournament with 1 treasure."
    with pytest.raises(BadTable, match=r"all 1 games of the tournament are played \(LL-V4\.1\)"):
        series.entered([0, 0, 0])


def test_a_record_carries_the_points_of_the_games_before() -> None:
    match = Match(GAME, 2, {"tournament": 3}, nature=Random(1), scores=[[7, 3]])
    match.resign(1)
    again = Match.from_json(json.loads(match.save()), GAME)
    assert again.series() == match.series()
    assert again.at(0).before == match.before
    alone = Match(GAME, 2, nature=Random(1))
    assert alone.series() is None
    assert "series" not in alone.to_json()


@pytest.mark.parametrize("wrong", [[[7]], [[7, "3"]], [[7, 3]] * 3, [7, 3], [[7, True]], [[7, 10**9]]])
def test_points_that_cannot_be_are_refused(wrong: Any) -> None:
    saved = {**Match(GAME, 2, {"tournament": 3}).to_json(), "series": wrong}
    with pytest.raises(BadRecord, match=r"a series of 3 games|the points of a game are 2 whole numbers"):
        Match.from_json(saved, GAME)
    with pytest.raises(BadRecord, match="this is none"):
        Match.from_json({**Match(GAME, 2).to_json(), "series": wrong}, GAME)
