"""Which day it is, and the key of its luck.

A day is the server's, in UTC. The key of a deal follows from a secret of this server, the day and the game, so that nobody
can know it before; its fingerprint is told a day ahead, and the key itself when nobody can play that deal any more.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from loot_table import games
from loot_table.engine.game import Game
from loot_table.engine.sealed import commitment
from loot_table.server.papers import Paper
from loot_table.server.store import Store

SECRET: Final = "daily-secret"  # noqa: S105 (the name of the paper that holds it)
DAY: Final = timedelta(days=1)
GRACE_SECONDS: Final = 3600  # a try that was begun in time may be finished
SEATS: Final = 3  # or as many as a game has
BOT: Final = "thief"  # against whom everybody plays: a level that thinks by no clock
DEAL: Final = re.compile(r"(\d{4}-\d{2}-\d{2})-([a-z0-9_]+)")


def dealt_games() -> list[Game]:
    """Games with bots that know them, as they stand on the shelf."""
    found = [game for game in games.all_games() if games.has_part(game, "bot.greedy")]
    return sorted(found, key=lambda game: (game.shelf.place, game.name))


def players_of(game: Game) -> int:
    return min(max(SEATS, game.least_players), game.most_players)


def read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) else None
    except ValueError:
        return None


def deal_of(day: date, slug: str) -> str:
    return f"{day.isoformat()}-{slug}"


class Days:
    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store, self.now = store, now
        self.secret: bytes | None = None
        self.lock = asyncio.Lock()

    def today(self) -> date:
        return datetime.fromtimestamp(self.now(), UTC).date()

    def seconds_left(self) -> float:
        """Until the next deal."""
        return self.ends(self.today()) - self.now()

    def ends(self, day: date) -> float:
        return datetime.combine(day + DAY, datetime.min.time(), UTC).timestamp()

    def is_told(self, day: date) -> bool:
        """Whether nobody can play that day's deal any more, so that its key may be known."""
        return self.now() >= self.ends(day) + GRACE_SECONDS

    def is_deal_told(self, deal: str) -> bool:
        found = DEAL.fullmatch(deal)
        day = None if found is None else read_day(found[1])
        return day is not None and self.is_told(day)

    async def key(self, day: date, slug: str) -> str:
        """Never to be shown before its time."""
        return hmac.new(await self.known_secret(), deal_of(day, slug).encode(), "sha256").hexdigest()

    async def commitment(self, day: date, slug: str) -> str:
        return commitment(await self.key(day, slug))

    async def told_key(self, day: date, slug: str) -> str | None:
        return await self.key(day, slug) if self.is_told(day) else None

    async def known_secret(self) -> bytes:
        """Drawn once for this server, and kept with all it keeps."""
        async with self.lock:
            if self.secret is None:
                paper = await self.store.paper(SECRET)
                if paper is None:
                    paper = Paper(SECRET, "secret", "", "", secrets.token_bytes(32), int(self.now()))
                    await self.store.put_paper(paper)
                self.secret = paper.body
            return self.secret
