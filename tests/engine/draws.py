"""Every way in which chance is drawn, counted many times, and how likely such counts are (P10)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from loot_table.engine.random import Random
from loot_table.engine.sealed import Sealed
from loot_table.engine.state import Chance

KEY = "c4" * 32
SEED = 20_261_116
UNEVEN = ((7, 1), (3, 2), (0, 3), (9, 10), (4, 100))  # outcomes in no order, with their weights
ORDERS = {order: number for number, order in enumerate(itertools.permutations(range(5)))}


@dataclass(frozen=True)
class Primitive:
    """`draws(many)` gives the numbers 0 to len(weights) - 1, as often as their weights say."""

    name: str
    weights: tuple[int, ...]
    draws: Callable[[int], Sequence[int]]  # how often each number came, of so many draws


def counts(many: int, cells: int, draw: Callable[[int], int]) -> list[int]:
    found = [0] * cells
    for number in range(many):
        found[draw(number)] += 1
    return found


def below(n: int) -> Primitive:
    def draws(many: int) -> list[int]:
        rng = Random(SEED + n)
        return counts(many, n, lambda _: int(rng.below(n)))

    return Primitive(f"below {n}", (1,) * n, draws)


def pairs(n: int) -> Primitive:
    """Each number together with the one after it: the last says nothing about the next."""

    def draws(many: int) -> list[int]:
        rng = Random(SEED - n)
        return counts(many, n * n, lambda _: int(rng.below(n)) * n + int(rng.below(n)))

    return Primitive(f"pairs below {n}", (1,) * (n * n), draws)


def shuffled(many: int) -> list[int]:
    """All 120 orders of five cards."""
    rng = Random(SEED)

    def draw(_: int) -> int:
        cards = [0, 1, 2, 3, 4]
        rng.shuffle(cards)
        return ORDERS[tuple(cards)]

    return counts(many, len(ORDERS), draw)


def dealt(many: int) -> list[int]:
    """All 120 orders in which a table under seal draws five cards from what is left, as the games do."""
    found = [0] * len(ORDERS)
    nature = Sealed(KEY, "dealt")
    for number in range(many // 5):
        left = [0, 1, 2, 3, 4]
        hand = [left.pop(left.index(nature.outcome([(card, 1) for card in left], 5 * number + n))) for n in range(5)]
        found[ORDERS[tuple(hand)]] += 1
    return found


def picked(many: int) -> list[int]:
    rng = Random(SEED + 1)
    return counts(many, 7, lambda _: int(rng.pick((0, 1, 2, 3, 4, 5, 6))))


def units(many: int) -> list[int]:
    rng = Random(SEED + 2)
    return counts(many, 1000, lambda _: int(rng.unit() * 1000))


def low_units(many: int) -> list[int]:
    """The bits that a coarse look at a unit does not see."""
    rng = Random(SEED + 3)
    return counts(many, 256, lambda _: int(rng.unit() * 2**48) & 255)


def sealed(n: int) -> Primitive:
    def draws(many: int) -> list[int]:
        nature = Sealed(KEY, "statistics")
        return counts(many, n, lambda draw: nature.below(n, draw))

    return Primitive(f"sealed below {n}", (1,) * n, draws)


def first_draws(many: int) -> list[int]:
    """The first draw of many tables, for which a key is made anew: most games begin with somebody."""
    return counts(many, 6, lambda table: Sealed(f"{table:064x}", "first").below(6, 0))


def place_of(outcome: int) -> int:
    return PLACES[outcome]


PLACES = {outcome: place for place, (outcome, _) in enumerate(UNEVEN)}


def sealed_uneven(many: int) -> list[int]:
    nature = Sealed(KEY, "uneven")
    return counts(many, len(UNEVEN), lambda draw: place_of(nature.outcome(UNEVEN, draw)))


class Uneven(Chance):
    def outcomes(self, table: Any) -> Sequence[tuple[int, int]]:
        return UNEVEN


def sampled_uneven(many: int) -> list[int]:
    """A chance as bots and local games sample it."""
    rng, chance = Random(SEED + 4), Uneven()
    return counts(many, len(UNEVEN), lambda _: place_of(chance.sample(None, rng)))


WEIGHTS = tuple(weight for _, weight in UNEVEN)
PRIMITIVES = [
    *[below(n) for n in (2, 3, 6, 52, 1000)],
    *[pairs(n) for n in (3, 10)],
    Primitive("shuffle of five", (1,) * 120, shuffled),
    Primitive("pick", (1,) * 7, picked),
    Primitive("unit", (1,) * 1000, units),
    Primitive("unit, low bits", (1,) * 256, low_units),
    Primitive("chance by weight", WEIGHTS, sampled_uneven),
    *[sealed(n) for n in (3, 6, 52, 1000)],
    Primitive("sealed first draw", (1,) * 6, first_draws),
    Primitive("sealed by weight", WEIGHTS, sealed_uneven),
    Primitive("sealed deal of five", (1,) * 120, dealt),
]


# ---------------------------------------------------------------- how likely


def chi_square(found: Sequence[int], weights: Sequence[int]) -> float:
    share = sum(found) / sum(weights)
    return sum([(count - share * weight) ** 2 / (share * weight) for count, weight in zip(found, weights, strict=True)])


def chance_of(found: Sequence[int], weights: Sequence[int]) -> float:
    """How likely counts are to be at least as far from their weights as these."""
    return tail(chi_square(found, weights), len(weights) - 1)


def tail(value: float, freedom: int) -> float:
    """The part of the chi-square distribution above a value: the incomplete gamma function, by its series below the
    mean and by its continued fraction (Lentz) above."""
    a, x = freedom / 2, value / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 100_000):
            term *= x / (a + n)
            total += term
            if term < total * 1e-16:
                break
        return 1 - front * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, 100_000):
        b += 2
        d = 1 / (b - n * (n - a) * d)
        c = b - n * (n - a) / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction
