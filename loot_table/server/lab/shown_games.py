"""Games behind a finding, to watch: a table that is over, made from the record when somebody looks. Nothing of it is kept,
because the same seed plays the same game again."""

from __future__ import annotations

import re
from typing import Any

from loot_table import bots, games
from loot_table.engine.match import Match
from loot_table.server.happenings import Place
from loot_table.server.lab.desk_line import DeskLine
from loot_table.server.lab.jobs import Job, read_job
from loot_table.server.problems import Problem
from loot_table.server.store import Store
from loot_table.server.table import LiveTable

SHOWN = re.compile(r"lab-([A-Za-z0-9_-]{16})-([ab])([0-9])")


def shown_id(job: Job, side: str, example: int) -> str:
    """The address of such a table holds that of its question, which nobody guesses."""
    return f"lab-{job.id}-{side}{example}"


class ShownGames:
    def __init__(self, store: Store, desk: DeskLine) -> None:
        self.store, self.desk = store, desk

    async def find(self, id: str) -> LiveTable | None:
        read = SHOWN.fullmatch(id)
        if read is None:
            return None
        paper = await self.store.paper(read[1])
        if paper is None or paper.kind != "job":
            return None
        job = read_job(paper)
        plain = job.plain if read[2] == "a" else job.other
        if job.answer is None or plain is None or int(read[3]) >= len(job.answer["examples"]):
            return None
        try:
            played = await self.desk.ask(
                "record",
                paper.owner,
                plain=plain,
                players=job.players,
                bots=job.answer.get("line_up") or [job.bot] * job.players,
                seed=job.seed,
                number=job.answer["examples"][int(read[3])],
            )
        except Problem:
            return None
        return table_of(id, played["record"], played["bots"], job)


def table_of(id: str, record: dict[str, Any], sat: list[str], job: Job) -> LiveTable:
    game = games.load(record["game"])
    colours = game.seat_colours + "abcdefgh"
    names: list[str] = []
    for seat in range(job.players):
        names.append(bots.name_for(colours[seat], job.id, names))
    match = Match.from_json({**record, "names": names}, game)
    places = [
        Place(kind="bot", name=name, colour=colours[seat], is_ready=True, bot=sat[seat])
        for seat, name in enumerate(names)
    ]
    table = LiveTable(id, game=game, players=job.players, places=places, match=match, phase="over", design=job.hash)
    table.options = dict(record.get("options") or {})
    table.components = record.get("components") if job.plain["changes"] else None
    table.version, table.marks = 1, [match.version]
    return table
