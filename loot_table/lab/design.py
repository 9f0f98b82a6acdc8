"""A design: a game with changed components and options, a name, and where it comes from.

What was changed is kept, not what came of it: a design is a short list that a person can read, and a file of a few lines.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import Any

from loot_table import games
from loot_table.engine import options as option_reader
from loot_table.engine.components import content_hash
from loot_table.engine.errors import BadComponents, BadInput, LootError
from loot_table.engine.game import Game
from loot_table.lab.paths import NAMES, are_named, differences, holder, name_in

MOST_CHANGES = 500
MOST_BYTES = 256 * 1024
MOST_TEXT = 80
MOST_SAID = 400  # letters of a command
FIELDS = {"game", "name", "author", "parent", "options", "changes"}
KINDS = ("set", "remove", "copy")


@dataclass(frozen=True)
class Change:
    """One edit of the data pack: a field gets a value, a thing goes, or one comes twice."""

    kind: str
    path: str
    value: Any = None  # of `set`: the value; of `copy`: the new one's name

    def apply(self, data: Any) -> None:
        inside, key = holder(data, self.path)
        if self.kind == "set":
            inside[key] = copy.deepcopy(self.value)
        elif not isinstance(inside, list):
            raise BadComponents(f"{self.path}: only a thing of a list can be removed or copied")
        elif self.kind == "remove":
            del inside[key]
        else:
            twin = copy.deepcopy(inside[key])
            twin[next(name for name in NAMES if name in twin)] = self.value
            inside.insert(key + 1, twin)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "path": self.path, **({} if self.kind == "remove" else {"value": self.value})}


@dataclass(frozen=True)
class Design:
    """`Design("loot_n_run").set("scoring.target.4", 33)`; without changes, the game as it is shipped."""

    game: str
    name: str = ""
    author: str = ""
    parent: str = ""  # the hash of the design it was made from
    options: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    # ---- making another one of it

    def set(self, path: str, value: Any) -> Design:
        return self.changed(Change("set", path, value))

    def remove(self, path: str) -> Design:
        return self.changed(Change("remove", path))

    def copied(self, path: str, name: str) -> Design:
        return self.changed(Change("copy", path, name))

    def option(self, name: str, value: Any) -> Design:
        made = replace(self, parent=self.parent or self.hash, options={**self.options, name: value})
        option_reader.read(made.rules.options, made.options)
        return made

    def changed(self, change: Change) -> Design:
        if len(self.changes) >= MOST_CHANGES:
            raise BadInput(f"a design has at most {MOST_CHANGES} changes")
        made = replace(self, parent=self.parent or self.hash, changes=(*self.changes, change))
        _ = made.data  # a path that leads nowhere is said at once
        return made

    def called(self, name: str, author: str = "") -> Design:
        return replace(self, name=line(name, "name"), author=line(author or self.author, "author"))

    # ---- what it is

    @property
    def rules(self) -> Game:
        return games.called(self.game)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The whole data pack with the changes in it, its counts brought in line, unchecked."""
        data: dict[str, Any] = copy.deepcopy(dict(self.rules.components(None).data))
        reader = games.part(self.rules, "components")
        fill(data, getattr(reader, "UNSAID", {}))
        for change in self.changes:
            change.apply(data)
        settle = getattr(reader, "settle", None)
        if settle is not None and self.changes:
            settle(data)
        return data

    @cached_property
    def components(self) -> dict[str, Any] | None:
        """For a match: None where they are the shipped ones. Refused with the field that is wrong."""
        if not self.changes:
            return None
        self.rules.components(self.data)
        return self.data

    def check(self) -> None:
        option_reader.read(self.rules.options, self.options)
        _ = self.components

    @cached_property
    def hash(self) -> str:
        """Designs that play alike have the same, whatever they are called."""
        chosen = option_reader.as_dict(option_reader.read(self.rules.options, self.options))
        return content_hash(
            {"game": self.rules.slug, "rules": self.rules.rules_version, "options": chosen, "components": self.data}
        )

    @property
    def title(self) -> str:
        return self.name or (
            self.rules.name if not self.changes and not self.options else f"{self.rules.name}, changed"
        )

    def differs(self, other: Design | None = None) -> list[str]:
        """What is different from another design, or from the shipped one, a line for each."""
        other = other or Design(self.game)
        said = [sentence(*each) for each in differences(other.data, self.data)]
        for option in option_reader.described(self.rules.options):
            before, after = (each.options.get(option.name, option.default) for each in (other, self))
            if before != after:
                said.append(f"option {option.name}: {option_reader.written(before)} → {option_reader.written(after)}")
        return said

    @property
    def command(self) -> str:
        """How it is named on the command line, with all that is changed; a design that cannot be said so has to be a file."""
        said = [self.rules.slug]
        for change in self.changes:
            if change.kind == "copy":
                return "DESIGN.toml"
            place = change.path if change.kind == "remove" else f"{change.path}={toml_value(change.value)}"
            said += [f"--{change.kind}", quote(place)]
        said += [f"--option {quote(f'{name}={option_reader.written(value)}')}" for name, value in self.options.items()]
        found = " ".join(said)
        return found if len(found) <= MOST_SAID else "DESIGN.toml"

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.rules.slug,
            "name": self.name,
            "author": self.author,
            "parent": self.parent,
            "options": dict(self.options),
            "changes": [change.to_json() for change in self.changes],
        }


def fill(data: dict[str, Any], unsaid: Mapping[str, Any]) -> None:
    """What a pack leaves out, as it is then: so that it can be changed."""
    for key, value in unsaid.items():
        if isinstance(value, Mapping) and isinstance(data.get(key), dict):
            fill(data[key], value)
        else:
            data.setdefault(key, copy.deepcopy(value))


def sentence(path: str, before: Any, after: Any) -> str:
    """`scoring.target.4: 35 → 33`; `card.bard: removed`."""
    if after is None:
        return f"{path}: removed"
    if before is None:
        return f"{path}: new"
    return f"{path}: {shown(before)} → {shown(after)}"


def shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"


def line(text: Any, what: str) -> str:
    if not isinstance(text, str) or len(text) > MOST_TEXT or not text.isprintable():
        raise BadInput(f"a design's {what} is one line of at most {MOST_TEXT} characters, got {text!r:.40}")
    return text


# ---------------------------------------------------------------- files


def from_json(plain: Any) -> Design:
    """A design that somebody wrote, checked field by field."""
    if not isinstance(plain, Mapping):
        raise BadInput("a design is a table with `game` and `changes`")
    if unknown := sorted(set(plain) - FIELDS):
        raise BadInput(f"a design has no field {unknown[0]!r:.40}; there are {', '.join(sorted(FIELDS))}")
    if not isinstance(plain.get("game"), str):
        raise BadInput("a design names its `game`")
    options, changes = plain.get("options", {}), plain.get("changes", [])
    if not isinstance(options, Mapping) or not isinstance(changes, list) or len(changes) > MOST_CHANGES:
        raise BadInput(f"`options` of a design is a table, `changes` a list of at most {MOST_CHANGES}")
    name, author, parent = (line(plain.get(name, ""), name) for name in ("name", "author", "parent"))
    design = Design(games.called(plain["game"]).slug, name, author, parent, dict(options))
    option_reader.read(design.rules.options, design.options)
    for number, each in enumerate(changes, 1):
        try:
            design = replace(design, changes=(*design.changes, read_change(each)))
            _ = design.data
        except LootError as error:
            raise BadInput(f"change {number}: {error}") from None
    design.check()
    return design


def read_change(plain: Any) -> Change:
    if not isinstance(plain, Mapping) or plain.get("kind") not in KINDS or not isinstance(plain.get("path"), str):
        raise BadInput(f"a change has a `kind` ({', '.join(KINDS)}) and a `path`, got {plain!r:.60}")
    wanted = {"kind", "path"} if plain["kind"] == "remove" else {"kind", "path", "value"}
    if set(plain) != wanted:
        raise BadInput(
            f"a change of kind {plain['kind']!r} has {', '.join(sorted(wanted))}, got {', '.join(sorted(plain))}"
        )
    if plain["kind"] == "copy" and not isinstance(plain["value"], str):
        raise BadInput("the `value` of a copy is the new one's name")
    return Change(plain["kind"], plain["path"], plain.get("value"))


def read_design(path: Path) -> Design:
    """From a TOML or JSON file, by its ending."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{path}: a design has at most {MOST_BYTES} bytes, got {len(raw)}")
    try:
        text = raw.decode("utf-8")
        plain = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix == ".json" else "TOML"
        raise BadInput(f"{path} is not {kind}: {error!s:.200}") from None
    try:
        return from_json(plain)
    except LootError as error:
        raise BadInput(f"{path}: {error}") from None


def write_design(design: Design, path: Path) -> None:
    plain = design.to_json()
    text = json.dumps(plain, indent=2, ensure_ascii=False) + "\n" if path.suffix == ".json" else as_toml(plain)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def as_toml(plain: Mapping[str, Any]) -> str:
    lines = [f"{name} = {toml_value(plain[name])}" for name in ("game", "name", "author", "parent") if plain[name]]
    if plain["options"]:
        lines += ["", "[options]", *[f"{name} = {toml_value(value)}" for name, value in plain["options"].items()]]
    for change in plain["changes"]:
        lines += ["", "[[changes]]", *[f"{name} = {toml_value(value)}" for name, value in change.items()]]
    return "\n".join(lines) + "\n"


def toml_value(value: Any) -> str:
    """JSON's texts, numbers and lists are TOML's, too; tables are written inline."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(str(key))} = {toml_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


# ---------------------------------------------------------------- what there is to change


def knobs(design: Design) -> list[tuple[str, int]]:
    """Every whole number of the data pack with its path: what can be turned."""
    found_knobs: list[tuple[str, int]] = []

    def walk(data: Any, path: str) -> None:
        if isinstance(data, Mapping):
            for key, value in data.items():
                walk(value, f"{path}.{key}" if path else str(key))
        elif are_named(data):
            for thing in data:
                walk(thing, f"{path}.{name_in(thing)}")
        elif isinstance(data, list):
            for place, value in enumerate(data):
                walk(value, f"{path}.{place}")
        elif type(data) is int:
            found_knobs.append((path, data))

    walk(design.data, "")
    return found_knobs
