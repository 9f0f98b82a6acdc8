"""Several nodes on one machine behind one port: a parent that holds the door open, and starts again whoever dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final

import structlog

from loot_table.engine.errors import BadInput
from loot_table.server.guests import GUESTS, Guest
from loot_table.server.logs import set_up_logs
from loot_table.server.serve import Settings, listeners, run

log = structlog.get_logger()
OPEN, FAILED = "open", "failed"
AGAIN_SECONDS: Final = 1.0  # between two starts of one that does not stay


class Child:
    """One of the nodes: a process, and another one should it die."""

    def __init__(self, settings: Settings, doors: Sequence[socket.socket]) -> None:
        self.settings, self.doors = settings, doors
        self.name = ""  # as a node
        self.began = 0.0
        self.start()

    def start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.line, theirs = spawn.Pipe()
        settings = replace(self.settings, instead_of=self.name)
        self.process: SpawnProcess = spawn.Process(
            target=serve_one, args=(settings, list(self.doors), list(GUESTS.values()), theirs), name="node"
        )
        self.began = time.monotonic()
        self.process.start()
        theirs.close()

    def wait_until_open(self) -> None:
        try:
            said, words = self.line.recv()
        except EOFError:
            raise BadInput("a node ended before it was open; its log says why") from None
        if said == FAILED:
            raise BadInput(words)
        self.name = words

    def is_told(self) -> None:
        """What a node that was started again has to say, if anything."""
        try:
            while self.line.poll():
                said, words = self.line.recv()
                self.name = words if said == OPEN else self.name
        except (EOFError, OSError):
            return


def run_family(settings: Settings, count: int, when_open: Callable[[str], None]) -> None:
    """Serve with so many nodes until told to stop."""
    set_up_logs(settings.log_level, settings.log_format, settings.own_name())
    if not settings.database.startswith("postgresql"):
        raise BadInput("several nodes need a PostgreSQL database: --database postgresql://...")
    doors = listeners(settings)
    children: list[Child] = []
    is_stopping = threading.Event()

    def stop(*_: object) -> None:
        is_stopping.set()
        for child in children:
            if child.process.is_alive():
                child.process.terminate()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        children += [Child(one_of(settings, number), doors) for number in range(count)]
        for child in children:
            child.wait_until_open()
        when_open("")
        while not is_stopping.is_set():
            wait([child.process.sentinel for child in children])
            for child in children:
                if not child.process.is_alive() and not is_stopping.is_set():
                    start_again(child)
    finally:
        stop()
        for child in children:
            child.process.join()
        for number, handler in before.items():
            signal.signal(number, handler)
        for door in doors:
            door.close()


def start_again(child: Child) -> None:
    child.is_told()
    log.error("node_died", code=child.process.exitcode)
    time.sleep(max(0.0, child.began + AGAIN_SECONDS - time.monotonic()))
    child.start()


def one_of(settings: Settings, number: int) -> Settings:
    """The same for each, but for ports of its own."""
    host, _, port = settings.node.rpartition(":")
    node = f"{host}:{int(port) + number}" if port.isdecimal() and int(port) else settings.node
    metrics = None if settings.metrics_port is None else settings.metrics_port + number
    return replace(settings, node=node, metrics_port=metrics, name=f"{settings.own_name()}-{number + 1}")


# ---------------------------------------------------------------- inside a node


def serve_one(settings: Settings, doors: list[socket.socket], brought: list[Guest], line: Connection) -> None:
    GUESTS.update({guest.name: guest for guest in brought})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a person's Ctrl-C reaches the parent, who says when to stop
    threading.Thread(target=stop_with_the_parent, name="watch", daemon=True).start()
    for door in doors:
        door.setblocking(False)
    try:
        run(settings, partial(say_open, line), doors)
    except BadInput as error:
        line.send((FAILED, str(error)))
        sys.exit(1)


def say_open(line: Connection, name: str) -> None:
    line.send((OPEN, name))


def stop_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
