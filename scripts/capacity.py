"""What so many tables in play take: cores, memory, sockets, writes and bots, from measured costs (`bench/capacity.toml`), with
a simulation of the queues that moves wait in. The tables of docs/capacity.md are made by this.

    python scripts/capacity.py             say them
    python scripts/capacity.py write       put them into the page
    python scripts/capacity.py --tables 5000 --pace 1     another question
"""

from __future__ import annotations

import argparse
import heapq
import math
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COSTS = ROOT / "bench" / "capacity.toml"
PAGE = ROOT / "docs" / "capacity.md"
SIZES = (1_000, 10_000, 100_000)
SECONDS = 20.0  # that are simulated
MOST_MOVES = 30_000  # that are simulated: a share of the load has the same waits
DAY = 86_400


@dataclass(frozen=True)
class Costs:
    """Measured, and assumed: bench/capacity.toml says which is which."""

    move_ms: float
    hop_ms: float
    node_ms: float  # a second, when nobody plays
    database_ms: float
    sync_ms: float
    empty_mb: float
    table_kb: float
    socket_kb: float
    entry_bytes: float
    frame_bytes: float
    bot_seconds: float
    pace: float
    sockets: float
    bot_share: float
    busy: float
    spread: float
    store_threads: int

    @classmethod
    def read(cls, **others: Any) -> Costs:
        told = tomllib.loads(COSTS.read_text(encoding="utf-8"))
        return cls(**{**told["measured"], **told["assumed"], **others})


@dataclass(frozen=True)
class Need:
    tables: int
    moves: float  # a second
    nodes: int  # each a core
    memory_gb: float  # of all nodes
    sockets: int
    frames_mbit: float
    writes_gb: float  # a day
    database_cores: float
    connections: int
    bot_cores: float
    busy: float  # how much of each node's core is used
    p50: float  # milliseconds to the acknowledgement
    p95: float
    p99: float


def need(tables: int, costs: Costs, rng: Random, nodes: int | None = None) -> Need:
    """With as many nodes as keep each at most so busy, or with these."""
    moves = tables / costs.pace
    count = nodes or nodes_for(moves, costs)
    service = cost_of_move(count, costs)
    busy = moves / count * service / 1e3 + costs.node_ms / 1e3
    waits = sorted(simulated(moves, count, costs, rng))
    sockets = round(tables * costs.sockets)
    memory = count * costs.empty_mb / 1024 + tables * costs.table_kb / 2**20 + sockets * costs.socket_kb / 2**20
    return Need(
        tables=tables,
        moves=moves,
        nodes=count,
        memory_gb=memory,
        sockets=sockets,
        frames_mbit=moves * costs.sockets * costs.frame_bytes * 8 / 1e6,
        writes_gb=moves * costs.entry_bytes * DAY / 1e9,
        database_cores=moves * costs.database_ms / 1e3,
        connections=count * (costs.store_threads + 1),
        bot_cores=moves * costs.bot_share * costs.bot_seconds,
        busy=busy,
        p50=share(waits, 0.5),
        p95=share(waits, 0.95),
        p99=share(waits, 0.99),
    )


def cost_of_move(nodes: int, costs: Costs) -> float:
    """Milliseconds. A balancer that knows nothing sends all but one visitor in so many to another node than the table's."""
    return costs.move_ms + costs.hop_ms * (nodes - 1) / nodes


def nodes_for(moves: float, costs: Costs) -> int:
    for nodes in range(1, 100_000):
        if moves / nodes * cost_of_move(nodes, costs) / 1e3 + costs.node_ms / 1e3 <= costs.busy:
            return nodes
    raise ValueError("that many moves are beyond this model")


def share(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


# ---------------------------------------------------------------- the queues


def simulated(moves: float, nodes: int, costs: Costs, rng: Random) -> Iterator[float]:
    """Milliseconds that moves at one node wait: for its event loop, for a thread of its store, for the database's cores and
    its disk, which all nodes share, and for the loop again, which makes the frames before it acknowledges."""
    rate, service = moves / nodes, cost_of_move(nodes, costs)
    database = Database(moves, costs, rng)
    threads = [0.0] * costs.store_threads  # when each is free
    loop_free = 0.0
    waiting: list[tuple[float, int, int, float]] = []  # when, number, which part, and when it came
    for number, came in enumerate(arrivals(rate, min(SECONDS, MOST_MOVES / rate), rng)):
        heapq.heappush(waiting, (came, number, 0, came))
    while waiting:
        now, move, part, came = heapq.heappop(waiting)
        starts = max(now, loop_free)
        if starts > now:  # others may come before it is its turn
            heapq.heappush(waiting, (starts, move, part, came))
            continue
        loop_free = starts + worked(service * (0.4, 0.6)[part], costs.spread, rng) / 1e3
        if part == 0:
            thread = heapq.heappop(threads)
            done = database.committed(max(loop_free, thread))
            heapq.heappush(threads, done)
            heapq.heappush(waiting, (done, move, 1, came))
        else:
            yield (loop_free - came) * 1e3


class Database:
    """As one of many who write sees it: its cores are as busy as all make them, and its disk writes for all who wait."""

    def __init__(self, moves: float, costs: Costs, rng: Random) -> None:
        self.costs, self.rng = costs, rng
        wanted = moves * costs.database_ms / 1e3
        self.busy = wanted / max(1, math.ceil(wanted / costs.busy))

    def committed(self, now: float) -> float:
        costs, queue = self.costs, 0.0
        if self.rng.random() < self.busy:  # all cores are taken: one after the other, as much again for each before
            queue = self.rng.expovariate(1.0) * costs.database_ms / (1 - self.busy)
        work = worked(costs.database_ms, costs.spread, self.rng)
        sync = costs.sync_ms * (1 + self.rng.random())  # the rest of the one under way, and the next
        return now + (queue + work + sync) / 1e3


def arrivals(rate: float, seconds: float, rng: Random) -> Iterator[float]:
    now = rng.expovariate(rate)
    while now < seconds:
        yield now
        now += rng.expovariate(rate)


def worked(mean: float, spread: float, rng: Random) -> float:
    """Around its mean, with that deviation as a share of it."""
    return rng.gammavariate(1 / spread**2, mean * spread**2)


# ---------------------------------------------------------------- telling


def needs_table(costs: Costs, rng: Random) -> str:
    found = [need(tables, costs, rng) for tables in SIZES]
    rows: list[tuple[str, list[str]]] = [
        ("moves a second", [f"{one.moves:,.0f}" for one in found]),
        ("nodes, a core each", [f"{one.nodes:,}" for one in found]),
        ("of each core is used", [f"{one.busy:.0%}" for one in found]),
        ("memory of all nodes", [f"{one.memory_gb:.1f} GiB" for one in found]),
        ("sockets", [f"{one.sockets:,}" for one in found]),
        ("frames sent", [f"{one.frames_mbit:,.0f} Mbit/s" for one in found]),
        ("writes to the database, all synced", [f"{one.moves:,.0f}/s, {one.writes_gb:,.1f} GB a day" for one in found]),
        ("cores of the database", [f"{one.database_cores:.1f}" for one in found]),
        ("connections to it", [f"{one.connections:,}" for one in found]),
        ("cores for bots", [f"{one.bot_cores:,.0f}" for one in found]),
        ("milliseconds to the acknowledgement, p50", [f"{one.p50:.1f}" for one in found]),
        ("the same, p95", [f"{one.p95:.1f}" for one in found]),
        ("the same, p99", [f"{one.p99:.1f}" for one in found]),
    ]
    head = ["Tables in play", *[f"{one.tables:,}" for one in found]]
    return drawn(head, [[name, *cells] for name, cells in rows])


def load_table(costs: Costs, rng: Random) -> str:
    """What waits when one node is ever busier."""
    most = 1e3 / cost_of_move(1, costs) * (1 - costs.node_ms / 1e3)
    rows = []
    for part in (0.2, 0.4, 0.6, 0.8, 0.9, 0.95):
        tables = int(part * most * costs.pace)
        one = need(tables, costs, rng, nodes=1)
        rows.append(
            [f"{part:.0%}", f"{tables:,}", f"{one.moves:,.0f}", f"{one.p50:.1f}", f"{one.p95:.1f}", f"{one.p99:.1f}"]
        )
    return drawn(["one node is busy", "tables in play", "moves a second", "p50, ms", "p95", "p99"], rows)


def drawn(head: list[str], rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def tables_of(costs: Costs) -> dict[str, str]:
    return {"needs": needs_table(costs, Random(1)), "load": load_table(costs, Random(2))}


def page_with(text: str, tables: dict[str, str]) -> str:
    """The page, with what stands between two marks put in anew."""
    for name, table in tables.items():
        marks = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)", re.DOTALL)
        text, found = marks.subn(lambda match, table=table: match[1] + table + match[2], text)  # type: ignore[misc]
        if found != 1:
            raise SystemExit(f"{PAGE.name} has {found} places for {name}")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", nargs="?", choices=["say", "write"], default="say")
    parser.add_argument("--tables", type=int, help="for so many tables alone")
    parser.add_argument("--nodes", type=int, help="with so many nodes")
    parser.add_argument("--pace", type=float, help="seconds between two moves at a table")
    words = parser.parse_args()
    costs = Costs.read(**({} if words.pace is None else {"pace": words.pace}))
    if words.tables is not None:
        print(need(words.tables, costs, Random(1), words.nodes))
        return
    tables = tables_of(costs)
    if words.what == "write":
        PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
    print("\n\n".join(tables.values()))


if __name__ == "__main__":
    main()
