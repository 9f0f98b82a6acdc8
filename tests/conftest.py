"""Makes the helpers beside the tests importable, the examples, and the scripts; a game that a test brought goes with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.extend(str(Path(__file__).parent / folder) for folder in (".", "games", "../examples", "../scripts"))


@pytest.fixture(autouse=True)
def only_our_games() -> Iterator[None]:
    from loot_table import games  # noqa: PLC0415 (after the path is set)

    before = os.environ.get(games.PATHS)
    yield
    if os.environ.get(games.PATHS) != before:
        os.environ.pop(games.PATHS, None)
        games.homes.cache_clear()
        games.slugs.cache_clear()


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A server that a test has run may have left its own way to write them: no test after it would see a line."""
    yield
    if "structlog" in sys.modules:
        sys.modules["structlog"].reset_defaults()
