"""Rulebooks as pages: every rule has its number as its address, and numbers lead to their rules."""

from __future__ import annotations

import re

from loot_table import games
from loot_table.games.rulebook import NUMBER, TABLE_RULES, numbered, rulebook_text
from site_pages.paths import games_with_rooms

CLAUSE = re.compile(rf"^(\s*- )\*\*({NUMBER.pattern})\*\*")
WORDS = re.compile(
    r"(`[^`]*`|\*\*[^*]+\*\*|\]\([^)]*\))"
)  # where a number is no link: code, what is defined, an address


def pages() -> dict[str, str]:
    books = {slug: rulebook_text(slug) for slug in (*games_with_rooms(), TABLE_RULES)}
    return {f"rules/{slug}.md": page(slug, text) for slug, text in books.items()}


def page(slug: str, text: str) -> str:
    own, common = set(numbered(slug)), set(numbered(TABLE_RULES))
    lines, is_code = [], False
    for line in text.splitlines():
        is_code ^= line.lstrip().startswith("```")
        lines.append(line if is_code else linked(line, slug, own, common))
    if slug != TABLE_RULES:
        title = next(number for number, line in enumerate(lines) if line.startswith("# "))
        lines[title] = f"# Rules: {games.load(slug).name}"
        about = f"[The game](../games/{slug}.md) · [its components and options](../components/{slug}.md)"
        lines[title + 1 : title + 1] = ["", about]
    return "\n".join(lines) + "\n"


def linked(line: str, slug: str, own: set[str], common: set[str]) -> str:
    """A line with an address for the rule that it defines, and links for those that it names."""

    def link(found: re.Match[str]) -> str:
        number = found[0]
        if number in own:
            return f"[{number}](#{number})"
        return f"[{number}]({TABLE_RULES}.md#{number})" if number in common else number

    defined = CLAUSE.match(line)
    head = f"{defined[1]}**{defined[2]}**{{ #{defined[2]} .rule }}" if defined else ""
    rest = line[defined.end() :] if defined else line
    if rest.startswith("#"):
        return line
    parts = WORDS.split(rest)
    return head + "".join(part if WORDS.fullmatch(part) else NUMBER.sub(link, part) for part in parts)


def rule_link(slug: str, number: str) -> str:
    """A rule's number as a link, from a page one folder deep."""
    book = TABLE_RULES if number in numbered(TABLE_RULES) else slug
    return f"[{number}](../rules/{book}.md#{number})" if number in numbered(book) else number
