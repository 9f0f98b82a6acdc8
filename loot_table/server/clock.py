"""Clocks (LT-9, LT-16): a bank of time for each seat and an increment for each decision, or so much for each of them; and
nothing charged that was not theirs."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.state import NOBODY, Seat

DAY = 86400
MOST_LAG = 1.0  # seconds of a slow line that a decision is not charged


@dataclass
class Clock:
    """Time left for each seat. The running one counts from `since`, by the server's own clock."""

    bank: int
    increment: int
    left: list[float]
    running: Seat = NOBODY
    since: float = 0.0
    lag: float = 0.0  # of the running one's line, for this decision
    is_per_move: bool = False  # every decision has the whole bank
    began: float = 0.0  # by day: when the running one began, by the house's own time (house_time.py)

    @property
    def is_by_day(self) -> bool:
        """Play by day (LT-16): nobody is expected to sit and wait."""
        return self.bank >= DAY

    def refilled(self, left: float) -> float:
        """What a seat has after a decision."""
        return float(self.bank) if self.is_per_move else left + self.increment

    def left_of(self, seat: Seat, now: float) -> float:
        spent = max(0.0, now - self.since - self.lag) if seat == self.running else 0.0
        return self.left[seat] - spent

    def all_left(self, now: float) -> list[float]:
        return [max(0.0, self.left_of(seat, now)) for seat in range(len(self.left))]

    def run(self, seat: Seat, now: float) -> None:
        """From now on this seat's, or nobody's; what was left stands already."""
        self.running, self.since, self.lag = seat, now, 0.0

    def stop(self, now: float) -> None:
        self.left = self.all_left(now)
        self.run(NOBODY, now)

    def credit_lag(self, seat: Seat, seconds: float) -> None:
        """The way to the player and back is nobody's thinking."""
        if seat == self.running:
            self.lag = max(self.lag, min(MOST_LAG, seconds))

    def credit_stall(self, seconds: float) -> None:
        """The server itself stood still."""
        self.since += seconds
