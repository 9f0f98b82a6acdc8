"""Intervals of shares, against the textbook and by playing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import inf
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from loot_table.measure.intervals import (
    NOTHING_KNOWN,
    Interval,
    Trial,
    clipped,
    clustered_share,
    elo_of,
    goodman,
    mean,
    never,
    of_deals,
    paired,
    quantile,
    quantile_sequence,
    sequence,
    share_of,
    share_sequence,
    share_sequence_of,
    student,
    wilson,
)


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
        for _ in range(2000):
            deals = [(rng.random() < truth) * 0.5 + (rng.random() < truth) * 0.5 for _ in range(60)]
            low, high = of_deals(deals, 120)
            held += low <= truth <= high
        assert held >= 1880


def test_all_seats_hold_together() -> None:
    """Goodman's intervals of a die that is thrown 600 times: all six at once."""
    rng = random.Random(5)
    held = 0
    for _ in range(2000):
        thrown = [0] * 6
        for pips in rng.choices(range(6), (1, 1, 1, 1, 1, 5), k=300):
            thrown[pips] += 1
        truths = [0.1] * 5 + [0.5]
        held += all(each.holds(truth) for each, truth in zip(goodman(thrown), truths, strict=True))
    assert held >= 1880
    assert goodman([0, 0]) == [(0.0, 1.0), (0.0, 1.0)]


def test_what_never_came_may_still_come() -> None:
    assert never(0) == 1.0
    assert never(60) == pytest.approx(0.0487, abs=1e-4)  # scipy.stats.beta.ppf(0.95, 1, 60)
    assert never(10_000) == pytest.approx(3 / 10_000, rel=0.01)  # the rule of three


def test_students_table() -> None:
    for freedom, deviations in ((1, 12.7062), (2, 4.3027), (5, 2.5706), (9, 2.2622), (30, 2.0423), (100, 1.9840)):
        assert student(freedom) == pytest.approx(deviations, abs=1e-4)
    assert student(4, 0.01) == pytest.approx(4.6041, abs=1e-4)
    assert student(10_000) == pytest.approx(1.96, abs=1e-3)


@pytest.mark.parametrize("count", [5, 12, 40])
def test_means_are_held(count: int) -> None:
    rng = np.random.default_rng(count)
    streams = rng.normal(3, 2, (2000, count))
    assert sum(mean(list(stream)).holds(3) for stream in streams) >= 1880
    assert mean([1.0]) == NOTHING_KNOWN


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_quantiles_are_held_whatever_the_distribution(part: float) -> None:
    rng = np.random.default_rng(7)
    truth = -float(np.log(1 - part))  # of the exponential distribution
    streams = rng.exponential(1.0, (2000, 80))
    found = [quantile(list(stream), part) for stream in streams]
    assert sum(each.holds(truth) for each in found) >= 1880
    assert fmean(each.half for each in found if each.high < inf) < 1.2
    assert quantile([], 0.5) == NOTHING_KNOWN
    assert quantile([4.0], 0.5) == NOTHING_KNOWN  # one value says nothing about where the middle is


# ---------------------------------------------------------------- looking again and again

LOOKS = [int(each) for each in np.geomspace(100, 10_000, 60)]


def looks(streams: Any) -> Iterator[tuple[int, Any, Any]]:
    """Means and deviations of every stream at each look."""
    sums, squares = streams.cumsum(axis=1), (streams**2).cumsum(axis=1)
    for count in LOOKS:
        middle = sums[:, count - 1] / count
        yield count, middle, np.sqrt(np.maximum(squares[:, count - 1] / count - middle**2, 0) * count / (count - 1))


@pytest.mark.parametrize("truth", [0.5, 0.25, 0.02])
def test_a_sequence_is_right_at_all_looks_together(truth: float) -> None:
    streams = (np.random.default_rng(11).random((2000, LOOKS[-1])) < truth).astype(np.float32)
    wrong = np.zeros(len(streams), dtype=bool)
    ordinary = wrong.copy()
    exact = wrong.copy()
    for count, middle, deviation in looks(streams):
        for number in range(len(streams)):
            share = float(middle[number])
            wrong[number] |= not sequence(share, float(deviation[number]), count).holds(truth)
            ordinary[number] |= not wilson(share, count).holds(truth)
        for number in range(0, len(streams), 10):  # it is slower
            exact[number] |= not share_sequence(round(float(middle[number]) * count), count).holds(truth)
    assert exact.sum() / 200 <= 0.06
    assert ordinary.mean() > 0.25, "whoever looks often finds anything in an ordinary interval"
    if truth > 0.1:  # the formula is for large numbers; for small counts there is the exact one
        assert wrong.mean() <= 0.06


@pytest.mark.parametrize("truth", [0.01, 0.5, 0.95, 0.99, 1.0])
def test_shares_are_held_at_all_looks_however_near_to_nothing_or_all(truth: float) -> None:
    """2,000 streams of duels, looked at as the lab looks."""
    streams = (np.random.default_rng(13).random((2000, 800)) < truth).astype(float)
    wrong = sum(
        any(not share_sequence_of(stream[:count].tolist()).holds(truth) for count in (100, 200, 400, 800))
        for stream in streams
    )
    assert wrong <= 0.06 * len(streams)


def test_a_clean_sweep_of_duels_is_not_certainty() -> None:
    low, high = share_sequence_of([1.0] * 100)
    assert low == pytest.approx(share_sequence(100, 100).low)
    assert high == 1.0
    assert share_sequence_of([0.0] * 100).high > 0.05
    assert share_sequence_of([1.0] * 99) == NOTHING_KNOWN


def test_a_sequence_is_not_much_wider_than_one_look() -> None:
    wide, narrow = sequence(0.5, 0.5, 2000), wilson(0.5, 2000)
    assert 1.4 < wide.half / narrow.half < 1.7
    assert sequence(0.5, 0.5, 99) == NOTHING_KNOWN
    assert share_sequence(0, 0) == (0.0, 1.0)
    assert share_sequence(0, 100).high == pytest.approx(1 - (0.05 / 101) ** 0.01)
    assert share_sequence(100, 100).low == pytest.approx(1 - share_sequence(0, 100).high)


def test_a_quantile_at_any_moment() -> None:
    rng = np.random.default_rng(3)
    wrong = 0
    for _ in range(200):
        stream = rng.exponential(1.0, 1000)
        wrong += any(
            not quantile_sequence(list(stream[:count]), 0.5).holds(np.log(2)) for count in (20, 100, 300, 1000)
        )
    assert wrong <= 12
    assert quantile_sequence(list(range(1000)), 0.5).half < 80


def test_one_design_against_itself_is_seldom_called_different() -> None:
    """400 comparisons of a game with itself, looked at 60 times on the way to 10,000 deals."""
    rng = np.random.default_rng(17)
    different = np.zeros(400, dtype=bool)
    apart = rng.choice([1.0, 0.5, 0.0, -0.5, -1.0], (400, LOOKS[-1]), p=[0.02, 0.05, 0.86, 0.05, 0.02]).astype(
        np.float32
    )
    for count, middle, deviation in looks(apart):
        for number in range(len(apart)):
            different[number] |= not sequence(float(middle[number]), float(deviation[number]), count).holds(0.0)
    assert different.mean() < 0.05


# ---------------------------------------------------------------- pairs and trials


def test_pairs_tell_a_small_difference() -> None:
    rng = random.Random(2)
    luck = [rng.gauss(0, 1) for _ in range(400)]
    ones = [each + rng.gauss(0, 0.2) for each in luck]
    others = [each + 0.1 + rng.gauss(0, 0.2) for each in luck]
    found = paired(ones, others)
    assert found.interval.holds(0.1)
    assert found.interval.low > 0
    assert found.gain > 10
    assert paired([1.0, 1.0], [1.0, 1.0]).gain == 1.0
    assert paired([1.0], [2.0]).interval == NOTHING_KNOWN


def test_what_happens_all_at_once_counts_as_one() -> None:
    """Ten tries that always end alike say as much as one; independent ones say more, and are held at every look."""
    rng = random.Random(11)
    together = [10 * (rng.random() < 0.3) for _ in range(60)]
    apart = [sum(rng.random() < 0.3 for _ in range(10)) for _ in range(60)]
    shares, intervals = zip(*(clustered_share(hits, [10] * 60) for hits in (together, apart)), strict=True)
    assert all(interval.holds(0.3) and interval.holds(share) for share, interval in zip(shares, intervals, strict=True))
    assert intervals[0].half > 2 * intervals[1].half
    assert clustered_share([0] * 50, [2] * 50)[1].high > 0.03  # nothing was seen in fifty games, not in a hundred
    assert clustered_share([0, 0], [0, 0]) == (0.0, (0.0, 1.0))


def test_no_share_lies_outside_of_nothing_and_all() -> None:
    assert clipped(Interval(-0.1, 0.4)) == (0.0, 0.4)
    assert clipped(Interval(0.7, 1.2)) == (0.7, 1.0)
    assert clipped(NOTHING_KNOWN) == NOTHING_KNOWN


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "not better"), (0.53, "better")])
def test_a_trial_is_seldom_wrong(truth: float, verdict: str) -> None:
    rng = random.Random(9)
    right, lengths = 0, []
    for _ in range(300):
        trial, found = Trial(0.5, 0.53), None
        while found is None:
            found = trial.add(((rng.random() < truth) + (rng.random() < truth)) / 2)  # both seats of a deal
        right += found == verdict
        lengths.append(trial.count)
    assert right >= 279
    assert fmean(lengths) < 1500, "a fixed number of deals would be about 1,700"


def test_a_trial_is_not_carried_away_by_its_first_deals() -> None:
    trial = Trial(0.5, 0.53)
    for _ in range(15):
        assert trial.add(1.0) is None
    assert share_of(0) == 0.5
    assert elo_of(share_of(37.0)) == pytest.approx(37.0)
