"""Knobs: places of a design that may be turned, and how far."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from loot_table.engine import options as option_reader
from loot_table.engine.errors import BadInput
from loot_table.lab.design import Design
from loot_table.lab.paths import holder

MOST_VALUES = 200
OPTION = "option."


@dataclass(frozen=True)
class Knob:
    """A place of the data pack, or an option, and the values it may have; the first is what it is now."""

    path: str
    values: tuple[Any, ...]

    def turned(self, design: Design, value: Any) -> Design:
        if value == self.values[0]:
            return design
        if self.path.startswith(OPTION):
            return design.option(self.path.removeprefix(OPTION), value)
        return design.set(self.path, value)


def read_knob(text: str, design: Design) -> Knob:
    """`scoring.target.4=30..40`, `scoring.target.4=30,33,36`, or `option.deck=classic,mixed`."""
    path, equals, told = (part.strip() for part in text.partition("="))
    if not equals or not told:
        raise BadInput(f'write a knob as path=low..high or path=a,b,c, got "{text:.60}"')
    now = value_now(path, design)
    between = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", told)
    if between is not None:
        low, high = int(between[1]), int(between[2])
        if not 0 < high - low < MOST_VALUES:
            raise BadInput(
                f"{path}: a range goes from a number to a larger one, at most {MOST_VALUES} away, got {told}"
            )
        values: list[Any] = list(range(low, high + 1))
    else:
        values = [value_of(path, word.strip(), design) for word in told.split(",")]
    return Knob(path, (now, *[value for value in dict.fromkeys(values) if value != now]))


def value_of(path: str, word: str, design: Design) -> Any:
    if path.startswith(OPTION):
        name = path.removeprefix(OPTION)
        return option_reader.typed(design.rules.options, [f"{name}={word}"])[name]
    return int(word) if re.fullmatch(r"-?\d+", word) else word


def value_now(path: str, design: Design) -> Any:
    if path.startswith(OPTION):
        name = path.removeprefix(OPTION)
        chosen = option_reader.as_dict(option_reader.read(design.rules.options, design.options))
        if name not in chosen:
            raise BadInput(f"there is no option {name!r:.40}; there are {', '.join(chosen)}")
        return chosen[name]
    inside, key = holder(design.data, path)
    return inside[key]
