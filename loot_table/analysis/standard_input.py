"""Lines that come while something else is done: a thread of its own reads them."""

from __future__ import annotations

import os
import threading
from queue import Queue
from typing import Final

MOST_BYTES: Final = 65_536  # of a line
WAITING: Final = 1_000  # lines that nobody has taken yet
CHUNK: Final = 65_536


class TooLong(str):
    """What stands for a line that was too long to be kept."""


class Lines:
    """Standard input, line by line. What is no text is read as well as can be."""

    def __init__(self, handle: int = 0) -> None:
        self.handle = handle
        self.queue: Queue[str | None] = Queue(WAITING)  # None: there are no more
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        rest, is_too_long = b"", False
        while chunk := self.chunk():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self.put(line, is_too_long)
                is_too_long = False
            if len(rest) > MOST_BYTES:
                rest, is_too_long = b"", True
        if rest or is_too_long:
            self.put(rest, is_too_long)
        self.queue.put(None)

    def chunk(self) -> bytes:
        try:
            return os.read(self.handle, CHUNK)
        except OSError:  # closed from the other side
            return b""

    def put(self, line: bytes, is_too_long: bool) -> None:
        if is_too_long or len(line) > MOST_BYTES:
            self.queue.put(TooLong())
        else:
            self.queue.put(line.decode("utf-8", "replace"))

    def next(self) -> str | None:
        """The next line, when it comes; None after the last."""
        return self.queue.get()

    def waiting(self) -> bool:
        return not self.queue.empty()


class Given(Lines):
    """Lines that are all there already, for a test or a script."""

    def __init__(self, *lines: str) -> None:
        self.queue = Queue()
        for line in [*lines, None]:
            self.queue.put(line)
