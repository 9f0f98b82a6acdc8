"""What a decent player of Loot Fiend knows: take what fits, walk where points per action are best, buy room in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.loot_fiend.adding import Add
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.bot.expectations import (
    best_rival,
    end_within,
    expected_of,
    gain_in,
    is_wanted,
    turns_left,
)
from loot_table.games.loot_fiend.bot.movement import NEVER, Movement
from loot_table.games.loot_fiend.components import SIZES, SMALL
from loot_table.games.loot_fiend.ending import is_final
from loot_table.games.loot_fiend.locks import RemoveLocks
from loot_table.games.loot_fiend.loot import Collect, Reorganise
from loot_table.games.loot_fiend.rules import Move
from loot_table.games.loot_fiend.stores import LeaveFirst
from loot_table.games.loot_fiend.table import Table, TableView, read_pack
from loot_table.games.loot_fiend.tile_loot import PlaceLoot
from loot_table.games.loot_fiend.trips import Route, Trip, TripCollect, traveller

# Kinds of action in the order of their worth; what is inside a kind is worth less than the step to the next.
TAKE: Final = 1000.0
UNLOCK: Final = 900.0
MAKE_ROOM: Final = 800.0

SAFE: Final = 6.0  # points: who will be so far ahead takes no chances
CAUTION: Final = 1.0  # points: what an unlocking must bring to who is safely ahead
DARING: Final = 3.0  # points: what it may cost to who will lose without it
FALL: Final = 12.0  # points: what it costs to lose the lead if the game then ends
RECOVERY: Final = 2.5  # turns until the price of a lock is earned again
SPITE: Final = 0.3  # of a point: what a rival's gain hurts


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    return likings(view.imagine(rng), actions, rng)


def likings(table: Table, actions: Sequence[Action], rng: Random) -> list[float]:
    """The same on a table that somebody imagines."""
    seat = table.to_act
    movement = Movement(table, seat) if any(isinstance(action, (Move, Add)) for action in actions) else None
    return [worth(table, seat, action, movement) for action in actions]


def worth(table: Table, seat: Seat, action: Action, movement: Movement | None) -> float:
    if isinstance(action, Collect):
        return taking(table, table.packs[seat], action.loot, action.rot, action.x, action.y)
    if isinstance(action, TripCollect):
        return taking(table, table.packs[seat], action.loot, action.rot, action.x, action.y)
    if isinstance(action, Reorganise):
        return repacking(table, seat, action)
    if isinstance(action, RemoveLocks):
        return unlocking(table, table.packs[seat], action)
    if isinstance(action, Move):
        assert movement is not None
        return movement.moving(action)
    if isinstance(action, Add):
        assert movement is not None
        return movement.adding()
    if isinstance(action, PlaceLoot):
        return laying(table, seat, action)
    if isinstance(action, Route):
        return -spoils(table, action)
    if isinstance(action, LeaveFirst):
        return float(action.player == seat)
    return 0.0


# ---------------------------------------------------------------- the backpack


def taking(table: Table, pack: Backpack, loot: str, rot: int, x: int, y: int) -> float:
    """Most points first, in the placement that keeps the most shapes placeable."""
    kit = pack.kit
    shape = kit.shape_of[kit.piece_numbers[loot]]
    if not is_wanted(table, pack, shape):
        return NEVER
    mask = kit.packer.placements[kit.packer.find(shape, rot, x, y)].mask
    return TAKE + 20 * shape.value + kit.packer.flexibility(pack.taken | mask)


def repacking(table: Table, seat: Seat, action: Reorganise) -> float:
    """In a turn only to take a medium or large piece now, on the way any; at a store to have more places."""
    pack = table.packs[seat]
    kit = pack.kit
    after = read_pack(kit, pack.locks, action.layout)
    if table.course.is_shopping:
        gain = kit.packer.flexibility(after.taken) - kit.packer.flexibility(pack.taken)
        return float(gain) if gain > 0 else NEVER
    tile = table.tile_of(seat)
    is_on_trip = isinstance(table.agenda[-1], Trip)
    if not is_on_trip and (table.is_shared(seat) or table.course.actions_left < 2 * kit.cost):
        return NEVER
    gained = 0
    for piece in tile.loot:
        shape = kit.shape_of[piece]
        if (is_on_trip or shape.size != SMALL) and after.has_room(shape) and not pack.has_room(shape):
            gained += shape.value
    return MAKE_ROOM + 20 * gained + kit.packer.flexibility(after.taken) if gained else NEVER


def unlocking(table: Table, pack: Backpack, action: RemoveLocks) -> float:
    """When the room it gives can be filled in the time left; for the smallest sum and the most squares."""
    if is_final(table):
        return NEVER
    kit = pack.kit
    shapes = [kit.shape_of[kit.piece_numbers[piece]] for piece in action.pay]
    paid = sum([shape.value for shape in shapes])
    squares = sum([shape.squares for shape in shapes])
    turns = turns_left(table)
    kept = gain_in(pack, pack.locks, pack.free, turns)
    opened = gain_in(pack, pack.locks - action.count, pack.free + squares + kit.columns * action.count, turns)
    rival = best_rival(table, table.to_act)
    ahead = pack.points + kept - rival
    gain = opened - paid - kept
    if pack.points - paid <= rival < pack.points:
        gain -= FALL * end_within(table, RECOVERY)
    if ahead > SAFE:
        gain -= CAUTION
    elif ahead <= 0:
        gain += DARING
    return UNLOCK + 10 * gain + squares / 10 if gain > 0 else NEVER


def laying(table: Table, seat: Seat, action: PlaceLoot) -> float:
    """What brings most to the own backpack: medium while only two rows are open, large later. Of equals, what
    rivals can use least."""
    kit = table.box.components
    pack = table.packs[seat]
    if not action.shape:
        size = SIZES.index(action.size)
        others = [expected_of(table, table.packs[other], size) for other in range(table.players) if other != seat]
        return expected_of(table, pack, size) - SPITE * max(others)
    found = 0.0
    for code in (action.shape, action.small):
        if code:
            shape = kit.shapes[kit.shape_numbers[code]]
            found += shape.value if pack.has_room(shape) else 0
    return found


def spoils(table: Table, action: Route) -> float:
    """What the traveller could take on a route, the finder's sorrow."""
    kit = table.box.components
    seat = traveller(table)
    total = 0
    for cell in action.path:
        number = table.find(cell)
        if not table.others_at(number, seat):
            for piece in table.tiles[number].loot:
                if table.packs[seat].has_room(kit.shape_of[piece]):
                    total += kit.shape_of[piece].value
    return float(total)
