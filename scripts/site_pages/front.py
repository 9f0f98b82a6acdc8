"""The first page: a door for each reader; the licences; and all pages as one text for programs that read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from site_pages import paths
from site_pages.navigation import Part, short

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
        links = [
            f"[{name}]({page})"
            for group in part.groups
            for name, page in ([(group.name, group.pages[0])] if group.name else titled(group.pages, texts))
        ]
        doors.append(f"-   **{part.name}**: {part.says}\n\n    {' · '.join(links)}\n")
    return f'{intro}\n<div class="doors" markdown>\n\n' + "\n".join(doors) + "\n</div>\n"


def titled(pages: Sequence[str], texts: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(short(title(texts[page], page)), page) for page in pages]


def licences() -> str:
    texts = [(name, (paths.ROOT / name).read_text(encoding="utf-8").strip()) for name in ("LICENSE", "NOTICE")]
    parts = "\n\n".join(f"## {name}\n\n```text\n{text}\n```" for name, text in texts)
    return f"# Licences\n\nThe code's, and whose the games are.\n\n{parts}\n"


def cite() -> str:
    """How research names it: CITATION.cff in words, and for BibTeX."""
    told: dict[str, Any] = yaml.safe_load((paths.ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    authors = " and ".join(f"{{{one['name']}}}" for one in told["authors"])
    fields = {"title": told["title"], "author": authors, "version": told["version"], "note": "Software"}
    bibtex = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"""# How to cite

{told["message"]} A figure means something with its [environment's version](research.md#seeds-and-versions), the rules version
of the game and the number of games behind it; a policy comes with [its card](baselines.md), a file of games with the same.

{told["abstract"].strip()}

```text
@software{{loot_table,
{bibtex}
}}
```

The games and their names are their designers': [licences](licences.md).
"""


def whole(found: list[Part], texts: Mapping[str, str]) -> str:
    """All that is written for readers, one page after the other."""
    pages = [texts[page].strip() for part in found for page in part.pages]
    return "\n\n---\n\n".join([texts["index.md"].split("<div")[0].strip(), *pages]) + "\n"
