"""Who is at a table, and since when nobody is: by the server's own clock, and never written down."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

ASKING_SECONDS = 30.0  # a player without a screen, a bot over HTTP say, is here so long after each request
GRACE_SECONDS = 30.0  # after the last sign of a player: then others may let a bot hold the seat, or host in their place
LOOK_SECONDS = 60.0  # bots play on so long after the last look


def long_ago() -> float:
    return -1e9


@dataclass
class Presence:
    """Signs of life by hashed seat token. A table that has just been read counts as just left by everybody."""

    woke: float = field(default_factory=time.monotonic)
    asked: dict[str, float] = field(default_factory=dict)
    left: dict[str, float] = field(default_factory=dict)
    looked: float = field(default_factory=long_ago)
    lane: str = ""  # the address of the player who was last heard of: for whom bots think here

    def asks(self, token: str) -> None:
        self.asked[token] = time.monotonic()

    def leaves(self, token: str) -> None:
        """A player with a screen is away as soon as it is closed."""
        self.asked.pop(token, None)
        self.left[token] = time.monotonic()

    def looks(self) -> None:
        self.looked = time.monotonic()

    def is_asking(self, token: str | None) -> bool:
        return time.monotonic() - self.asked.get(token or "", long_ago()) < ASKING_SECONDS

    def is_gone(self, token: str | None) -> bool:
        last = max(self.woke, self.asked.get(token or "", long_ago()), self.left.get(token or "", long_ago()))
        return time.monotonic() - last >= GRACE_SECONDS

    def was_looked_at(self) -> bool:
        return time.monotonic() - self.looked < LOOK_SECONDS

    def idle_seconds(self) -> float:
        """Since anybody gave a sign of life, or since the table was read."""
        return time.monotonic() - max([self.woke, self.looked, *self.asked.values(), *self.left.values()])
