"""The arrays of many tables, and the tables of one process that write into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from loot_table.engine.batch import FINISHED, GOES_ON, TRUNCATED, Batch
from loot_table.engine.game import Game
from loot_table.rl.setting import Setting

Array = npt.NDArray[Any]
WHOLE = 64  # bytes; every array begins at such a border


@dataclass(frozen=True)
class Wish:
    """What is played at the tables, as plain as a process can be told."""

    game: str | Game  # a game that has no name here must be one that travels
    players: int
    options: Mapping[str, object]
    components: Mapping[str, Any] | None
    form: str
    seed: int
    limit: int
    lists: bool

    def batch(self, count: int, first: int = 0) -> Batch:
        on = Setting(self.game, self.players, self.options, self.components, self.form)
        return Batch(on.start, on.encoding, on.spelling, self.seed, count, first, self.limit, self.lists)


@dataclass(frozen=True)
class Sizes:
    """How long the arrays are."""

    tables: int
    size: int  # of a row
    letters: int
    players: int
    lists: bool

    def shapes(self) -> dict[str, tuple[type[np.generic], tuple[int, ...]]]:
        found: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
            "said": (np.int32, (self.tables,)),
            "to_act": (np.int32, (self.tables,)),
            "over": (np.uint8, (self.tables,)),
            "rewards": (np.float32, (self.tables, self.players)),
            "observations": (np.float32, (self.tables, self.size)),
        }
        if self.lists:
            found["ends"] = (np.int32, (self.tables,))
            found["legal"] = (np.int32, (self.tables * self.letters,))  # memory that is never touched costs nothing
        else:
            found["masks"] = (np.int8, (self.tables, self.letters))
        return found

    def places(self) -> dict[str, int]:
        """Where each begins in a common buffer, and where all end."""
        found: dict[str, int] = {}
        at = 0
        for name, (kind, shape) in self.shapes().items():
            found[name] = at
            at += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // WHOLE) * WHOLE
        found[""] = at
        return found

    def over(self, buffer: Any) -> dict[str, Array]:
        """Arrays in a common buffer."""
        places = self.places()
        return {
            name: np.ndarray(shape, kind, buffer, offset=places[name]) for name, (kind, shape) in self.shapes().items()
        }

    def fresh(self) -> dict[str, Array]:
        return {name: np.zeros(shape, kind) for name, (kind, shape) in self.shapes().items() if name != "legal"}


class Tables:
    """A batch, and looks into its memory."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        count, size, players = batch.count, batch.size, int(batch.players)
        self.sizes = Sizes(count, size, int(batch.width), players, batch.with_lists)
        self.all = list(range(count))
        self.numbers = np.frombuffer(memoryview(batch.numbers.row)).reshape(count, -1)[:, :size]
        self.looks: dict[str, Array] = {
            "to_act": np.frombuffer(memoryview(batch.to_act), np.int32),
            "over": np.frombuffer(memoryview(batch.over), np.uint8),
            "rewards": np.frombuffer(memoryview(batch.returns)).reshape(count, players),
            "observations": self.numbers,
        }
        if not batch.with_lists:
            self.looks["masks"] = np.frombuffer(memoryview(batch.masks), np.int8).reshape(count, -1)

    def show(self, ids: list[int], into: Mapping[str, Array]) -> None:
        """Copy what is to be seen at these tables."""
        if len(ids) == self.batch.count:
            for name, look in self.looks.items():
                np.copyto(into[name], look, casting="same_kind")
        else:
            for name, look in self.looks.items():
                into[name][ids] = look[ids]

    def listed(self, ids: list[int]) -> tuple[Array, Array]:
        """The legal letters of these tables one after the other, and where those of each end."""
        self.batch.list_letters(ids)
        letters = (
            np.frombuffer(memoryview(self.batch.letters), np.int32)
            if len(self.batch.letters)
            else np.zeros(0, np.int32)
        )
        return letters, np.frombuffer(memoryview(self.batch.ends), np.int32)[: len(ids)]


assert (GOES_ON, FINISHED, TRUNCATED) == (0, 1, 2)
