"""The luck of a game again: the n-th chance of a kind for a seat brings what it brought there, as long as that can still come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import final

from loot_table.engine.match import Match
from loot_table.engine.nature import Nature
from loot_table.engine.sealed import kind_of
from loot_table.engine.state import State

Brought = Sequence[Sequence[str]]  # in order: the kind of each chance, and the name of what it brought


def brought_since(match: Match, step: int) -> list[list[str]]:
    """What chance brought in a match from a step on."""
    state = match.at(step).state
    state.news = None
    found = []
    for entry in match.record[step:]:
        if entry.outcome is not None:
            chance = state.chance()
            found.append([kind_of(chance), chance.name_of(state, entry.outcome)])
            state.happen(entry.outcome)
        elif entry.action is not None:
            state.apply(entry.action)
    return found


@final
class SameLuck(Nature):
    """`seen`: how many chances of each kind have come since, which is all that it has to know to go on. `other` decides where
    the game had no such chance, or what it brought cannot come any more."""

    def __init__(self, brought: Brought, seen: Mapping[str, int], other: Nature) -> None:
        self.brought: dict[str, list[str]] = {}
        for kind, name in brought:
            self.brought.setdefault(kind, []).append(name)
        self.seen = Counter(seen)
        self.other = other

    def decide(self, state: State, draw: int) -> int:
        chance = state.chance()
        kind = kind_of(chance)
        names, count = self.brought.get(kind, []), self.seen[kind]
        self.seen[kind] += 1
        if count < len(names):
            for outcome, _ in chance.outcomes(state):
                if chance.name_of(state, outcome) == names[count]:
                    return outcome
        return self.other.decide(state, draw)
