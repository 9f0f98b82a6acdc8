"""How this server is: measured all the time, for its operator and for Prometheus."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections import deque
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import structlog

from loot_table.engine.build import is_compiled
from loot_table.server import metrics
from loot_table.server.asking import WRITE_SECONDS, Service
from loot_table.server.overview import RETIRED
from loot_table.server.problems import where
from loot_table.server.store import StoreError

log = structlog.get_logger()
LAG_EVERY: Final = 0.5
LAGS_KEPT: Final = 120  # a minute of them
MEASURE_EVERY: Final = 15.0
LATE: Final = 0.25  # seconds: people notice
SLOW_DATABASE: Final = 0.5
LITTLE_DISK: Final = 2**30
OLD_REPLICA: Final = 60.0


class Vitals:
    def __init__(self, service: Service, folder: Path | None = None) -> None:
        """`folder`: where the database lies, if it is a file."""
        self.service, self.folder = service, folder
        self.began = time.time()
        self.lags: deque[float] = deque(maxlen=LAGS_KEPT)
        self.database: float | None = None  # seconds it took to answer; None: it does not
        self.counts: dict[str, int] = {}
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        metrics.BUILD.labels(version("loot-table"), self.service.name).set(1)
        self.tasks = [asyncio.create_task(work) for work in (self.watch_the_loop(), self.measure_again_and_again())]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def watch_the_loop(self) -> None:
        while True:
            due = time.monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            lag = max(0.0, time.monotonic() - due)
            self.lags.append(lag)
            metrics.LOOP_LAG.observe(lag)

    async def measure_again_and_again(self) -> None:
        while True:
            try:
                await self.measure()
            except Exception as error:  # whoever measures must not stop measuring
                log.error("not_measured", **where(error))
            await asyncio.sleep(MEASURE_EVERY)

    async def measure(self) -> None:
        began, store = time.perf_counter(), self.service.tables.store
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                self.counts = await store.counts()
            self.database = time.perf_counter() - began
            metrics.DATABASE_SECONDS.set(self.database)
        except (StoreError, TimeoutError):
            self.database = None
        metrics.DATABASE_UP.set(self.database is not None)
        for phase in ("gathering", "playing", "over", RETIRED):
            metrics.TABLES.labels(phase).set(self.counts.get(phase, 0))
        metrics.TABLES_ASIDE.set(self.aside())
        metrics.BOTS_WAITING.set(self.bots_waiting())
        if (free := self.disk_free()) is not None:
            metrics.DISK_FREE.set(free)
        metrics.NODES.set(1 if self.service.nodes is None else len(self.service.nodes.leases.nodes))

    def aside(self) -> int:
        return sum(bool(table.aside) for table in list(self.service.tables.awake.values()))

    def bots_waiting(self) -> int:
        return sum(len(row) for row in self.service.tables.stirring.brains.workers.turns.lanes.values())

    def disk_free(self) -> int | None:
        try:
            return None if self.folder is None else shutil.disk_usage(self.folder).free
        except OSError:
            return None

    # ---- telling

    async def told(self) -> dict[str, Any]:
        """Of this server, now. Counts and sizes, and nothing of any table."""
        service, tables = self.service, self.service.tables
        is_ready = await service.is_ready()
        await self.measure()
        awake = list(tables.awake.values())
        unfinished = sum(self.counts.get(phase, 0) for phase in ("gathering", "playing"))
        found: dict[str, Any] = {
            "name": service.name,
            "version": version("loot-table"),
            "is_compiled": is_compiled(),
            "up_seconds": round(time.time() - self.began),
            "is_ready": is_ready,
            "database": {
                "kind": "PostgreSQL" if service.nodes is not None else "SQLite",
                "ms": None if self.database is None else round(self.database * 1e3, 1),
            },
            "loop_lag_ms": {
                "last": round(self.lags[-1] * 1e3, 1) if self.lags else None,
                "worst": round(max(self.lags) * 1e3, 1) if self.lags else None,
            },
            "memory_bytes": memory(),
            "disk_free_bytes": self.disk_free(),
            "sockets": sum(len(table.sessions) for table in awake),
            "tables": {
                "awake": len(awake),
                "asleep": max(0, unfinished - sum(table.phase in ("gathering", "playing") for table in awake)),
                "aside": self.aside(),
                "phases": dict(self.counts),
            },
            "bots_waiting": self.bots_waiting(),
            "backups": None if service.backups is None else service.backups.told(),
            "replica_seconds": None if service.replica is None else round(service.replica.age(), 1),
        }
        return {**found, "warnings": warnings(found)}


def warnings(found: dict[str, Any]) -> list[str]:
    """What an operator should look at, each a sentence."""
    says = []
    if found["database"]["ms"] is None:
        says.append("The database does not answer: nothing can be played until it does.")
    elif found["database"]["ms"] > SLOW_DATABASE * 1e3:
        says.append(f"The database took {found['database']['ms']:.0f} ms to answer.")
    elif not found["is_ready"]:
        says.append("The server takes no changes now: it is stopping, or it has lost touch with the others.")
    if (found["loop_lag_ms"]["worst"] or 0) > LATE * 1e3:
        says.append(f"Within the last minute everybody waited {found['loop_lag_ms']['worst']:.0f} ms for something.")
    if found["tables"]["aside"]:
        says.append(
            f"{found['tables']['aside']} tables cannot be read by this release and are set aside; the log says why."
        )
    free = found["disk_free_bytes"]
    if free is not None and free < LITTLE_DISK:
        says.append(f"Only {free / 2**20:.0f} MiB of disk are free.")
    if found["backups"] is not None and found["backups"]["problem"]:
        says.append(found["backups"]["problem"])
    if (found["replica_seconds"] or 0) > OLD_REPLICA:
        says.append(f"The replica is {found['replica_seconds']:.0f} seconds behind.")
    return says


def memory() -> int | None:
    """Bytes of this process that are in memory, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
