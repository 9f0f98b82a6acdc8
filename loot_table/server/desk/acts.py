"""What an operator does with a table: put it away, bring it back, hand out its record. All of it is written down."""

from __future__ import annotations

import time
from typing import Any, Final

import structlog

from loot_table.engine import codec
from loot_table.engine.state import SPECTATOR
from loot_table.server import records
from loot_table.server.asking import Service
from loot_table.server.desk.keys import Operator
from loot_table.server.metrics import OPERATOR_ACTS
from loot_table.server.overview import RETIRED, Audited
from loot_table.server.papers import Paper
from loot_table.server.problems import NoSuchTable, NotNow
from loot_table.server.seats import opaque
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable, folded

log = structlog.get_logger()
DEAD_DAYS: Final = 14  # nobody has changed anything for so long
KEPT_DAYS: Final = 30  # a table that was put away; then it is deleted


async def note(service: Service, operator: Operator, act: str, about: str = "", said: str = "") -> None:
    """First in the database, then in the log."""
    line = Audited(0, int(time.time()), operator.name, operator.origin, act, about, said)
    await service.tables.store.audit(line)
    OPERATOR_ACTS.labels(act).inc()
    log.warning("operator", who=operator.name, act=act, **({"table": about} if about else {}))


async def retire(service: Service, operator: Operator, id: str) -> dict[str, Any]:
    tables = service.tables
    row = await tables.store.row(id)
    if row is None or row.phase == RETIRED:
        raise NotNow("this table is put away already")
    table = await tables.get(id)
    if table.phase not in ("over", "aside"):
        await check_dead(service, table)
    await note(service, operator, "retire", opaque(id), f"{table.phase}, {table.version} changes")
    body = codec.dumps({"at": int(time.time()), "by": operator.name})
    await tables.retire(table, Paper(f"{RETIRED}-{id}", RETIRED, RETIRED, id, body, int(time.time())))
    return {"table": opaque(id), "kept_days": KEPT_DAYS}


async def check_dead(service: Service, table: LiveTable) -> None:
    """People may come back to a game, days later too: it is theirs."""
    if table.sessions:
        raise NotNow("somebody looks at this table now")
    if time.time() - await service.tables.store.touched(table.id) < DEAD_DAYS * 86400:
        raise NotNow(f"this game goes on: it can be put away when nobody has changed anything for {DEAD_DAYS} days")


async def bring_back(service: Service, operator: Operator, id: str) -> dict[str, Any]:
    store = service.tables.store
    row = await store.row(id)
    if row is None or row.phase != RETIRED:
        raise NotNow("this table is not put away")
    table = folded(id, await store.events(id))
    service.tables.alarms.put_right(table.clock)
    await note(service, operator, "bring back", opaque(id))
    papers = service.tables.alarms.papers(table)
    now = table.row()
    await store.bring_back(id, now.phase, now.is_public)
    await store.put_paper(Paper(f"{RETIRED}-{id}", RETIRED, RETIRED, id, b"", int(time.time())), *papers)
    service.tables.alarms.kept(papers)
    return {"table": opaque(id), "phase": now.phase}


async def export(service: Service, operator: Operator, id: str) -> tuple[str, bytes]:
    """The record of a game that is over, also of a table that was put away: a file's name and what is in it. While a game
    goes on its record holds every hand, and its public facts stand in the list already: so there is none."""
    row = await service.tables.store.row(id)
    if row is None:
        raise NoSuchTable("there is no such table")
    table = folded(id, await service.tables.store.events(id)) if row.phase == RETIRED else await service.tables.get(id)
    async with table.lock:
        is_told = table.deal is None or bool(service.daily.days.is_deal_told(table.deal))
        text = codec.dumps(records.record(table, SPECTATOR, is_told))
    await note(service, operator, "export", opaque(id))
    game = "set-aside" if table.game is None else table.game.slug
    return f"{game}-{opaque(id)}.loot.json", text


async def delete_old(service: Service) -> None:
    """What was put away long ago."""
    house = Operator("the house", "")
    try:
        for id in await service.tables.store.retired(int(time.time()) - KEPT_DAYS * 86400):
            await note(service, house, "delete", opaque(id), f"put away for {KEPT_DAYS} days")
            await service.tables.store.forget(id)
            await service.tables.store.put_paper(Paper(f"{RETIRED}-{id}", RETIRED, "", "", b"", int(time.time())))
            await service.outcomes.forget(id)
            await service.rings.forget_table(id)
            if service.notices is not None:
                await service.notices.forget(id)
    except StoreError as error:
        log.error("old_tables_not_deleted", error=str(error))
