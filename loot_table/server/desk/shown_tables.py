"""Tables as their operator sees them: public facts only. No code and no address, which would open a seat; no name, no hand."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from loot_table import games
from loot_table.engine.errors import LootError
from loot_table.server.happenings import SCHEMA, Created, read
from loot_table.server.overview import Listed
from loot_table.server.problems import NotFound
from loot_table.server.seats import opaque
from loot_table.server.tables import Tables

PAGE = 50
# What can be asked for, and the phases that it is.
WHICH: dict[str, tuple[str, ...]] = {
    "open": ("gathering", "playing"),
    "over": ("over",),
    "retired": ("retired",),
}


class Registry(Protocol):
    async def living(self, ids: Sequence[str]) -> set[str]: ...


async def listed(tables: Tables, which: str, skip: int, registry: Registry | None = None) -> dict[str, Any]:
    """`registry`: of several servers, which knows what is awake at any of them."""
    found = await tables.store.listed(WHICH[which], PAGE + 1, skip)
    ids = [one.table for one in found[:PAGE]]
    living = set(ids) & tables.awake.keys() if registry is None else await registry.living(ids)
    shown = [shown_table(tables, one, one.table in living) for one in found[:PAGE]]
    return {"which": which, "tables": shown, "next": skip + PAGE if len(found) > PAGE else None}


def shown_table(tables: Tables, one: Listed, is_awake: bool) -> dict[str, Any]:
    awake = tables.awake.get(one.table)
    game, name, players = began_as(one.beginning)
    now = time.time()
    return {
        "table": opaque(one.table),
        "game": game,
        "game_name": name,
        "players": players,
        "phase": one.phase,
        "is_public": one.is_public,
        "made": one.made or None,
        "made_ago": round(now - one.made) if one.made else None,
        "changed_ago": round(now - one.touched) if one.touched else None,
        "changes": one.versions,
        "is_awake": is_awake,
        "is_aside": awake is not None and bool(awake.aside),
        "screens": len(awake.sessions) if awake is not None else None if is_awake else 0,
    }


@lru_cache(maxsize=4096)
def began_as(body: bytes) -> tuple[str | None, str, int]:
    """Which game a table began as, and for how many: of all that stands in a first entry, what anybody may know."""
    try:
        first = read(SCHEMA, body)
        if isinstance(first, Created):
            return first.game, games.load(first.game).name, first.players
    except LootError:
        pass
    return None, "", 0


async def table_named(tables: Tables, name: str) -> str:
    """A table by its name in lists and logs."""
    for id in [*tables.awake, *(await tables.store.ids())]:
        if opaque(id) == name:
            return id
    raise NotFound(f"no table is called {name} in the logs")
