"""What a seat has noticed so far, as numbers: what OpenSpiel's information state adds to an observation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from loot_table import games
from loot_table.engine.encoding import SET, VECTOR, Part
from loot_table.engine.game import Game
from loot_table.engine.state import Event

LATELY = 8  # events that are told one by one
SCALE = 0.1


class Noticing:
    """The kinds of events of a game, and how a list of them is counted."""

    def __init__(self, game: Game) -> None:
        kinds = sorted(games.kinds(game, Event), key=lambda kind: kind.__name__)
        names = tuple([kind.__name__ for kind in kinds])
        self.numbers = {kind: number for number, kind in enumerate(kinds)}
        self.parts = (
            Part("noticed", (len(kinds),), "what was noticed since the beginning, by kind, in tens", VECTOR, (names,)),
            Part("lately", (LATELY, len(kinds)), "the kinds of the last that was noticed, the latest first", SET,
                 ((), names)),
        )  # fmt: skip
        self.size = sum([part.size for part in self.parts])

    def write(self, known: Sequence[Event], out: Any) -> None:
        """Into an array of float32."""
        kinds = len(self.numbers)
        numbers = [self.numbers[type(event)] for event in known]
        out[:kinds] = np.bincount(numbers, minlength=kinds) * SCALE if numbers else 0.0
        lately = out[kinds:].reshape(LATELY, kinds)
        lately[:] = 0.0
        for place, number in enumerate(reversed(numbers[-LATELY:])):
            lately[place, number] = 1.0
