"""What a bot came to think: its answer, and the answers it considered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loot_table.engine.state import Action

# Asked now and then while a bot thinks; bots have no clock of their own.
IsTimeUp = Callable[[], bool]


def never() -> bool:
    return False


@dataclass(frozen=True)
class Line:
    """One answer that was considered."""

    action: Action
    value: float  # the share of the victory that it promises to the seat, 0 to 1
    visits: int  # how often it was tried
    line: tuple[Action, ...]  # this answer, and what is expected after it


@dataclass(frozen=True)
class Thought:
    """The answer, and all that were considered, the best first."""

    action: Action
    lines: tuple[Line, ...]
    depth: int = 0  # how many turns it looked ahead, where that can be said
