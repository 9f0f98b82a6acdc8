"""All that a hostile visitor knows: each trick goes on until it is cancelled, and counts what it was answered.

A trick is a coroutine function with `@trick("name", "what it does")`, in a module of this folder."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from loot_table.proofs.siege.tricks.trick import KNOWN, Trick

# First come those that need a table before the visitor's address has had all it may have.
FIRST = ("abandoned", "rematches", "thinkers", "bombs")


def all_tricks() -> dict[str, Trick]:
    """By name, in the order in which they begin."""
    for module in sorted(iter_modules(__path__), key=lambda module: module.name):
        import_module(f"{__name__}.{module.name}")
    names = [*FIRST, *sorted(set(KNOWN) - set(FIRST))]
    return {name: KNOWN[name] for name in names}
