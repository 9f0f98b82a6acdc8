"""Copies of the database by the clock, each whole and looked through before it counts, and so many of them kept.

A disk that is full, or gone, keeps nobody from playing: it is said in the log, in the metrics and at the operator's desk, and
tried again. The last good copy is never thrown away, however old it is.
"""

from __future__ import annotations

import os
import re
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import structlog

from loot_table.engine.errors import BadInput
from loot_table.server import metrics
from loot_table.server.backups import backup, throw_away

log = structlog.get_logger()
NAME: Final = re.compile(r"loot-([0-9]{8}T[0-9]{6}Z)\.db")
STAMP: Final = "%Y%m%dT%H%M%SZ"
HALF: Final = "loot-backup.half"  # what is being written; nobody takes it for a copy
AGAIN: Final = 300.0  # seconds after one that failed
LATE: Final = 2.0  # intervals without a good one, before the operator is told


@dataclass(frozen=True)
class Copy:
    path: Path
    at: float
    size: int


class RegularBackups:
    def __init__(self, source: Path, folder: Path, every: float, keep: int) -> None:
        """A copy of `source` in `folder` every so many seconds, and the newest `keep` of them."""
        self.source, self.folder, self.every, self.keep = source, folder, every, keep
        try:
            folder.mkdir(parents=True, exist_ok=True)
            throw_away(folder / HALF)
        except OSError as error:
            raise BadInput(f"{folder} cannot hold backups: {error.strerror}") from None
        self.failure = ""  # why the last one failed
        self.began = time.time()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.go_on, name="backups", daemon=True)
        self.show(self.good())

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.is_over.set()
        if self.thread.is_alive():
            self.thread.join(timeout=30)

    def go_on(self) -> None:
        while not self.is_over.wait(self.seconds_left()):
            self.make()

    def seconds_left(self) -> float:
        """Until the next one: also over restarts they come so far apart."""
        if self.failure:
            return min(AGAIN, self.every)
        good = self.good()
        return 0.0 if not good else max(0.0, good[0].at + self.every - time.time())

    # ---- one copy

    def make(self) -> None:
        began, half = time.time(), self.folder / HALF
        target = self.folder / datetime.fromtimestamp(began, UTC).strftime(f"loot-{STAMP}.db")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            throw_away(half)
            backup(self.source, half)
            flush(half)
            half.replace(target)
            flush(self.folder)
        except (BadInput, OSError) as error:
            self.failure = str(error)
            metrics.BACKUPS.labels("failed").inc()
            log.error("backup_failed", folder=str(self.folder), why=str(error))
            return
        self.failure = ""
        metrics.BACKUPS.labels("good").inc()
        metrics.BACKUP_SECONDS.set(time.time() - began)
        self.thin_out()
        self.show(self.good())
        log.info("backup_made", file=target.name, seconds=round(time.time() - began, 1))

    def thin_out(self) -> None:
        """The oldest go, once there are enough newer ones that are good."""
        for old in self.good()[max(1, self.keep) :]:
            try:
                throw_away(old.path)
            except OSError as error:
                log.warning("old_backup_not_thrown_away", file=old.path.name, why=str(error.strerror))

    def good(self) -> list[Copy]:
        """The newest first. What bears such a name was looked through before it got it."""
        found = []
        try:
            for path in self.folder.iterdir():
                if (named := NAME.fullmatch(path.name)) is not None:
                    at = datetime.strptime(named[1], STAMP).replace(tzinfo=UTC).timestamp()
                    found.append(Copy(path, at, path.stat().st_size))
        except (OSError, ValueError):
            return []
        return sorted(found, key=lambda copy: -copy.at)

    # ---- telling

    def show(self, good: list[Copy]) -> None:
        metrics.BACKUP_AT.set(good[0].at if good else 0)
        metrics.BACKUP_BYTES.set(good[0].size if good else 0)

    def told(self) -> dict[str, Any]:
        good, now = self.good(), time.time()
        last = good[0] if good else None
        return {
            "every": round(self.every),
            "keep": self.keep,
            "kept": len(good),
            "last": None if last is None else round(last.at),
            "last_ago": None if last is None else round(now - last.at),
            "bytes": None if last is None else last.size,
            "problem": self.problem(last, now),
        }

    def problem(self, last: Copy | None, now: float) -> str | None:
        since = self.began if last is None else max(last.at, self.began)
        has = "there is none" if last is None else f"the last good one is {(now - last.at) / 3600:.1f} hours old"
        if self.failure:
            return f"The last backup failed, and {has}: {self.failure}."
        return f"Backups do not come any more, and {has}." if now - since > LATE * self.every else None


def flush(path: Path) -> None:
    """Onto the disk itself."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders
    file = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
