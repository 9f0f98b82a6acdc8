"""Whether this code runs compiled, and what is quicker then."""

from __future__ import annotations

from typing import Any

from loot_table.engine import state


def is_compiled() -> bool:
    return not (state.__file__ or "").endswith(".py")


def hasten(view: Any) -> None:
    """Let a class of views be made by its method `fresh`, which sets every field. A frozen dataclass is made by a detour
    through Python that takes longer than all the rest of a view; compiled, a method of its own may set fields. Interpreted
    it may not, and the class stays as it is."""
    if is_compiled():
        view.__init__ = view.fresh
