"""What other nodes have written down, read a few times a second: papers that are kept in memory here, and the lobby.

Nothing is told from node to node. Each reads on from the oldest transaction that was still under way when it last read, so
that none is missed, however late it ended; what is read twice changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

import sqlalchemy as sql
import structlog
from sqlalchemy.dialects.postgresql import insert

from loot_table.engine import codec
from loot_table.server.lobby import Lobby
from loot_table.server.papers import Paper
from loot_table.server.postgres import LOBBY, OLDEST_UNDER_WAY, PAPERS, TRANSACTION, PostgresStore
from loot_table.server.problems import where
from loot_table.server.store import StoreError

log = structlog.get_logger()
EVERY_SECONDS: Final = 0.25
# One question, as it is asked by every node all the time.
NEWS: Final = sql.text(
    "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, "
    "EXISTS (SELECT FROM lobby WHERE changed >= :cards) "
    "OR EXISTS (SELECT FROM papers WHERE changed >= :papers AND kind = ANY(:kinds))"
)
Hears = Callable[[Paper], Awaitable[None]]
Card = tuple[str, bytes | None]


class Feed:
    def __init__(self, store: PostgresStore, lobby: Lobby) -> None:
        self.store, self.lobby = store, lobby
        self.hearing: dict[str, Hears] = {}  # by kind of paper
        self.posted: set[str] = set()  # tables of ours whose cards are to be written
        self.papers_from = self.cards_from = 0
        lobby.posted = self.posted.add

    async def start(self) -> None:
        """Papers of before are read by whoever needs them; the lobby is as others have left it."""
        self.papers_from = await self.store.do(oldest_under_way)
        await self.once()

    async def follow(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.once()
            except StoreError as error:
                log.warning("feed_missed", error=type(error).__name__)
                await asyncio.sleep(EVERY_SECONDS)
            except Exception as error:  # one paper that nobody can read keeps nobody from the others
                log.error("feed_failed", **where(error))

    async def once(self) -> None:
        ids, self.posted = self.posted, set()
        self.lobby.posted = self.posted.add
        ours = [(id, None if (card := self.lobby.own_card(id)) is None else codec.dumps(card)) for id in ids]
        try:
            following, papers, cards = await self.store.do(lambda connection: self.exchange(connection, ours))
        except StoreError:
            self.posted |= ids
            raise
        self.cards_from = self.papers_from = following
        for id, card in cards:
            self.lobby.hear(id, None if card is None else codec.loads(card))
        for paper in papers:
            with contextlib.suppress(KeyError):
                await self.hearing[paper.kind](paper)

    def exchange(self, connection: sql.Connection, ours: list[Card]) -> tuple[int, list[Paper], list[Card]]:
        following, has_news = self.look(connection)
        if not ours and not has_news:  # as it is most of the time
            return following, [], []
        for id, card in ours:
            values: dict[str, Any] = {"table_id": id, "card": card, "changed": sql.text(TRANSACTION)}
            order = insert(LOBBY).values(values)
            connection.execute(order.on_conflict_do_update(index_elements=["table_id"], set_=values))
        wanted = sql.select(LOBBY.c.table_id, LOBBY.c.card).where(LOBBY.c.changed >= self.cards_from)
        cards = [
            (str(id), None if card is None else bytes(card))
            for id, card in connection.execute(wanted.order_by(LOBBY.c.changed))
            if card is not None or self.cards_from
        ]
        return following, self.papers(connection), cards

    def look(self, connection: sql.Connection) -> tuple[int, bool]:
        words = {"cards": self.cards_from, "papers": self.papers_from, "kinds": list(self.hearing)}
        following, has_news = connection.execute(NEWS, words).one()
        return int(following), bool(has_news)

    def papers(self, connection: sql.Connection) -> list[Paper]:
        names = ("id", "kind", "owner", "about", "body", "touched")
        wanted = sql.select(*[PAPERS.c[name] for name in names]).where(PAPERS.c.changed >= self.papers_from)
        wanted = wanted.where(PAPERS.c.kind.in_(list(self.hearing))).order_by(PAPERS.c.number)
        found = connection.execute(wanted).all()
        return [Paper(id, kind, owner, about, bytes(body), touched) for id, kind, owner, about, body, touched in found]


def oldest_under_way(connection: sql.Connection) -> int:
    return int(connection.execute(sql.text(OLDEST_UNDER_WAY)).scalar_one())
