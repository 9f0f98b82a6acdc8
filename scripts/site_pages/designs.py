"""Components and options of each game: what a design can change, with the places that `--set` and files name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from loot_table import games
from loot_table.engine.game import Game
from loot_table.engine.options import described, written
from site_pages.paths import games_with_rooms
from site_pages.rules import rule_link

LONGEST = 90  # letters of a value in a cell
WIDEST = 9  # columns of a table
SILENT = ("provenance", "note")
NAMES = ("id", "code", "symbol", "name")  # what a thing in a list is called by


def pages() -> dict[str, str]:
    return {f"components/{slug}.md": "\n".join(page(games.load(slug))) + "\n" for slug in games_with_rooms()}


def page(game: Game) -> Iterator[str]:
    yield from (f"# Components and options: {game.name}", "")
    yield "Everything that a [design](../lab.md#designs) can change. A place is written with dots, a thing in a list by its name:"
    yield "`loot lab compare GAME --set PLACE=VALUE` tells what a change does, `loot lab design GAME --knobs` lists every number."
    yield from ("", "## Options", "", "| option | values | usual | what it does | rule |", "|---|---|---|---|---|")
    for option in described(game.options):
        values = option.allowed().replace("|", "\\|")
        rule = rule_link(game.slug, option.rule)
        yield f"| `{option.name}` | {values} | {written(option.default)} | {option.doc} | {rule} |"
    components = game.read_components(None)
    for name, value in components.data.items():
        if not is_silent(name, value):
            yield from ("", f"## {name}", "", *shown(value, name, 3))


def is_silent(name: str, value: Any) -> bool:
    return name in SILENT or value in ({}, [])


def shown(value: Any, place: str, level: int) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from of_mapping(value, place, level)
    elif isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
        yield from of_things(value)
    else:
        yield from ("| place | value |", "|---|---|", f"| `{place}` | {cell(value)} |")


def of_mapping(value: Mapping[str, Any], place: str, level: int) -> Iterator[str]:
    """What is plain as a table of places, then what holds more."""
    plain = {name: one for name, one in value.items() if not is_large(one) and not is_silent(name, one)}
    if plain:
        yield from ("| place | value |", "|---|---|")
        yield from [f"| `{place}.{name}` | {cell(one)} |" for name, one in plain.items()]
    for name, one in value.items():
        if is_large(one) and not is_silent(name, one):
            yield from ("", f"{'#' * min(level, 5)} {place}.{name}", "", *shown(one, f"{place}.{name}", level + 1))


def is_large(value: Any) -> bool:
    """Whether it gets tables of its own."""
    if isinstance(value, Mapping):
        return any(isinstance(one, Mapping | list) for one in value.values())
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def of_things(things: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    columns = [name for name in dict.fromkeys(name for thing in things for name in thing) if name not in SILENT]
    key = next((name for name in NAMES if name in columns), columns[0])
    columns = [key, *[name for name in columns if name != key]][:WIDEST]
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for thing in things:
        yield f"| {' | '.join(cell(thing.get(name, '')) for name in columns)} |"


def cell(value: Any) -> str:
    if isinstance(value, Mapping):
        text = ", ".join(f"{name}: {plain(one)}" for name, one in value.items() if name not in SILENT)
    else:
        text = plain(value)
    cut = text if len(text) <= LONGEST else text[: LONGEST - 2].rstrip(", ") + " …"
    return cut.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(f"({plain(one)})" if isinstance(one, list | Mapping) else plain(one) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {plain(one)}" for name, one in value.items())
    return written(value)
