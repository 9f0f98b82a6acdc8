"""What is to be decided, for the browser: rotations, loot for a new tile, routes, the trip, the store."""

from __future__ import annotations

from typing import Any

from loot_table.engine.sentence import Voice
from loot_table.games.loot_fiend.adding import rotations_now, sides_of
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, ROAD_BITS, SIZES
from loot_table.games.loot_fiend.table import Table
from loot_table.games.loot_fiend.tile_loot import loot_choices, shapes_in
from loot_table.games.loot_fiend.trips import Walk, path_of, traveller, ways_to_store

Plain = dict[str, Any]


def turned_facts(table: Table, voice: Voice) -> Plain:
    """LF-32 to LF-35: the tile that is turned up, every way round, and which are allowed."""
    kind = table.turned_kind()
    allowed = rotations_now(table)
    return {
        "kind": kind.code,
        "at": list(table.course.spot),
        "from": list(table.course.origin),
        "rotations": [
            {
                "rot": rot,
                "roads": [side for side in range(4) if kind.roads[rot] & ROAD_BITS[side]],
                "label": voice.told(sides_of(kind.roads[rot]), is_whole=False),
                "can": rot in allowed,
            }
            for rot in range(kind.rotations)
        ],
    }


def loot_facts(table: Table) -> Plain:
    """LF-36, LF-38: medium or large, and with some options which shapes."""
    tile = table.tiles[-1]
    if not table.box.asks_shape:
        return {"at": list(tile.cell()), "asks_shape": False, "sizes": [SIZES[MEDIUM], SIZES[LARGE]]}
    assert loot_choices(table)
    return {
        "at": list(tile.cell()),
        "asks_shape": True,
        "sizes": [SIZES[size] for size in (MEDIUM, LARGE) if table.boxes[size]],
        "small": shapes_in(table, 0),
    }


def route_facts(table: Table) -> Plain:
    """LF-53: the routes among which the finder chooses."""
    seat = traveller(table)
    paths = [path_of(table, way) for way in ways_to_store(table, seat)]
    return {"traveller": seat, "routes": [{"path": [list(cell) for cell in path]} for path in paths]}


def trip_facts(table: Table) -> Plain:
    """LF-54: who travels, and the tiles still ahead."""
    walk = table.agenda[-2]
    assert isinstance(walk, Walk)
    return {
        "traveller": walk.seat,
        "path": [list(cell) for cell in walk.path],
        "may_repack": table.box.repacks_on_trip,
    }


def shop_facts(table: Table) -> Plain:
    """LF-60 to LF-63."""
    course = table.course
    return {"leaver": course.leaver, "done": list(course.done)}
