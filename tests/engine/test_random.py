"""Random numbers: repeatable, even, well seeded."""

from __future__ import annotations

import itertools

import pytest

from loot_table.engine.random import Random

# 99.99 % of a chi-square distribution with so many degrees of freedom
LIMITS = {1: 15.14, 5: 25.75, 9: 33.72, 23: 57.07}


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, other = Random(5), Random(5)
    assert [one.below(1000) for _ in range(50)] == [other.below(1000) for _ in range(50)]
    assert [Random(1).below(2**30) for _ in range(3)] == [Random(1).below(2**30)] * 3


def test_known_numbers_stay_what_they_are() -> None:
    """A record of a seeded game must not change with the machine or the build."""
    rng = Random(42)
    assert [rng.below(100) for _ in range(8)] == [0, 86, 53, 2, 53, 77, 77, 33]


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    firsts = [Random(seed).below(10) for seed in range(20000)]
    assert chi_square([firsts.count(number) for number in range(10)]) < LIMITS[9]
    pairs = [(first + second) % 2 for first, second in itertools.pairwise(firsts)]
    assert chi_square([pairs.count(0), pairs.count(1)]) < LIMITS[1]
    assert len({Random(seed).below(2**30) for seed in (-3, -2, -1, 0, 1, 2, 2**64, 2**64 + 1, -(2**64))}) == 9


@pytest.mark.parametrize("n", [6, 10, 24])
def test_numbers_are_even(n: int) -> None:
    rng = Random(7)
    counts = [0] * n
    for _ in range(24000):
        counts[rng.below(n)] += 1
    assert chi_square(counts) < LIMITS[n - 1]


def test_shuffles_are_even() -> None:
    rng = Random(9)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(24000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        orders[tuple(items)] = orders.get(tuple(items), 0) + 1
    assert len(orders) == 24
    assert chi_square(list(orders.values())) < LIMITS[23]


def test_units_lie_between_0_and_1() -> None:
    rng = Random(3)
    units = [rng.unit() for _ in range(10000)]
    assert 0 <= min(units) < 0.01
    assert 0.99 < max(units) < 1
    assert abs(sum(units) / len(units) - 0.5) < 0.02


def test_there_is_no_number_below_nothing() -> None:
    for wrong in (0, -1, 2**31):
        with pytest.raises(AssertionError):
            Random(1).below(wrong)
