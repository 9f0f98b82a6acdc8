"""The coach of a first game: a note the first time that a rule matters."""

from __future__ import annotations

from collections.abc import Iterable

from loot_table.engine.match import Match
from loot_table.engine.state import Seat
from loot_table.learn.lessons import Lessons, Note


class Coach:
    """Notes that have not been told yet."""

    def __init__(self, lessons: Lessons, known: Iterable[str] = ()) -> None:
        told = set(known)
        self.all = len(lessons.notes)
        self.left = {note.rule: note for note in lessons.notes if note.rule not in told}

    def hear(self, rules: Iterable[str]) -> list[Note]:
        """Notes about rules that matter now and never did before."""
        return [self.left.pop(rule) for rule in dict.fromkeys(rules) if rule in self.left]


def rules_since(match: Match, seat: Seat, version: int) -> list[str]:
    """The rules of what a seat has noticed since a version, and of what it is asked now."""
    found = [event.rule() for event in match.events(seat, version)]
    return [*found, match.state.decision().rule()] if match.to_act == seat else found
