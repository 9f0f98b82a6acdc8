"""Component data: read from TOML, told apart by a content hash."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from loot_table.engine.codec import check_plain
from loot_table.engine.errors import BadComponents, BadJson

MOST_BYTES = 64 * 1024  # of a set of components as JSON: what the server reads, several times what a game needs
MOST_NAME = 40  # characters of an id, a name or a symbol


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a file, or an error that names the file and the line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise BadComponents(f"{path.name} cannot be read: {error}") from None
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise BadComponents(f"{path.name} is not TOML: {error!s:.200}") from None


def content_hash(data: Mapping[str, Any]) -> str:
    """The same data give the same hash, however their file is laid out."""
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()[:16]


def component_hash(data: Mapping[str, Any]) -> str:
    """The hash of components that nobody vouches for: refused before anything is built if they are too much."""
    try:
        check_plain(data)
    except BadJson as error:
        raise BadComponents(f"components: {error}") from None
    size = len(msgspec.json.encode(data))
    if size > MOST_BYTES:
        raise BadComponents(f"components: at most {MOST_BYTES} bytes as JSON are read, got {size}")
    return content_hash(data)


def pick(data: Any, path: str, kind: type, where: str) -> Any:
    """`pick(data, "board.ranks", int, "components")`: the value at a path, which must be of that type."""
    value = data
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            raise BadComponents(f"{where}: {path} is missing")
        value = value[part]
    if type(value) is not kind:
        raise BadComponents(f"{where}: {path} must be {kind.__name__}, got {type(value).__name__} {value!r:.40}")
    return value


def line(data: Any, path: str, where: str) -> str:
    """A text at a path that people will read: one line, not too long."""
    value: str = pick(data, path, str, where)
    if not 1 <= len(value) <= MOST_NAME or not value.isprintable():
        raise BadComponents(f"{where}: {path} must be one line of 1 to {MOST_NAME} characters, got {value!r:.40}")
    return value


def items(data: Any, path: str, most: int, where: str) -> list[Any]:
    """A list at a path, not longer than this."""
    value: list[Any] = pick(data, path, list, where)
    if len(value) > most:
        raise BadComponents(f"{where}: {path} has {len(value)} entries, at most {most} are read")
    return value


def whole(data: Any, path: str, least: int, most: int, where: str) -> int:
    """A whole number at a path, in this range."""
    value: int = pick(data, path, int, where)
    if not least <= value <= most:
        raise BadComponents(f"{where}: {path} must be {least} to {most}, got {value}")
    return value
