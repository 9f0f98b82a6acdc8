"""Looks at the site as it was made: every link leads to a page and a place in it, and nothing is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
NAMED = ("canonical", "alternate", "prev", "next")  # links of a page's head that nothing is fetched by


class Reader(HTMLParser):
    """The addresses in a page, and what leads away from it."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        for name in ("href", "src"):
            if (tag, name) in FETCHED and given.get("rel") not in NAMED and name in given:
                self.fetched.append(given[name])
            elif name in given:
                self.links.append(given[name])


@cache
def read(page: Path) -> Reader:
    reader = Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader


def troubles(site: Path) -> Iterator[str]:
    """What is wrong, page by page, in words."""
    for page in sorted(site.rglob("*.html")):
        if page.name != "404.html":
            for trouble in dict.fromkeys(in_page(page, site)):
                yield f"{page.relative_to(site)}: {trouble}"


def in_page(page: Path, site: Path) -> Iterator[str]:
    found = read(page)
    for address in found.fetched:
        if urlsplit(address).netloc:
            yield f"fetches {address} from elsewhere"
    for address in [*found.links, *found.fetched]:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        if target.is_dir():
            target /= "index.html"
        if site not in target.parents or not target.is_file():
            yield f"leads to {address}, which is not there"
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).ids:
            yield f"leads to {address}, and the page has no such place"
