from __future__ import annotations

from collections.abc import Iterator

import pytest
from server.postgres_server import postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A real one; whoever uses it empties it first."""
    with postgres_server() as url:
        yield url
