"""The routes of the daily deal, described like all others."""

from __future__ import annotations

from typing import Any

from loot_table.server.daily.messages import DailyTry
from loot_table.server.lab.described import Operation, path_part


def daily_paths(operation: Operation) -> dict[str, Any]:
    slug, day = path_part("slug"), path_part("day")
    begin = operation("Sit down to today's deal.", slug, sends=DailyTry, status="201")
    begin["responses"]["200"] = {**begin["responses"]["201"], "description": "The try that was begun goes on."}
    return {
        "/api/daily": {"get": operation("Today's deals and puzzle, and one's own week.")},
        "/api/daily/{slug}": {"post": begin},
        "/api/daily/{slug}/{day}": {"get": operation("How everybody did at a deal.", slug, day)},
    }
