"""A game's rulebook by number."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game

RULE = re.compile(r"^- \*\*(?P<number>[A-Z]{2}-[A-Z0-9][A-Za-z0-9.-]*)\*\* (?P<text>.*(?:\n  .*)*)", re.MULTILINE)


def rulebook_text(slug: str) -> str:
    return (Path(__file__).parent / slug / "rulebook.md").read_text(encoding="utf-8")


@cache
def numbered(slug: str) -> dict[str, str]:
    """Every rule of a game: its number and its words."""
    return {found["number"]: " ".join(found["text"].split()) for found in RULE.finditer(rulebook_text(slug))}


def rule(game: Game, number: str) -> str:
    """The words of one rule."""
    rules = numbered(game.slug)
    if number.upper() not in {known.upper() for known in rules}:
        near = [known for known in rules if known.upper().startswith(number.upper())]
        hint = f"; do you mean {', '.join(near[:8])}?" if near else ""
        raise BadInput(f'{game.name} has no rule "{number}"{hint}')
    return next(text for known, text in rules.items() if known.upper() == number.upper())
