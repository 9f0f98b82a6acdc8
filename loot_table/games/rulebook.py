"""Rulebooks as data: read once, here. Terminal and browser show them; neither knows Markdown."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game

TABLE_RULES = "table-rules"  # what every table offers, whatever is played: LT-1 …
NUMBER = re.compile(r"\b[A-Z]{2}-[A-Z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
Block = dict[str, Any]  # kind: heading, paragraph, list, table or code; see docs/protocol.md
Words = list[dict[str, str]]  # kind: text, strong, em, code or rule; and the text
KINDS = {"strong_open": "strong", "em_open": "em"}


def rulebook_text(slug: str) -> str:
    if slug == TABLE_RULES:
        return (Path(__file__).parent / f"{slug}.md").read_text(encoding="utf-8")
    home = games.folder(games.load(slug))
    if home is not None:
        return (home / "rulebook.md").read_text(encoding="utf-8")
    # A game in one file says its rules in the file's first words.
    said = sys.modules[games.homes()[slug]].__doc__ or ""
    return re.sub(rf"^({NUMBER.pattern})\s+", r"- **\1** ", said, flags=re.MULTILINE)


@cache
def numbered(slug: str) -> dict[str, str]:
    """Every rule of a game: its number and its words."""
    items = [item for block in blocks(slug) if block["kind"] == "list" for item in block["items"]]
    return {item["rule"]: "".join([part["text"] for part in item["words"]]) for item in items if item["rule"]}


def all_rules(game: Game) -> dict[str, str]:
    """The game's, and those of the table."""
    return {**numbered(game.slug), **numbered(TABLE_RULES)}


def rule(game: Game, number: str) -> str:
    """The words of one rule."""
    rules = all_rules(game)
    if number.upper() not in {known.upper() for known in rules}:
        near = [known for known in rules if known.upper().startswith(number.upper())]
        hint = f"; do you mean {', '.join(near[:8])}?" if near else ""
        raise BadInput(f'{game.name} has no rule "{number}"{hint}')
    return next(text for known, text in rules.items() if known.upper() == number.upper())


@cache
def blocks(slug: str) -> list[Block]:
    """A rulebook, or the rules of the table, part by part."""
    return read_blocks(rulebook_text(slug))


def read_blocks(text: str) -> list[Block]:
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    defined = {match[1] for match in re.finditer(rf"^\s*- \*\*({NUMBER.pattern})\*\*", text, re.MULTILINE)}
    return Reader(tokens, defined).read()


class Reader:
    """Goes through the parser's tokens once, and keeps what our rulebooks are made of."""

    def __init__(self, tokens: Sequence[Token], defined: set[str]) -> None:
        self.tokens = tokens
        self.defined = defined  # numbers of rules in this book
        self.at = 0

    def read(self) -> list[Block]:
        found: list[Block] = []
        while self.at < len(self.tokens):
            token = self.take()
            if token.type == "heading_open":
                words = self.words()
                text = "".join([part["text"] for part in words])
                anchor = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
                found.append({"kind": "heading", "level": int(token.tag[1:]), "words": words, "id": anchor})
            elif token.type == "paragraph_open":
                found.append({"kind": "paragraph", "words": self.words()})
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                found.append({"kind": "list", "items": self.items()})
            elif token.type == "table_open":
                head, *rows = self.rows()
                found.append({"kind": "table", "head": head, "rows": rows})
            elif token.type in ("fence", "code_block"):
                found.append({"kind": "code", "text": token.content.rstrip("\n")})
        return found

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def words(self) -> Words:
        """Of a heading, paragraph or cell that was just opened."""
        token = self.take()
        return in_line(token.children or [], self.defined)

    def items(self) -> list[dict[str, Any]]:
        """Of a list; those of lists within it come after the item that holds them."""
        found: list[dict[str, Any]] = []
        depth = 1
        while depth:
            token = self.take()
            depth += token.type.endswith("_list_open") - token.type.endswith("_list_close")
            if token.type == "paragraph_open":
                found.append(clause(self.words()))
        return found

    def rows(self) -> list[list[Words]]:
        found: list[list[Words]] = []
        while (token := self.take()).type != "table_close":
            if token.type == "tr_open":
                found.append([])
            elif token.type in ("th_open", "td_open"):
                found[-1].append(self.words())
        return found


def clause(words: Words) -> dict[str, Any]:
    """A list's item; one that begins with a bold number is that rule."""
    first = words[0] if words else {"kind": "text", "text": ""}
    if first["kind"] == "strong" and NUMBER.fullmatch(first["text"]):
        rest = [dict(part) for part in words[1:]]
        if rest:
            rest[0]["text"] = rest[0]["text"].lstrip()
        return {"rule": first["text"], "words": [part for part in rest if part["text"]]}
    return {"rule": None, "words": words}


def in_line(tokens: Sequence[Token], defined: set[str]) -> Words:
    """Words with their weight; numbers of rules apart, so that they can be followed."""
    found: Words = []
    kinds = ["text"]
    for token in tokens:
        if token.type in KINDS:
            kinds.append(KINDS[token.type])
        elif token.type in ("strong_close", "em_close"):
            kinds.pop()
        elif token.type == "code_inline":
            found.append({"kind": "code", "text": token.content})
        elif token.type in ("softbreak", "hardbreak"):
            put(found, kinds[-1], " ")
        elif token.type in ("text", "text_special"):
            last = 0
            for match in NUMBER.finditer(token.content) if kinds[-1] == "text" else ():
                if match[0] in defined or match[0].startswith("LT-"):
                    put(found, "text", token.content[last : match.start()])
                    found.append({"kind": "rule", "text": match[0]})
                    last = match.end()
            put(found, kinds[-1], token.content[last:])
    return found


def put(words: Words, kind: str, text: str) -> None:
    """Add words, to those before where they are of a kind."""
    if words and words[-1]["kind"] == kind and kind != "rule":
        words[-1]["text"] += text
    elif text:
        words.append({"kind": kind, "text": text})
