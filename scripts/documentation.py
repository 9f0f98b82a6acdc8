"""Makes the documentation site in build/site/html: gathers the pages, has Zensical build them, and checks what came of it.

`--pages` stops before Zensical. Ends with 1 when a page, a link or a place in a page is missing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from site_pages import commands, designs, front, interfaces, keys, links, measures, navigation, paths, rules, shelf
from site_pages.staging import Stage, relative

SHIM = "https://unpkg.com/iframe-worker/shim"  # for the search in pages from a disk; ours is a copy of it
EMPTY_CELL = re.compile(r"<th[^>]*></th>")
EMPTY_ROW = re.compile(rf"<thead>\s*<tr>(?:\s*{EMPTY_CELL.pattern})+\s*</tr>\s*</thead>")


def gather() -> tuple[Stage, list[navigation.Part]]:
    """All pages, and where they stand."""
    stage = Stage()
    made = (shelf, rules, designs, measures, commands, interfaces, keys)
    generated = {place: text for module in made for place, text in module.pages().items()}
    stage.gather({**generated, "licences.md": front.licences(), "cite.md": front.cite()})
    parts, unnamed = navigation.parts(stage.texts)
    for page in unnamed:
        print(f"docs/site/navigation.toml does not name {page}: it comes last, under {navigation.LAST}.")
    stage.texts["index.md"] = front.home(parts, stage.texts)
    return stage, parts


def write(stage: Stage, parts: list[navigation.Part]) -> None:
    stage.write()
    for name, text in interfaces.files().items():
        (paths.PAGES / "reference" / name).write_text(text, encoding="utf-8")
    (paths.PAGES / "llms.txt").write_text(front.whole(parts, stage.texts), encoding="utf-8")
    settings = (paths.LOOKS / "zensical.toml").read_text(encoding="utf-8")
    titles = {page: front.title(stage.texts[page], page) for part in parts for page in part.pages}
    nav = navigation.as_toml(navigation.tree(parts, titles))
    (paths.BUILD / "zensical.toml").write_text(settings.replace("[project]\n", f"[project]\nnav = {nav}\n", 1), "utf-8")


def build() -> int:
    shutil.rmtree(paths.SITE, ignore_errors=True)
    zensical = Path(sys.executable).with_name("zensical")
    command = [str(zensical), "build", "--strict", "--clean", "--config-file", "zensical.toml"]
    ended = subprocess.run(command, cwd=paths.BUILD, check=False).returncode
    for page in paths.SITE.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        ours = relative("looks/iframe-worker.js", page.relative_to(paths.SITE).as_posix())
        page.write_text(without_empty_headings(text.replace(SHIM, ours)), encoding="utf-8")
    return ended


def without_empty_headings(page: str) -> str:
    """A heading of a table without words is none, and a row of them is left out."""
    return EMPTY_CELL.sub("<td></td>", EMPTY_ROW.sub("", page))


def main() -> int:
    stage, parts = gather()
    write(stage, parts)
    if "--pages" in sys.argv:
        return 0
    if ended := build():
        return ended
    wrong = list(links.troubles(paths.SITE))
    for trouble in wrong:
        print(trouble, file=sys.stderr)
    count = len(list(paths.SITE.rglob("*.html")))
    print(f"{count} pages are in {paths.SITE.relative_to(paths.ROOT)}; {len(wrong)} links lead nowhere.")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
