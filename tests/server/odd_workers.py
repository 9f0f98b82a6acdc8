"""Workers that misbehave. They stand in a file of their own so that a new process can find them."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection

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
