"""Nature, where she is more than a stream of random numbers: under seal (`engine/sealed.py`), or the same for two games
that are compared (`measure/luck.py`)."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from loot_table.engine.random import Random
from loot_table.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Nature:
    def decide(self, state: State, draw: int) -> int:
        """What happens at a table where nature is to act; `draw`: how often she has decided in this match."""
        raise NotImplementedError


def decided(nature: Random | Nature, state: State, draw: int) -> int:
    if isinstance(nature, Nature):
        return nature.decide(state, draw)
    return state.chance().sample(state, nature)
