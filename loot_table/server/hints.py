"""Hints for whoever plays alone against bots (LT-22): made in a process of their own, from the seat's view and nothing else."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter, OrderedDict
from multiprocessing.connection import Connection
from typing import Any, Final

from loot_table import games, languages
from loot_table.engine import codec
from loot_table.engine.components import content_hash
from loot_table.engine.state import Seat
from loot_table.review.hinting import hint, told, voice_for
from loot_table.server import commands
from loot_table.server.problems import NotFound, NotNow
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables
from loot_table.server.workers import READY, Stuck, Workers, box_of, live_no_longer_than_the_server

PATIENCE: Final = 12.0  # seconds; a hint that takes longer is none
KEPT: Final = 500  # hints, so that asking twice costs nothing
MOST_WAITING: Final = 8  # who ask at the same time
MOST_OF_ADDRESS: Final = 4  # of those

# Slug, players, header (options and components), view, names, language: all that a hint is made from.
Question = tuple[str, int, bytes, bytes, tuple[str, ...], str]


def question_of(table: LiveTable, seat: Seat, language: str) -> Question:
    """What is asked for a seat: its view, and what everybody knows."""
    view = codec.dumps(codec.encode(table.playing().view(seat)))
    header = codec.dumps({"options": table.options, "components": table.components})
    return table.game.slug, table.players, header, view, tuple(table.names()), language


# ---------------------------------------------------------------- inside the worker


def answer(slug: str, players: int, header: bytes, view: bytes, names: tuple[str, ...], language: str) -> bytes:
    """The same question, the same hint."""
    game, seed = games.load(slug), int(content_hash({"view": view.decode()})[:12], 16)
    seen = game.codec.decode(codec.loads(view, 2**22), box_of(slug, players, header))
    found = hint(game, players, seen, names, seed)
    return codec.dumps(told(found, voice_for(seen, names, languages.words(language), seed)))


def work(line: Connection) -> None:
    threading.Thread(target=live_no_longer_than_the_server, name="watch", daemon=True).start()
    with contextlib.suppress(EOFError, ConnectionError):
        line.send_bytes(READY)
        while True:
            question: Question = line.recv()
            line.send_bytes(answer(*question))


# ---------------------------------------------------------------- in the server


class Hints:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.workers = Workers(1, work)
        self.kept: OrderedDict[Question, Any] = OrderedDict()
        self.waiting: Counter[str] = Counter()  # by address

    async def give(self, table: LiveTable, seat: Seat, language: str, lane: str = "") -> dict[str, Any]:
        """A hint for the decision that a seat has to take now. It is written down that it was asked for, once for each
        decision, before anything is said."""
        async with table.lock:
            if table.match is None or table.phase != "playing":
                raise NotNow("a hint is for a game that is played")
            asked = commands.hint(table, seat)
            question, at = question_of(table, seat, language), table.playing().version
            if (seat, at) not in table.hinted:
                await self.tables.change(table, asked, None)
                table.hinted.add((seat, at))
        if question not in self.kept:
            self.kept[question] = codec.loads(await self.thought(question, lane))
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        return {"at": at, **self.kept[question]}

    async def thought(self, question: Question, lane: str) -> bytes:
        if self.waiting.total() >= MOST_WAITING or self.waiting[lane] >= MOST_OF_ADDRESS:
            raise NotNow("many ask for hints now; try again in a moment")
        self.waiting[lane] += 1
        try:
            return await self.workers.ask(question, PATIENCE, lane)
        except Stuck:
            raise NotNow("no hint was found in time; try again") from None
        finally:
            self.waiting -= Counter([lane])

    def close(self) -> None:
        self.workers.close()


def hints_of(found: Any) -> Hints:
    if not isinstance(found, Hints):
        raise NotFound("this server gives no hints")
    return found
