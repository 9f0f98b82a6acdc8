"""What it is worth to use a component, or to give a kind of answer, where that can be done: how much better or worse it is
than the best answer without it, by the game's values. The gap is that of draws: what came of those who did, less the value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import Action, State
from loot_table.lab.choices import EVERY, MOST_ANSWERS, some_of, worth
from loot_table.lab.draws import owners_of
from loot_table.lab.usage import kind_named, owner_of, things_in
from loot_table.lab.worths import Weighed
from loot_table.measure.recorder import Value


class User(Witness):
    """Looks at every few decisions: values of all answers cost their time."""

    def __init__(self, value: Value, owners: Mapping[str, str]) -> None:
        self.value, self.owners = value, owners
        self.met = 0
        self.asked: dict[str, int] = defaultdict(int)
        self.worth: dict[str, float] = defaultdict(float)
        self.came: dict[str, list[tuple[int, float]]] = defaultdict(list)  # the seat, and its value then

    def see(self, state: State, entry: Entry) -> None:
        if entry.action is None:
            return
        self.met += 1
        decision = state.decision()
        if self.met % EVERY or decision.is_large(state):
            return
        actions = some_of(decision.actions(state), MOST_ANSWERS)
        if len(actions) < 2:
            return
        about = [self.about(action, state) for action in actions]
        worths = worth(state, decision, actions, self.value)
        for name in set().union(*about):
            with_it = [each for each, names in zip(worths, about, strict=True) if name in names]
            without = [each for each, names in zip(worths, about, strict=True) if name not in names]
            if without:
                self.asked[name] += 1
                self.worth[name] += max(with_it) - max(without)
        [taken] = worth(state, decision, [entry.action], self.value)
        for name in self.about(entry.action, state):
            self.came[name].append((decision.seat, taken))

    def about(self, action: Action, state: State) -> set[str]:
        return {kind_named(action), *(owner_of(each, self.owners) for each in things_in(action.label(state)))}


def used_well_in(match: Match, value: Value, number: int, owners: Mapping[str, str]) -> Weighed:
    user = User(value, owners)
    match.seen_again(user)
    result = match.standings()
    parts = {}
    for name, asked in user.asked.items():
        came = user.came.get(name, [])
        parts[name] = (float(asked), user.worth[name], len(came), sum(result[seat] - then for seat, then in came))
    return Weighed(number, parts)


def use_values(contest: Contest, numbers: list[int]) -> list[Weighed]:
    value, owners = value_of(contest.game), owners_of(contest)
    return [used_well_in(play_match(contest, number).match, value, number, owners) for number in numbers]
