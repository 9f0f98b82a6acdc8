"""Common luck: two games that are compared meet the same luck, as far as what they do is the same.

A chance is decided by a race. Every outcome x of weight w runs for -ln(u) / w, where u is a number from 0 to 1 that follows
from the deal, the kind of chance, how often that kind has come for that seat, and the name of x; the quickest wins. So the
odds are exact, the order of the outcomes means nothing, and a card that one design lacks changes no other card's draw
unless it would have won. Bots throw dice of their own, by the deal, their seat and the number of their decision.
"""

from __future__ import annotations

import hashlib
from math import log
from typing import Final, final

from loot_table.engine.nature import Nature
from loot_table.engine.random import Random, keyed, mixed
from loot_table.engine.state import State

WORD: Final = 0xFFFFFFFF
NAMED: Final[dict[str, int]] = {}  # names come from components and rules: there are so many of them and no more


def number_of(name: str) -> int:
    """64 bits that follow from a name."""
    found = NAMED.get(name)
    if found is None:
        found = NAMED[name] = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big")
    return found


@final
class CommonLuck(Nature):
    """Nature in one deal. Copied with a table, both go on with the same luck."""

    def __init__(self, deal: int) -> None:
        self.deal = deal
        self.counts: dict[str, int] = {}

    def copy(self) -> CommonLuck:
        other = CommonLuck(self.deal)
        other.counts = self.counts.copy()
        return other

    def decide(self, state: State, draw: int) -> int:
        chance = state.chance()
        kind = f"{type(chance).__name__} {getattr(chance, 'seat', '')}"
        count = self.counts.get(kind, 0)
        self.counts[kind] = count + 1
        key = mixed(mixed(mixed(self.deal) + number_of(kind)) + count)
        low, high = key & WORD, key >> 32
        best, found = -1.0, -1
        for outcome, weight in chance.outcomes(state):
            name = number_of(chance.name_of(state, outcome))
            time = -log(keyed(low, high, name & WORD, name >> 32)) / weight
            if found < 0 or time < best:
                best, found = time, outcome
        return found


def dice(deal: int, seat: int, decision: int) -> int:
    """The seed of what a bot throws for one of its decisions."""
    return mixed(mixed(mixed(deal) + seat + 1) + decision)


def common_random(deal: int, what: str) -> Random:
    """A stream for something else that two games share, such as an opening."""
    return Random(mixed(mixed(deal) + number_of(what)))
