"""Component files as somebody with bad intent would write them: a real one in which a few parts are too much.

Bytes that are changed at random seldom get past the first check of a reader. These keep the form, so that they do.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.options import described
from loot_table.engine.random import Random

MOST_BYTES = 64 * 1024  # of a request
NUMBERS = [0, 1, -1, 2, 3, 9, 20, 30, 31, 36, 60, 64, 99, 100, 400, 1000, 10**6, 2**31, 2**53, -(2**53), 0.5, 1e300]
TEXTS = ["", "x", "x" * 5000, "9" * 5000, "t" + "0" * 4000 + "1", "t20000000", "٣٤", "²", "a.b.c", "a b", "\n", "Ünï"]
OTHERS: list[Any] = [None, True, [], {}, [[]], [{}], "", 0, "#"]
REPEATS = [2, 10, 100, 1000]
DEPTH = 20
Place = tuple[Any, Any]  # a list or an object, and which part of it


def hostile(data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The same data with one to four parts changed, small enough to be sent."""
    for _ in range(8):
        changed = copy.deepcopy(data)
        for _ in range(1 + rng.below(4)):
            place = rng.pick(places(changed))
            rng.pick(CHANGES)(place, rng)
        if len(codec.dumps(changed)) <= MOST_BYTES:
            return changed
    return data


def places(data: Any) -> list[Place]:
    """Every part of the data. Lists count more than their items, which are many and alike."""
    found: list[Place] = []
    parts = data.items() if isinstance(data, dict) else enumerate(data)
    for name, part in parts:
        found.append((data, name))
        if isinstance(part, (dict, list)):
            found.extend([(data, name)] * 2)
            found.extend(places(part))
    return found


# ---------------------------------------------------------------- changes


def another_number(place: Place, rng: Random) -> None:
    holder, name = place
    old = holder[name]
    is_number = type(old) is int and rng.below(2)
    holder[name] = old + rng.pick([-1, 1, old]) if is_number else rng.pick(NUMBERS)


def another_text(place: Place, rng: Random) -> None:
    holder, name = place
    holder[name] = rng.pick(TEXTS)


def another_thing(place: Place, rng: Random) -> None:
    holder, name = place
    holder[name] = copy.deepcopy(rng.pick(OTHERS))


def gone(place: Place, rng: Random) -> None:
    holder, name = place
    del holder[name]


def longer(place: Place, rng: Random) -> None:
    """A list or a text many times over."""
    holder, name = place
    if isinstance(holder[name], (list, str)):
        holder[name] = holder[name] * rng.pick(REPEATS)


def deeper(place: Place, rng: Random) -> None:
    holder, name = place
    for _ in range(rng.below(DEPTH)):
        holder[name] = [holder[name]] if rng.below(2) else {"x": holder[name]}


def wider_range(place: Place, rng: Random) -> None:
    """`["t01", "t08"]` becomes `["t01", "t20000000"]`."""
    holder, name = place
    ends = holder[name]
    if isinstance(ends, list) and ends and isinstance(ends[-1], str):
        digits = rng.pick(["20000000", "9" * 300, "0" * 4000 + "9", "9" * 5000, "٩٩٩", "999999"])
        ends[-1] = re.sub("[0-9]+$", "", ends[-1]) + digits


def more_of_its_kind(place: Place, rng: Random) -> None:
    """Many copies of an entry, each with names of its own: what a generous list would accept."""
    holder, name = place
    entry = holder[name]
    if isinstance(entry, dict):
        for number in range(rng.pick([3, 20, 100, 400])):
            renamed = {
                key: f"{value}{letters(number)}"
                if isinstance(value, str) and key in ("id", "code", "symbol")
                else value
                for key, value in entry.items()
            }
            if isinstance(holder, list):
                holder.append(renamed)
            else:
                holder[f"{name}{letters(number)}"] = renamed


def letters(number: int) -> str:
    return "abcdefghij"[number % 10] + (letters(number // 10) if number >= 10 else "")


def unknown_key(place: Place, rng: Random) -> None:
    holder, name = place
    if isinstance(holder[name], dict):
        holder[name][rng.pick(TEXTS)] = rng.pick(OTHERS)


def swapped(place: Place, rng: Random) -> None:
    """Takes the place of a neighbour."""
    holder, name = place
    other = rng.pick(list(holder) if isinstance(holder, dict) else list(range(len(holder))))
    holder[name], holder[other] = holder[other], holder[name]


CHANGES: list[Callable[[Place, Random], None]] = [
    another_number,
    another_number,
    another_number,
    another_text,
    another_thing,
    gone,
    longer,
    deeper,
    wider_range,
    more_of_its_kind,
    unknown_key,
    swapped,
]


# ---------------------------------------------------------------- a whole wish


def wish(game: Game, data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """What somebody could ask of `Match`: any number of players, options at their edges, hostile components."""
    options: dict[str, Any] = {}
    for option in described(game.options):
        values = [*option.choices, *[edge for edge in (option.least, option.most) if edge is not None]]
        if rng.below(3) == 0:
            options[option.name] = rng.pick(values)
    players = game.least_players + int(rng.below(game.most_players - game.least_players + 1))
    return {"game": game.slug, "players": players, "options": options, "components": hostile(data, rng)}
