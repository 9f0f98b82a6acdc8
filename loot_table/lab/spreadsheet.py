"""A data pack as tables of cells, as people edit them: a sheet for each list of named things, and one for the values of
each other part. A cell is a text; what it means follows from what stood there before."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from loot_table.lab.design import Design
from loot_table.lab.paths import SILENT, are_named, name_in

DESCRIPTIONS = frozenset({"options", "option", "vocabulary", "title", "meta"})  # of the game, not things of its box
GENERAL = "general"


@dataclass(frozen=True)
class Row:
    name: str
    path: str
    cells: tuple[Any, ...]  # values, by the sheet's columns; None where there is none


@dataclass(frozen=True)
class Sheet:
    path: str
    columns: tuple[str, ...]  # of a sheet of values only `value`
    rows: tuple[Row, ...]
    is_list: bool  # of things that can be removed and copied

    def path_of(self, row: Row, column: str) -> str:
        return f"{row.path}.{column}" if self.is_list else row.path


def kind_of(value: Any) -> str:
    """What may be typed into a cell that holds this."""
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, int):
        return "number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "texts"
    if isinstance(value, list) and all(type(each) is int for each in value):
        return "numbers"
    return "data"


def written(value: Any) -> str:
    """A value as it stands in a cell."""
    if value is None:
        return ""
    kind = kind_of(value)
    if kind == "yes":
        return "yes" if value else "no"
    if kind in ("texts", "numbers") and not any("," in str(each) for each in value):
        return ", ".join(str(each) for each in value)
    return value if kind == "text" else json.dumps(value, ensure_ascii=False)


def meant(text: str, like: Any) -> Any:
    """What somebody typed into a cell where something like this stood. What it cannot be stays a text, and the game's
    check says what it should be."""
    kind, plain = kind_of(like), text.strip()
    if like is None or kind == "text":
        return text if like is not None else number_or_text(plain)
    if kind == "yes":
        return {"yes": True, "no": False}.get(plain.lower(), text)
    if kind == "number":
        return number_or_text(plain)
    if kind in ("texts", "numbers") and not plain.startswith("["):
        parts = [part.strip() for part in plain.split(",") if part.strip()]
        return parts if kind == "texts" else [number_or_text(part) for part in parts]
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        return text


def number_or_text(text: str) -> int | str:
    digits = text.removeprefix("-").removeprefix("−")
    is_whole = digits.isascii() and digits.isdigit() and len(digits) <= 15
    return int(text.replace("−", "-")) if is_whole else text


def sheets(data: Mapping[str, Any]) -> list[Sheet]:
    """All of a pack, in its own order; first the lists, which hold what is played with."""
    lists: list[Sheet] = []
    loose: list[Row] = []
    parts: list[Sheet] = []
    for name, value in data.items():
        if name in SILENT or name in DESCRIPTIONS:
            continue
        rows = list(values(value, name, lists))
        if isinstance(value, Mapping):
            if rows:
                parts.append(Sheet(name, ("value",), tuple(rows), is_list=False))
        else:
            loose += rows
    if loose:
        parts.append(Sheet(GENERAL, ("value",), tuple(loose), is_list=False))
    return [*lists, *parts]


def values(value: Any, path: str, lists: list[Sheet]) -> Iterator[Row]:
    """The values below a path, one in a row. Lists of things become sheets of their own."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            if name not in SILENT:
                yield from values(each, f"{path}.{name}", lists)
    elif are_named(value):
        lists.append(sheet_of(value, path))
    else:
        yield Row(path.partition(".")[2] or path, path, (value,))


def sheet_of(things: list[Mapping[str, Any]], path: str) -> Sheet:
    columns = tuple(dict.fromkeys(name for thing in things for name in thing if name not in SILENT))
    rows = tuple(
        Row(str(name_in(thing)), f"{path}.{name_in(thing)}", tuple(thing.get(name) for name in columns))
        for thing in things
    )
    return Sheet(path, columns, rows, is_list=True)


def sheet_called(data: Mapping[str, Any], path: str) -> Sheet | None:
    return next((sheet for sheet in sheets(data) if sheet.path == path), None)


def told(design: Design, before: Design) -> list[dict[str, Any]]:
    """For a page: every sheet with its cells as texts, and what stood there in another design where it is different."""
    old = {sheet.path: sheet for sheet in sheets(before.data)}
    return [sheet_told(sheet, old.get(sheet.path)) for sheet in sheets(design.data)]


def sheet_told(sheet: Sheet, before: Sheet | None) -> dict[str, Any]:
    old = {} if before is None else {row.name: dict(zip(before.columns, row.cells, strict=True)) for row in before.rows}
    rows = []
    for row in sheet.rows:
        known = old.pop(row.name, None)
        cells = [written(cell) for cell in row.cells]
        was = None if known is None else [written(known.get(column)) for column in sheet.columns]
        state = "new" if was is None else "same" if was == cells else "changed"
        kinds = None if sheet.is_list else [kind_of(row.cells[0])]
        rows.append({"name": row.name, "path": row.path, "cells": cells, "was": was, "state": state, "kinds": kinds})
    for name, gone in old.items():
        cells = [written(gone.get(column)) for column in sheet.columns]
        path = f"{sheet.path}.{name}"
        rows.append({"name": name, "path": path, "cells": cells, "was": cells, "state": "removed", "kinds": None})
    kinds = [column_kind(sheet, place) for place in range(len(sheet.columns))]
    columns = [{"name": name, "kind": kind} for name, kind in zip(sheet.columns, kinds, strict=True)]
    changed = sum(row["state"] != "same" for row in rows)
    return {"path": sheet.path, "columns": columns, "rows": rows, "is_list": sheet.is_list, "changed": changed}


def column_kind(sheet: Sheet, place: int) -> str:
    kinds = {kind_of(row.cells[place]) for row in sheet.rows if row.cells[place] is not None}
    return kinds.pop() if len(kinds) == 1 else "data" if sheet.is_list else "text"
