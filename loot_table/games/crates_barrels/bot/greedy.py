"""What a decent player of Crates vs Barrels knows: one turn ahead, attacks played out, then counting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.crates_barrels.board import NONE
from loot_table.games.crates_barrels.rules import Move, playable
from loot_table.games.crates_barrels.table import Table, TableView

WIN: Final = 1_000_000.0
NOISE: Final = 3.0  # so that two games differ; a pawn is worth 140
DEEPEST: Final = 6  # attacks played out


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    table = view.imagine(rng)
    found = []
    for action in actions:
        after = table.copy()
        after.apply(action)
        found.append(outcome(after, view.seat, DEEPEST) + NOISE * rng.unit())
    return found


def outcome(table: Table, seat: Seat, depth: int) -> float:
    """What a position is worth to a seat once the attacks are played out."""
    if not table.agenda:
        if table.winner == NONE:
            return 0.0
        # The sooner it is won the better.
        return WIN + depth if table.winner == seat else -WIN - depth
    mover = table.to_act
    best = value(table, mover)
    if depth > 0:
        for action in playable(table, mover):
            if is_forcing(table, mover, action, depth == DEEPEST):
                after = table.copy()
                after.apply(action)
                best = max(best, outcome(after, mover, depth - 1))
    return best if mover == seat else -best


def is_forcing(table: Table, seat: Seat, action: Action, is_first: bool) -> bool:
    """Attacks and deliveries; pick-ups at the first level."""
    if not isinstance(action, Move):
        return False
    own, enemy = table.sides[seat], table.sides[1 - seat]
    if enemy.has(action.target) or (own.carrier == action.origin and action.target == table.box.loot[seat]):
        return True
    return is_first and own.carrier == NONE and action.target == table.box.loot[1 - seat]


def value(table: Table, seat: Seat) -> float:
    """The reference evaluation: own minus enemy, and a little for being to move."""
    return float(strength(table, seat) - strength(table, 1 - seat) + table.box.components.weights["side_to_move"])


def strength(table: Table, seat: Seat) -> int:
    weights = table.box.components.weights
    side = table.sides[seat]
    to_home, to_loot = table.box.turns_to_loot[seat], table.box.turns_to_loot[1 - seat]
    total = weights["pawn_on_board"] * len(side.tiles)
    nearest = 9
    guards = 0
    for tile in side.tiles:
        total -= weights["all_pawns_turn_away"] * to_loot[tile]
        nearest = min(nearest, to_loot[tile])
        guards += to_home[tile] <= 1
    if side.carrier != NONE:
        total += weights["carrier_bonus"] + weights["carrier_turn_closer"] * (5 - to_home[side.carrier])
    else:
        total -= weights["raider_turn_away"] * nearest
    return total + weights["guard"] * (min(guards, 2) + (guards > 0))
