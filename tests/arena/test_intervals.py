"""Intervals of shares, against the textbook and by playing."""

from __future__ import annotations

import random

import pytest

from loot_table.arena.intervals import of_deals, wilson


def test_wilson_is_as_in_the_book() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.9, 10) == pytest.approx((0.5958, 0.9821), abs=1e-4)
    assert wilson(1.0, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert wilson(0.0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)


def test_a_clean_sweep_is_not_certainty() -> None:
    low, high = of_deals([1.0] * 20, 40)
    assert low == pytest.approx(wilson(1.0, 20)[0])
    assert high == 1.0
    assert of_deals([1.0], 2) == (0.0, 1.0)


def test_games_of_a_deal_count_as_one_when_they_end_alike() -> None:
    alike = of_deals([1.0, 0.0] * 50, 200)  # both games of a deal go the same way
    apart = of_deals([1.0, 0.0, 0.5, 0.5] * 25, 200)
    assert alike[1] - alike[0] > apart[1] - apart[0]
    assert alike == pytest.approx(wilson(0.5, 99), abs=0.003)
    assert of_deals([0.5] * 100, 200) == wilson(0.5, 100)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    rng = random.Random(4)
    for truth in (0.5, 0.9):
        held = 0
        for _ in range(400):
            deals = [(rng.random() < truth) * 0.5 + (rng.random() < truth) * 0.5 for _ in range(60)]
            low, high = of_deals(deals, 120)
            held += low <= truth <= high
        assert held >= 370
