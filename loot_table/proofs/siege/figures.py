"""Figures of a siege, and whether they are good enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from loot_table.proofs.siege.honest import Sample
from loot_table.proofs.siege.tally import Tally

ALWAYS_FINE = 25.0  # milliseconds at p95 that nobody minds
TIMES_BASELINE = 2.0


@dataclass(frozen=True)
class Waits:
    """How long honest people waited, in milliseconds."""

    count: int
    p50: float | None = None
    p95: float | None = None
    p99: float | None = None
    most: float | None = None


def quantile(times: Sequence[float], share: float) -> float:
    """The time that this share of all answers kept to."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def waits(samples: Sequence[Sample], interval: float | None = None) -> Waits:
    """With an interval: whoever waits a second could not make the moves that were due meanwhile. They would have waited
    for the rest of that second, and count as if they had: one long wait must not hide many."""
    times: list[float] = []
    for sample in samples:
        left = sample.seconds
        times.append(left)
        while interval is not None and left > interval:
            left -= interval
            times.append(left)
    if not times:
        return Waits(0)
    p50, p95, p99 = [1e3 * quantile(times, share) for share in (0.5, 0.95, 0.99)]
    return Waits(len(samples), p50, p95, p99, 1e3 * max(times))


def within(samples: Sequence[Sample], began: float, ended: float) -> list[Sample]:
    return [sample for sample in samples if began <= sample.began < ended]


@dataclass
class Phase:
    """Some seconds of play, with the attacker at the server or at a closed port."""

    moves: Waits
    bots: Waits
    trouble: dict[str, int] = field(default_factory=dict)  # what honest people met besides answers


@dataclass
class Siege:
    baseline: Phase
    siege: Phase
    tricks: dict[str, Tally]
    seconds: float
    cores: tuple[int, int] | None
    address: str | None  # the attacker's, if it has one of its own
    memory_before: dict[str, float | None] = field(default_factory=dict)
    memory_after: dict[str, float | None] = field(default_factory=dict)
    tables_made: int = 0  # by the attacker
    server_ended: int | None = None  # the code with which the server ended by itself
    server_errors: int = 0
    attacker_failed: dict[str, str] = field(default_factory=dict)

    @property
    def bound(self) -> float:
        """What the p95 under siege may be, in milliseconds."""
        return max(ALWAYS_FINE, TIMES_BASELINE * (self.baseline.moves.p95 or 0.0))

    @property
    def are_bots_late(self) -> bool:
        """Whether bots at honest tables took twice their time; it is told, and no fault of itself."""
        before, during = self.baseline.bots.p95, self.siege.bots.p95
        return before is not None and (during is None or during > TIMES_BASELINE * before)

    def faults(self) -> list[str]:
        """All that is wrong, in words; nothing if honest tables were left in peace."""
        found, p95 = [], self.siege.moves.p95
        if self.baseline.moves.p95 is None:
            found.append("nobody moved before the siege: nothing was measured")
        if p95 is None:
            found.append("nobody could move under siege")
        elif p95 > self.bound:
            found.append(f"the p95 of an honest move is {p95:.1f} ms, and may be {self.bound:.1f} ms")
        if self.siege.trouble:
            found.append(f"honest people met {', '.join(f'{n} x {what}' for what, n in self.siege.trouble.items())}")
        if self.server_ended is not None:
            found.append(f"the server ended by itself with code {self.server_ended}")
        found += [f"the trick {name} itself failed: {error}" for name, error in self.attacker_failed.items()]
        return found

    def to_json(self) -> dict[str, Any]:
        told = {**asdict(self), "bound": self.bound, "faults": self.faults(), "is_kept": not self.faults()}
        told["are_bots_late"] = self.are_bots_late
        return {**told, "tricks": {name: tally.to_json() for name, tally in self.tricks.items()}}
