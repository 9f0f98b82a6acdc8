"""What came of playtests: every finished game of an invitation, and what people said after it."""

from __future__ import annotations

import asyncio
import time

import msgspec
import structlog

from loot_table.engine import codec
from loot_table.lab.people import Playtest, Said, told
from loot_table.server.lab.messages import Survey
from loot_table.server.lab.quotas import GAMES_KEPT
from loot_table.server.minutes import is_whole
from loot_table.server.papers import Paper
from loot_table.server.problems import NotNow
from loot_table.server.store import Store, StoreError
from loot_table.server.table import LiveTable

log = structlog.get_logger()


class Playtests:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.tasks: set[asyncio.Task[None]] = set()

    def finished(self, table: LiveTable) -> None:
        """A game is over. If somebody was invited to it, what came of it is written down."""
        if table.playtest is not None and table.match is not None:
            task = asyncio.create_task(self.write_down(table.playtest, table.id, result_of(table)))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def write_down(self, design: str, table: str, result: Playtest) -> None:
        try:
            kept = await self.store.paper(design)
            if kept is not None and len(await self.store.papers_about(design, "game")) < GAMES_KEPT:
                body = codec.dumps(result)
                await self.store.put_paper(Paper(f"{table}-game", "game", kept.owner, design, body, int(time.time())))
        except StoreError as error:
            log.error("playtest_not_kept", error=str(error))

    async def say(self, table: LiveTable, survey: Survey) -> None:
        if table.playtest is None or table.phase != "over":
            raise NotNow("this is asked after a playtest")
        kept = await self.store.paper(table.playtest)
        if kept is None:
            return  # the design is gone, and nobody reads it any more
        said = Said(survey.fun, survey.clear, survey.fair, survey.text.strip(), table.design or "")
        id = f"{table.id}-said-{survey.seat}"  # once for each seat: who says it again says it instead
        paper = Paper(id, "survey", kept.owner, table.playtest, codec.dumps(said), int(time.time()))
        await self.store.put_paper(paper)

    async def figures(self, design: str) -> dict[str, object]:
        games = [msgspec.json.decode(p.body, type=Playtest) for p in await self.store.papers_about(design, "game")]
        said = [msgspec.json.decode(p.body, type=Said) for p in await self.store.papers_about(design, "survey")]
        return told(games, said)


def result_of(table: LiveTable) -> Playtest:
    match = table.playing()
    decisions = [
        sum(entry.seat == seat and entry.action is not None for entry in match.record) for seat in range(table.players)
    ]
    people = [place.kind == "human" and not place.is_held for place in table.places]
    seconds = table.stopwatch.seconds if is_whole(table) else None
    minutes = None if seconds is None else round(seconds / 60, 1)
    return Playtest(table.id, table.design or "", people, list(match.standings()), decisions, minutes)
