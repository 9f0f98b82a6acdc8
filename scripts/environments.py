"""Writes docs/environments: a page for each game, made from its code. With --check it only says which would change."""

from __future__ import annotations

import sys
from pathlib import Path

from loot_table import games
from loot_table.rl.describing import page
from loot_table.rl.gymnasium import IDS

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "environments"


def pages() -> dict[Path, str]:
    return {FOLDER / f"{slug}.md": page(games.load(slug), name) for name, slug in IDS.items()}


def changed() -> list[Path]:
    return [path for path, text in pages().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main() -> int:
    if "--check" in sys.argv:
        for path in changed():
            print(f"{path.name} is not what the code says: python scripts/environments.py")
        return 1 if changed() else 0
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
