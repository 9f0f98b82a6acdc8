"""Connect four: the squares that make four, and what a decent player likes."""

from __future__ import annotations

import itertools

from loot_table.bench.connect_four import DROPS, FULL, Board, fourths, has_four, likings
from loot_table.engine.random import Random

SQUARES = [1 << (7 * column + row) for column, row in itertools.product(range(7), range(6))]


def test_a_fourth_is_a_free_square_that_makes_four() -> None:
    rng = Random(4)
    found = 0
    for _ in range(60):
        board = Board()
        while board.agenda:
            free = FULL & ~board.both
            wanted = sum(square for square in SQUARES if square & free and has_four(board.mine | square))
            assert fourths(board.mine) & free == wanted
            found += wanted > 0
            board.apply(board.decision().sample(board, rng))
    assert found > 200


def liked(*columns: int) -> list[float]:
    board = Board()
    for column in columns:
        board.apply(DROPS[column])
    return likings(board, board.actions(), Random(1))


def test_a_win_is_liked_best_then_a_stop_and_a_gift_least() -> None:
    assert liked() == [1.0] * 7
    both_have_three = liked(0, 6, 0, 6, 0, 6)
    assert both_have_three == [3.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0]
    # The first has three in the second row, 1 to 3: nobody should build what carries its fourth.
    gift = liked(1, 2, 3, 0, 1, 6, 2, 6, 3, 6, 6)
    assert gift[4] == 0.0
