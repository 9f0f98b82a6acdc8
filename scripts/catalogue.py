"""Collects every template that people read into `loot_table/languages/messages.pot`: `python scripts/catalogue.py`.

Templates stand in Python in `say(...)`, `word(...)` and `Count(...)`; on the page in `t(...)`; names of things in components;
lessons in `lessons.toml`.
`--check` only says whether the file is up to date; `--pseudo FILE` writes a language of wide letters.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

ROOT = Path(__file__).parent.parent
FILE = ROOT / "loot_table" / "languages" / "messages.pot"
# What people read of each game's components: where the names of its things stand.
THINGS = {
    "crates_barrels": ("side.name", "side.pawn"),
    "labyrinth": ("piece.symbol",),
    "loot_fiend": ("name",),
    "loot_n_run": ("backs.id", "treasures.id", "guardians.id"),
    "looterz": ("name", "text"),
}
HOLE = re.compile(r"(\{\w+\})")
WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
STRING = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`$]*`)"""
MANY = re.compile(rf"\btn\(\s*[^,]+,\s*{STRING},\s*{STRING}")
PAGE = re.compile(rf"\bt\(\s*{STRING}")


def found() -> Iterator[tuple[str | tuple[str, ...], str, int]]:
    """Every template with the file and the line it stands in."""
    for path in sorted((ROOT / "loot_table").rglob("*.py")):
        yield from in_python(path)
    for folder in (ROOT / "web" / "src", ROOT / "loot_table" / "games"):
        for path in sorted([*folder.rglob("*.ts"), *folder.rglob("*.svelte")]):
            yield from on_the_page(path)
    for path in sorted((ROOT / "loot_table" / "games").glob("*/components.toml")):
        for name in dict.fromkeys(named(tomllib.loads(path.read_text(encoding="utf-8")), THINGS[path.parent.name])):
            yield name, str(path.relative_to(ROOT)), 1
            yield a(name), str(path.relative_to(ROOT)), 1
    for path in sorted((ROOT / "loot_table" / "games").glob("*/lessons.toml")):
        for template in dict.fromkeys(in_lessons(tomllib.loads(path.read_text(encoding="utf-8")))):
            yield template, str(path.relative_to(ROOT)), 1


def in_python(path: Path) -> Iterator[tuple[str | tuple[str, ...], str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        given = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name in ("say", "word") and given:
            yield given[0], str(path.relative_to(ROOT)), node.lineno
        elif name == "Count" and len(given) > 1:
            yield (given[0], given[1]), str(path.relative_to(ROOT)), node.lineno


def on_the_page(path: Path) -> Iterator[tuple[str | tuple[str, ...], str, int]]:
    text = path.read_text(encoding="utf-8")
    for match in PAGE.finditer(text):
        yield unquoted(match[1]), str(path.relative_to(ROOT)), 0
    for match in MANY.finditer(text):
        yield (unquoted(match[1]), unquoted(match[2])), str(path.relative_to(ROOT)), 0


def unquoted(literal: str) -> str:
    return literal[1:-1].replace('\\"', '"').replace("\\'", "'")


def named(data: Any, wanted: Sequence[str], within: str = "") -> Iterator[str]:
    """Names of things, wherever they stand: `backs.id` is the `id` of everything under `backs`."""
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, str) and value and (key in wanted or f"{within}.{key}" in wanted):
                yield value
            yield from named(value, wanted, key)
    elif isinstance(data, list):
        for value in data:
            yield from named(value, wanted, within)


def in_lessons(data: Any) -> Iterator[str]:
    sys.path.insert(0, str(ROOT))
    from loot_table.learn.lessons import templates

    yield from templates(data)


def a(name: str) -> str:
    sys.path.insert(0, str(ROOT))
    from loot_table.engine.sentence import a as with_article

    return str(with_article(name))


def catalogue(language: str | None = None) -> Catalog:
    whole = Catalog(
        locale=language, project="Loot Table", charset="utf-8", header_comment="# The templates of Loot Table."
    )
    for message, file, _ in found():
        whole.add(message, locations=[(file, 0)])
    return whole


def pseudo(template: str) -> str:
    """`Run for {points}` as `Ｒｕｎ ｆｏｒ {points}`: no plain letter is left, so that one on the page was never translated."""
    return "".join(part if HOLE.fullmatch(part) else part.translate(WIDE) for part in HOLE.split(template))


def pseudo_language() -> Catalog:
    whole = catalogue("eo")
    for message in whole:
        if not message.id:
            continue
        message.string = (
            pseudo(message.id) if isinstance(message.id, str) else tuple(pseudo(each) for each in message.id)
        )
    return whole


def written(whole: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, whole, width=0, omit_header=whole.locale is None, include_lineno=False, sort_output=True)
    return out.getvalue()


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    asks.add_argument("--check", action="store_true")
    asks.add_argument("--pseudo", type=Path)
    asked = asks.parse_args()
    if asked.pseudo is not None:
        asked.pseudo.write_bytes(written(pseudo_language()))
        return
    now = written(catalogue())
    if asked.check and (not FILE.exists() or FILE.read_bytes() != now):
        sys.exit("the catalogue is not up to date: make catalogue")
    if not asked.check:
        FILE.write_bytes(now)
    print(f"{now.count(b'msgid ')} templates")


if __name__ == "__main__":
    main()
