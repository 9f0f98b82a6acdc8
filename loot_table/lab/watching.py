"""Somebody who watches a question being answered: told at every look, with what is known by then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from loot_table.lab.answers import Figure

Watcher = Callable[[str, tuple[Figure, ...], int], None]  # the verdict so far, its figures, how many deals
WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """`with watched(print): fair(design)`."""
    before = WATCHER.set(watcher)
    try:
        yield
    finally:
        WATCHER.reset(before)


def looked(verdict: str, figures: tuple[Figure, ...], deals: int) -> None:
    watcher = WATCHER.get()
    if watcher is not None:
        watcher(verdict, figures, deals)
