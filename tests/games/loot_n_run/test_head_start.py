"""LR-R32: points to start with, by the order of play."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from loot_n_run.tables import GAME

from loot_table.engine.errors import BadComponents, BadOption
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.loot_n_run.box import HEAD_STARTS


def pack(start: Any) -> dict[str, Any]:
    data = copy.deepcopy(dict(GAME.components(None).data))
    data["scoring"]["start"] = start
    return data


@pytest.mark.parametrize("first", [0, 2, "random"])
def test_who_begins_later_starts_with_more(first: int | str) -> None:
    """LR-R32"""
    match = Match(GAME, 4, {"first_player": first}, pack({"4": [0, 1, 1, 2]}), nature=Random(5))
    begins = match.to_act
    scores = match.state.scores  # type: ignore[attr-defined]
    assert [scores[(begins + place) % 4] for place in range(4)] == [0, 1, 1, 2]
    said = [str(event.text()) for events in match.log for event in events if event.rule() == "LR-R32"]
    assert len(said) == 3
    assert said[-1].endswith("starts with 2 points.")


def test_nothing_is_given_where_nothing_is_said() -> None:
    """LR-R32"""
    match = Match(GAME, 3, {}, pack({"4": [0, 1, 1, 2]}), nature=Random(5))
    assert match.state.scores == [0, 0, 0]  # type: ignore[attr-defined]
    assert not [event for events in match.log for event in events if event.rule() == "LR-R32"]


@pytest.mark.parametrize("players", range(2, 7))
def test_an_option_gives_what_makes_the_seats_even(players: int) -> None:
    """LR-R32"""
    match = Match(GAME, players, {"head_start": "by_seat", "first_player": 1}, nature=Random(5))
    scores = match.state.scores  # type: ignore[attr-defined]
    given = [scores[(1 + place) % players] for place in range(players)]
    assert given == HEAD_STARTS[players - 2]
    assert given[0] == 0
    assert given == sorted(given)
    assert match.state.scores != [0] * players  # type: ignore[attr-defined]


def test_the_option_counts_more_than_a_data_pack() -> None:
    """LR-R32"""
    match = Match(GAME, 3, {"head_start": "by_seat"}, pack({"3": [0, 9, 9]}), nature=Random(5))
    assert match.state.scores == HEAD_STARTS[1]  # type: ignore[attr-defined]


def test_nonsense_is_refused_with_its_place() -> None:
    """LR-R32"""
    for start, says in (
        ([0, 1], "scoring.start: points"),
        ({"7": [0] * 7}, "scoring.start: points"),
        ({"4": [0, 1]}, "scoring.start.4: a number for each of 4"),
        ({"4": [0, 1, 1, 35]}, "scoring.start.4: each is 0 or more, and below the target 35"),
        ({"2": [0, True]}, "scoring.start.2: each is 0"),
    ):
        with pytest.raises(BadComponents, match=says):
            GAME.components(pack(start))
    with pytest.raises(BadOption, match="more than the 5 points"):
        Match(GAME, 2, {"target_score": 5}, pack({"2": [0, 5]}))
