"""The routes of puzzles, described like all others."""

from __future__ import annotations

from typing import Any

from loot_table.server.lab.described import Operation, path_part
from loot_table.server.puzzles.messages import Attempt, PuzzleQuestion


def puzzle_paths(operation: Operation) -> dict[str, Any]:
    slug, puzzle = path_part("slug"), path_part("puzzle")
    at = "/api/puzzles/{slug}"
    return {
        at: {"get": operation("The puzzles of a game.", slug)},
        at + "/{puzzle}": {
            "post": operation("A puzzle's position, or what an answer comes to.", slug, puzzle, sends=Attempt)
        },
        at + "/{puzzle}/ask": {
            "post": operation("A seat's question about a puzzle.", slug, puzzle, sends=PuzzleQuestion)
        },
    }
