"""The curtain of a shared screen: who is asked to open it, and what everybody may know of what happened meanwhile."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from loot_table.engine.match import Match
from loot_table.engine.state import Seat

MOST_RECAP = 40  # lines


@dataclass(frozen=True)
class Curtain:
    """Whom this screen waits for, and from which entry of the match on the recap tells what happened."""

    seat: Seat | None  # none while nobody decides here: bots play, or a hand that is on a phone
    first: int


def recap_begins(match: Match, seats: Collection[Seat]) -> int:
    """The entry with which somebody else went on after the last action of these seats: what came of that action was seen."""
    is_after = False
    first = 0
    for number, entry in enumerate(match.record):
        if entry.action is None:
            continue
        if entry.seat in seats:
            is_after = True
        elif is_after:
            is_after, first = False, number
    return match.version + 1 if is_after else first + 1 if first else 0
