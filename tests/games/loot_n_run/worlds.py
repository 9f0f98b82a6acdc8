"""Beliefs worked out the slow way: from the rules alone, without the formulas that they check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from loot_table.engine import codec
from loot_table.engine.match import Entry, Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Seat
from loot_table.games.loot_n_run.table import Table
from loot_table.games.loot_n_run.werewolf import Keep

Faces = tuple[tuple[str, ...], ...]  # every player's cards


def faces(table: Table) -> Faces:
    return tuple(table.box.named(table.cards_of(seat)) for seat in range(table.players))


def told(news: Sequence[Any], seat: Seat) -> bytes:
    return codec.dumps([codec.encode(event.seen_by(seat)) for event in news])


class History:
    """What one observer noticed of a match, entry by entry, and what was done."""

    def __init__(self, match: Match, observer: Seat) -> None:
        self.start = match.at(0).state
        self.entries = match.record
        self.observer = observer
        self.noticed = [told(bundle, observer) for bundle in match.log[1:]]
        # A keeper is followed by the decks kept from: which faces people like is not part of the belief.
        self.kept_from = [kept_decks(match, number) for number in range(match.version)]

    def apply(self, table: Table, number: int) -> bool:
        """Do what was done; whether the observer notices the same."""
        entry: Entry = self.entries[number]
        table.news = []
        action = entry.action
        if isinstance(action, Keep):
            drawn = zip(table.drawn_from, table.drawn, strict=True)
            kept = sorted(card for deck, card in drawn if deck in self.kept_from[number])
            action = Keep(table.box.named(kept))
        assert action is not None
        table.apply(action)
        return told(table.news, self.observer) == self.noticed[number]

    def happen(self, table: Table, number: int, outcome: int) -> bool:
        table.news = []
        table.happen(outcome)
        return told(table.news, self.observer) == self.noticed[number]

    def posterior(self) -> dict[Faces, Fraction]:
        """Every table that the observer cannot rule out, by enumerating all that nature might have decided."""
        found: dict[Faces, Fraction] = {}
        self.follow(copied(self.start), 0, Fraction(1), found)
        everything = sum(found.values())
        return {world: chance / everything for world, chance in found.items()}

    def follow(self, table: Table, number: int, chance: Fraction, found: dict[Faces, Fraction]) -> None:
        if number == len(self.entries):
            world = faces(table)
            found[world] = found.get(world, Fraction(0)) + chance
            return
        if self.entries[number].seat != NATURE:
            assert self.apply(table, number) or isinstance(self.entries[number].action, Keep) or self.shows(number)
            if told(table.news or [], self.observer) == self.noticed[number]:
                self.follow(table, number + 1, chance, found)
            return
        weighted = table.outcomes()
        total = sum(weight for _, weight in weighted)
        for outcome, weight in weighted:
            twin = copied(table)
            if self.happen(twin, number, outcome):
                self.follow(twin, number + 1, chance * Fraction(weight, total), found)

    def shows(self, number: int) -> bool:
        """Whether an entry reveals faces, so that other worlds look different after it."""
        return b'"faces"' in self.noticed[number]

    def rejected_or_faces(self, start: Table, rng: Random) -> Faces | None:
        """Play the same actions from a start with chance left to chance; None when something else is noticed."""
        table = copied(start)
        for number, entry in enumerate(self.entries):
            if entry.seat == NATURE:
                outcome = table.chance().sample(table, rng)
                if not self.happen(table, number, outcome):
                    return None
            elif not self.apply(table, number):
                return None
        return faces(table)


def copied(state: Any) -> Table:
    twin = state.copy()
    assert isinstance(twin, Table)
    return twin


def kept_decks(match: Match, number: int) -> set[int]:
    action = match.record[number].action
    if not isinstance(action, Keep):
        return set()
    before = match.at(number).state
    assert isinstance(before, Table)
    pairs = zip(before.drawn_from, before.drawn, strict=True)
    return {deck for deck, card in pairs if before.box.ids[card] in action.cards}


def chi_square_is_fine(counts: Counter[Any], chances: dict[Any, Fraction], samples: int) -> bool:
    """Whether counts fit the chances: below the value that one true sample in a hundred thousand exceeds."""
    assert set(counts) <= set(chances), "something impossible was drawn"
    statistic = sum((counts[key] - samples * chance) ** 2 / (samples * chance) for key, chance in chances.items())
    freedom = len(chances) - 1
    return float(statistic) <= most_chi_square(freedom)


def two_samples_are_alike(one: Counter[Any], other: Counter[Any]) -> bool:
    """The chi-square test of two samples of the same size."""
    keys = set(one) | set(other)
    statistic = sum((one[key] - other[key]) ** 2 / (one[key] + other[key]) for key in keys)
    return statistic <= most_chi_square(len(keys) - 1)


def most_chi_square(freedom: int) -> float:
    """Wilson and Hilferty's approximation at 4.26 standard deviations (1 in 100,000)."""
    if freedom == 0:
        return 0.0
    spread = 2 / (9 * freedom)
    bound: float = freedom * (1 - spread + 4.26 * spread**0.5) ** 3
    return bound
