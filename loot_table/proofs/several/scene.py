"""Trouble of three kinds for nodes under play, and how long every table takes to answer again."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from loot_table.proofs.chaos import World, compare, under_play
from loot_table.proofs.own_postgres import own_postgres
from loot_table.proofs.several.cluster import Cluster, Node
from loot_table.proofs.several.log_base import LogBase
from loot_table.proofs.several.report import WANTED_SECONDS, SeveralReport
from loot_table.proofs.stubborn import Stubborn

PATIENCE = 40.0
THINKING = 0.25  # seconds at most: a machine that is all work shows how busy it is, and nothing else
PLAY = 1.0  # seconds at most before the next trouble
TOGETHER = 0.15  # how often a second trouble comes while the first is not over
MOST_PARTED = 14.0  # seconds: longer than a node's word is good
CONNECTIONS = 100
# What a node rightly complains of when its database is gone.
EXPECTED = ("lease_lost", "not_kept", "bot_asked_again", "house_time_not_kept", "no_store")


class Trouble:
    """Who is in it, and what it is; it ends by itself."""

    def __init__(self, cluster: Cluster, rng: random.Random, report: SeveralReport) -> None:
        self.cluster, self.rng, self.report = cluster, rng, report
        self.tasks: set[asyncio.Task[None]] = set()

    def begins(self) -> None:
        """One node at least stays out of it."""
        (kind,) = self.rng.choices(["kill", "cut", "part"], [5, 2, 3])
        free = self.cluster.untroubled()
        if kind == "cut" or len(free) < 2:
            self.start(self.cut())
        else:
            self.start(self.of(self.rng.choice(free), self.killed if kind == "kill" else self.parted))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.add(asyncio.create_task(work))

    async def of(self, node: Node, work: Callable[[Node], Awaitable[None]]) -> None:
        node.is_in_trouble = True
        await work(node)
        node.is_in_trouble = False

    async def killed(self, node: Node) -> None:
        """kill -9; whoever looks after it starts it again."""
        self.report.troubles["nodes killed"] += 1
        node.server.kill()
        await asyncio.to_thread(node.start)

    async def cut(self) -> None:
        """The database ends some of its connections in the middle of whatever they do."""
        self.report.troubles["connections cut"] += 1
        await asyncio.to_thread(self.cluster.ask, CUT, share=self.rng.choice((0.3, 1.0)))

    async def parted(self, node: Node) -> None:
        """It lives and lets visitors in, but does not reach the database."""
        self.report.troubles["nodes parted from the database"] += 1
        is_refusing = self.rng.random() < 0.4
        await node.strait.close_for(self.rng.uniform(0.5, MOST_PARTED), is_refusing)

    async def are_over(self) -> None:
        for done in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(done, BaseException):
                self.report.complaints.append(repr(done))


CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < :share"""


async def run(
    count: int, troubles: int, tables: int, seed: int, folder: Path, tell: Callable[[str], None] = print
) -> SeveralReport:
    """Nodes and a database of the proof's own; play, trouble, and the comparison with the log."""
    began = time.monotonic()
    report = SeveralReport(kills=troubles, nodes=count)
    rng = random.Random(seed)
    with own_postgres(CONNECTIONS) as database:
        cluster = Cluster(folder, database, rng)
        try:
            await cluster.open(count)
            world = World(cluster.door, rng, THINKING)
            await under_play(world, tables, report, lambda: trouble_often(cluster, world, report, tell))
            complaints = await cluster.stop()
            report.complaints += [line for line in complaints if not any(word in line for word in EXPECTED)]
            compare(LogBase(cluster.engine), world, report)
            report.put_off = sum(client.notes.put_off for client in world.clients)
        finally:
            await cluster.close()
    report.seconds = time.monotonic() - began
    return report


async def trouble_often(cluster: Cluster, world: World, report: SeveralReport, tell: Callable[[str], None]) -> None:
    trouble, number = Trouble(cluster, world.rng, report), 0
    while number < report.kills:
        await asyncio.sleep(world.rng.uniform(0.1, PLAY))
        trouble.begins()
        number += 1
        if number < report.kills and world.rng.random() < TOGETHER:
            await asyncio.sleep(world.rng.uniform(0, 3))
            trouble.begins()
            number += 1
        world.note_in_flight()
        waits = await answers_again(world)
        report.waits += waits
        if max(waits, default=0.0) > WANTED_SECONDS:
            tell(f"after trouble {number} ({dict(report.troubles)}) a table took {max(waits):.1f} s")
        if number % 10 == 0:
            told = sum(len(client.notes.accepted) for client in world.clients)
            tell(f"{number} troubles, {told} acknowledgements, slowest answer {report.slowest_answer:.1f} s")
    await trouble.are_over()
    await answers_again(world)


async def answers_again(world: World) -> list[float]:
    """Seconds from now until each table that is played at has answered a command."""
    began, waits = time.monotonic(), []
    waiting = {slot: (here, answers_of(here)) for slot, here in world.playing.items()}
    while waiting and time.monotonic() < began + PATIENCE:
        await asyncio.sleep(0.02)
        for slot, (here, before) in list(waiting.items()):
            if answers_of(here) > before or world.playing.get(slot) is not here:  # that game is over
                waits.append(time.monotonic() - began)
                del waiting[slot]
    return waits + [PATIENCE] * len(waiting)


def answers_of(here: list[Stubborn]) -> int:
    return sum(client.answers for client in here)
