"""P10: ten million draws of every primitive; chi-square over all values, orders or pairs passes at one in ten thousand."""

from __future__ import annotations

import pytest
from engine.draws import PRIMITIVES, Primitive, chance_of

MANY = 10_000_000


@pytest.mark.parametrize("primitive", PRIMITIVES, ids=lambda one: one.name)
def test_ten_million_draws_are_even(primitive: Primitive) -> None:
    found = primitive.draws(MANY)
    assert sum(found) in (MANY, MANY // 5)
    assert 1e-4 < chance_of(found, primitive.weights) < 1 - 1e-4
