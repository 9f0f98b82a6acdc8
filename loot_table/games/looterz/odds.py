"""Exact odds of searches and attacks: how many dice hit, how likely a target dies or a search wins."""

from __future__ import annotations

from math import comb
from typing import Final, final

from loot_table.engine.state import Seat
from loot_table.games.looterz.table import SECOND_RECRUITMENT, Table

FACES: Final = 6


@final
class Hits:
    """The hits of so many dice with this Power. `ways[n]` of the `total` equally likely falls show exactly n hits."""

    def __init__(self, dice: int, power: int) -> None:
        self.dice = dice
        self.power = power
        self.total: int = FACES**dice
        self.ways: list[int] = [
            comb(dice, hits) * power**hits * (FACES - power) ** (dice - hits) for hits in range(dice + 1)
        ]

    def chance(self, hits: int) -> float:
        """Of exactly so many hits."""
        return self.ways[hits] / self.total if 0 <= hits <= self.dice else 0.0

    def at_least(self, hits: int) -> float:
        """Of so many hits or more."""
        return sum(self.ways[max(0, hits) :]) / self.total

    def mean(self) -> float:
        return self.dice * self.power / FACES


@final
class SearchOdds:
    """What a Looter's search may bring its controller."""

    def __init__(self, table: Table, card: int) -> None:
        seat = table.controller[card]
        self.hits = Hits(table.life[card], table.box.power[card])
        self.needed = table.box.loot_target - table.loot[seat]
        self.win = self.hits.at_least(self.needed)


@final
class AttackOdds:
    """What a Looter's attack may do to its target."""

    def __init__(self, table: Table, card: int, target: int) -> None:
        self.hits = Hits(table.life[card], table.box.power[card])
        self.life = table.life[target]
        self.kill = self.hits.at_least(self.life)
        # Excess hits are lost (LZ-35).
        self.lost = sum([self.hits.chance(hits) * min(hits, self.life) for hits in range(self.hits.dice + 1)])


@final
class RaceOdds:
    """How far a seat is, and what it would make if every Looter it can use searched: on this turn, or on its next."""

    def __init__(self, table: Table, seat: Seat) -> None:
        box = table.box
        is_now = seat == table.active and table.phase < SECOND_RECRUITMENT
        crew = [
            card for card in table.parties[seat] if not table.exhausted[card] and not (is_now and table.acted[card])
        ]
        odds = [1.0]  # of so many hits
        for card in crew:
            hits = Hits(table.life[card], box.power[card])
            sums = [0.0] * (len(odds) + hits.dice)
            for one, chance in enumerate(odds):
                for other in range(hits.dice + 1):
                    sums[one + other] += chance * hits.chance(other)
            odds = sums
        self.short = max(0, box.loot_target - table.loot[seat])
        self.mean = sum([table.life[card] * box.power[card] for card in crew]) / FACES
        self.win = sum(odds[self.short :]) if self.short else 1.0
