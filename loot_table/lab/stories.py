"""How a game went for those who played it, from the shares of the victory that everybody had at each step: who led, how
open it was, when it was decided. Pure figures of one game; `exciting` asks for many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import State
from loot_table.measure.recorder import Value, valued

DECIDED = 0.9  # a share that is as good as won
HOPELESS = 0.02  # a share that is as good as lost
LEAD = 0.05  # so much more makes another one the leader
EVERY = 7  # steps between two looks at how right the values are

Shares = Sequence[float]


@dataclass(frozen=True)
class Story:
    number: int
    uncertainty: float  # 1: nobody knows anything; 0: all is clear
    drama: float  # how far behind the leader the winner was, on average
    comeback: float  # 1 if the winner had less than half of an equal share at some time
    leads: float  # how often the lead changed
    decided: float  # the part of the game after which one stayed as good as the winner
    out: float  # the part of the game that a seat spends as good as beaten, mean over seats
    seen: tuple[tuple[float, float], ...]  # shares and results, to see whether the shares are right


def uncertainty(values: Sequence[Shares]) -> float:
    players = len(values[0])
    chaos = [-sum(share * log(share) for share in shares if share > 0) / log(players) for shares in values]
    return sum(chaos) / len(chaos)


def drama(values: Sequence[Shares], winner: int) -> float:
    return sum(max(shares) - shares[winner] for shares in values) / len(values)


def ebb(values: Sequence[Shares], winner: int) -> float:
    return min(shares[winner] for shares in values)


def lead_changes(values: Sequence[Shares]) -> int:
    """A leader is overtaken by whoever has clearly more."""
    leader, changes = values[0].index(max(values[0])), 0
    for shares in values:
        best = max(shares)
        if best > shares[leader] + LEAD:
            leader, changes = shares.index(best), changes + 1
    return changes


def decided_at(values: Sequence[Shares]) -> float:
    """The part of the game after which one seat has nearly all, and keeps it."""
    first, last = len(values), values[-1].index(max(values[-1]))
    while first and values[first - 1][last] >= DECIDED:
        first -= 1
    return first / len(values)


def out_of_it(values: Sequence[Shares]) -> float:
    lost = sum(share < HOPELESS for shares in values for share in shares)
    return lost / (len(values) * len(values[0]))


class Shown(Witness):
    """Everybody's share before each step."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.values: list[Shares] = []

    def see(self, state: State, entry: Entry) -> None:
        self.values.append(list(valued(state, self.value)))


def story_of(values: Sequence[Shares], result: Shares, number: int) -> Story:
    winner = result.index(max(result))
    seen = [pair for shares in values[::EVERY] for pair in zip(shares, result, strict=True)]
    return Story(
        number,
        uncertainty(values),
        drama(values, winner),
        float(ebb(values, winner) < 1 / (2 * len(result))),
        float(lead_changes(values)),
        decided_at(values),
        out_of_it(values),
        tuple(seen),
    )


def story_of_match(match: Match, value: Value, number: int) -> Story:
    shown = Shown(value)
    match.seen_again(shown)
    return story_of(shown.values, match.standings(), number)


def stories(contest: Contest, numbers: list[int]) -> list[Story]:
    value = value_of(contest.game)
    return [story_of_match(play_match(contest, number).match, value, number) for number in numbers]
