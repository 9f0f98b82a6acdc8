"""Marks of the code that plays and tells: what an older version played or told of a game is not gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

from loot_table import games

PLAYS = ("loot_table.engine", "loot_table.bots", "loot_table.arena")
TELLS = (*PLAYS, "loot_table.measure", "loot_table.lab")


@cache
def mark_of_play(slug: str) -> str:
    """Of rules and bots."""
    return mark_of(slug, PLAYS)


@cache
def mark_of_telling(slug: str) -> str:
    """Of what is told of games, too: values, and how they are looked at."""
    return mark_of(slug, TELLS)


def mark_of(slug: str, modules: tuple[str, ...]) -> str:
    mark = 0
    for module in (*modules, games.homes()[slug]):
        for path in sources(module):
            mark = crc32(path.read_bytes(), mark)
    return f"{mark:08x}"


def sources(module: str) -> Iterator[Path]:
    """Every source and every table of numbers of a package; a game may be one file."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return
    home = Path(spec.origin)
    if spec.submodule_search_locations is None:
        yield home
        return
    yield from sorted(path for path in home.parent.rglob("*") if path.suffix in (".py", ".toml"))
