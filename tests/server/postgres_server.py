"""A real PostgreSQL server of the test run's own; its programs are installed where they are missing and that is possible."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loot_table.proofs.own_postgres import own_postgres, url_of

ROOT = Path(__file__).parents[2]


def postgres_programs() -> None:
    done = subprocess.run([ROOT / "scripts/postgres"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"PostgreSQL is needed for these tests: {done.stderr[-500:]}"


@contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a fresh database."""
    postgres_programs()
    with own_postgres() as folder:
        yield url_of(folder)
