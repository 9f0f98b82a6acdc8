"""How far somebody has come with the lessons at this terminal: kept in the data folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from loot_table.cli.folders import data_folder
from loot_table.engine.codec import dumps
from loot_table.engine.errors import BadInput

FILE = "lessons.json"


class Done(msgspec.Struct):
    """Of one lesson: the best stars so far, and where it was left."""

    stars: int = 0
    answers: list[Any] = []  # right ones, as JSON
    wrong: int = 0
    was_shown: bool = False


class Progress:
    """By game and lesson. What cannot be read is begun anew; what cannot be written is said."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = data_folder() / FILE if path is None else path
        self.games: dict[str, dict[str, Done]] = {}
        self.coached: dict[str, list[str]] = {}
        try:
            kept = msgspec.json.decode(self.path.read_bytes())
            self.games = msgspec.convert(kept["games"], dict[str, dict[str, Done]])
            self.coached = msgspec.convert(kept.get("coached", {}), dict[str, list[str]])
        except (OSError, msgspec.DecodeError, KeyError, TypeError):
            return

    def of(self, game: str, lesson: str) -> Done:
        return self.games.setdefault(game, {}).setdefault(lesson, Done())

    def forget(self, game: str) -> None:
        self.games.pop(game, None)
        self.coached.pop(game, None)

    def keep(self) -> None:
        plain = {"games": msgspec.to_builtins(self.games), "coached": self.coached}
        scratch = ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, scratch = tempfile.mkstemp(dir=self.path.parent, prefix=self.path.name, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(dumps(plain))
            Path(scratch).replace(self.path)
        except OSError as error:
            if scratch:
                Path(scratch).unlink(missing_ok=True)
            raise BadInput(f"{self.path} cannot be written: {error.strerror}") from None
