"""Components by what they are called in sentences: `card demon (life 3, power 4)` rather than `demon`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from loot_table.engine import options
from loot_table.lab.design import Design
from loot_table.lab.paths import NAMES, at, name_in, places

COUNTS = ("copies", "count")  # fields that say how many of a component there are
UNSPOKEN = {*NAMES, *COUNTS, "text", "role", "provenance"}
MOST_FIELDS = 3
LONGEST = 20


def path_of(design: Design, name: str) -> str | None:
    """Where a component stands. Of several lists that hold it (two decks), the one in play is named by an option."""
    chosen = {str(each) for each in options.as_dict(options.read(design.rules.options, design.options)).values()}
    found = [path for named, path in places(design.data) if named == name]
    return max(found, key=lambda each: bool(chosen & set(each.split("."))), default=None)


def spoken(design: Design, name: str) -> str:
    """What kind of thing it is, and what stands on it; what is no component (a die) is said as it is."""
    path = path_of(design, name)
    if path is None:
        return next((kind.replace("_", " ") for kind in alone(design.data, name)), name)
    kind = path.split(".")[-2].removesuffix("s").replace("_", " ")
    fields = ", ".join(fields_of(at(design.data, path)))
    return f"{kind} {name}" + (f" ({fields})" if fields else "")


def alone(data: Any, name: str) -> Iterator[str]:
    """Things that stand in no list: what the field is called that holds them."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if isinstance(value, Mapping) and name_in(value) == name:
                yield str(key)
            yield from alone(value, name)


def fields_of(thing: Mapping[str, Any]) -> list[str]:
    said = [
        f"{field.replace('_', ' ')} {value}"
        for field, value in thing.items()
        if field not in UNSPOKEN and isinstance(value, str | int) and value and len(str(value)) <= LONGEST
    ]
    return said[:MOST_FIELDS]
