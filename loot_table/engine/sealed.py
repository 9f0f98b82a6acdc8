"""Nature under seal: every outcome follows from a key that was promised before the game and is shown after it.

The promise (`commitment`) is the SHA-256 of the key. Draw number n of a table, counted from 0, is decided by
HMAC-SHA256(key, "table:n") read as a number of 256 bits, times the sum of the weights, divided by 2**256: the outcome in
whose share of the weights that falls, in the order in which the rules list them. `loot_table/verify` says it again,
independently.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from operator import mul

from loot_table.engine.nature import Nature
from loot_table.engine.state import State


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
