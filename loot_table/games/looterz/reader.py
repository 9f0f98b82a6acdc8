"""Reads the data of components table by table, and says what is wrong with it and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, final

from loot_table.engine.errors import BadComponents

MOST_WORDS: Final = 40  # of a list, and letters of a word that is looked for among those that are near


@final
class Reader:
    """Reads one table of the data, and says where it stands when something is wrong with it."""

    def __init__(self, data: Any, where: str, known: Sequence[str]) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise BadComponents(f"{where} must be a table of {listed(known)}; got {data!r:.40}")
        self.data: Mapping[str, Any] = data
        for key in data:
            if key not in known:
                raise BadComponents(
                    f'{where}: there is no key "{key:.40}"{close(key, known)}; known are {listed(known)}'
                )

    def has(self, key: str) -> bool:
        return key in self.data

    def wrong(self, message: str) -> BadComponents:
        return BadComponents(f"{self.where}: {message}")

    def word(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.data.get(key, default)
        if value is None:
            raise self.wrong(f"{key} is missing; it is one of {listed(choices)}")
        if not isinstance(value, str) or value not in choices:
            raise self.wrong(f"{key} must be one of {listed(choices)}; got {value!r:.40}{close(value, choices)}")
        return value

    def words(self, key: str, choices: Sequence[str]) -> list[str]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"{key} must be a list of {listed(choices)}; got {value!r:.40}")
        if len(value) > MOST_WORDS:
            raise self.wrong(f"{key} has {len(value)} words; at most {MOST_WORDS} are read")
        for item in value:
            if item not in choices:
                raise self.wrong(
                    f"{key} may hold {listed(choices)}; {item!r:.40} is not one of them{close(item, choices)}"
                )
        return list(value)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self.data.get(key, default)
        if value is None:
            raise self.wrong(f"{key} is missing; it is a whole number from {least} to {most}")
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(f"{key} must be a whole number from {least} to {most}; got {value!r:.40}")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if type(value) is not bool:
            raise self.wrong(f"{key} must be true or false; got {value!r:.40}")
        return value

    def line(self, key: str, most: int, is_needed: bool) -> str:
        value = self.data.get(key, None if is_needed else "")
        if not isinstance(value, str) or len(value) > most or not value.isprintable() or (is_needed and not value):
            raise self.wrong(
                f"{key} must be one line of {'1' if is_needed else '0'} to {most} characters; got {value!r:.40}"
            )
        return value

    def tables(self, key: str, most: int) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"{key} must be a list of tables; got {value!r:.40}")
        if len(value) > most:
            raise self.wrong(f"{key} has {len(value)} tables; at most {most} are read")
        return value


def listed(words: Sequence[str]) -> str:
    return ", ".join(words)


def close(word: Any, choices: Sequence[str]) -> str:
    """` (did you mean "destroy"?)`, when something is near."""
    near = get_close_matches(word, choices, 1) if isinstance(word, str) and len(word) <= MOST_WORDS else []
    return f' (did you mean "{near[0]}"?)' if near else ""
