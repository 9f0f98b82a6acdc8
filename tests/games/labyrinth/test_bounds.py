"""What a stranger's board and walls may cost."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from loot_table.engine.errors import BadComponents, BadPosition
from loot_table.engine.match import Match
from loot_table.games import load
from loot_table.games.labyrinth.components import MOST_KINDS
from loot_table.games.labyrinth.grid import diamonds, grid

GAME = load("labyrinth")


def broken(path: str, value: Any) -> dict[str, Any]:
    data = copy.deepcopy(dict(GAME.read_components(None).data))
    *way, last = path.split(".")
    here: Any = data
    for name in way:
        here = here[int(name)] if isinstance(here, list) else here[name]
    here[int(last) if isinstance(here, list) else last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("board.start_sets.2", [[0], 4], "must be 2 different numbers of start squares"),
        ("board.start_sets.2", [0.0, 4.0], "must be 2 different numbers of start squares"),
        ("board.start_sets.2", [True, 4], "must be 2 different numbers of start squares"),
        ("board.start_sets.2", [0] * 9000, "must be 2 different numbers of start squares"),
        ("board.n", 2**53, "n must be 11 to 31"),
        ("board.treasure_squares.cells", [[8, 6]] * 2000, "has 2000 entries, at most 961 are read"),
        ("colours.seats.0", "w" * 41, "must be a text of 1 to 40 characters"),
        ("piece.0.symbol", "w" * 5000, "symbol must be one line of 1 to 40 characters"),
        ("piece.0.nodes", [[0], 2], "nodes are different numbers of its cells"),
        ("piece.0.shapes", 5, "shapes must be list"),
        ("piece.0.shapes", [{"cells": [], "nodes": []}] * 900, "orientation 0: turning its cells gives"),
        ("piece.0.orientations", [2] * 9000, "it has 2 orientations, not"),
        ("tables.treasures_to_win.2", 2**53, "must be 1 to 20"),
    ],
)
def test_anything_may_stand_anywhere_and_is_refused_in_few_words(path: str, value: Any, says: str) -> None:
    with pytest.raises(BadComponents, match=says) as refused:
        GAME.read_components(broken(path, value))
    assert len(str(refused.value)) < 300


def test_there_are_not_more_types_of_wall_than_tables_can_be_made_for() -> None:
    pieces = GAME.read_components(None).data["piece"]
    many = [{**pieces[n % 12], "symbol": "wall" + "abcdefghij"[n // 10] + "abcdefghij"[n % 10]} for n in range(60)]
    with pytest.raises(BadComponents, match=f"piece has 60 entries, at most {MOST_KINDS} are read"):
        GAME.read_components(broken("piece", many))


@pytest.mark.parametrize(("side", "radius"), [(11, 0), (15, 3), (21, 12)])
def test_a_diamond_is_what_so_many_steps_reach(side: int, radius: int) -> None:
    board = grid(side)
    found = diamonds(side, radius)
    for square in board.squares[:: side + 4]:
        near = [other for other in board.squares if board.distance(square, other) <= radius]
        assert board.listed(found[square]) == near


def test_a_position_names_an_unknown_field_in_few_words() -> None:
    with pytest.raises(BadPosition) as refused:
        Match(GAME, 2, position={"x" * 9000: 1})
    assert len(str(refused.value)) < 400
