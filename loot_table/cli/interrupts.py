"""Ctrl-C: it never cuts something in half, and bots who think hear of it through their clock."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any


class Interrupts:
    """While it is entered, Ctrl-C raises KeyboardInterrupt at once, or after what is `held` is done."""

    def __init__(self) -> None:
        self.held = 0
        self.is_waiting = False
        self.before: Any = None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self.heard)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def heard(self, number: int, frame: FrameType | None) -> None:
        if self.held:
            self.is_waiting = True
        else:
            raise KeyboardInterrupt

    def check(self) -> None:
        if self.is_waiting:
            self.is_waiting = False
            raise KeyboardInterrupt

    @contextmanager
    def hold(self) -> Iterator[None]:
        """What is done here is done whole."""
        self.held += 1
        try:
            yield
        finally:
            self.held -= 1
        self.check()

    def clock(self) -> float:
        """Seconds, for a bot: it looks at its clock often, and is stopped there. Compiled code looks at nothing else."""
        self.check()
        return time.monotonic()

    def stopped_clock(self) -> float:
        """No time passes, for a bot that takes all it needs; it is stopped all the same."""
        self.check()
        return 0.0
