"""Whether this code runs compiled."""

from __future__ import annotations

from loot_table.engine import state


def is_compiled() -> bool:
    return not (state.__file__ or "").endswith(".py")
