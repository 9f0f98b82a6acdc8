"""The same load on one node and on several, which share a PostgreSQL database of their own: what a move costs them."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from loot_table.bench.serving import Load, cpu_seconds, driven
from loot_table.engine.errors import BadInput
from loot_table.proofs.own_postgres import own_postgres, url_of
from loot_table.proofs.wire import ServerProcess

OPTIONS = ("--no-limits", "--pace", "0", "--no-lab")
CONNECTIONS = 100
IDLE_SECONDS = 5.0  # in which nobody plays


@dataclass(frozen=True)
class Wish:
    """So many nodes; `is_away`: everybody comes in by another node than their table's home, so that all is passed on."""

    nodes: int
    is_away: bool = False

    @property
    def name(self) -> str:
        return f"{self.nodes} node{'s' if self.nodes > 1 else ''}{', all passed on' if self.is_away else ''}"


def wishes(most: int) -> list[Wish]:
    """One, two, four … nodes, and the largest number with everything passed on."""
    counts = [1]
    while counts[-1] * 2 <= most:
        counts.append(counts[-1] * 2)
    found = [Wish(count) for count in dict.fromkeys([*counts, most])]
    return [*found, Wish(most, is_away=True)] if most > 1 else found


def measured(wish: Wish, load: Load, folder: Path) -> dict[str, Any]:
    with serving(wish.nodes, folder) as (nodes, database):
        time.sleep(1.0)  # until all know of each other
        before = total(nodes)
        time.sleep(IDLE_SECONDS)
        idle = total(nodes) - before
        ports = ",".join(str(node.port) for node in nodes)
        words = [*load.words(ports), *(["away"] if wish.is_away else [])]
        at_database: list[float] = []

        def used() -> float:
            at_database.append(of_all(database))
            return total(nodes)

        found = driven([sys.executable, "-m", "loot_table.bench.load", *words], used)
        spent = at_database[1] - at_database[0]
        errors = [line for node in nodes for line in node.errors()]
        if errors:
            raise BadInput(f"a node logged errors: {errors[:3]}")
    return {
        **found,
        "idle_cpu_ms_a_second": idle * 1e3 / IDLE_SECONDS,
        "database_cpu_ms_a_move": spent * 1e3 / found["moves"],
    }


@contextlib.contextmanager
def serving(count: int, folder: Path) -> Iterator[tuple[list[ServerProcess], Path]]:
    with own_postgres(CONNECTIONS) as database, ExitStack() as open_ones:
        nodes = [ServerProcess(url_of(database), OPTIONS) for _ in range(count)]
        for number, node in enumerate(nodes):
            node.log = folder / f"node-{count}-{number}.log"
            open_ones.callback(node.__exit__)
        with ThreadPoolExecutor(count) as starters:
            list(starters.map(ServerProcess.start, nodes))
        yield nodes, database


def total(nodes: list[ServerProcess]) -> float:
    return sum(cpu_seconds(node.running.pid) or 0.0 for node in nodes)


def of_all(database: Path) -> float:
    """CPU time of the database's processes: its first one, and all that this one has started and that still live."""
    first = int((database / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
    return sum(map(partial(seconds_if_of, first), Path("/proc").glob("[0-9]*")))


def seconds_if_of(first: int, process: Path) -> float:
    try:
        parent = int((process / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[1])
    except (OSError, ValueError):
        return 0.0
    is_of = parent == first or int(process.name) == first
    return (cpu_seconds(int(process.name)) or 0.0) if is_of else 0.0
