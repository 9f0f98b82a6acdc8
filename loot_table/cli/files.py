"""Files on disk: records are read with clear errors and written whole or not at all; results are written as JSON."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from loot_table.cli.seats import as_they_sat
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadRecord
from loot_table.engine.match import MOST_RECORD_BYTES, Match, read_record
from loot_table.engine.random import Random
from loot_table.games import load


def read_bytes(path: Path) -> bytes:
    """A file that may be a record."""
    try:
        if path.stat().st_size > MOST_RECORD_BYTES:
            raise BadRecord(f"{path} is too large to be a record")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def read_match(path: Path, nature: Random | None = None) -> Match:
    """The match in a record file."""
    return read_kept(path, nature)[0]


def read_kept(path: Path, nature: Random | None = None) -> tuple[Match, list[str] | None]:
    """The match in a record file, and who sat where if it says so."""
    text = read_bytes(path)
    try:
        saved = read_record(text)
        match = Match.from_json(saved, load(saved["game"]), nature)
        return match, as_they_sat(saved["seats"], match.players) if "seats" in saved else None
    except BadInput as error:
        raise BadRecord(f"{path}: {error}") from None


def kept_hints(path: Path, players: int) -> list[int]:
    """How many hints each seat had asked for when a match was kept."""
    hints = read_record(read_bytes(path)).get("hints", [0] * players)
    if len(hints) != players or not all(type(count) is int and count >= 0 for count in hints):
        raise BadRecord(f'{path}: "hints" of a record is a number for each seat')
    return list(hints)


def write_match(match: Match, path: Path, who: Sequence[str], hints: Sequence[int] = ()) -> None:
    """Writes beside the file first, so that a full disk or a lost power never leaves half a record."""
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is {'a folder' if path.is_dir() else 'not a file'}; say which file to write")
    scratch = ""
    try:
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            asked = {"hints": list(hints)} if any(hints) else {}
            file.write(codec.dumps({**match.to_json(), "seats": list(who), **asked}))
            file.flush()
            os.fsync(file.fileno())
        Path(scratch).replace(path)
    except OSError as error:
        if scratch:
            Path(scratch).unlink(missing_ok=True)
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def can_be_written(path: Path | None) -> Path | None:
    """A file for results, checked before the work is done that they come from."""
    if path is not None:
        if path.is_dir():
            raise BadInput(f"{path} is a folder; say which file to write")
        where = path if path.exists() else path.parent
        if not where.exists() or not os.access(where, os.W_OK):
            raise BadInput(f"{path} cannot be written: {'no permission' if where.exists() else 'no such folder'}")
    return path


JsonFile = Annotated[Path | None, typer.Option("--json", help="Also write the figures here.", callback=can_be_written)]


def write_json(path: Path | None, told: Any, indent: int | None = 2) -> None:
    """What a measurement told, where somebody wants it."""
    if path is not None:
        try:
            path.write_text(json.dumps(told, indent=indent) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def read_json(path: Path) -> Any:
    """What was written so."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        raise BadInput(f"{path} cannot be read, or is not JSON") from None
