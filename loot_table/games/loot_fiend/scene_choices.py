"""What is to be decided, for the browser: rotations, loot for a new tile, routes, the trip, the store."""

from __future__ import annotations

from typing import Any

from loot_table.games.loot_fiend.adding import Orient, rotations_now
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, ROAD_BITS, SIZES
from loot_table.games.loot_fiend.map import SIDES, Cell
from loot_table.games.loot_fiend.table import Table
from loot_table.games.loot_fiend.tile_loot import loot_choices, shapes_in
from loot_table.games.loot_fiend.trips import Walk, fits_on_trip, path_of, traveller, ways_to_store

Plain = dict[str, Any]


def turned_facts(table: Table) -> Plain:
    """LF-32 to LF-35: the tile that is turned up, every way round, and why some are not allowed."""
    kind = table.turned_kind()
    allowed = rotations_now(table)
    found = []
    for rot in range(kind.rotations):
        refusal = Orient(rot).why_not(table, table.to_act)
        roads = [side for side in range(4) if kind.roads[rot] & ROAD_BITS[side]]
        found.append(
            {
                "rot": rot,
                "roads": roads,
                "label": ", ".join(SIDES[side] for side in roads),
                "can": rot in allowed,
                "why": refusal.text if refusal is not None else "",
                "rule": refusal.rule if refusal is not None else "",
                "leads": road_words(table, roads),
            }
        )
    return {
        "kind": kind.code,
        "at": list(table.course.spot),
        "from": list(table.course.origin),
        "rotations": found,
    }


def road_words(table: Table, roads: list[int]) -> str:
    """Where each road of the new tile would lead."""
    x, y = table.course.spot
    joined: list[str] = []
    open_roads: list[str] = []
    for side in roads:
        cell: Cell = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)][side]
        (open_roads if table.find(cell) < 0 else joined).append(SIDES[side])
    said = f"Joined {' and '.join(joined)}" if joined else "Joined nowhere"
    return f"{said}, {'open ' + ' and '.join(open_roads) if open_roads else 'nothing left open'}."


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
    """LF-53: the routes among which the finder chooses, with the loot the traveller passes on each."""
    seat = traveller(table)
    kit = table.box.components
    routes = []
    for way in ways_to_store(table, seat):
        loot = [piece for number in way if not table.others_at(number, seat) for piece in table.tiles[number].loot]
        shapes = [kit.shape_of[piece] for piece in loot]
        routes.append(
            {
                "path": [list(cell) for cell in path_of(table, way)],
                "loot": [
                    {"id": kit.pieces[piece], "code": shape.code, "fits": fits_on_trip(table, seat, shape)}
                    for piece, shape in zip(loot, shapes, strict=True)
                ],
                "worth": sum(shape.value for shape in shapes if fits_on_trip(table, seat, shape)),
            }
        )
    return {"traveller": seat, "routes": routes}


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
    return {"leaver": course.leaver, "done": list(course.done), "repacked": list(course.repacked)}
