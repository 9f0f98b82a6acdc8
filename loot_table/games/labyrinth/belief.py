"""What a perfect memory can work out about the cards it does not see (LL-R36).

Cards that nobody has seen are all alike, so a hidden hand is dealt from them by plain odds. A reshuffle changes that: with
the pile empty everybody knows which cards are in the hidden hands together, and the new pile is known too. So hidden cards
fall into groups: those in hands at the first reshuffle, and those of each pile since. Within a group every card may be
anywhere. When somebody plays a card, each card in that hand was as likely to be played, so it may have come from any group
that has one of its type: each such way is followed with its weight, and ways that lead to the same are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from loot_table.engine.random import Random

Counts = tuple[int, ...]  # of each type
Fact = tuple[int, int]  # who played which type, or drew
DREW: Final = -1
RESHUFFLED: Final = (-1, -1)
MOST_WAYS: Final = 3000  # in a long game with many hands the lightest are let go


@final
class Way:
    """One way in which what was played may have come from the groups."""

    def __init__(self, held: list[int], left: list[int], weight: float) -> None:
        self.held = held  # cards of a group in a hand, at group * players + seat
        self.left = left  # unseen cards of a type in a group, at group * types + type
        self.weight = weight


@final
class Memory:
    """The facts since the reshuffle that began one viewer's groups."""

    def __init__(
        self, groups: Sequence[Counts], past: Sequence[Fact], hidden: Sequence[bool], sizes: Sequence[int]
    ) -> None:
        self.groups = groups
        self.hidden = hidden
        self.players = len(sizes)
        self.types = len(groups[0])
        self.facts = since(past, len(groups) - 1)
        self.sizes = list(sizes)  # of the hands then
        for seat, kind in self.facts:
            if seat >= 0:
                self.sizes[seat] += -1 if kind == DREW else 1

    def ways(self) -> list[Way]:
        """Every way that fits the facts, with its weight."""
        held = [0] * (self.players * len(self.groups))
        for seat in range(self.players):
            if self.hidden[seat]:
                held[seat] = self.sizes[seat]
        left = [count for group in self.groups for count in group]
        found = [Way(held, left, 1.0)]
        last = 1
        for seat, kind in self.facts:
            if seat < 0:
                last += 1
            elif not self.hidden[seat]:
                continue
            elif kind == DREW:
                for way in found:
                    way.held[last * self.players + seat] += 1
            else:
                found = self.played(found, seat, kind, last)
        return found

    def played(self, ways: list[Way], seat: int, kind: int, last: int) -> list[Way]:
        merged: dict[tuple[int, ...], Way] = {}
        for way in ways:
            for group in range(last + 1):
                cards = way.held[group * self.players + seat]
                here = group * self.types
                alike = way.left[here + kind]
                if not cards or not alike:
                    continue
                weight = way.weight * cards * alike / sum(way.left[here : here + self.types])
                held, left = way.held.copy(), way.left.copy()
                held[group * self.players + seat] -= 1
                left[here + kind] -= 1
                key = tuple(held + left)
                same = merged.get(key)
                if same is None:
                    merged[key] = Way(held, left, weight)
                else:
                    same.weight += weight
        return lightened(list(merged.values()))

    def deal(self, rng: Random) -> tuple[list[list[int]], list[int]]:
        """The hidden hands and the draw pile, by their true odds."""
        way = picked(self.ways(), rng)
        hands: list[list[int]] = [[] for _ in range(self.players)]
        left: list[int] = []
        for group in range(len(self.groups)):
            left = way.left[group * self.types : (group + 1) * self.types]
            for seat in range(self.players):
                for _ in range(way.held[group * self.players + seat]):
                    kind = drawn(left, rng)
                    left[kind] -= 1
                    hands[seat].append(kind)
        return hands, left


def since(past: Sequence[Fact], reshuffles: int) -> list[Fact]:
    """The facts after the first of so many reshuffles."""
    marks = [number for number, fact in enumerate(past) if fact == RESHUFFLED]
    return list(past[marks[len(marks) - reshuffles] + 1 :])


def lightened(ways: list[Way]) -> list[Way]:
    """With weights that do not fade away, and not too many of them."""
    if len(ways) > MOST_WAYS:
        ways.sort(key=heaviness)
        ways = ways[-MOST_WAYS:]
    total = sum([way.weight for way in ways])
    for way in ways:
        way.weight /= total
    return ways


def heaviness(way: Way) -> float:
    return way.weight


def picked(ways: list[Way], rng: Random) -> Way:
    point = rng.unit() * sum([way.weight for way in ways])
    for way in ways:
        point -= way.weight
        if point < 0:
            return way
    return ways[-1]


def drawn(pile: list[int], rng: Random) -> int:
    """The type of a card drawn from a pile, each card equally likely."""
    left = int(rng.below(sum(pile)))
    for kind, count in enumerate(pile):
        left -= count
        if left < 0:
            return kind
    raise AssertionError("the pile holds as many cards as it says")
