"""What is handed out of a table's record: all of it after the end; of a table that was set aside, what is no secret."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from loot_table.engine.match import Match
from loot_table.engine.sealed import commitment
from loot_table.engine.state import Seat
from loot_table.server import frames
from loot_table.server.cards import sealed_by
from loot_table.server.problems import NotNow
from loot_table.server.store import Store
from loot_table.server.table import LiveTable, folded

ASIDE_FORMAT = "loot-table-set-aside/1"
MOST_TOLD = 1000  # versions of the match, the last ones


def record(table: LiveTable, audience: Seat, is_key_told: bool = False) -> dict[str, Any]:
    """With the key that nature followed, so that everybody can check it (`loot verify`); of a daily deal only when nobody
    can play that deal any more, which whoever asks has to know."""
    if table.aside:
        return aside_record(table, audience)
    if table.match is None or table.phase != "over":
        raise NotNow("a record holds every secret: it can be had when the game is over")
    saved = table.match.to_json()
    if table.design is not None:
        saved["design"] = table.design
    if table.hints:
        saved["hints"] = [table.hints.get(seat, 0) for seat in range(table.players)]
    key = sealed_by(table)
    if key is not None:
        saved["nature"] = {"table": table.id, "key": key, "commitment": commitment(key)}
        if table.deal is not None:
            saved["nature"]["deal"] = table.deal
            if not is_key_told:
                del saved["nature"]["key"]
    return saved


def aside_record(table: LiveTable, audience: Seat) -> dict[str, Any]:
    """LT-13: as far as it can be read. Unless the game was over it may yet go on, so that it holds what this audience has
    noticed and no more."""
    found: dict[str, Any] = {"format": ASIDE_FORMAT, "reason": table.aside, "version": table.version}
    if table.game is not None:
        found |= {"game": table.game.slug, "players": table.players, "names": table.names()}
        found |= {"options": table.options}
    if table.match is not None:
        versions = range(max(0, table.match.version + 1 - MOST_TOLD), table.match.version + 1)
        voice = table.match.voice()
        found["log"] = [
            line for number in versions for line in frames.told_at(table, table.match, audience, number, voice)
        ]
        found["result"] = table.match.result()
        if table.match.is_over:
            found["entries"] = [entry.to_json() for entry in table.match.record]
    return found


async def finished_matches(store: Store, slug: str) -> AsyncIterator[Match]:
    """Every game of a kind that was played to its end, the oldest first."""
    for table_id in await store.finished():
        table = folded(table_id, await store.events(table_id))
        if table.match is not None and not table.aside and table.match.game.slug == slug:
            yield table.match
