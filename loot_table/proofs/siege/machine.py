"""What the measurement needs of the machine: a core for each side, usual limits, and the memory of a process."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

USUAL_HANDLES = 1024  # what a process may open on a usual machine, if it asks for nothing
MOST_HANDLES = 20_000
MOST_MEMORY = 6 * 2**30  # address space of the server: no bomb shall take the machine with it


def two_cores() -> tuple[int, int] | None:
    """A core for the server and one for everybody else, where the system lets us choose and has two."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores = sorted(os.sched_getaffinity(0))
    return (cores[0], cores[1]) if len(cores) > 1 else None


@contextlib.contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Processes that start meanwhile stay on this core."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def usual_limits() -> Iterator[None]:
    """A process that starts meanwhile has the handles of a usual machine, and may not take all of its memory."""
    with contextlib.ExitStack() as limits:
        if sys.platform == "linux":
            import resource  # noqa: PLC0415 (there is none on Windows)

            for kind, most in ((resource.RLIMIT_NOFILE, USUAL_HANDLES), (resource.RLIMIT_AS, MOST_MEMORY)):
                before = resource.getrlimit(kind)
                low = most if before[0] == resource.RLIM_INFINITY else min(most, before[0])
                resource.setrlimit(kind, (low, before[1]))
                limits.callback(resource.setrlimit, kind, before)
        yield


def allow_many_handles() -> None:
    """An attacker has as many as the system gives."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_HANDLES if hard == resource.RLIM_INFINITY else min(MOST_HANDLES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def can_come_from(address: str) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def memory_of(process: int) -> dict[str, Any]:
    """Megabytes a process has now and has had at most, where the system tells."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {"now": None, "peak": None}
    told = dict(line.split(":", 1) for line in lines if ":" in line)
    names = {"now": "VmRSS", "peak": "VmHWM"}
    return {key: int(told[name].split()[0]) / 1024 if name in told else None for key, name in names.items()}
