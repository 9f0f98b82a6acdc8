"""How long games among people take on this server: minutes by game and number of players, and nothing else of anybody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import msgspec
import structlog

from loot_table.engine import codec
from loot_table.engine.options import described
from loot_table.measure.intervals import quantile
from loot_table.server.papers import Paper
from loot_table.server.store import Store, StoreError
from loot_table.server.table import LiveTable

log = structlog.get_logger()
FEWEST = 5  # games, before anything is said
KEPT = 400  # games of each number of players; the oldest go
KIND = "minutes"
Known = dict[int, list[float]]  # by the number of players


def counts(table: LiveTable) -> bool:
    """A whole game of the game as it is shipped, with people on all seats to its end."""
    usual = {option.name: option.default for option in described(table.game.options)}
    return (
        table.stopwatch.seconds is not None
        and table.components is None
        and table.counts()
        and all(usual.get(name) == value for name, value in table.options.items())
        and is_whole(table)
        and all(place.kind == "human" and not place.is_held for place in table.places)
    )


def is_whole(table: LiveTable) -> bool:
    """Played to an end that its rules know: nobody resigned, nobody agreed to stop."""
    match = table.match
    return match is not None and match.is_over and not match.resigned and not match.service


@dataclass(frozen=True)
class Minutes:
    """Of a usual game: the middle, and where it lies."""

    count: int  # players
    games: int
    minutes: float
    low: float
    high: float


def told(known: Known) -> list[Minutes]:
    return [minutes_of(count, known[count]) for count in sorted(known) if len(known[count]) >= FEWEST]


def minutes_of(count: int, minutes: Sequence[float]) -> Minutes:
    low, high = quantile(minutes, 0.5)
    return Minutes(count, len(minutes), round(median(minutes), 1), round(max(low, 0.0), 1), round(high, 1))


class TimeKeeper:
    """Writes down how long games took: a list of numbers for each game, without a table, a name or a day."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = asyncio.Lock()
        self.tasks: set[asyncio.Task[None]] = set()

    def finished(self, table: LiveTable) -> None:
        if counts(table):
            minutes = round((table.stopwatch.seconds or 0.0) / 60, 1)
            task = asyncio.create_task(self.write_down(table.game.slug, table.players, minutes))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def write_down(self, slug: str, players: int, minutes: float) -> None:
        try:
            async with self.lock:
                known = await self.known(slug)
                known[players] = [*known.get(players, []), minutes][-KEPT:]
                body = codec.dumps({str(count): each for count, each in known.items()})
                await self.store.put_paper(Paper(f"{KIND}-{slug}", KIND, "", slug, body, int(time.time())))
        except StoreError as error:
            log.error("minutes_not_kept", error=str(error))

    async def known(self, slug: str) -> Known:
        paper = await self.store.paper(f"{KIND}-{slug}")
        found: dict[str, list[float]] = (
            {} if paper is None else msgspec.json.decode(paper.body, type=dict[str, list[float]])
        )
        return {int(count): each for count, each in found.items()}

    async def figures(self, slug: str) -> list[dict[str, Any]]:
        return [msgspec.to_builtins(each) for each in told(await self.known(slug))]
