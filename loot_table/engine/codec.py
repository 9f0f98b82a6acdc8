"""Dataclass <-> JSON, one way for every game.

A dataclass is an object with a "type" (its class name in snake_case) and its fields; a tuple is an array.
A field called `from_` is "from". Fields that are not arguments of the class are derived and do not travel; nor does a
view's `box` (metadata "stays"), which the reader has already.

The types are checked here and not by msgspec's own converter, because compiled classes keep only the outermost
type of an annotation. A field of an action that is not a plain str, int or bool says what it holds:
`field(metadata={"of": [str]})` is a list of texts, `(str, int)` a pair, `[(str, int)]` a list of pairs. A field with
metadata "optional" does not travel while it has its default. Metadata "spread" names the class of a record that a table
and its view share: its fields travel among the view's own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import ModuleType
from typing import Any

import msgspec

from loot_table.engine.errors import BadInput, BadJson
from loot_table.engine.state import Action, Chance, Decision, Effect, Event, Step, View

MOST_BYTES = 8 * 1024  # one command
MOST_DEPTH = 24
MOST_INT = 2**53  # what a browser's numbers hold exactly
TRAVELS = (Action, Step, Event, View)
ABSTRACT = {Action, Step, Decision, Chance, Effect, Event, View}  # the engine's own, which mean nothing on the wire
SCALARS: dict[Any, type] = {t: t for t in (str, int, bool)} | {t.__name__: t for t in (str, int, bool)}
SCALARS |= {"Seat": int, "i64": int, "float": float, float: float}
WORDS = {str: "a text", int: "a whole number", bool: "true or false", float: "a number"}


def tag(cls: type) -> str:
    """`RemoveLocks` -> `remove_locks`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def key(field: Field[Any]) -> str:
    return field.name.rstrip("_")


def travelling(cls: Any) -> list[Field[Any]]:
    return [field for field in fields(cls) if field.init and not field.metadata.get("stays")]


def spread(cls: Any) -> list[tuple[str, Field[Any]]]:
    """The fields of its JSON, each with the name of the record that holds it, or ""."""
    found: list[tuple[str, Field[Any]]] = []
    for field in travelling(cls):
        if "spread" in field.metadata:
            found += [(field.name, one) for one in fields(field.metadata["spread"])]
        else:
            found.append(("", field))
    return found


@cache
def layout(cls: Any) -> tuple[str, list[tuple[str, Callable[[Any], Any], bool, Any]]]:
    """A class's type word; for each key of its JSON what gets its value, and whether it is left out at its default."""
    word: str = tag(cls)
    assert is_dataclass(cls), f"{word} does not travel"
    found: list[tuple[str, Callable[[Any], Any], bool, Any]] = []
    for record, field in spread(cls):
        get = attrgetter(f"{record}.{field.name}" if record else field.name)
        found.append((key(field), get, bool(field.metadata.get("optional")), field.default))
    return word, found


def encode(thing: Any) -> Any:
    """Plain JSON data for a dataclass, a tuple of them, or anything plain already."""
    if thing is None or type(thing) in (bool, str):
        return thing
    if type(thing) is int:
        assert abs(thing) <= MOST_INT, "browsers cannot hold this number"
        return thing
    if type(thing) is float:
        assert math.isfinite(thing)
        return thing
    if isinstance(thing, (tuple, list)):
        return [encode(item) for item in thing]
    if isinstance(thing, Mapping):
        return {name: encode(item) for name, item in thing.items()}
    kind: Any = type(thing)
    word, fields_here = layout(kind)
    plain: dict[str, Any] = {"type": word}
    for name, get, is_optional, default in fields_here:
        value = get(thing)
        if not is_optional or value != default:
            plain[name] = encode(value)
    return plain


def dumps(plain: Any) -> bytes:
    """JSON bytes; equal data give equal bytes."""
    return msgspec.json.encode(plain, order="sorted")


def loads(text: bytes | str, most_bytes: int = MOST_BYTES) -> Any:
    """Plain data from JSON that nobody vouches for."""
    size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else len(text)
    if size > most_bytes:
        raise BadJson(f"too long: {size} bytes, at most {most_bytes} are read")
    try:
        plain = msgspec.json.decode(text)
    except RecursionError:
        raise BadJson(f"nested too deeply: at most {MOST_DEPTH} levels are read") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadJson(f"not JSON: {error}") from None
    check_plain(plain)
    return plain


def check_plain(plain: Any, depth: int = 0) -> None:
    """Refuse what is too deep or holds numbers that do not survive the journey."""
    if depth > MOST_DEPTH:
        raise BadJson(f"nested too deeply: at most {MOST_DEPTH} levels are read")
    if type(plain) is int and abs(plain) > MOST_INT:
        raise BadJson("a number is too large: at most 2**53 is read")
    if type(plain) is float and not math.isfinite(plain):
        raise BadJson("a number is not finite")
    if isinstance(plain, list):
        for item in plain:
            check_plain(item, depth + 1)
    elif isinstance(plain, dict):
        for item in plain.values():
            check_plain(item, depth + 1)
    elif isinstance(plain, str) and any(0xD800 <= ord(letter) <= 0xDFFF for letter in plain):
        raise BadJson("a text holds half a character")


def describe(shape: Any) -> str:
    if isinstance(shape, list):
        return f"a list, each item {describe(shape[0])}"
    if isinstance(shape, tuple):
        return "[" + ", ".join(describe(part) for part in shape) + "]"
    return WORDS[shape]


def shaped(plain: Any, shape: Any, path: str) -> Any:
    """The value if it has the shape; lists become tuples."""
    if isinstance(shape, list) and isinstance(plain, list):
        return tuple(shaped(item, shape[0], f"{path}[{n}]") for n, item in enumerate(plain))
    if isinstance(shape, tuple) and isinstance(plain, list) and len(plain) == len(shape):
        return tuple(
            shaped(item, part, f"{path}[{n}]") for n, (item, part) in enumerate(zip(plain, shape, strict=True))
        )
    if type(plain) is shape:
        return plain
    raise BadJson(f"{path} must be {describe(shape)}, got {shown(plain)}")


def shown(plain: Any) -> str:
    """A value as JSON, shortened, for an error message."""
    text = dumps(plain).decode()
    return text if len(text) <= 60 else text[:57] + "..."


class Codec:
    """Reads the JSON of one game's actions, steps, events and views."""

    def __init__(self, *modules: ModuleType) -> None:
        found = [thing for module in modules for thing in vars(module).values() if is_travelling_class(thing)]
        self.types: dict[str, Any] = {tag(cls): cls for cls in found}
        assert len(set(found)) == len(self.types), "two classes share a type word"
        self.actions: list[str] = sorted(word for word, cls in self.types.items() if issubclass(cls, Action))
        self.shapes: dict[str, dict[str, Any]] = {}
        for word, cls in self.types.items():
            self.shapes[word] = {key(field): shape_of(cls, field) for _, field in spread(cls)}

    def forget(self, *words: str) -> None:
        """Classes that others are built on mean nothing on the wire."""
        for word in words:
            del self.types[word]
            del self.shapes[word]
        self.actions = [word for word in self.actions if word in self.types]

    def action_types(self) -> list[str]:
        return list(self.actions)

    def action(self, plain: Any) -> Action:
        """The action that this JSON object means. It may still be illegal."""
        kinds = self.actions
        if not isinstance(plain, dict) or not isinstance(plain.get("type"), str):
            raise BadJson(f'an action is an object with a "type", one of {", ".join(kinds)}; got {shown(plain)}')
        if plain["type"] not in kinds:
            raise BadJson(f'no action is called "{plain["type"]:.40}"; there are {", ".join(kinds)}')
        action = self.decode(plain)
        assert isinstance(action, Action)
        return action

    def decode(self, plain: Any, box: Any = None) -> Any:
        """The dataclass, tuple or plain value that was encoded; a view gets the box."""
        if isinstance(plain, list):
            return tuple(self.decode(item, box) for item in plain)
        if not isinstance(plain, dict):
            return plain
        word = plain.get("type")
        if not isinstance(word, str) or word not in self.types:
            raise BadJson(f'"type" must be one of {", ".join(sorted(self.types))}, got {shown(word)}')
        shapes = self.shapes[word]
        unknown = sorted(set(plain) - set(shapes) - {"type"})
        if unknown:
            raise BadJson(f'"{word}" has no field {shown(unknown[0])}; it has {", ".join(shapes) or "none"}')
        cls = self.types[word]
        given: dict[str, dict[str, Any]] = {"": {"box": box} if issubclass(cls, View) else {}}
        for record, field in spread(cls):
            name = key(field)
            if name not in plain:
                if record or (field.default is MISSING and field.default_factory is MISSING):
                    raise BadJson(f'"{word}" lacks its field "{name}"')
                continue
            shape = shapes[name]
            value = plain[name]
            read = self.decode(value, box) if shape is None else shaped(value, shape, name)
            given.setdefault(record, {})[field.name] = read
        try:
            return put_together(cls, given)
        except (TypeError, ValueError) as error:
            raise BadJson(f'"{word}" cannot be read: {error}') from None
        except BadInput as error:
            raise BadJson(f'"{word}" cannot be read: {error}') from None


def put_together(cls: Any, given: dict[str, dict[str, Any]]) -> Any:
    """A dataclass from its own fields, under "", and from those of the records that were spread."""
    records = {field.name: field.metadata["spread"]() for field in fields(cls) if field.name in given}
    for name, record in records.items():
        for attribute, value in given[name].items():
            setattr(record, attribute, value)
    return cls(**given[""], **records)


def is_travelling_class(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, TRAVELS) and thing not in ABSTRACT


def shape_of(cls: type, field: Field[Any]) -> Any:
    """What a field must hold. None: any plain data, which only our own words (never an action) may hold."""
    shape = field.metadata.get("of", SCALARS.get(field.type))
    assert shape is not None or not issubclass(cls, Action), f'{cls.__name__}.{field.name} needs metadata={{"of": …}}'
    return shape
