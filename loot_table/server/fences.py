"""Limits of the system itself around a process: what it may use, and that it opens nothing more."""

from __future__ import annotations

import contextlib
import os
from typing import Any


def hold_back(cpu_seconds: int | None, memory: int, file_bytes: int) -> None:
    """Limits that a process cannot lift: whatever it does, the rest of the machine does not notice."""
    resource = limits()
    if resource is None:
        return
    wanted = {resource.RLIMIT_AS: (memory, memory), resource.RLIMIT_FSIZE: (file_bytes, file_bytes)}
    wanted[resource.RLIMIT_CORE] = (0, 0)
    if cpu_seconds is not None:  # the first ends it by a signal of its own, so that the server knows why
        wanted[resource.RLIMIT_CPU] = (cpu_seconds, cpu_seconds + 5)
    for what, most in wanted.items():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, most)


def shut_in() -> None:
    """From now on no file and no connection is opened, and no process or thread is started: what is open stays so."""
    resource = limits()
    if resource is None:
        return
    free = os.dup(0)  # the first number that the next file would get
    os.close(free)
    for what, most in ((resource.RLIMIT_NOFILE, free), (resource.RLIMIT_NPROC, 0)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


def limits() -> Any:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    return resource
