"""What is said of environments is what they do: the pages are what the code says now."""

from __future__ import annotations

import environments
import pytest
from typer.testing import CliRunner

from loot_table.cli.main import app
from loot_table.engine.errors import BadInput


def test_the_pages_are_what_the_code_says() -> None:
    """`python scripts/environments.py` writes them."""
    assert [path.name for path in environments.changed()] == []


@pytest.mark.parametrize("form", ["fixed", "factored", "listed"])
def test_an_environment_is_described(form: str) -> None:
    words = ["rl", "describe", "loot_n_run", "--players", "3", "--option", "target_score=20", "--form", form]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    assert "With 3 players, target_score=20" in told.output
    assert {"fixed": "awaken", "factored": "60 begins", "listed": "place in the list"}[form] in told.output


def test_what_cannot_be_described_is_refused() -> None:
    refused = CliRunner().invoke(app, ["rl", "describe", "loot_n_run", "--form", "spoken"]).exception
    assert isinstance(refused, BadInput)
