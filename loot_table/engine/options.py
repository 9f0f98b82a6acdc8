"""A game's options: a frozen dataclass whose fields say what they may be and what they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from loot_table.engine.errors import BadOption

Chosen = TypeVar("Chosen")


def one_of(*choices: str | int | bool, doc: str, rule: str) -> dict[str, Any]:
    """Metadata of a field that takes one of these values."""
    return {"choices": choices, "least": None, "most": None, "doc": doc, "rule": rule}


def kept(*choices: str | int | bool, doc: str, rule: str) -> dict[str, Any]:
    """Metadata of a field that nobody is offered: how an older rules version read a rule, for its records."""
    return {**one_of(*choices, doc=doc, rule=rule), "is_kept": True}


def whole(least: int, most: int, *words: str, doc: str, rule: str) -> dict[str, Any]:
    """Metadata of a field that takes a whole number in a range, or one of these words."""
    return {"choices": words, "least": least, "most": most, "doc": doc, "rule": rule}


@dataclass(frozen=True)
class Option:
    """One option as people see it."""

    name: str
    default: str | int | bool
    choices: tuple[str | int | bool, ...]
    least: int | None
    most: int | None
    doc: str
    rule: str

    def allowed(self) -> str:
        """`row, ring or spread`; `20 to 2000`; `0 to 5 or random`."""
        words = [written(choice) for choice in self.choices]
        if self.least is not None:
            words.insert(0, f"{self.least} to {self.most}")
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]

    def check(self, value: object) -> str | int | bool:
        """The value, if the option may have it."""
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        if self.least is not None and self.most is not None and type(value) is int and self.least <= value <= self.most:
            return value
        shown = f'"{value:.40}"' if isinstance(value, str) else f"{written(value):.40}"
        raise BadOption(f"{self.name} must be {self.allowed()}, got {shown}")

    def parse(self, text: str) -> str | int | bool:
        """A value typed by a person."""
        for choice in self.choices:
            if text.strip().lower() == written(choice).lower():
                return choice
        if self.least is not None and re.fullmatch(r"\s*-?[0-9]{1,9}\s*", text):
            return self.check(int(text))
        return self.check(text)


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def described(options: type) -> list[Option]:
    """All options that a game offers, in the order of its class."""
    return [option for option, is_kept in all_options(options) if not is_kept]


def all_options(options: type) -> list[tuple[Option, bool]]:
    """All options of a game, and whether one is only kept for older rules versions."""
    found = []
    for field in fields(options):
        about: Mapping[str, Any] = field.metadata
        default: Any = field.default
        option = Option(
            field.name, default, about["choices"], about["least"], about["most"], about["doc"], about["rule"]
        )
        found.append((option, bool(about.get("is_kept"))))
    return found


def read(options: type[Chosen], given: Mapping[str, object]) -> Chosen:
    """The options with these values, the rest by default; or an error that says what would be right."""
    known = {option.name: option for option, _ in all_options(options)}
    for name in given:
        if name not in known:
            offered = ", ".join([option.name for option in described(options)])
            raise BadOption(f'no option is called "{name:.40}"; there are {offered or "none"}')
    return options(**{name: known[name].check(value) for name, value in given.items()})


def typed(options: type[Chosen], settings: list[str]) -> dict[str, str | int | bool]:
    """`["turn_limit=100"]` as values."""
    known = {option.name: option for option in described(options)}
    values: dict[str, str | int | bool] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name = name.strip()
        if not equals:
            raise BadOption(f'write an option as name=value, got "{setting:.40}"')
        if name not in known:
            raise BadOption(f'no option is called "{name:.40}"; there are {", ".join(known) or "none"}')
        values[name] = known[name].parse(text)
    return values


def as_dict(options: Any) -> dict[str, str | int | bool]:
    """Every option with its value."""
    return {field.name: getattr(options, field.name) for field in fields(options)}
