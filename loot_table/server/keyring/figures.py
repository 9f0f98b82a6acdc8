"""How somebody does: shares of the victory with intervals, by game and by the level of bots; luck taken out where games were
reviewed; streaks, and how likely they are by chance alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from statistics import fmean
from typing import Any, Final

from loot_table.measure.intervals import Interval, clipped, mean, wilson

FIRM: Final = 0.10  # an interval that reaches no further on either side is firm
LEAST_REVIEWED: Final = 5  # games, before luck is taken out
MOST_GAMES: Final = 10_000  # beyond which nobody is told how many more it takes


@dataclass(frozen=True)
class Played:
    """A game of one's own that is over."""

    table: str
    game: str
    game_name: str
    players: int
    share: float  # of the victory
    at: int
    level: str | None  # of the bots, where all others were bots of one level
    has_people: bool  # among the others
    luck: float | None = None  # points; None where nothing is known
    own: float | None = None
    adjusted: float | None = None

    @property
    def fair(self) -> float:
        return 1 / self.players


def told(games: Sequence[Played], skipped: int) -> dict[str, Any]:
    """All figures. `skipped`: games that do not count, because one held several seats."""
    ordered = sorted(games, key=lambda game: game.at)
    known = [game for game in ordered if game.luck is not None]
    luckiest = max((game for game in known if (game.luck or 0) > 0), key=lambda game: game.luck or 0, default=None)
    best = max((game for game in known if (game.own or 0) > 0), key=lambda game: game.own or 0, default=None)
    return {
        "games": len(ordered),
        "won": sum(game.share == 1.0 for game in ordered),
        "skipped": skipped,
        "since": ordered[0].at if ordered else None,
        "played_at": [game.at for game in ordered[-400:]],
        "by_game": [
            {"game": slug, "name": some[0].game_name, **figure(some), "levels": by_level(some)}
            for slug, some in grouped(ordered)
        ],
        "streak": streak(ordered),
        "luckiest": None if luckiest is None else {"table": luckiest.table, "luck": luckiest.luck},
        "best": None if best is None else {"table": best.table, "own": best.own},
    }


def grouped(games: Iterable[Played]) -> list[tuple[str, list[Played]]]:
    """By game, those played most first."""
    found: dict[str, list[Played]] = {}
    for game in games:
        found.setdefault(game.game, []).append(game)
    return sorted(found.items(), key=lambda each: -len(each[1]))


def figure(games: Sequence[Played]) -> dict[str, Any]:
    count, share = len(games), fmean(game.share for game in games)
    low, high = wilson(share, count)
    return {
        "count": count,
        "share": rounded(share),
        "fair": rounded(fmean(game.fair for game in games)),
        "interval": [rounded(low), rounded(high)],
        "more": games_to_firm(share, count),
        "adjusted": adjusted(games),
    }


def adjusted(games: Sequence[Played]) -> dict[str, Any]:
    """The share with luck taken out, of those games that were reviewed; withheld while they are few."""
    values = [game.adjusted / 100 for game in games if game.adjusted is not None]
    if len(values) < LEAST_REVIEWED:
        return {"count": len(values), "least": LEAST_REVIEWED, "share": None, "interval": None}
    interval = clipped(mean(values))
    edges = [rounded(interval.low), rounded(interval.high)] if interval.high != inf else None
    return {"count": len(values), "least": LEAST_REVIEWED, "share": rounded(fmean(values)), "interval": edges}


def by_level(games: Sequence[Played]) -> list[dict[str, Any]]:
    """Against bots of one level, each level by itself; against people alone or mixed, nobody's level is known."""
    levels = dict.fromkeys(game.level for game in games if game.level is not None)
    return [{"level": level, **figure([game for game in games if game.level == level])} for level in levels]


def games_to_firm(share: float, count: int) -> int | None:
    """How many more games until the figure is known to 10 points on either side, if it stays about where it is."""
    needed = count
    low, high = count, MOST_GAMES
    if is_firm(wilson(share, count)):
        return 0
    if not is_firm(wilson(share, high)):
        return None
    while low < high:
        needed = (low + high) // 2
        low, high = (low, needed) if is_firm(wilson(share, needed)) else (needed + 1, high)
    return high - count


def is_firm(interval: Interval) -> bool:
    return interval.half <= FIRM


def streak(games: Sequence[Played]) -> dict[str, Any]:
    """The longest run of games won alone, the one that still runs, and how often somebody with a fair share of luck and no
    more would have had one as long."""
    longest = current = 0
    for game in games:
        current = current + 1 if game.share == 1.0 else 0
        longest = max(longest, current)
    return {
        "longest": longest,
        "current": current,
        "by_chance": rounded(chance_of_run([g.fair for g in games], longest)),
    }


def chance_of_run(chances: Sequence[float], length: int) -> float:
    """That games with these chances hold at least one run of so many wins."""
    if length <= 0:
        return 1.0
    running, happened = [1.0] + [0.0] * (length - 1), 0.0  # how likely the last so many games were all won
    for chance in chances:
        happened += running[-1] * chance
        running = [sum(running) * (1 - chance), *[before * chance for before in running[:-1]]]
    return happened


def rounded(share: float) -> float:
    return round(share, 4)
