"""How far a turn carries: the cheapest walk to every tile, and what fetching a piece of loot costs altogether."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.packing import FITS, NEVER_FITS
from loot_table.games.loot_fiend.table import Table

Walks = dict[int, tuple[int, list[int]]]  # to each tile: what it costs, and the tiles after the first
FAR = 99


def find_walks(table: Table, seat: Seat) -> Walks:
    """The cheapest walk to every tile: what it costs as people stand now, and the tiles after the first."""
    kit = table.box.components
    found: Walks = {table.at[seat]: (0, [])}
    waiting = [table.at[seat]]
    while waiting:
        waiting.sort(key=lambda number: (found[number][0], len(found[number][1])))
        here = waiting.pop(0)
        tile = table.tiles[here]
        is_free = tile.is_starter or tile.is_store or not table.others_at(here, seat)
        so_far = found[here][0] + (kit.cost if is_free else kit.shared_cost)
        for there in tile.joined():
            if there not in found or so_far < found[there][0]:
                found[there] = (so_far, [*found[here][1], there])
                if there not in waiting:
                    waiting.append(there)
    return found


@dataclass(frozen=True)
class Reach:
    """A piece on the map as a seat looks at it."""

    piece: int
    tile: int
    fit: str
    walk: int  # actions
    cost: int  # with repacking and collecting
    is_here: bool
    is_guarded: bool  # somebody stands there, so nobody collects
    is_near: bool  # can be had with the actions of a turn
    is_shown: bool  # could be walked to and taken in a turn, room or no room


def reaches(table: Table, seat: Seat, walks: Walks) -> list[Reach]:
    """Every piece on the map, tile by tile."""
    kit, pack, course = table.box.components, table.packs[seat], table.course
    is_acting = course.turn == seat and table.to_act == seat
    budget = course.actions_left if is_acting else kit.actions[pack.locks]
    found = []
    for number, tile in enumerate(table.tiles):
        if not tile.loot:
            continue
        walk = walks[number][0] if number in walks else FAR
        is_here, is_guarded = table.at[seat] == number, bool(table.others_at(number, seat))
        for piece in tile.loot:
            fit = pack.fit(kit.shape_of[piece])
            cost = walk + kit.cost * (1 if fit == FITS else 2)
            is_near = not is_guarded and fit != NEVER_FITS and cost <= budget
            is_shown = is_here or (not is_guarded and walk + kit.cost <= budget)
            found.append(Reach(piece, number, fit, walk, cost, is_here, is_guarded, is_near, is_shown))
    return found
