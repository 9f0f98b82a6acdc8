"""Workers that misbehave. They stand in a file of their own so that a new process can find them."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from loot_table.server.fences import hold_back, shut_in
from loot_table.server.workers import READY, Question, think


def stubborn(line: Connection) -> None:
    """A worker whose every bot but the greedy one thinks for ever."""
    line.send_bytes(READY)
    while True:
        try:
            question: Question = line.recv()
        except EOFError:
            return
        while question[4] != "greedy":
            time.sleep(60)
        line.send_bytes(think(*question))


def mortal(line: Connection) -> None:
    """A worker that dies of its first question."""
    line.send_bytes(READY)
    line.recv()


def curious(line: Connection) -> None:
    """A worker that is shut in, and tells what it could do all the same."""
    hold_back(None, 2 << 30, 0)
    shut_in()
    line.send_bytes(READY)
    line.recv()
    found = []
    tricks: dict[str, Callable[[], object]] = {
        "file": Path(__file__).read_bytes,
        "socket": socket.socket,
        "process": lambda: subprocess.run([sys.executable, "-c", ""], check=False),
        "memory": lambda: bytearray(4 << 30),
    }
    for name, do in tricks.items():
        try:
            do()
        except (OSError, MemoryError):
            continue
        found.append(name)
    line.send_bytes(" ".join(found).encode() or b"nothing")
