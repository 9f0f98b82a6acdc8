"""What a card, tile or number is worth to the one who draws it, without confounding.

At a chance everything that could have come is known, and what each of it would be worth: so every card gets a sample at each
draw, drawn or not, by its odds. What remains is the error of the values, which the gap shows: what really came of those who
drew it, less the value then. Dice that are thrown together count each by its number: `a 6`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import State
from loot_table.lab.usage import owner_of, owners_in
from loot_table.lab.worths import Weighed
from loot_table.measure.recorder import Value, valued


class Drawer(Witness):
    def __init__(self, value: Value, owners: Mapping[str, str]) -> None:
        self.value, self.owners = value, owners
        self.weight: dict[str, float] = defaultdict(float)
        self.worth: dict[str, float] = defaultdict(float)
        self.came: dict[str, list[tuple[int, float]]] = defaultdict(list)  # the seat, and its value then

    def see(self, state: State, entry: Entry) -> None:
        if entry.outcome is None:
            return
        chance = state.chance()
        seat = getattr(chance, "seat", None)
        outcomes = chance.outcomes(state)
        if seat is None or len(outcomes) < 2:
            return  # what is nobody's is worth nothing to anybody alone
        total = sum([weight for _, weight in outcomes])
        after: dict[int, float] = {}
        for outcome, _ in outcomes:
            world = state.copy()
            world.happen(outcome)
            after[outcome] = valued(world, self.value)[seat]
        middle = sum(after[outcome] * weight for outcome, weight in outcomes) / total
        for outcome, weight in outcomes:
            for name, part in self.parts(chance.name_of(state, outcome)):
                self.weight[name] += part * weight / total
                self.worth[name] += part * weight / total * (after[outcome] - middle)
        for name, _ in self.parts(chance.name_of(state, entry.outcome)):
            self.came[name].append((seat, after[entry.outcome]))

    def parts(self, came: str) -> list[tuple[str, float]]:
        """What an outcome is made of: one component, or dice."""
        name = owner_of(came, self.owners)
        if name in self.owners or not name.isdecimal():
            return [(name, 1.0)]
        return [(f"a {die}", name.count(die) / len(name)) for die in sorted(set(name))]


def drawn_in(match: Match, value: Value, number: int, owners: Mapping[str, str]) -> Weighed:
    drawer = Drawer(value, owners)
    match.seen_again(drawer)
    result = match.standings()
    parts = {}
    for name, weight in drawer.weight.items():
        came = drawer.came.get(name, [])
        parts[name] = (weight, drawer.worth[name], len(came), sum(result[seat] - then for seat, then in came))
    return Weighed(number, parts)


def draws(contest: Contest, numbers: list[int]) -> list[Weighed]:
    value, owners = value_of(contest.game), owners_of(contest)
    return [drawn_in(play_match(contest, number).match, value, number, owners) for number in numbers]


def owners_of(contest: Contest) -> dict[str, str]:
    return owners_in(contest.components or games.load(contest.game).components(None).data)
