"""Puts all pages into one folder, and turns their links to where things stand in the site."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from site_pages import paths

LINK = re.compile(r"(\]\(|<img src=\")(?!https?:|mailto:|#)([^)#\"\s]+)((?:#[^)\"]*)?)")
FENCE = re.compile(r"^ *(```|~~~)")
PICTURES = {".jpg", ".png", ".svg"}
LONGEST_SOURCE = 60_000  # letters of a file that is shown as a page
SCHEMES = {"dark": "slate", "light": "default"}  # the tables' two themes, as Zensical calls its own
LANGUAGES = {".py": "python", ".toml": "toml", ".svelte": "html", ".ts": "typescript", ".json": "json", ".yml": "yaml"}


class Stage:
    """The pages as they are gathered: by their place in the site, and the file behind each that has one."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.homes: dict[Path, str] = {}  # where a file of the repository is found in the site

    def gather(self, generated: Mapping[str, str]) -> None:
        """All pages: those of docs/, those that stand elsewhere, and those that are made from the code."""
        written = {
            page.relative_to(paths.DOCS).as_posix(): page
            for page in paths.DOCS.rglob("*.md")
            if paths.LOOKS not in page.parents
        }
        written |= {place: page for place, page in paths.ELSEWHERE.items() if page.is_file()}
        for slug in paths.games_with_rooms():
            self.homes[paths.ROOT / "loot_table" / "games" / slug / "rulebook.md"] = f"rules/{slug}.md"
        self.homes[paths.ROOT / "loot_table" / "games" / "table-rules.md"] = "rules/table-rules.md"
        self.homes[paths.ROOT / "LICENSE"] = self.homes[paths.ROOT / "NOTICE"] = "licences.md"
        self.homes[paths.ROOT / "README.md"] = "index.md"
        self.homes |= {page: place for place, page in written.items()}
        self.texts |= generated
        for place, page in written.items():
            self.texts[place] = self.turned(page.read_text(encoding="utf-8"), page, place)

    def turned(self, text: str, page: Path, place: str) -> str:
        """A page with links that lead to the same things from its place in the site."""
        lines, is_code = [], False
        for line in text.splitlines():
            if FENCE.match(line):
                is_code = not is_code
            lines.append(line if is_code else LINK.sub(lambda found: self.link(found, page, place), line))
        return "\n".join(lines) + "\n"

    def link(self, found: re.Match[str], page: Path, place: str) -> str:
        target = Path(os.path.normpath(page.parent / found[2]))
        home = self.homes.get(target)
        if home is None and target.is_file() and paths.ROOT in target.parents:
            home = self.shown(target)
        return found[0] if home is None else f"{found[1]}{relative(home, place)}{found[3]}"

    def shown(self, file: Path) -> str:
        """A file of the repository that a page names: a picture as it is, all else as a page of its own."""
        if file.suffix in PICTURES and paths.DOCS in file.parents:
            return file.relative_to(paths.DOCS).as_posix()
        name = file.relative_to(paths.ROOT).as_posix()
        text = file.read_text(encoding="utf-8")
        cut = text[:LONGEST_SOURCE].rsplit("\n", 1)[0] if len(text) > LONGEST_SOURCE else text.rstrip("\n")
        more = "\n\nThe rest of the file is left out here." if len(text) > LONGEST_SOURCE else ""
        place = f"source/{name.lstrip('.')}.md"  # what begins with a dot is no page
        self.homes[file] = place
        self.texts[place] = f"# {name}\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{cut}\n````{more}\n"
        return place

    def write(self) -> None:
        """The folder that the site is made of."""
        shutil.rmtree(paths.PAGES, ignore_errors=True)
        for place, text in self.texts.items():
            target = paths.PAGES / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        shutil.copytree(paths.DOCS / "images", paths.PAGES / "images", dirs_exist_ok=True)
        write_looks(paths.PAGES / "looks")


def write_looks(looks: Path) -> None:
    """What pages look like: the site's own style, and what it takes from the tables' (letters, colours, the mark)."""
    looks.mkdir(parents=True)
    fonts = (paths.WEB / "src" / "fonts").glob("*.woff2")
    for file in [*paths.LOOKS.glob("*.css"), *paths.LOOKS.glob("*.js"), *fonts, paths.WEB / "public" / "mark.svg"]:
        shutil.copy(file, looks / file.name)
    tokens = (paths.WEB / "src" / "tokens.css").read_text(encoding="utf-8")
    for ours, theirs in SCHEMES.items():
        tokens = tokens.replace(f'[data-theme="{ours}"]', f'[data-md-color-scheme="{theirs}"]')
    (looks / "tokens.css").write_text(tokens, encoding="utf-8")


def relative(target: str, place: str) -> str:
    """How a page of the site names another one."""
    return os.path.relpath(target, PurePosixPath(place).parent).replace(os.sep, "/")
