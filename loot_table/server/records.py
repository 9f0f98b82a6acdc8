"""What is handed out of a table's record: all of it after the end; of a table that was set aside, what is no secret."""

from __future__ import annotations

from typing import Any

from loot_table.engine.sealed import commitment
from loot_table.server.problems import NotNow
from loot_table.server.table import LiveTable

ASIDE_FORMAT = "loot-table-set-aside/1"


def record(table: LiveTable) -> dict[str, Any]:
    """With the key that nature followed, so that everybody can check it (`loot verify`)."""
    if table.aside:
        return aside_record(table)
    if table.match is None or table.phase != "over":
        raise NotNow("a record holds every secret: it can be had when the game is over")
    saved = table.match.to_json()
    if table.key is not None:
        saved["nature"] = {"table": table.id, "key": table.key, "commitment": commitment(table.key)}
    return saved


def aside_record(table: LiveTable) -> dict[str, Any]:
    """LT-13: as far as it can be read. What nature decided stays sealed unless the game was over: it may yet go on."""
    found: dict[str, Any] = {"format": ASIDE_FORMAT, "reason": table.aside, "version": table.version}
    if table.game is not None:
        found |= {"game": table.game.slug, "players": table.players, "names": [place.name for place in table.places]}
        found |= {"options": table.options}
    if table.match is not None:
        entries = [entry.to_json() for entry in table.match.record]
        found["entries"] = [
            {"outcome": None} if "outcome" in one and not table.match.is_over else one for one in entries
        ]
        found["result"] = table.match.result()
    return found
