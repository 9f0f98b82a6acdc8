"""Where the pages come from, and where the site is made."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BUILD = ROOT / "build" / "site"
PAGES = BUILD / "pages"  # all pages as Markdown, as Zensical reads them
SITE = BUILD / "html"  # what is shown
WEB = ROOT / "web"
LOOKS = ROOT / "docs" / "site"  # the site's own settings and style
# Pages that stand elsewhere in the repository, by their place in the site. What is not there yet is left out.
ELSEWHERE = {
    "benchmarks.md": ROOT / "bench" / "README.md",
    "changelog.md": ROOT / "CHANGELOG.md",
    "contributing.md": ROOT / "CONTRIBUTING.md",
    "conduct.md": ROOT / "CODE_OF_CONDUCT.md",
    "security.md": ROOT / "SECURITY.md",
}


def games_with_rooms() -> list[str]:
    """The slugs of the games that have a folder here, as they stand on the shelf."""
    from loot_table import games

    folders = [slug for slug in games.slugs() if (ROOT / "loot_table" / "games" / slug / "rulebook.md").is_file()]
    return sorted(folders, key=lambda slug: games.load(slug).shelf.place)
