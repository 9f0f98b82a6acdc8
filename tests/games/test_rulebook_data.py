"""Rulebooks as the browser and the terminal get them: blocks, words, and numbers that can be followed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from loot_table import games
from loot_table.games.rulebook import TABLE_RULES, blocks, numbered, read_blocks, rule, rulebook_text

BOOKS = [*games.slugs(), TABLE_RULES]


def all_words(found: list[dict[str, Any]]) -> list[dict[str, str]]:
    rows = [row for block in found if block["kind"] == "table" for row in (block["head"], *block["rows"])]
    items = [item for block in found if block["kind"] == "list" for item in block["items"]]
    groups = [block["words"] for block in found if "words" in block] + [item["words"] for item in items]
    return [part for group in [*groups, *[cell for row in rows for cell in row]] for part in group]


@pytest.mark.parametrize("book", BOOKS)
def test_every_numbered_rule_is_found_with_its_words(book: str) -> None:
    written = re.findall(r"^\s*- \*\*([A-Z]{2}-[^*\s]+)\*\*", rulebook_text(book), re.MULTILINE)
    assert list(numbered(book)) == written
    assert len(written) > 10
    assert all(words.strip() and "**" not in words for words in numbered(book).values())


@pytest.mark.parametrize("book", BOOKS)
def test_every_number_that_is_named_can_be_followed(book: str) -> None:
    """Dots and letters belong to a number: LL-5.6 is not LL-5."""
    found = blocks(book)
    known = {*numbered(book), *numbered(TABLE_RULES)}
    links = [part["text"] for part in all_words(found) if part["kind"] == "rule"]
    assert [number for number in links if number not in known] == []
    plain = "\n".join([part["text"] for part in all_words(found) if part["kind"] == "text"])
    missed = [number for number in re.findall(r"\b[A-Z]{2}-[A-Z0-9][\w.-]*\w", plain) if number in known]
    assert missed == []


def test_the_labyrinths_dotted_numbers_are_links() -> None:
    links = {part["text"] for part in all_words(blocks("labyrinth")) if part["kind"] == "rule"}
    assert {"LL-5.4", "LL-5.6"} <= links | set(numbered("labyrinth"))
    assert any("." in number for number in links)


def test_blocks_are_what_our_books_are_made_of() -> None:
    found = read_blocks(
        "# Title\n\nSome *light* and **heavy** words, `code`\nand <b>none</b> of it [linked](javascript:x).\n\n"
        "- **AB-1.2** Do *this* (AB-3).\n- plain\n\n| Back | Cards |\n|---|---|\n| green | 24 |\n\n```\nx = 1\n```\n\n- **AB-3** That."
    )
    assert found == [
        {"kind": "heading", "level": 1, "words": [{"kind": "text", "text": "Title"}], "id": "title"},
        {
            "kind": "paragraph",
            "words": [
                {"kind": "text", "text": "Some "},
                {"kind": "em", "text": "light"},
                {"kind": "text", "text": " and "},
                {"kind": "strong", "text": "heavy"},
                {"kind": "text", "text": " words, "},
                {"kind": "code", "text": "code"},
                {"kind": "text", "text": " and <b>none</b> of it [linked](javascript:x)."},
            ],
        },
        {
            "kind": "list",
            "items": [
                {
                    "rule": "AB-1.2",
                    "words": [
                        {"kind": "text", "text": "Do "},
                        {"kind": "em", "text": "this"},
                        {"kind": "text", "text": " ("},
                        {"kind": "rule", "text": "AB-3"},
                        {"kind": "text", "text": ")."},
                    ],
                },
                {"rule": None, "words": [{"kind": "text", "text": "plain"}]},
            ],
        },
        {
            "kind": "table",
            "head": [[{"kind": "text", "text": "Back"}], [{"kind": "text", "text": "Cards"}]],
            "rows": [[[{"kind": "text", "text": "green"}], [{"kind": "text", "text": "24"}]]],
        },
        {"kind": "code", "text": "x = 1"},
        {"kind": "list", "items": [{"rule": "AB-3", "words": [{"kind": "text", "text": "That."}]}]},
    ]


def test_rules_of_the_table_are_found_beside_the_games() -> None:
    game = games.load("labyrinth")
    assert rule(game, "lt-3").startswith("Undo.")
    assert rule(game, "LL-5.6") == numbered("labyrinth")["LL-5.6"]
