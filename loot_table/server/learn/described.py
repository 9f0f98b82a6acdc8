"""The routes of lessons, described like all others."""

from __future__ import annotations

from typing import Any

from loot_table.server.lab.described import Operation, asked, path_part
from loot_table.server.learn.messages import LessonAnswer


def learn_paths(operation: Operation, slug: dict[str, Any]) -> dict[str, Any]:
    language = asked("language", type="string")
    return {
        "/api/lessons": {"get": operation("Which games have lessons, and which.", language)},
        "/api/lessons/{slug}": {"get": operation("A game's lessons, notes and words.", slug, language)},
        "/api/lessons/{slug}/{lesson}": {
            "post": operation("A lesson after some answers.", slug, path_part("lesson"), sends=LessonAnswer)
        },
    }
