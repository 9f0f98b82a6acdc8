"""Nature under seal: every outcome follows from a key that was promised before the game and is shown after it.

The promise (`commitment`) is the SHA-256 of the key. Draw number n of a table, counted from 0, is decided by
HMAC-SHA256(key, "table:n") read as a number of 256 bits, times the sum of the weights, divided by 2**256: the outcome in
whose share of the weights that falls, in the order in which the rules list them. `loot_table/verify` says it again,
independently.

Where many play the same deal, luck must not depend on how many draws came before, for they do different things. There a
chance is decided by a race, as in `measure/luck.py`: an outcome called x of weight w runs for -ln(u) / w, where u is
HMAC-SHA256(key, "deal:kind:count:x") from 0 to 1, and the quickest wins. `kind` is the kind of chance and whose it is, and
`count` how often that has come before.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from math import log
from operator import mul

from loot_table.engine.nature import Nature
from loot_table.engine.state import Chance, State


def commitment(key: str) -> str:
    """What may be shown of a key before the end."""
    return hashlib.sha256(bytes.fromhex(key)).hexdigest()


class Sealed(Nature):
    """Nature at one table. What was taken back and is played again is decided the same way."""

    def __init__(self, key: str, table: str) -> None:
        self.key = bytes.fromhex(key)
        self.table = table

    def below(self, total: int, draw: int) -> int:
        """A whole number from 0 to total - 1 for the draw with this number."""
        digest = hmac.digest(self.key, f"{self.table}:{draw}".encode(), "sha256")
        outcome: int = mul(int.from_bytes(digest, "big"), total) >> 256  # `*` would not survive Ctrl-C when compiled
        return outcome

    def decide(self, state: State, draw: int) -> int:
        return self.outcome(state.outcomes(), draw)

    def outcome(self, outcomes: Sequence[tuple[int, int]], draw: int) -> int:
        """One of the outcomes, by its weight."""
        left = self.below(sum([weight for _, weight in outcomes]), draw)
        for outcome, weight in outcomes:
            if left < weight:
                return outcome
            left -= weight
        raise AssertionError("the weights are not what they were")


def kind_of(chance: Chance) -> str:
    """The kind of a chance, and whose it is where it is somebody's."""
    return f"{type(chance).__name__} {getattr(chance, 'seat', '')}".strip()


class SealedDeal(Nature):
    """Nature in a deal that many tables share: whoever does the same meets the same luck, and what one does otherwise
    changes as little of it as can be."""

    def __init__(self, key: str, deal: str, counts: Mapping[str, int]) -> None:
        """`counts`: how often each kind of chance has come so far."""
        self.key = bytes.fromhex(key)
        self.deal = deal
        self.counts = dict(counts)

    def decide(self, state: State, draw: int) -> int:
        chance = state.chance()
        kind = kind_of(chance)
        count = self.counts.get(kind, 0)
        self.counts[kind] = count + 1
        best, found = -1.0, -1
        for outcome, weight in chance.outcomes(state):
            took = -log(self.unit(f"{kind}:{count}:{chance.name_of(state, outcome)}")) / weight
            if found < 0 or took < best:
                best, found = took, outcome
        return found

    def unit(self, what: str) -> float:
        """Above 0 and below 1, by the first 52 bits."""
        digest = hmac.digest(self.key, f"{self.deal}:{what}".encode(), "sha256")
        return (int.from_bytes(digest[:8], "big") // 4096 + 0.5) / 2.0**52

    def dice(self, seat: int, decision: int) -> int:
        """The seed of what a bot throws for one of its decisions."""
        digest = hmac.digest(self.key, f"{self.deal}:bot {seat}:{decision}".encode(), "sha256")
        return int.from_bytes(digest[:7], "big")
