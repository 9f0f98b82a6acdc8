"""A small neural net: one hidden layer between what is seen of a seat and how strong that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.components import content_hash, read_toml
from loot_table.engine.shares import shared

LEAST: Final = -1e9
FILE: Final = "value.toml"  # in a game's `bot` folder: a net for each number of players


@final
class Net:
    """A hidden unit adds its bias and the weighted inputs, and is active as far as the sum is above 0."""

    def __init__(self, weights: list[list[float]], biases: list[float], output_weights: list[float]) -> None:
        self.size: i64 = len(weights[0])
        self.weights = vec[float]([weight for unit in weights for weight in unit])
        self.biases = vec[float](biases)
        self.output_weights = vec[float](output_weights)  # of the hidden units in the strength

    def strength(self, inputs: list[float]) -> float:
        seen = vec[float](inputs)
        size = self.size
        weights = self.weights
        total = 0.0
        place: i64 = 0
        unit: i64 = 0
        units: i64 = len(self.biases)
        while unit < units:
            activation = self.biases[unit]
            number: i64 = 0
            while number < size:
                activation += weights[place + number] * seen[number]
                number += 1
            place += size
            if activation > 0.0:
                total += activation * self.output_weights[unit]
            unit += 1
        return total

    def shares(self, inputs: list[list[float]]) -> list[float]:
        """Each seat's share of the victory."""
        return shared([self.strength(seat) for seat in inputs])


def among_rivals(facts: list[list[float]]) -> list[list[float]]:
    """For each seat its own facts, then the highest of its rivals', then their mean: as many numbers at any table."""
    size = len(facts[0])
    whole, first, second = facts[0].copy(), facts[0].copy(), [LEAST] * size  # sums, highest, next highest
    for theirs in facts[1:]:
        for number in range(size):
            fact = theirs[number]
            whole[number] += fact
            if fact > first[number]:
                second[number] = first[number]
                first[number] = fact
            elif fact > second[number]:
                second[number] = fact
    rivals = len(facts) - 1
    found: list[list[float]] = []
    for own in facts:
        best = [second[number] if own[number] == first[number] else first[number] for number in range(size)]
        mean = [(whole[number] - own[number]) / rivals for number in range(size)]
        found.append([*own, *best, *mean])
    return found


def fingerprint(net: Mapping[str, Any]) -> str:
    """What tells a net from any other: of its weights and biases as they are written."""
    units = [[float(weight) for weight in unit] for unit in net["weights"]]  # files write 1 for 1.0
    rest = [[float(weight) for weight in net[name]] for name in ("biases", "output_weights")]
    return content_hash({"units": units, "rest": rest})


def net_from(net: Mapping[str, Any]) -> Net:
    """A net as files have it."""
    return Net(net["weights"], net["biases"], net["output_weights"])


@cache
def net_of(folder: Path, players: int) -> Net:
    """A game's net for so many players, made by `loot value train`."""
    nets: dict[str, Any] = read_toml(folder / FILE)
    return net_from(nets[str(players)])
