"""What trouble for several nodes has shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from loot_table.proofs.chaos import Report
from loot_table.proofs.siege.figures import quantile

WANTED_SECONDS = 12.0  # until every table answers again


@dataclass
class SeveralReport(Report):
    """`kills` counts every trouble; by kind they are in `troubles`."""

    nodes: int = 0
    troubles: Counter[str] = field(default_factory=Counter)
    put_off: int = 0  # answers that something could not be written down now
    waits: list[float] = field(default_factory=list)  # seconds, of every table after every trouble

    @property
    def slowest_answer(self) -> float:
        return max(self.waits, default=0.0)

    @property
    def is_clean(self) -> bool:
        return super().is_clean and self.slowest_answer <= WANTED_SECONDS

    def to_json(self) -> dict[str, Any]:
        told = {**asdict(self), "is_clean": self.is_clean, "slowest_answer": self.slowest_answer}
        return {**told, "troubles": dict(self.troubles)}

    def wait(self, share: float) -> float:
        return quantile(self.waits, share) if self.waits else 0.0
