"""The order of the pages: docs/site/navigation.toml says it, and what it does not name comes last."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from site_pages import paths

LAST = "About"  # where pages go that no part names


@dataclass(frozen=True)
class Group:
    name: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    name: str
    says: str
    groups: tuple[Group, ...]  # one without a name stands directly in the part

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple([page for group in self.groups for page in group.pages])


def parts(places: Collection[str]) -> tuple[list[Part], list[str]]:
    """All parts with their pages, and the pages that no part names."""
    plain = tomllib.loads((paths.LOOKS / "navigation.toml").read_text(encoding="utf-8"))
    open_pages = [place for place in places if place != "index.md" and not place.startswith("source/")]
    found = []
    for part in plain["part"]:
        groups = [
            Group(group.get("name", ""), tuple(taken(group["pages"], open_pages, group.get("may_lack", False))))
            for group in part["group"]
        ]
        found.append(Part(part["name"], part["says"], tuple([group for group in groups if group.pages])))
    if open_pages:
        found = [with_rest(part, tuple(sorted(open_pages))) if part.name == LAST else part for part in found]
    return found, sorted(open_pages)


def with_rest(part: Part, pages: tuple[str, ...]) -> Part:
    return Part(part.name, part.says, (*part.groups, Group("More", pages)))


def taken(patterns: list[str], open_pages: list[str], may_lack: bool) -> Iterator[str]:
    """The pages that patterns name; each is named once."""
    for pattern in patterns:
        pages = [place for place in open_pages if fnmatchcase(place, pattern)]
        if not pages and not may_lack:
            raise ValueError(f"docs/site/navigation.toml names {pattern}, and there is no such page")
        for page in pages:
            open_pages.remove(page)
            yield page


def tree(found: list[Part], titles: Mapping[str, str]) -> list[Any]:
    """As Zensical wants it."""
    nav: list[Any] = [{"Home": "index.md"}]
    for part in found:
        inside: list[Any] = []
        for group in part.groups:
            pages = [{said: page} for said, page in zip(labels(group, titles), group.pages, strict=True)]
            inside += [{group.name: pages}] if group.name else pages
        nav.append({part.name: inside})
    return nav


def labels(group: Group, titles: Mapping[str, str]) -> list[str]:
    """Titles in few words: a group's name has said what all its pages have in common."""
    told = [titles[page] for page in group.pages]
    if not group.name:
        return [short(title) for title in told]
    parts = [title.partition(": ") for title in told]
    heads = {head for head, _, _ in parts}
    known = {group.name} if len(heads) > 1 else heads
    return [
        rest if rest and head in known else title.partition(", as ")[0]
        for title, (head, _, rest) in zip(told, parts, strict=True)
    ]


def short(title: str) -> str:
    """A title without what it says behind a colon."""
    return title.partition(": ")[0]


def as_toml(value: Any) -> str:
    """Lists, tables and texts in one line."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{as_toml(key)} = {as_toml(one)}" for key, one in value.items()) + " }"
    return "[" + ", ".join(map(as_toml, value)) + "]"
