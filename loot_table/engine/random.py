"""Random numbers that are the same interpreted and compiled: sfc32, a small counting generator."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final

from mypy_extensions import i64

# Every value below stays under 2**62, so that native integers never wrap where Python's would grow.
WORD: Final = 0xFFFFFFFF
WARM_UP: Final = 15
GOLDEN_HIGH: Final = 0x9E3779B9
GOLDEN_LOW: Final = 0x7F4A7C15


def mixed(seed: int) -> int:
    """A seed of any size as 64 well-mixed bits (splitmix64), so that counters make good seeds. In words of 32 bits that
    native integers hold: long ones are slow, and compiled, a product of them that Ctrl-C falls into would end the process."""
    high: i64 = GOLDEN_HIGH
    low: i64 = GOLDEN_LOW
    left = seed << 1 if seed >= 0 else (-seed << 1) - 1
    while True:
        low += (left & WORD) + GOLDEN_LOW
        high = (high + ((left >> 32) & WORD) + GOLDEN_HIGH + (low >> 32)) & 0xFFFFFFFF
        low &= 0xFFFFFFFF
        high, low = times(high ^ (high >> 30), low ^ (((high << 2) | (low >> 30)) & 0xFFFFFFFF), 0xBF58476D, 0x1CE4E5B9)
        high, low = times(high ^ (high >> 27), low ^ (((high << 5) | (low >> 27)) & 0xFFFFFFFF), 0x94D049BB, 0x133111EB)
        low ^= ((high << 1) | (low >> 31)) & 0xFFFFFFFF
        high ^= high >> 31
        left >>= 64
        if left == 0:
            return (int(high) << 32) | int(low)


def times(top: i64, bottom: i64, high: i64, low: i64) -> tuple[i64, i64]:
    """The last 64 bits of a number of 64 bits times another, all given as two words, in steps that fit."""
    first: i64 = (bottom >> 16) & 0xFFFF
    last: i64 = bottom & 0xFFFF
    small: i64 = last * low
    middle: i64 = first * low + (small >> 16)
    under: i64 = ((middle & 0xFFFF) << 16) | (small & 0xFFFF)
    over: i64 = (middle >> 16) + last * high + (((first * high) & 0xFFFF) << 16)
    over = (over + (top & 0xFFFF) * low + ((((top >> 16) * low) & 0xFFFF) << 16)) & 0xFFFFFFFF
    return over, under


def keyed(first: i64, second: i64, third: i64, fourth: i64) -> float:
    """A number above 0, up to 1, that follows from four words of 32 bits: the generator below, begun with them."""
    a: i64 = first
    b: i64 = second
    c: i64 = third
    counter: i64 = fourth
    word: i64 = 0
    before: i64 = 0
    for _ in range(WARM_UP):
        before = word
        word = (a + b + counter) & 0xFFFFFFFF
        counter = (counter + 1) & 0xFFFFFFFF
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & 0xFFFFFFFF
        c = ((((c << 21) | (c >> 11)) & 0xFFFFFFFF) + word) & 0xFFFFFFFF
    bits: i64 = (before << 21) ^ word
    return (int(bits) + 1) / 9007199254740992.0


class Random:
    """A stream of random numbers. The same seed gives the same stream on every machine."""

    def __init__(self, seed: int) -> None:
        first = mixed(seed)
        second = mixed(first)
        self.a: i64 = first & WORD
        self.b: i64 = first >> 32
        self.c: i64 = second & WORD
        self.counter: i64 = 1
        for _ in range(WARM_UP):
            self.word()

    def copy(self) -> Random:
        """A stream of its own that goes on in the same way."""
        twin = Random(0)
        twin.a, twin.b, twin.c, twin.counter = self.a, self.b, self.c, self.counter
        return twin

    def word(self) -> i64:
        """32 random bits."""
        result: i64 = (self.a + self.b + self.counter) & 0xFFFFFFFF
        self.counter = (self.counter + 1) & 0xFFFFFFFF
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & 0xFFFFFFFF
        self.c = ((((self.c << 21) | (self.c >> 11)) & 0xFFFFFFFF) + result) & 0xFFFFFFFF
        return result

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each exactly equally likely."""
        assert 0 < n <= 0x40000000, "below() takes 1 to 2**30"
        product: i64 = self.word() * n
        low: i64 = product & 0xFFFFFFFF
        if low < n:
            uneven: i64 = 0x100000000 % n
            while low < uneven:
                product = self.word() * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def unit(self) -> float:
        """A number from 0 up to, not including, 1."""
        bits: i64 = (self.word() << 26) + (self.word() >> 6)
        return int(bits) / 288230376151711744.0

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = int(self.below(last + 1))
            items[last], items[other] = items[other], items[last]

    def pick(self, items: Sequence[Any]) -> Any:
        """One of the items, each equally likely."""
        return items[int(self.below(len(items)))]
