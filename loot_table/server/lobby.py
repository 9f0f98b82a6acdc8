"""The lobby: public tables, as everybody may see them now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from loot_table.engine import codec
from loot_table.server.cards import card
from loot_table.server.table import LiveTable

MOST_SHOWN = 60
DAYS_SECONDS = 3 * 86400.0  # the same for a table by day that waits for players
IDLE_SECONDS = 600.0  # a public table at which nobody has been for so long is not shown until somebody comes back
SHOWN = (  # of a card: what a list needs
    "table",
    "code",
    "game",
    "game_name",
    "phase",
    "players",
    "spectators",
    "options_changed",
    "has_own_components",
    "host",
    "clock",
    "is_public",
)
SHOWN_OF_SEAT = ("seat", "kind", "name", "colour", "team", "is_here", "bot")


class Lobby:
    def __init__(self) -> None:
        self.cards: dict[str, dict[str, Any]] = {}  # of what is on disk, never of what is under way; the newest last
        self.tables: dict[str, LiveTable] = {}
        self.listeners: set[asyncio.Event] = set()
        self.posted: Callable[[str], None] = nobody_hears  # a table of this server is shown otherwise
        self.text: bytes | None = None

    def post(self, table: LiveTable) -> None:
        """A table has changed, or somebody has come or gone."""
        if table.is_elsewhere:
            return
        if table.is_public and table.phase in ("gathering", "playing"):
            shown = short(card(table))
            if self.cards.get(table.id) == shown:
                return
            self.cards[table.id] = shown
            self.tables[table.id] = table
        elif self.cards.pop(table.id, None) is not None:
            self.tables.pop(table.id, None)
        else:
            return
        self.posted(table.id)
        self.changed()

    # ---- with other servers

    def own_card(self, id: str) -> dict[str, Any] | None:
        return self.cards.get(id) if id in self.tables else None

    def hear(self, id: str, card: dict[str, Any] | None) -> None:
        """What another server shows of one of its tables."""
        if id in self.tables or self.cards.get(id) == card:
            return
        if card is None:
            del self.cards[id]
        else:
            self.cards[id] = card
        self.changed()

    def leave(self, id: str) -> None:
        """A table lives elsewhere now; it is shown there."""
        self.tables.pop(id, None)

    def changed(self) -> None:
        self.text = None
        for listener in self.listeners:
            listener.set()

    def sweep(self) -> list[LiveTable]:
        """Take down what nobody has been at for long; those tables."""
        idle = [t for t in self.tables.values() if not t.sessions and t.presence.idle_seconds() > patience(t)]
        for table in idle:
            del self.cards[table.id], self.tables[table.id]
            self.posted(table.id)
        if idle:
            self.changed()
        return idle

    def shown(self) -> list[dict[str, Any]]:
        """Those that gather first, then those that may be watched; the newest first."""
        newest = list(reversed(self.cards.values()))
        waiting = [one for one in newest if one["phase"] == "gathering"]
        watched = [one for one in newest if one["phase"] == "playing" and one["spectators"] == "public"]
        return [*waiting, *watched][:MOST_SHOWN]

    def message(self) -> bytes:
        """For everybody who listens; written once for all of them."""
        if self.text is None:
            self.text = codec.dumps({"type": "lobby", "tables": self.shown()})
        return self.text


def nobody_hears(id: str) -> None:
    return


def patience(table: LiveTable) -> float:
    return DAYS_SECONDS if table.is_by_day() and table.phase == "gathering" else IDLE_SECONDS


def short(whole: dict[str, Any]) -> dict[str, Any]:
    seats = [{name: seat[name] for name in SHOWN_OF_SEAT} for seat in whole["seats"]]
    return {**{name: whole[name] for name in SHOWN}, "seats": seats}
