"""Two contests over the same deals: what a change of options, components or bots makes, and what pairing the deals gains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from loot_table.arena.contest import Contest, GameResult
from loot_table.arena.run import played
from loot_table.measure.intervals import Interval, Paired, gain_between, paired

Figure = Callable[[GameResult], float]


@dataclass(frozen=True)
class Compared:
    """One figure in both contests."""

    name: str
    one: float
    other: float
    change: Paired
    gain: Interval  # of pairing, by bootstrap over deals


def compared(one: Contest, other: Contest, deals: int, jobs: int = 1) -> list[Compared]:
    """Each seat's share and the length of a game, `other` less `one`. Every deal is played once in each contest."""
    numbers = [deal * one.players for deal in range(deals)]
    ones, others = (
        sorted(
            [result for batch in played(contest, numbers, jobs) for result in batch], key=lambda result: result.number
        )
        for contest in (one, other)
    )
    figures: dict[str, Figure] = {f"share of seat {seat + 1}": partial(share_of, seat) for seat in range(one.players)}
    figures["length"] = lambda result: result.length
    return [figure_of(name, figure, ones, others) for name, figure in figures.items()]


def figure_of(name: str, figure: Figure, ones: Sequence[GameResult], others: Sequence[GameResult]) -> Compared:
    before, after = [figure(result) for result in ones], [figure(result) for result in others]
    return Compared(
        name, sum(before) / len(before), sum(after) / len(after), paired(before, after), gain_between(before, after)
    )


def share_of(seat: int, result: GameResult) -> float:
    return result.shares[seat]
