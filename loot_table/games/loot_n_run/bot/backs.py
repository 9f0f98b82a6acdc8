"""What the backs of hidden cards tell: the chance to be caught, and the points of a Run on average."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from loot_table.games.loot_n_run.box import Box


@final
class Unseen:
    """The cards of one back that somebody cannot place, counted."""

    def __init__(self, box: Box, cards: list[int]) -> None:
        self.cards = cards
        self.size = len(cards)
        self.guardians = 0
        self.amulets = 0
        symbols: i64 = 0
        shows: i64 = 0
        for card in cards:
            self.guardians += box.guardian[card] != 0
            self.amulets += int(box.amulets[card])
            symbols += box.symbols[card]
            shows += box.shows[card]
        self.symbols: list[int] = []  # treasures by type
        self.shows: list[int] = []  # cards that show a type
        for _ in range(box.types):
            self.symbols.append(int(symbols & 255))
            self.shows.append(int(shows & 255))
            symbols >>= 8
            shows >>= 8


def told_by_backs(box: Box, cards: list[int]) -> tuple[float, float]:
    """What the backs of cards tell somebody who has seen no other card: the chance to be caught, and the points."""
    backs = [0] * len(box.backs)
    for card in cards:
        backs[box.back[card]] += 1
    known = box.told_by_backs.get(tuple(backs))
    if known is None:
        unseen = [
            Unseen(box, [card for card in range(box.cards) if box.back[card] == back]) for back in range(len(backs))
        ]
        known = catch_chance(backs, unseen), mean_points(backs, unseen, box.types)
        box.told_by_backs[tuple(backs)] = known
    return known


def catch_chance(backs: list[int], unseen: list[Unseen]) -> float:
    """The chance of more guardians than amulets; ages of cards are not followed."""
    most = sum(backs)
    spread = [0.0] * (2 * most + 1)  # by guardians less amulets, from -most on
    spread[most] = 1.0
    for back, many in enumerate(backs):
        if many:
            spread = widened(spread, dangers(many, unseen[back]), many)
    return sum(spread[most + 1 :])


def dangers(many: int, unseen: Unseen) -> list[float]:
    """Guardians less amulets among so many cards of one back, from -many on."""
    found = [0.0] * (2 * many + 1)
    plain = unseen.size - unseen.guardians - unseen.amulets
    for guardians in range(min(many, unseen.guardians) + 1):
        for amulets in range(min(many - guardians, unseen.amulets) + 1):
            others = many - guardians - amulets
            if others <= plain:
                ways = choose(unseen.guardians, guardians) * choose(unseen.amulets, amulets) * choose(plain, others)
                found[many + guardians - amulets] += ways
    total = choose(unseen.size, many)
    return [ways / total for ways in found]


def widened(spread: list[float], other: list[float], many: int) -> list[float]:
    """The sum of two independent dangers; what would leave the spread does not occur."""
    found = [0.0] * len(spread)
    for place, chance in enumerate(spread):
        if chance > 0:
            for more, share in enumerate(other):
                if share > 0:
                    found[place + more - many] += chance * share
    return found


def mean_points(backs: list[int], unseen: list[Unseen], types: int) -> float:
    """The points of a Run on average: every symbol doubled, less those of types that are on a single card."""
    total = 0.0
    for kind in range(types):
        symbols = 0.0  # of this type, on average
        alone = 0.0  # the same where only one card shows it
        for back, many in enumerate(backs):
            if many:
                here = unseen[back]
                each = here.symbols[kind] / here.size
                symbols += many * each
                others = absence(here.size - 1, here.shows[kind] - 1, many - 1)
                for other, rest in enumerate(backs):
                    if other != back and rest:
                        others *= absence(unseen[other].size, unseen[other].shows[kind], rest)
                alone += many * each * others
        total += 2 * symbols - alone
    return total


def absence(size: int, shows: int, many: int) -> float:
    """The chance that so many cards out of `size` are none of the `shows`."""
    chance = 1.0
    for taken in range(many):
        chance *= (size - shows - taken) / (size - taken)
    return max(chance, 0.0)


def choose(n: int, k: int) -> float:
    ways = 1.0
    for taken in range(k):
        ways = ways * (n - taken) / (taken + 1)
    return ways
