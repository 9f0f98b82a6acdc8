"""Places in a data pack, as people write them: `scoring.target.4`, `card.bard.power`, `decks.classic.cards.G07`.

A part names a field, or in a list of things the one with that id, code, symbol or name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from loot_table.engine.errors import BadComponents

NAMES = ("id", "code", "symbol", "name")
SILENT = frozenset({"provenance"})  # where data come from is not what is played


def name_in(thing: Any) -> str | None:
    """What a thing of a list is called by."""
    if isinstance(thing, Mapping):
        for field in NAMES:
            if isinstance(thing.get(field), str):
                return str(thing[field])
    return None


def are_named(things: Any) -> bool:
    return isinstance(things, list) and bool(things) and all(name_in(thing) is not None for thing in things)


def step(data: Any, part: str, path: str) -> tuple[Any, Any]:
    """Where a part of a path leads: its key in `data`, and what stands there."""
    if isinstance(data, Mapping):
        if part in data:
            return part, data[part]
        raise BadComponents(f"{path}: there is no {part!r} here; there are {offered(data)}")
    if isinstance(data, list):
        for place, thing in enumerate(data):
            if name_in(thing) == part:
                return place, thing
        if part.isdecimal() and int(part) < len(data):
            return int(part), data[int(part)]
        raise BadComponents(f"{path}: there is no {part!r} in this list; there are {offered(data)}")
    raise BadComponents(f"{path}: {part!r} is inside of {data!r:.40}, which has no parts")


def offered(data: Any) -> str:
    names = list(data) if isinstance(data, Mapping) else [name_in(thing) or str(n) for n, thing in enumerate(data)]
    shown = ", ".join(str(name) for name in names[:12])
    return shown + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def holder(data: Any, path: str) -> tuple[Any, Any]:
    """What holds the end of a path, and the key in it."""
    *first, last = path.split(".")
    for part in first:
        _, data = step(data, part, path)
    key, _ = step(data, last, path)
    return data, key


def at(data: Any, path: str) -> Any:
    """What stands at a path."""
    inside, key = holder(data, path)
    return inside[key]


def places(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every thing of a list that is called something: its name, and its path."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from places(value, f"{path}.{key}" if path else str(key))
    elif are_named(data):
        for thing in data:
            yield str(name_in(thing)), f"{path}.{name_in(thing)}"


def differences(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every path at which two packs differ, with what stands there; None where nothing does."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in [*before, *[key for key in after if key not in before]]:
            if key not in SILENT:
                yield from differences(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
    elif are_named(before) and are_named(after):
        ones, others = ({name_in(thing): thing for thing in things} for things in (before, after))
        for name in [*ones, *[name for name in others if name not in ones]]:
            yield from differences(ones.get(name), others.get(name), f"{path}.{name}")
    elif before != after:
        yield path, before, after
