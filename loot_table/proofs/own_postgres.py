"""A PostgreSQL server of a proof's own: reached through a file in one folder, and gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from loot_table.engine.errors import BadInput

USERS: Final = ("postgres", "nobody")
WHERE: Final = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "usr/local/opt/postgresql*/bin")
SOCKET: Final = ".s.PGSQL.5432"  # in the server's folder
WORDS = 500  # of what a program complained of


def programs() -> Path:
    """Where initdb and pg_ctl are, the newest of them."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    for pattern in WHERE:
        for folder in sorted(Path("/").glob(pattern), key=lambda folder: folder.parent.name, reverse=True):
            if (folder / "initdb").exists():
                return folder
    raise BadInput("PostgreSQL is needed for this, with its programs initdb and pg_ctl: install your system's package")


def run_as() -> list[str]:
    """PostgreSQL refuses to run as root: then somebody else runs it."""
    user = owner()
    return (
        [] if user is None else ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"]
    )


def owner() -> str | None:
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in USERS if name in known)


@contextmanager
def own_postgres(connections: int = 30) -> Iterator[Path]:
    """The folder of a fresh server: its socket is there."""
    where = programs()
    folder = Path(tempfile.mkdtemp(prefix="loot-postgres-"))
    user = owner()
    if user is not None:
        shutil.chown(folder, user)

    def run(*words: str | Path) -> None:
        done = subprocess.run([*run_as(), *words], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise BadInput(f"PostgreSQL did not start: {done.stdout[-WORDS:]} {done.stderr[-WORDS:]}")

    before = signal.signal(signal.SIGTERM, told_to_end) if is_main_thread() else None
    try:
        run(where / "initdb", "-D", folder / "data", "-U", "loot", "--auth=trust", "--no-sync", "-E", "UTF8")
        settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c max_connections={connections}"
        run(where / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o", settings, "start")
        try:
            yield folder
        finally:
            run(where / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def told_to_end(number: int, frame: FrameType | None) -> None:
    """As an error: who is told to end takes the server along."""
    raise SystemExit(128 + number)


def url_of(folder: Path) -> str:
    return f"postgresql://loot@/postgres?host={folder}"
