"""Shuffles, dice and cards come as often as they should; `tests/soak` draws ten million of each."""

from __future__ import annotations

import pytest
from engine.draws import PRIMITIVES, Primitive, chance_of, tail

MANY = 200_000


@pytest.mark.parametrize("primitive", PRIMITIVES, ids=lambda one: one.name)
@pytest.mark.heavy
def test_draws_are_as_even_as_chance_makes_them(primitive: Primitive) -> None:
    """Neither too far from even nor, as a faulty counter would be, too near."""
    found = primitive.draws(MANY)
    assert sum(found) in (MANY, MANY // 5)
    assert 1e-4 < chance_of(found, primitive.weights) < 1 - 1e-4


@pytest.mark.parametrize(
    ("value", "freedom", "part"),
    [
        (15.137, 1, 1e-4),
        (25.745, 5, 1e-4),
        (33.720, 9, 1e-4),
        (57.075, 23, 1e-4),
        (149.449, 100, 1e-3),
        (3.841, 1, 0.05),
        (1142.848, 999, 1e-3),
        (0.0158, 1, 0.9),
        (858.435, 999, 0.9995),
        (6.0, 2, 0.049787),
    ],
)
def test_the_tail_of_the_distribution_is_as_tabulated(value: float, freedom: int, part: float) -> None:
    assert tail(value, freedom) == pytest.approx(part, rel=0.01)


def test_a_small_unevenness_would_be_noticed() -> None:
    """In ten million rolls of a die, one face that comes 101 times instead of 100."""
    even = [10_000_000 // 6] * 6
    loaded = [even[0] + even[0] // 100, *even[1:]]
    assert chance_of(loaded, (1,) * 6) < 1e-20
    assert chance_of(even, (1,) * 6) > 1 - 1e-4, "too even is noticed as well"
