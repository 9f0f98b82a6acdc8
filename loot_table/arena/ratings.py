"""What a contest's games say about its bots: shares of victory and ratings, each with an interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from loot_table.arena.contest import Contest, GameResult
from loot_table.measure.intervals import SURE, mean, of_deals


@dataclass(frozen=True)
class Standing:
    """One bot after a contest."""

    bot: str
    games: int
    share: float  # of the victories, mean over its seats
    low: float  # 95 % interval
    high: float
    fair: float  # what equals would get
    rating: float | None  # where the library for it is installed
    rating_margin: float | None
    seconds_a_move: float
    slowest_move: float


def standings(contest: Contest, results: Sequence[GameResult]) -> list[Standing]:
    """Every bot, the best first. The order in which games were finished does not matter."""
    ordered = sorted(results, key=lambda result: result.number)
    ratings = rated(contest, ordered)
    found = []
    for number, name in enumerate(contest.bots):
        blocks = block_shares(contest, ordered, number)
        played = [(result, seat) for result in ordered for seat, bot in enumerate(result.seats) if bot == number]
        decisions = sum(result.decisions[seat] for result, seat in played)
        thought = sum(result.seconds[seat] for result, seat in played)
        found.append(
            Standing(
                name,
                len(played),
                fmean(result.shares[seat] for result, seat in played) if played else 0.0,
                *of_deals(blocks, len(played)),
                1 / contest.players,
                None if ratings is None else ratings[number][0],
                None if ratings is None else SURE * ratings[number][1],
                thought / decisions if decisions else 0.0,
                max((result.slowest[seat] for result, seat in played), default=0.0),
            )
        )
    return sorted(found, key=lambda standing: -standing.share)


def block_shares(contest: Contest, results: Sequence[GameResult], number: int) -> list[float]:
    """A bot's mean share in each deal. Rotations of a deal share its luck, so deals are what is independent."""
    deals: dict[int, list[float]] = {}
    for result in results:
        for seat, bot in enumerate(result.seats):
            if bot == number:
                deals.setdefault(contest.block(result.number), []).append(result.shares[seat])
    return [fmean(shares) for shares in deals.values()]


def series_standings(contest: Contest, results: Sequence[GameResult]) -> dict[str, Any] | None:
    """Each bot's points in the series of a contest, with an interval, and the series it won; equals share one."""
    series = contest.series
    if series is None:
        return None
    points: dict[int, list[float]] = {number: [] for number in range(len(contest.bots))}
    won = dict.fromkeys(points, 0.0)
    ordered = sorted(results, key=lambda result: result.number)
    for start in range(0, len(ordered) - series.games + 1, series.games):
        played = ordered[start : start + series.games]
        ended = series
        for result in played:
            ended = ended.entered(result.points)
        sums, places = ended.sums(), ended.places()
        seats = played[0].seats  # who sat where in the first game
        for bot in set(seats):
            own = [entrant for entrant in range(contest.players) if seats[entrant] == bot]
            points[bot].append(fmean([sums[entrant] for entrant in own]))
            won[bot] += sum([places[entrant] == 1 for entrant in own]) / places.count(1)
    rows = [
        {
            "bot": name,
            "series": len(points[number]),
            "points": fmean(points[number]) if points[number] else 0.0,
            "margin": mean(points[number]).half if len(points[number]) > 1 else None,
            "won": won[number],
        }
        for number, name in enumerate(contest.bots)
    ]
    return {
        "name": series.name,
        "games": series.games,
        "unit": series.unit,
        "rule": series.rule,
        "standings": sorted(rows, key=lambda row: -row["points"]),
    }


def rated(contest: Contest, results: Sequence[GameResult]) -> list[tuple[float, float]] | None:
    """Plackett-Luce ratings after all games, in their order: mean and deviation. None without `loot-table[arena]`."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 (playing needs neither it nor what it brings along)
    except ImportError:
        return None
    model = PlackettLuce()
    ratings = [model.rating() for _ in contest.bots]
    for result in results:
        if len(set(result.seats)) < 2:
            continue
        best: dict[int, float] = {}
        for seat, bot in enumerate(result.seats):
            best[bot] = max(best.get(bot, 0.0), result.shares[seat])
        names = list(best)
        ranks = [-best[name] for name in names]
        after = model.rate([[ratings[name]] for name in names], ranks=ranks)
        for name, team in zip(names, after, strict=True):
            ratings[name] = team[0]
    return [(float(rating.mu), float(rating.sigma)) for rating in ratings]


def summary(contest: Contest, results: Sequence[GameResult]) -> dict[str, Any]:
    """The whole result as plain data."""
    lengths = sorted(result.length for result in results)
    by_seat = [fmean(result.shares[seat] for result in results) for seat in range(contest.players)] if results else []
    return {
        "game": contest.game,
        "bots": list(contest.bots),
        "players": contest.players,
        "games": len(results),
        "standings": [standing.__dict__ for standing in standings(contest, results)],
        "shares_by_seat": by_seat,
        "series": series_standings(contest, results),
        "ends": dict(Counter(result.reason for result in results).most_common()),
        "median_length": lengths[len(lengths) // 2] if lengths else 0,
    }
