"""A real PostgreSQL server of the test run's own: loopback or a file, one folder, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
USERS = ("postgres", "nobody")


def programs() -> Path:
    """Where initdb and pg_ctl are; the project's script installs them where it can."""
    done = subprocess.run([ROOT / "scripts/postgres"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"PostgreSQL is needed for these tests: {done.stderr[-500:]}"
    return Path(done.stdout.strip())


def owner() -> str | None:
    """PostgreSQL refuses to run as root: then somebody else runs it."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in USERS if name in known)


@contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a fresh database, reached through a socket file in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="loot-postgres-"))
    user, where = owner(), programs()
    if user is not None:
        shutil.chown(folder, user)
        before = ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"]
    else:
        before = []

    def run(*words: str | Path) -> None:
        done = subprocess.run([*before, *words], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words[0]}: {done.stdout[-500:]} {done.stderr[-500:]}"

    run(where / "initdb", "-D", folder / "data", "-U", "loot", "--auth=trust", "--no-sync", "-E", "UTF8")
    settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c max_connections=30"
    run(where / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o", settings, "start")
    try:
        yield f"postgresql://loot@/postgres?host={folder}"
    finally:
        run(where / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)
