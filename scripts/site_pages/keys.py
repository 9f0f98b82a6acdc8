"""The keys of the browser's tables, from the client's sources: what works everywhere, and what each board adds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loot_table import games
from site_pages.paths import ROOT, games_with_rooms

PAIR = re.compile(r'\[(?:t\()?"([^"]+)"\)?, t\("([^"]+)"\)\]')
TABLE = ROOT / "web" / "src" / "table"
COLUMNS = ("| key | does |", "|---|---|")


def pages() -> dict[str, str]:
    return {"keyboard.md": "\n".join(page()) + "\n"}


def page() -> Iterator[str]:
    yield from ("# Keys", "")
    yield "At every table, in the browser. `?` shows them there, and the settings give each letter another key, or none."
    yield from ("", *COLUMNS)
    for source in ("keymap.ts", "HelpDialog.svelte"):
        yield from rows((TABLE / source).read_text(encoding="utf-8"))
    for slug in games_with_rooms():
        board = (ROOT / "loot_table" / "games" / slug / "web" / "Board.svelte").read_text(encoding="utf-8")
        listed = re.search(r"\bkeys: \[\n(.*?)\n    \]", board, re.DOTALL)
        if listed is not None:
            yield from ("", f"## {games.load(slug).name}", "", *COLUMNS, *rows(listed[1]))


def rows(text: str) -> Iterator[str]:
    for key, does in PAIR.findall(text):
        shown = key.upper() if len(key) == 1 else key
        yield f"| `{shown}` | {does} |"
