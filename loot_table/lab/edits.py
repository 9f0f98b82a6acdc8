"""What somebody does to a design in a spreadsheet, as changes: the last one of a cell counts, and a cell that is as it was
is no change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from loot_table.engine.errors import BadComponents
from loot_table.lab.design import Change, Design
from loot_table.lab.paths import holder, step
from loot_table.lab.spreadsheet import meant


def with_cell(design: Design, path: str, text: str) -> Design:
    """A cell gets what was typed into it."""
    before = replace(design, changes=tuple(each for each in design.changes if not is_set(each, path)))
    stood = at(before, path)
    value = meant(text, stood)
    return before if value == stood else with_change(before, Change("set", path, value))


def with_change(design: Design, change: Change) -> Design:
    return replace(design, changes=(*design.changes, change))


def is_set(change: Change, path: str) -> bool:
    return change.kind == "set" and change.path == path


def at(design: Design, path: str) -> Any:
    """What stands at a path after the changes, before the game brings its counts in line."""
    try:
        found: Any = design.data
        for part in path.split("."):
            _, found = step(found, part, path)
    except (BadComponents, TypeError, KeyError):
        return None
    return found


def without_row(design: Design, path: str) -> Design:
    """A thing goes: one that was copied as if it had never been there."""
    inside, _, name = path.rpartition(".")
    was_copied = any(
        each.kind == "copy" and each.path.startswith(inside + ".") and each.value == name for each in design.changes
    )
    kept = tuple(
        each
        for each in design.changes
        if each.path != path
        and not each.path.startswith(path + ".")
        and not (each.kind == "copy" and each.value == name and each.path.rpartition(".")[0] == inside)
    )
    made = replace(design, changes=kept)
    if was_copied:
        return made
    holder(made.data, path)  # a path that leads nowhere is said at once
    return with_change(made, Change("remove", path))


def with_row(design: Design, path: str, name: str) -> Design:
    """A thing comes twice, the second time under another name; or one that was removed comes back."""
    if Change("remove", path) in design.changes and path.rpartition(".")[2] == name:
        return replace(design, changes=tuple(each for each in design.changes if each != Change("remove", path)))
    if at(design, f"{path.rpartition('.')[0]}.{name}") is not None:
        raise BadComponents(f"{path.rpartition('.')[0]}: there is a {name!r:.40} already")
    made = with_change(design, Change("copy", path, name))
    _ = made.data
    return made


def as_before(design: Design, path: str) -> Design:
    """Whatever was done at a path is taken back."""
    kept = tuple(each for each in design.changes if each.path != path and not each.path.startswith(path + "."))
    return replace(design, changes=kept)


def edited(design: Design, edit: dict[str, Any]) -> Design:
    """One edit as a page sends it."""
    kind, path = edit["kind"], edit["path"]
    if kind == "cell":
        return with_cell(design, path, edit["text"])
    if kind == "remove":
        return without_row(design, path)
    if kind == "copy":
        return with_row(design, path, edit["text"])
    return as_before(design, path)
