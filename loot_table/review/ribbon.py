"""Who was winning: every seat's share at each step, by what is public, by what a seat saw, or with all cards open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from loot_table.engine.random import Random, mixed
from loot_table.engine.state import REFEREE, Seat
from loot_table.measure.intervals import SURE
from loot_table.review.judging import error_of
from loot_table.review.ledger import Ledger
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator, passed

TABLES: Final = 24  # imagined for each step


@dataclass(frozen=True)
class Ribbon:
    """`shares` and `reach` by step and seat; the last step is the result. The band is the share ± the reach, at 95 %."""

    eyes: Seat  # a seat, SPECTATOR for what is public, REFEREE for everything
    shares: tuple[tuple[float, ...], ...]
    reach: tuple[tuple[float, ...], ...]
    tables: int


def ribbon_of(
    moments: Sequence[Moment], evaluator: Evaluator, eyes: Seat, result: Sequence[float], seed: int = 1
) -> Ribbon:
    """By what a seat saw, or by what is public."""
    shares, reach = [], []
    for moment in moments:
        view = moment.state.view(eyes)
        worlds = [evaluator.imagine(view, Random(mixed(seed + number))) for number in range(TABLES)]
        found = [evaluator.glance(passed(world)) for world in worlds]
        by_seat = [[each[seat] for each in found] for seat in range(moment.state.players)]
        shares.append(tuple(fmean(each) for each in by_seat))
        reach.append(tuple(SURE * error_of(each) for each in by_seat))
    return Ribbon(eyes, (*shares, tuple(result)), (*reach, (0.0,) * len(result)), TABLES)


def open_ribbon(ledger: Ledger) -> Ribbon:
    """With all cards open: what the ledger is made of."""
    return Ribbon(REFEREE, ledger.values, tuple((0.0,) * len(each) for each in ledger.values), 1)
