"""The first page: a door for each reader; the licences; and all pages as one text for programs that read."""

from __future__ import annotations

import re
from collections.abc import Mapping

from site_pages import paths
from site_pages.navigation import Part

TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def title(text: str, place: str) -> str:
    found = TITLE.search(FENCED.sub("", text))
    if found is None:
        raise ValueError(f"{place} has no title")
    return found[1].replace("`", "")


def home(found: list[Part], texts: Mapping[str, str]) -> str:
    intro = (paths.LOOKS / "home.md").read_text(encoding="utf-8")
    doors = []
    for part in found:
        links = [f"[{title(texts[page], page)}]({page})" for page in part.pages]
        doors.append(f"-   **{part.name}**: {part.says}\n\n    {' · '.join(links)}\n")
    return f'{intro}\n<div class="doors" markdown>\n\n' + "\n".join(doors) + "\n</div>\n"


def licences() -> str:
    texts = [(name, (paths.ROOT / name).read_text(encoding="utf-8").strip()) for name in ("LICENSE", "NOTICE")]
    parts = "\n\n".join(f"## {name}\n\n```text\n{text}\n```" for name, text in texts)
    return f"# Licences\n\nThe code's, and whose the games are.\n\n{parts}\n"


def whole(found: list[Part], texts: Mapping[str, str]) -> str:
    """All that is written for readers, one page after the other."""
    pages = [texts[page].strip() for part in found for page in part.pages]
    return "\n\n---\n\n".join([texts["index.md"].split("<div")[0].strip(), *pages]) + "\n"
