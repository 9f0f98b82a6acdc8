"""What a list of tables shows of each, remembered also of tables that sleep. Nothing in it but what the card tells anybody."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from loot_table.engine.state import NOBODY
from loot_table.server.cards import clock_told
from loot_table.server.happenings import Happening
from loot_table.server.papers import Paper
from loot_table.server.table import LiveTable

MOST = 20_000  # tables


@dataclass
class Facts:
    plain: dict[str, Any]
    runs_out: float | None  # when the running clock is up, by this process's own clock

    def told(self) -> dict[str, Any]:
        left = None if self.runs_out is None else round(max(0.0, self.runs_out - time.monotonic()), 1)
        return {**self.plain, "left": left}


class AllFacts:
    """A clerk who keeps no papers: what is noted is always as the table is."""

    def __init__(self) -> None:
        self.noted: OrderedDict[str, Facts] = OrderedDict()

    def papers(self, table: LiveTable, happening: Happening, asked: int | None) -> list[Paper]:
        return []

    def kept(self, table: LiveTable, papers: list[Paper]) -> None:
        if table.id in self.noted:
            self.note(table)

    def known(self, id: str) -> Facts | None:
        return self.noted.get(id)

    def forget(self) -> None:
        """Time was credited: how much is left is asked anew."""
        self.noted.clear()

    def note(self, table: LiveTable) -> Facts:
        facts = facts_of(table)
        self.noted[table.id] = facts
        self.noted.move_to_end(table.id)
        while len(self.noted) > MOST:
            self.noted.popitem(last=False)
        return facts


def facts_of(table: LiveTable) -> Facts:
    game, clock, match = table.game, table.clock, table.match
    is_running = clock is not None and clock.running != NOBODY and table.phase == "playing"
    return Facts(
        {
            "table": table.id,
            "code": table.code,
            "game": None if game is None else game.slug,
            "game_name": "" if game is None else game.name,
            "phase": table.phase,
            "version": table.version,
            "to_act": match.to_act if match is not None and table.phase == "playing" else None,
            "is_paused": table.is_paused,
            "clock": None if clock is None else clock_told(clock),
            "next": table.next,
            "seats": [
                {"seat": seat, "kind": place.kind, "name": place.name, "colour": place.colour, "is_held": place.is_held}
                for seat, place in enumerate(table.places)
            ],
        },
        time.monotonic() + clock.left_of(clock.running, time.monotonic()) if is_running and clock is not None else None,
    )
