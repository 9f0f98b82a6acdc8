"""Exact odds of searches and attacks: how many dice hit, how likely a target dies or a search wins."""

from __future__ import annotations

from math import comb
from typing import Final, final

from loot_table.games.looterz.table import Table

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
