"""Copies of a database that are whole: taken while it is in use, put back, and made before a newer release changes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from loot_table.engine.errors import BadInput
from loot_table.server.ownership import Ownership

BESIDE = ("", "-wal", "-shm", "-journal")  # what a database consists of, and what is left where a copy was broken off


def backup(source: Path, target: Path) -> None:
    """A consistent copy of a database that may be in use."""
    if not source.is_file():
        raise BadInput(f"there is no database at {source}")
    if target.exists():
        raise BadInput(f"{target} exists already; name a new file")
    try:
        copy_whole(source, target)
    except BaseException as error:
        throw_away(target)  # half a copy would be taken for one
        if isinstance(error, (sqlite3.Error, OSError)):
            raise BadInput(f"{source} cannot be copied: {error}") from None
        raise


def copy_whole(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        wrong = copy.execute("PRAGMA integrity_check").fetchone()[0]
        is_ours = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone()
    if wrong != "ok":
        raise BadInput(f"{source} is damaged: {wrong}")
    if not is_ours:
        raise BadInput(f"{source} holds no tables of Loot Table")


def restore(source: Path, target: Path) -> None:
    """Put a backup in place of a database that is not in use. The old one is kept beside it, whole."""
    if not source.is_file():
        raise BadInput(f"there is no database at {source}")
    was_there = Path(f"{target}.lock").exists()
    try:
        with Ownership.of(target, "replaced"):
            put_in_place(source, target)
    except BaseException:
        if not was_there and not target.exists():
            Path(f"{target}.lock").unlink(missing_ok=True)
        raise


def put_in_place(source: Path, target: Path) -> None:
    fresh = Path(f"{target}.restoring")
    fresh.unlink(missing_ok=True)
    backup(source, fresh)
    kept = next(path for path in kept_names(target) if not path.exists())
    # A server that was killed leaves its last changes in the write-ahead log: it goes with its database.
    for extra in ("", "-wal", "-shm"):
        old = Path(f"{target}{extra}")
        if old.exists():
            old.replace(f"{kept}{extra}")
    fresh.replace(target)


def kept_names(target: Path) -> Iterator[Path]:
    return names(f"{target}.before-restore")


def names(wanted: str) -> Iterator[Path]:
    yield Path(wanted)
    for number in count(2):
        yield Path(f"{wanted}-{number}")


def throw_away(path: Path) -> None:
    for extra in BESIDE:
        Path(f"{path}{extra}").unlink(missing_ok=True)


def layout_of(path: Path) -> int | None:
    """By which layout a database that is there is laid out; None where none is there yet."""
    if not path.is_file() or not path.stat().st_size:
        return None
    with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
            return None
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def copy_before_upgrade(path: Path, layout: int) -> Path | None:
    """Before a database of an older release is brought up to date: the way back is `loot restore` with this copy."""
    found = layout_of(path)
    if found is None or found >= layout:
        return None
    target = next(one for one in names(f"{path}.before-layout-{layout}") if not one.exists())
    fresh = Path(f"{target}.copying")
    try:
        throw_away(fresh)
        with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(fresh)) as copy:
            old.backup(copy)
        fresh.replace(target)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):
            throw_away(fresh)
        raise BadInput(f"an older release wrote it, and no copy can be made before it is changed: {error}") from None
    return target
