"""Component data: read from TOML, told apart by a content hash."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from loot_table.engine.errors import BadComponents


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a file, or an error that names the file and the line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise BadComponents(f"{path.name} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadComponents(f"{path.name} is not TOML: {error}") from None


def content_hash(data: Mapping[str, Any]) -> str:
    """The same data give the same hash, however their file is laid out."""
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()[:16]


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
