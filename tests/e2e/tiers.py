"""Which of many screens every run looks at, and which only the long one: `make test` and `make soak`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def mostly_long(values: Iterable[Any], now: int = 1, every: int | None = None) -> list[Any]:
    """Values of a parameter, of which the first few, or each so many, are for `make test`."""
    found = []
    for number, value in enumerate(values):
        is_now = number < now if every is None else number % every == 0
        parts = value if isinstance(value, tuple) else (value,)
        found.append(pytest.param(*parts, marks=() if is_now else pytest.mark.long, id=name_of(value)))
    return found


def name_of(value: Any) -> str | None:
    """Names that pytest would find by itself, but for what it would call by a number."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "-".join(str(part) for part in value)
    if isinstance(value, dict):
        return "x".join(str(value[side]) for side in ("width", "height"))
    return None if not isinstance(value, str) else value
