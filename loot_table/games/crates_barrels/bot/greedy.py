"""What a decent player of Crates vs Barrels knows: one turn ahead, attacks played out, then counting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.crates_barrels.board import NONE
from loot_table.games.crates_barrels.bot.counting import Counting
from loot_table.games.crates_barrels.listing import playable
from loot_table.games.crates_barrels.rules import action_of
from loot_table.games.crates_barrels.table import Table, TableView
from loot_table.games.crates_barrels.turn import DELIVERS, PICKS_UP, TAKES, deeds_at

WIN: Final = 1_000_000.0
NOISE: Final = 3.0  # so that two games differ; a pawn is worth 140
DEEPEST: Final = 6  # attacks played out


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    table = view.imagine(rng)
    counting = Counting(table.box)
    found = []
    for action in actions:
        after = table.copy()
        after.apply(action)
        found.append(outcome(after, view.seat, counting, DEEPEST) + NOISE * rng.unit())
    return found


def outcome(table: Table, seat: Seat, counting: Counting, depth: int) -> float:
    """What a position is worth to a seat once the attacks are played out."""
    if not table.agenda:
        if table.winner == NONE:
            return 0.0
        # The sooner it is won the better.
        return WIN + depth if table.winner == seat else -WIN - depth
    mover = table.to_act
    best = float(counting.value_at(table))
    if depth > 0:
        # Attacks and deliveries; pick-ups at the first level.
        forcing: i64 = TAKES | DELIVERS
        if depth == DEEPEST:
            forcing |= PICKS_UP
        for turn in playable(table, mover):
            if deeds_at(table, mover, turn >> 7, turn & 127) & forcing:
                after = table.copy()
                after.apply(action_of(turn))
                best = max(best, outcome(after, mover, counting, depth - 1))
    return best if mover == seat else -best
