"""What is kept of a game that is over, beside its log: how it ended, and what a review found of luck and decisions. With it a
library of many games is read without playing any of them again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Final

import structlog
from msgspec import Struct

from loot_table.engine import codec
from loot_table.engine.state import SPECTATOR
from loot_table.server.cards import usual_options
from loot_table.server.keyring.rings import read_as
from loot_table.server.papers import Paper
from loot_table.server.problems import where
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable
from loot_table.server.tables import Tables
from loot_table.server.telling import USUAL, guide_told

log = structlog.get_logger()
MISTAKES: Final = ("mistake", "blunder")
CURVE: Final = 24  # points of a curve of chances


class Sitter(Struct):
    """Who sat on a seat at the end."""

    name: str
    kind: str
    colour: str
    bot: str | None = None
    team: int | None = None
    score: str | None = None
    key: str | None = None  # the hash of the seat's token: for nobody outside


class Outcome(Struct, kw_only=True):
    table: str
    game: str
    game_name: str
    code: str
    players: int
    seats: list[Sitter]
    host: int
    standings: list[float]  # each seat's share of the victory
    unit: str = ""
    reason: str = ""
    steps: int = 0
    is_public: bool = False
    design: str | None = None
    options_changed: dict[str, Any] = {}
    at: int = 0


class Account(Struct):
    """Of a seat, in points of victory; None where luck and decisions are not told apart."""

    luck: float | None
    own: float | None
    adjusted: float | None
    mistakes: int
    curve: list[float]


class Ledger(Struct):
    is_deep: bool
    seats: list[Account]


def outcome_of(table: LiveTable, at: int) -> Outcome | None:
    match = table.match
    found = None if match is None else match.result()
    if match is None or found is None or table.aside:
        return None
    guide = guide_told(match, match.view(SPECTATOR), match.voice(USUAL.words))
    facts = guide["seats"] or [None] * table.players
    unit = "" if facts[0] is None else "".join(one if isinstance(one, str) else one["text"] for one in facts[0]["unit"])
    teams, defaults = table.teams(), usual_options(table.game.options)
    return Outcome(
        table=table.id,
        game=table.game.slug,
        game_name=table.game.name,
        code=table.code,
        players=table.players,
        seats=[
            Sitter(
                place.name,
                place.kind,
                place.colour,
                place.bot if place.kind == "bot" else None,
                None if teams is None else teams.of[seat],
                None if facts[seat] is None else str(facts[seat]["score"]),
                place.token,
            )
            for seat, place in enumerate(table.places)
        ],
        host=table.host,
        standings=[float(share) for share in found["standings"]],
        unit=unit,
        reason=str(found["reason"] or ""),
        steps=match.version,
        is_public=table.is_public,
        design=table.design,
        options_changed={name: value for name, value in table.options.items() if value != defaults.get(name)},
        at=at,
    )


def ledger_of(findings: Sequence[Mapping[str, Any]], is_deep: bool) -> Ledger | None:
    """From the findings of a review."""
    book = next((each for each in findings if each["kind"] == "ledger"), None)
    ribbon = next((each for each in findings if each["kind"] == "ribbon"), None)
    if book is None:
        return None
    judged = [each for each in findings if each["kind"] == "decision" and each["mark"] in MISTAKES]
    return Ledger(
        is_deep,
        [
            Account(
                account.get("luck"),
                account.get("own"),
                account.get("adjusted"),
                sum(each["seat"] == account["seat"] for each in judged),
                [] if ribbon is None else thinned([shares[account["seat"]] for shares in ribbon["shares"]]),
            )
            for account in book["accounts"]
        ],
    )


def thinned(curve: Sequence[float]) -> list[float]:
    """A few points of it, the first and the last among them."""
    if len(curve) <= CURVE:
        return list(curve)
    return [curve[round(step * (len(curve) - 1) / (CURVE - 1))] for step in range(CURVE)]


class Outcomes:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.tasks: set[asyncio.Task[None]] = set()
        tables.when_over.append(self.finished)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("outcome_not_kept", **where(error))

    def finished(self, table: LiveTable) -> None:
        """A game is over. What cannot be written now is found out when somebody asks for it."""
        self.start(self.write_down(table))

    async def write_down(self, table: LiveTable) -> None:
        try:
            await self.keep(table, int(time.time()))
        except StoreError as error:
            log.error("outcome_not_kept", error=str(error))

    async def keep(self, table: LiveTable, at: int) -> Outcome | None:
        found = outcome_of(table, at)
        if found is not None:
            paper = Paper(f"outcome-{table.id}", "outcome", "", table.id, codec.dumps(found), at)
            await self.tables.store.put_paper(paper)
        return found

    async def rekeyed(self, table: LiveTable | None) -> None:
        """Whose seat it was is known by the new key."""
        known = {} if table is None else await self.outcomes([table.id])
        if table is not None and table.id in known:
            await self.keep(table, known[table.id].at)

    def reviewed(self, table: str, findings: Sequence[Mapping[str, Any]], is_deep: bool) -> None:
        """A review is done: what it found of luck and decisions stays when the review itself is forgotten."""
        self.start(self.keep_ledger(table, findings, is_deep))

    async def keep_ledger(self, table: str, findings: Sequence[Mapping[str, Any]], is_deep: bool) -> None:
        found = ledger_of(findings, is_deep)
        if found is None or await self.tables.store.row(table) is None:
            return
        known = (await self.ledgers([table])).get(table)
        if known is None or is_deep or not known.is_deep:
            paper = Paper(f"ledger-{table}", "ledger", "", table, codec.dumps(found), int(time.time()))
            await self.tables.store.put_paper(paper)

    async def outcomes(self, tables: Sequence[str]) -> dict[str, Outcome]:
        papers = await self.tables.store.papers_named([f"outcome-{table}" for table in tables])
        return {paper.about: read_as(paper, Outcome) for paper in papers}

    async def ledgers(self, tables: Sequence[str]) -> dict[str, Ledger]:
        papers = await self.tables.store.papers_named([f"ledger-{table}" for table in tables])
        return {paper.about: read_as(paper, Ledger) for paper in papers}

    async def forget(self, table: str) -> None:
        for paper in await self.tables.store.papers_named([f"outcome-{table}", f"ledger-{table}"]):
            await self.tables.store.put_paper(Paper(paper.id, paper.kind, "", "", b"", int(time.time())))
