"""Where a policy stands on our ladder: the same deals from every seat, against one kind of bot after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Final

from loot_table.arena.contest import Contest, GameResult
from loot_table.arena.ratings import block_shares
from loot_table.arena.run import played
from loot_table.bots.choosing import BOTS
from loot_table.engine.errors import BadInput
from loot_table.measure.intervals import LEAST_BLOCKS, Interval, sequence_of, share_sequence
from loot_table.rl.policy import Source

LOOK: Final = 50  # deals between two looks
ABOVE, BELOW, OPEN = "above fair", "below fair", "undecided"


@dataclass(frozen=True)
class Terms:
    """Which games are played."""

    opponents: Sequence[str] = BOTS
    games: int = 1000  # the most against each
    is_early: bool = True  # stops as soon as it is known on which side of the fair share the policy lies
    jobs: int = 1
    seed: int = 1
    components: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Rung:
    """One kind of bot: what the policy's share against it is, wherever one stopped to look."""

    opponent: str
    games: int
    share: float
    low: float  # an interval that holds at every look
    high: float
    fair: float
    by_seat: tuple[float, ...]
    seconds_a_move: float
    verdict: str = field(default=OPEN)


def contest_of(name: str, source: Source, opponent: str, terms: Terms) -> Contest:
    """The policy on one seat, and on all others the same bot."""
    card = source.card
    # A policy whose name is a bot's would be that bot.
    assert name not in BOTS
    seats = (name, *[opponent] * (card.players - 1))
    return Contest(card.game, seats, card.players, terms.games, terms.seed, card.options, terms.components,
                   brought={name: source})  # fmt: skip


def climbed(
    name: str, source: Source, opponent: str, terms: Terms, progress: Callable[[int], None] = lambda _: None
) -> Rung:
    """Look after look, until it is known on which side of its fair share the policy lies, or all games were played."""
    contest = contest_of(name, source, opponent, terms)
    contest.check()
    if terms.games < contest.players * LEAST_BLOCKS:
        raise BadInput(f"an interval needs {contest.players * LEAST_BLOCKS} games at least, got {terms.games}")
    done: list[GameResult] = []
    for numbers in looks(contest, terms.games):
        for batch in played(contest, numbers, terms.jobs):
            done += batch
            progress(len(done))
        rung = rung_of(contest, done, opponent)
        if terms.is_early and rung.verdict != OPEN:
            break
    return rung


def looks(contest: Contest, games: int) -> Iterator[list[int]]:
    """Numbers of games: as many deals as an interval needs, then a few more each time."""
    step = contest.players * LOOK
    start, stop = 0, contest.players * LEAST_BLOCKS
    while start < games:
        yield list(range(start, min(stop, games)))
        start, stop = stop, stop + step


def rung_of(contest: Contest, results: Sequence[GameResult], opponent: str) -> Rung:
    """The policy is the first bot of its contest."""
    ordered = sorted(results, key=lambda result: result.number)
    shares = block_shares(contest, ordered, 0)
    low, high = within(shares)
    fair = 1 / contest.players
    seats = [result.seats.index(0) for result in ordered]
    by_seat = [
        [result.shares[seat] for result, seat in zip(ordered, seats, strict=True) if seat == number]
        for number in range(contest.players)
    ]
    decisions = sum(result.decisions[seat] for result, seat in zip(ordered, seats, strict=True))
    spent = sum(result.seconds[seat] for result, seat in zip(ordered, seats, strict=True))
    return Rung(
        opponent,
        len(ordered),
        fmean(shares),
        low,
        high,
        fair,
        tuple(fmean(each) if each else 0.0 for each in by_seat),
        spent / decisions if decisions else 0.0,
        ABOVE if low > fair else BELOW if high < fair else OPEN,
    )


def within(shares: Sequence[float]) -> Interval:
    """Deals that all ended alike do not show how they scatter: then the interval is the exact one of so many tries. A share
    lies between none and all, and too few deals tell no more than that."""
    is_alike = min(shares) == max(shares)
    found = share_sequence(sum(shares), len(shares)) if is_alike else sequence_of(shares)
    return Interval(max(found.low, 0.0), min(found.high, 1.0))
