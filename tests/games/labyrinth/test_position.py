"""Positions written down and read back, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from labyrinth.tables import CARDS, GAME, at, do, table, wall

from loot_table.engine import codec
from loot_table.engine.errors import BadPosition
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.labyrinth.position import read_position, write_position


@pytest.mark.parametrize("players", [2, 4, 8])
def test_every_moment_of_a_game_can_be_written(players: int) -> None:
    """LL-R35"""
    rng = Random(players)
    options = {"minotaur": True, "labyrinth_walls": True, "stall_rounds": 8}
    match = Match(GAME, players, options, nature=rng)
    while not match.is_over:
        written = write_position(table(match))
        plain = codec.loads(codec.dumps(written), 2**20)
        again = read_position(plain, players, match.options, match.components)
        assert write_position(again) == written
        assert again.agenda == match.state.agenda
        assert again.actions() == match.actions()
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    assert write_position(table(match))["to_move"] is None


def test_while_cards_are_dealt_there_is_nothing_to_write() -> None:
    """LL-R35"""
    with pytest.raises(BadPosition, match="when a player is to decide"):
        write_position(table(Match(GAME, 2)))


def test_wall_numbers_are_never_used_again() -> None:
    match = at(walls=[wall("column", 1, 12, 1, owner=0, node=1)], hands=[["boot", "fang", "altar", "spear"], None])
    do(match, "weaken", "stair", wall=1)
    do(match, "move", dir="W")
    do(match, "place", symbol="boot", orient=0, x=5, y=5)
    written = write_position(table(match))
    assert [standing["number"] for standing in written["walls"]] == [2]
    assert written["next_wall"] == 3


def test_cards_that_do_not_matter_are_any_cards() -> None:
    match = at(walls=[wall("spear", 1, 9, 13)], hands=[CARDS, None], draw_top=["wave"])
    state = table(match)
    assert [len(hand) for hand in state.hands] == [5, 4]
    assert sum(state.draw) + 9 + 1 == 48
    assert state.draw[GAME.read_components(None).numbers["wave"]] > 0


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ([], "a position is an object"),
        ({"nonsense": 1}, 'no field "nonsense"'),
        ({"players": 3}, "for 3 players, the table for 2"),
        ({"players": "2"}, '"players" must be 2 to 8'),
        ({"options": {"minotaur": True}}, "the option minotaur = true"),
        ({"options": 3}, '"options" of a position is an object'),
        ({"to_move": 2}, '"to_move" must be 0 to 1'),
        ({"to_move": None}, "the game is over"),
        ({"pawns": [[0, 0]]}, "2 different squares"),
        ({"pawns": [[0, 0], [0, 0]]}, "2 different squares"),
        ({"pawns": [[0, 0], [21, 0]]}, "pawns: x must be 0 to 20"),
        ({"pawns": [[0, 0], [10, 10]]}, "a pawn stands on a treasure"),
        ({"pawns": 3}, '"pawns" of a position is a list'),
        ({"pawns": [[0, 0], 7]}, r"a square is \[x, y\]"),
        ({"treasures": [[0, 0]]}, "treasure squares of the board"),
        ({"stash": [1, 0]}, "make 13 with the treasures"),
        ({"stash": [13, 0], "treasures": []}, "the game is over"),
        ({"stall": 60}, '"stall" must be 0 to 59'),
        ({"walls": [{}]}, "wall 1: a wall has number, symbol"),
        ({"walls": [wall("nonsense", 0, 3, 3)]}, "a symbol is one of column, boot"),
        ({"walls": [wall("column", 2, 3, 3)]}, "orient must be 0 to 1"),
        ({"walls": [wall("column", 0, 18, 3)]}, "x must be 0 to 17"),
        ({"walls": [wall("column", 0, 3, 3, owner=2)]}, "owner must be 0 to 1"),
        ({"walls": [wall("column", 0, 3, 3, node=2)]}, "node must be 0 to 1"),
        ({"walls": [wall("column", 0, 10, 10)]}, "lies on another wall, a treasure or a pawn"),
        ({"walls": [wall("column", 0, 1, 0)]}, "lies on another wall, a treasure or a pawn"),
        ({"walls": [wall("column", 0, 3, 3), wall("column", 0, 5, 3)]}, "wall 2 lies on another wall"),
        ({"walls": [wall("column", 0, 3, 3, rubble=3)]}, "rubble is a list"),
        ({"walls": [wall("column", 0, 3, 3, rubble=[[3, 3]])]}, r"rubble is \[x, y, owner\]"),
        ({"walls": [wall("column", 0, 3, 3, rubble=[[9, 3, 0]])]}, "is not on it"),
        ({"walls": [wall("column", 0, 3, 3, rubble=[[3, 3, 0], [4, 3, 0]])]}, "only one rubble token"),
        ({"walls": [wall("column", 0, 3, y, number=4) for y in (3, 5)]}, "two walls have the number 4"),
        ({"walls": [wall("column", 0, 3, y, owner=None) for y in range(1, 6)]}, "more than 4 cards column"),
        ({"walls": [wall(symbol, 0, 3, y) for symbol, y in zip(["altar", "fang"] * 3, range(1, 18, 3), strict=False)]},
         "5 wall tokens, and more walls than that"),
        ({"hands": [CARDS]}, '"hands" must have one entry for each of 2 seats'),
        ({"hands": [CARDS[:4], None]}, "it has 5 cards, got 4"),
        ({"hands": [3, None]}, "a list of symbols or null"),
        ({"hands": [["column"] * 5, None]}, "more than 4 cards column"),
        ({"draw_exactly": ["nonsense"]}, "draw_exactly: a symbol is one of"),
        ({"minotaur": [3, 3]}, "plays without the minotaur"),
        ({"axe": [True]}, '"axe" says for each seat'),
        ({"turned_up": "wave"}, "only for the maze"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_in_words(position: Any, says: str) -> None:
    """LL-R35"""
    with pytest.raises(BadPosition, match=says):
        Match(GAME, 2, position=position)


def test_the_minotaur_stands_on_an_open_square() -> None:
    with pytest.raises(BadPosition, match="stands on a pawn or a solid square"):
        at(options={"minotaur": True}, minotaur=[1, 0])
