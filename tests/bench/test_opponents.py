"""Duels with OpenSpiel's bots: seats change, the same moves on both boards, and the score adds up."""

from __future__ import annotations

import pyspiel
import pytest

from loot_table.bench.opponents import DUELS, Duel, OurSearch, Score, Theirs, fought


@pytest.mark.parametrize("duel", DUELS[:1] + DUELS[2:], ids=lambda duel: duel.slug)
def test_a_duel_is_fought_from_both_seats(duel: Duel) -> None:
    *_, score = fought(duel, 0.004, 2, 1)
    assert score.games == 2
    assert 0 <= score.won + score.drawn <= 2
    assert score.our_seconds > 0
    assert score.their_seconds > 0


def test_our_board_is_theirs_at_connect_four() -> None:
    """Three in a column, and ours to move: it sees the win on the board that it was handed."""
    state = pyspiel.load_game("connect_four").new_initial_state()
    for column in (3, 0, 3, 0, 3, 6):
        state.apply_action(column)
    ours = OurSearch(0.05, 1)
    assert ours.choose(state) == 3
    state.apply_action(3)
    assert state.is_terminal()


def test_a_bot_that_only_counts_is_given_more_until_the_time_is_used() -> None:
    asked: list[int] = []

    def think(state: object, simulations: int) -> int:
        asked.append(simulations)
        return sum(range(simulations * 1000)) * 0

    theirs = Theirs(0.01, think)
    assert theirs.choose(None) == 0
    assert len(theirs.spent) == 1
    assert asked[-1] > asked[0]


def test_the_interval_of_wins_is_wilsons() -> None:
    low, high = Score(8, 0, 10, 0.1, 0.1).interval()
    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    low, high = Score(20, 0, 20, 0.1, 0.1).interval()
    assert low == pytest.approx(0.8389, abs=1e-4)
    assert high == pytest.approx(1)
