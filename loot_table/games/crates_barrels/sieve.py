"""Which positions cannot have been: a quick look, so that only few are looked up."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.games.crates_barrels.sides import seen_key

WORDS: Final = 256  # of 32 bits each
BIT: Final = vec[i64]([1 << place for place in range(32)])


NOTHING: Final = vec[i64]([0] * WORDS)


@final
class Sieve:
    """A bit for each remainder that the key of a position which has been leaves. What leaves another has not been."""

    def __init__(self) -> None:
        self.bits = NOTHING
        self.seen: dict[int, int] | None = None  # whose positions these are
        self.count = 0  # how many of them

    def copy(self, seen: dict[int, int]) -> Sieve:
        """The same for a copy of the positions."""
        twin = Sieve()
        if self.seen is not None:
            twin.bits = self.bits[:]
            twin.seen = seen
            twin.count = self.count
        return twin

    def follow(self, seen: dict[int, int]) -> None:
        """Be about these positions, to which others may have been added."""
        if self.seen is not seen or self.count != len(seen):
            self.bits = NOTHING[:]
            self.seen = seen
            self.count = 0
            for position in seen:
                self.add(seen_key(position))

    def note(self, seen: dict[int, int], key: i64) -> None:
        """The position with this key is now among these."""
        if self.seen is seen and self.count == len(seen) - 1:
            self.add(key)

    def add(self, key: i64) -> None:
        self.bits[(key >> 5) & 255] |= BIT[key & 31]
        self.count += 1

    def may_hold(self, key: i64) -> bool:
        return (self.bits[(key >> 5) & 255] & BIT[key & 31]) != 0
