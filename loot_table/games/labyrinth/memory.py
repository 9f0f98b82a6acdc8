"""What a perfect memory can work out about the cards it does not see (LL-R36).

Cards that nobody has seen are all alike, so a hidden hand is dealt from them by plain odds. A reshuffle changes that: with
the pile empty everybody knows which cards are in the hidden hands together, and the new pile is known too. So hidden cards
fall into groups: those in hands at the first reshuffle, and those of each pile since. Within a group every card may be
anywhere. When somebody plays a card, each card in that hand was as likely to be played, so it may have come from any group
that has one of its type: each such way is followed with its weight, and ways that lead to the same are one.

A way is one long number with a few bits for each count, the youngest group lowest: groups of which nothing is left take no
room, and two ways are the same if they are the same number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from loot_table.engine.random import Random

Counts = tuple[int, ...]  # of each type
Fact = tuple[int, int]  # who played which type, or drew
Hands = tuple[list[list[int]], list[int]]  # and the draw pile
DREW: Final = -1
RESHUFFLED: Final = (-1, -1)
MOST_WAYS: Final = 3000  # in a long game with many hands the lightest are let go
MOST_WORK: Final = 15_000  # ways followed through a played card, all in all: some 30 ms
BITS: Final = 10  # for a count of cards
MASK: Final = 1023


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
        self.width = BITS * (1 + self.players + self.types)  # of a group: all its cards, in each hand, of each type
        self.facts = since(past, len(groups) - 1)
        self.sizes = list(sizes)  # of the hands then
        for seat, kind in self.facts:
            if seat >= 0:
                self.sizes[seat] += -1 if kind == DREW else 1

    def held(self, seat: int) -> int:
        """One card of a group in a hand, as part of the group's number."""
        return 1 << (BITS * (1 + seat))

    def left(self, kind: int) -> int:
        """One unseen card of this type in a group."""
        return 1 << (BITS * (1 + self.players + kind))

    def group(self, counts: Counts) -> int:
        """A group none of whose cards are in a hand."""
        return sum(counts) + sum([count * self.left(kind) for kind, count in enumerate(counts)])

    def ways(self) -> dict[int, float]:
        """The ways that fit the facts, with their weights; none if those that were let go were the right ones."""
        first = self.group(self.groups[0])
        for seat in range(self.players):
            if self.hidden[seat]:
                first += self.sizes[seat] * self.held(seat)
        found: dict[int, float] = {(first << self.width) + self.group(self.groups[1]): 1.0}
        last = 1
        drawn_since = 0  # the same in every way
        work = MOST_WORK
        plays = len([1 for seat, kind in self.facts if seat >= 0 and self.hidden[seat] and kind != DREW])
        for seat, kind in self.facts:
            if seat < 0:
                last += 1
                pile = self.group(self.groups[last])
                found = {((way + drawn_since) << self.width) + pile: found[way] for way in found}
                drawn_since = 0
            elif not self.hidden[seat]:
                continue
            elif kind == DREW:
                drawn_since += self.held(seat)
            else:
                work -= len(found)
                plays -= 1
                found = self.played(found, drawn_since, seat, kind)
                found = lightened(found, min(MOST_WAYS, max(1, work // max(1, plays))))
                drawn_since = 0
        return {way + drawn_since: found[way] for way in found}

    def played(self, ways: dict[int, float], drawn_since: int, seat: int, kind: int) -> dict[int, float]:
        """Every way in which this card may have come from one of the groups."""
        found: dict[int, float] = {}
        to_hand = BITS * (1 + seat)
        to_kind = BITS * (1 + self.players + kind)
        card = 1 + self.held(seat) + self.left(kind)
        width = self.width
        for way, weight in ways.items():
            whole = way + drawn_since
            rest = whole
            here = 0
            while rest:
                cards = (rest >> to_hand) & MASK
                if cards:
                    alike = (rest >> to_kind) & MASK
                    if alike:
                        after = whole - (card << here)
                        found[after] = found.get(after, 0.0) + weight * cards * alike / (rest & MASK)
                rest >>= width
                here += width
        return found

    def deal(self, rng: Random) -> Hands | None:
        """The hidden hands and the draw pile, by their true odds; None if no way that was followed fits the facts."""
        ways = self.ways()
        if not ways:
            return None
        way = picked(ways, rng)
        hands: list[list[int]] = [[] for _ in range(self.players)]
        left: list[int] = []
        for group in range(len(self.groups) - 1, -1, -1):
            here = way >> (group * self.width)
            left = [(here >> (BITS * (1 + self.players + kind))) & MASK for kind in range(self.types)]
            for seat in range(self.players):
                for _ in range((here >> (BITS * (1 + seat))) & MASK):
                    kind = drawn(left, rng)
                    left[kind] -= 1
                    hands[seat].append(kind)
        return hands, left


def since(past: Sequence[Fact], reshuffles: int) -> list[Fact]:
    """The facts after the first of so many reshuffles."""
    marks = [number for number, fact in enumerate(past) if fact == RESHUFFLED]
    return list(past[marks[len(marks) - reshuffles] + 1 :])


def lightened(ways: dict[int, float], most: int) -> dict[int, float]:
    """The heaviest, at most so many, with weights that do not fade away."""
    kept = list(ways.items())
    if len(kept) > most:
        kept.sort(key=heaviness)
        kept = kept[-most:]
    total = sum([weight for _, weight in kept])
    return {way: weight / total for way, weight in kept}


def heaviness(way: tuple[int, float]) -> float:
    return way[1]


def picked(ways: dict[int, float], rng: Random) -> int:
    point = rng.unit() * sum(ways.values())
    last = 0
    for way, weight in ways.items():
        last = way
        point -= weight
        if point < 0:
            break
    return last


def drawn(pile: list[int], rng: Random) -> int:
    """The type of a card drawn from a pile, each card equally likely."""
    left = int(rng.below(sum(pile)))
    for kind, count in enumerate(pile):
        left -= count
        if left < 0:
            return kind
    raise AssertionError("the pile holds as many cards as it says")
