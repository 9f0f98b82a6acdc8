"""Worlds that an audience may not tell apart have the same numbers; `loot secrecy --outlets numbers` compares any number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from loot_table import games
from loot_table.engine.state import REFEREE
from loot_table.proofs.numbers import Outlet, compare_numbers

SECRETIVE = [game.slug for game in games.all_games() if game.has_secrets]
Leak = Callable[[pytest.MonkeyPatch], None]
PAIRS = 20_000 // len(SECRETIVE)  # of each game


@pytest.mark.heavy
@pytest.mark.parametrize("slug", SECRETIVE)
def test_no_number_and_no_letter_differs_between_worlds_that_an_audience_may_not_tell_apart(slug: str) -> None:
    report = compare_numbers(PAIRS, seed=6, slugs=[slug])
    assert report.differences == []
    assert report.pairs == {slug: PAIRS}
    assert report.answers > PAIRS  # of some the audience is to decide


def leaky_row(patch: pytest.MonkeyPatch) -> None:
    """Numbers made from the true table."""
    honest = Outlet.row
    patch.setattr(Outlet, "row", lambda outlet, table, _seat: honest(outlet, table, REFEREE))


def leaky_letters(patch: pytest.MonkeyPatch) -> None:
    """Letters that depend on a hidden card."""
    patch.setattr(Outlet, "words", lambda _outlet, table: [{(hash(repr(table.view(REFEREE))) % 997,)}])


@pytest.mark.parametrize("leak", [leaky_row, leaky_letters])
@pytest.mark.parametrize("slug", SECRETIVE)
def test_numbers_that_know_the_true_table_are_noticed(slug: str, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof can fail: one that is broken on purpose does."""
    leak(monkeypatch)
    assert compare_numbers(60, seed=6, slugs=[slug]).differences
