"""What a piece of work costs: CPU time, and memory at its peak."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

try:
    import resource
except ImportError:  # only on Windows
    resource = None  # type: ignore[assignment]

STATUS = Path("/proc/self/status")
CLEAR = Path("/proc/self/clear_refs")


@dataclass(frozen=True)
class Cost:
    """How much one piece of work took."""

    seconds: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.0f} ms and {self.megabytes:.0f} MB"


def measured(work: Callable[[], object]) -> Cost:
    """Run it once. CPU time of this thread, so that a busy machine does not count; memory above what there was."""
    before = resident()
    start = time.thread_time()
    try:
        work()
    finally:
        seconds = time.thread_time() - start
        megabytes = (peak() - before) / 1024
    return Cost(seconds, max(0.0, megabytes))


def least(work: Callable[[], object], tries: int = 3) -> Cost:
    """The least of several runs: what the work must cost, without what else went on."""
    costs = [measured(work) for _ in range(tries)]
    return Cost(min(cost.seconds for cost in costs), min(cost.megabytes for cost in costs))


def resident() -> int:
    """Kilobytes held now; from here on the peak counts."""
    if CLEAR.exists():
        CLEAR.write_text("5", encoding="ascii")
        return peak()
    gc.collect()
    return peak()


def peak() -> int:
    """Kilobytes at the highest point since `resident` was asked; on some systems since the process began."""
    if STATUS.exists():
        for line in STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    if resource is None:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // 1024 if sys.platform == "darwin" else used
