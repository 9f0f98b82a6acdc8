"""How long a table has been played at, without long pauses."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_PAUSE = 180.0  # seconds between two things that happen: who goes to dinner does not play


@dataclass
class Stopwatch:
    seconds: float | None = None  # None where nobody saw the beginning: a table that was put to sleep is not timed
    last: float = 0.0

    def start(self, now: float) -> None:
        self.seconds, self.last = 0.0, now

    def tick(self, now: float) -> None:
        if self.seconds is not None:
            self.seconds += min(now - self.last, LONGEST_PAUSE)
            self.last = now
