"""One owner for a database file: a second server, or a restore under a running one, would lose what was promised.

The lock is the operating system's, on a file beside the database: it ends with its process, however that ends.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from loot_table.engine.errors import BadInput


class InUse(BadInput):
    """Somebody else owns the database."""


class Ownership:
    def __init__(self, database: Path) -> None:
        """Own it from now on, or say who does."""
        path = database.resolve()
        self.file = open(path.with_name(path.name + ".lock"), "a+", encoding="ascii")  # noqa: PTH123, SIM115
        try:
            lock(self.file.fileno())
        except OSError:
            self.file.seek(0)
            who = self.file.read(20).strip()
            self.file.close()
            by = f" by process {who}" if who.isdigit() else ""
            raise InUse(f"{database} is in use{by}: stop that server first") from None
        self.file.truncate(0)
        self.file.write(str(os.getpid()))
        self.file.flush()

    @classmethod
    def of(cls, database: Path, purpose: str) -> Ownership:
        """Own a file in a folder that is made if need be; `purpose` says what for, should it fail."""
        try:
            database.parent.mkdir(parents=True, exist_ok=True)
            return cls(database)
        except OSError as error:
            raise BadInput(f"{database} cannot be {purpose}: {error}") from None

    def give_up(self) -> None:
        if not self.file.closed:
            self.file.truncate(0)
            self.file.close()

    def __enter__(self) -> Ownership:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.give_up()


if sys.platform == "win32":
    import msvcrt

    FAR = 2**30  # Windows locks bytes, also against reading: one that nobody reads

    def lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
