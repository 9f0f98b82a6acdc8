"""People who do not want each other: blocked at one's own public tables and in the chat, reported to whoever runs the server.
Nobody learns who blocked whom: a blocked visitor is told what everybody is told when there is no seat."""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec
from msgspec import Struct

from loot_table.engine import codec
from loot_table.engine.errors import BadJson
from loot_table.engine.state import Seat
from loot_table.server.keyring.messages import Report
from loot_table.server.keyring.rings import Ring, Rings
from loot_table.server.naming import cleaned
from loot_table.server.papers import Paper
from loot_table.server.problems import NotFound, NotNow
from loot_table.server.seats import new_table_id
from loot_table.server.store import Store
from loot_table.server.table import LiveTable
from loot_table.server.talk import last_lines

LINES: Final = 20  # of the chat, in a report
MOST_REPORTS: Final = 2000  # that are kept; then the oldest go
REPORTS_OF_TABLE: Final = 10


class Line(Struct):
    name: str
    text: str
    is_reported: bool


class Reported(Struct):
    """What somebody has reported, with the last lines that they could hear."""

    id: str
    table: str
    code: str
    game: str
    seat: int
    name: str
    by: str
    reason: str
    text: str
    lines: list[Line]
    at: int


async def check_welcome(rings: Rings, table: LiveTable, ring: Ring | None) -> None:
    """At a public table nobody sits down whom its host has blocked."""
    if ring is None or not table.is_public or table.phase != "gathering":
        return
    hosts = (await rings.holders(table.id)).get(str(table.places[table.host].token), set())
    for each in hosts:
        host = await rings.get(each)
        if host is not None and ring.id in host.blocked:
            raise NotNow("no seat is open")


async def tell_apart(rings: Rings, table: LiveTable) -> None:
    """Find out whose chat is not for whom. Where nobody has blocked anybody that is soon done."""
    holders = await rings.holders(table.id)
    people = [str(place.token) for place in table.places if place.kind == "human"]
    blocked: dict[str, set[str]] = {}
    for key in people:
        for id in holders.get(key, ()):
            ring = await rings.get(id)
            if ring is not None and ring.blocked:
                blocked.setdefault(key, set()).update(ring.blocked)
    table.unheard = {
        key: frozenset(other for other in people if holders.get(other, set()) & some) for key, some in blocked.items()
    }


async def block(rings: Rings, table: LiveTable, ring: Ring, seat: Seat) -> None:
    """Whoever holds a seat, at all tables from now on."""
    others = (await rings.holders(table.id)).get(key_of(table, seat), set()) - {ring.id}
    if not others:
        raise NotNow("nobody with a browser of their own sits there: mute them instead")
    for other in others:
        await rings.block(ring, other, table.places[seat].name)
    await tell_apart(rings, table)


def key_of(table: LiveTable, seat: Seat) -> str:
    if not 0 <= seat < table.players or table.places[seat].kind != "human":
        raise NotFound("no person sits there")
    return str(table.places[seat].token)


async def report(store: Store, table: LiveTable, mine: frozenset[Seat], said: Report) -> str:
    """Keep a report with the chat around it; its id."""
    key_of(table, said.seat)
    if said.seat in mine:
        raise NotNow("this is your own seat")
    known = await store.papers_of("", "report")  # by an index: nobody waits while all papers are looked through
    if sum(paper.about == table.id for paper in known) >= REPORTS_OF_TABLE:
        raise NotNow("this table has been reported often enough: somebody will read it")
    for old in known[: max(0, len(known) + 1 - MOST_REPORTS)]:
        await close_report(store, old)
    found = Reported(
        id=f"report-{new_table_id()}",
        table=table.id,
        code=table.code,
        game=table.game.slug,
        seat=said.seat,
        name=table.places[said.seat].name,
        by=", ".join(table.places[seat].name for seat in sorted(mine)),
        reason=said.reason,
        text=cleaned(said.text),
        lines=[line_of(line, said.seat) for line in (await last_lines(store, table, mine))[-LINES:]],
        at=int(time.time()),
    )
    await store.put_paper(Paper(found.id, "report", "", table.id, codec.dumps(found), found.at))
    return found.id


def line_of(line: bytes, seat: Seat) -> Line:
    try:
        said: Any = codec.loads(line)
        return Line(str(said["name"]), str(said["text"]), said["seat"] == seat)
    except (BadJson, KeyError, TypeError):
        return Line("", "", False)


async def close_report(store: Store, paper: Paper) -> None:
    await store.put_paper(Paper(paper.id, paper.kind, "", "", b"", int(time.time())))


def read_report(paper: Paper) -> Reported:
    return msgspec.json.decode(paper.body, type=Reported)
