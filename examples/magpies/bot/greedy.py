"""What a decent player of Magpies knows: how much the next thing is worth on average, and how much a cat would cost."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.random import Random
from loot_table.engine.state import Action
from magpies.rules import Peck
from magpies.table import CAT, HIDDEN, TARGET, WORTH, TableView


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """In points: what a peck gains or loses on average, against nothing for flying home."""
    mine = sum(WORTH[thing] for thing in view.beaks[view.seat])
    if mine + view.home[view.seat] >= TARGET:
        return [-float(action == Peck()) for action in actions]
    things = sum(view.unseen) - sum(beak.count(HIDDEN) for beak in view.beaks)
    cat = view.unseen[CAT] / things
    treasures = view.unseen[:CAT]
    mean = sum(count * worth for count, worth in zip(treasures, WORTH, strict=True)) / max(1, sum(treasures))
    gain = (1 - cat) * mean - cat * mine
    return [gain if action == Peck() else 0.0 for action in actions]
