"""What a seat could infer at a moment: of everything hidden from it, what it may have been and how likely, beside the truth.

No game is known here. What is hidden is where the seat's view differs from a view of the whole table; what it may be is
counted in imagined tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Final

from loot_table.engine.random import Random, mixed
from loot_table.engine.state import REFEREE, Seat, View
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator

TABLES: Final = 200
ENGINE: Final = {each.name for each in fields(View)}
Path = tuple[str | int, ...]  # a field of the view, and places in it: ("hands", 1, 0, 3)
Hidden = dict[Path, tuple[str, ...]]  # what lies there, by id


@dataclass(frozen=True)
class Possible:
    """One thing that may lie somewhere."""

    id: str
    chance: float  # how often it lay there, or how many of it on average
    is_there: bool  # in truth


@dataclass(frozen=True)
class Inferred:
    """A place that the seat could not see into."""

    where: Path
    possible: tuple[Possible, ...]  # the likeliest first


def inferred(moment: Moment, evaluator: Evaluator, seat: Seat, seed: int = 1) -> tuple[Inferred, ...]:
    """Empty where nothing is hidden from the seat."""
    view = moment.state.view(seat)
    truth = hidden_in(view, moment.state.view(REFEREE))
    counts: dict[Path, Counter[str]] = {where: Counter() for where in truth}
    for number in range(TABLES if truth else 0):
        world = evaluator.imagine(view, Random(mixed(seed + number)))
        for where, things in hidden_in(view, world.view(REFEREE)).items():
            if where in counts:
                counts[where].update(things)
    found = []
    for where, things in truth.items():
        ids = {**dict.fromkeys(things, 0), **counts[where]}
        told = [Possible(id, ids[id] / TABLES, id in things) for id in ids]
        found.append(Inferred(where, tuple(sorted(told, key=lambda each: (-each.chance, each.id)))))
    return tuple(found)


def hidden_in(view: View, whole: View) -> Hidden:
    """What the whole table shows and the view does not."""
    found: Hidden = {}
    for field in fields(whole):
        if field.name not in ENGINE:
            shown, true = getattr(view, field.name), getattr(whole, field.name)
            found.update(apart(shown, true, (field.name,)))
    return found


def apart(shown: Any, true: Any, where: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Where two pieces of views differ: a thing by its id, or a handful of them of which the order means nothing."""
    if shown == true:
        return
    if isinstance(true, str):
        if true:
            yield where, (true,)
    elif isinstance(true, tuple):
        if true and all(isinstance(each, str) for each in true):
            unseen = tuple((Counter(true) - Counter(shown or ())).elements())
            if unseen:
                yield where, unseen
        elif isinstance(shown, tuple) and len(shown) == len(true):
            for place, (one, other) in enumerate(zip(shown, true, strict=True)):
                yield from apart(one, other, (*where, place))
