"""Numbers for networks: a view of Loot Fiend as a row of floats, and what the fields of its actions can be."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from loot_table.engine.encoding import PLANES, SET, Numbers, Part, clockwise, look, relative, seats_part
from loot_table.engine.spelling import Field
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend import adding, rules, stalemate, stores, tile_loot, trips
from loot_table.games.loot_fiend.box import Box
from loot_table.games.loot_fiend.components import DIRECTIONS, SIZES, SMALL, STARTER_CELLS
from loot_table.games.loot_fiend.course import STALEMATE, Course
from loot_table.games.loot_fiend.map import Cell
from loot_table.games.loot_fiend.packing import BITS
from loot_table.games.loot_fiend.table import TableView

VERSION: Final = 1
LOW: Final = -9  # the planes of the map begin so many cells north and west of the starter
SIDE: Final = 20  # and are so long; a tile beyond them, which is rare, stands among the tiles all the same

# What may stand on top of the agenda.
STEPS: Final[dict[Any, int]] = {
    step: number
    for number, step in enumerate([
        rules.TakeTurn, adding.ChooseRotation, tile_loot.ChooseLoot, stalemate.ChooseSpot, trips.ChooseRoute,
        trips.Trip, stores.ChooseLeaver, stores.Shop, adding.Flip, tile_loot.Toss, tile_loot.Draw, rules.DealFirstPlayer,
    ])
}  # fmt: skip
STEP_NAMES: Final = ("turn", "rotation", "loot of a tile", "spot", "route", "trip", "who leaves first", "shop",
                     "flip", "toss", "draw", "first player")  # fmt: skip
FACTS: Final = ("actions left", "turn is ending", "progress", "stores found", "final store", *STALEMATE,
                "idle turns", "final turns", "spot x", "spot y", "origin x", "origin y")  # fmt: skip
WHO: Final = ("first player", "turn", "last finder", "leaves first", "winner", "travels")
SEAT: Final = ("locks", "points", "x", "y", "done", "has repacked")
IN_PACK: Final = ("free", "locked", "value", "joined to the right", "joined below")
PIECE: Final = ("on the map", "x", "y", "rotation", "column", "row", "spent")
TILE: Final = ("rotation", "north", "east", "south", "west", "x", "y", "east of oneself", "south of oneself", "small loot",
               "larger loot", "on the way")  # fmt: skip
ON_MAP: Final = ("tile", "north", "east", "south", "west", "store", "small loot", "larger loot", "oneself", "others",
                 "named or on the way")  # fmt: skip


def parts(box: Box) -> tuple[Part, ...]:
    kit = box.components
    seats = tuple([f"+{step}" if step else "mine" for step in range(box.players)])
    kinds = tuple([kind.code for kind in kit.kinds])
    shapes = tuple([shape.code for shape in kit.shapes])
    holders = tuple([f"in pack {seat}" for seat in seats])
    standing = tuple([f"pawn {seat}" for seat in seats])
    return (
        seats_part(box.players),
        Part("asks", (len(STEP_NAMES) + len(SIZES),), "what is asked or about to happen; pieces to be drawn, by size",
             names=((*STEP_NAMES, *SIZES),)),
        Part("course", (len(FACTS),), "actions in fifths, stores in quarters, cells and idle turns in tens", names=(FACTS,)),
        Part("turned", (len(kinds),), "the tile that is turned up and not laid yet", names=(kinds,)),
        Part("who", (len(WHO), len(seats)), "who began, plays, found the last store and so on", names=(WHO, seats)),
        Part("players", (len(seats), len(SEAT)), "locks in thirds, points in twenties, where the pawn stands in tens",
             names=(seats, SEAT)),
        Part("packs", (len(seats), len(IN_PACK), kit.rows, kit.columns), "backpacks, a square for each; values in sixths", PLANES,
             (seats, IN_PACK)),
        Part("stack", (kit.stacks + 1, 2), "sub-stacks from the top: tiles in tens, stores among them", names=((), ("tiles", "stores"))),
        Part("unseen", (kit.map_kinds,), "map tiles in stack and box together, in tens", names=(kinds,)),
        Part("pieces", (len(kit.pieces), len(holders) + len(PIECE)), "where each piece of loot is, but for those in the boxes",
             SET, (tuple(kit.pieces), (*PIECE, *holders))),
        Part("tiles", (box.most_tiles, len(kinds) + 1 + len(TILE) + len(seats)), "the starter and the tiles in the order they "
             "were laid; cells in tens, loot in sixths", SET, ((), (*TILE, *standing, *kinds, "starter"))),
        Part("map", (len(ON_MAP), SIDE, SIDE), f"the map from cell {LOW} {LOW} on; loot in sixths", PLANES, (ON_MAP,)),
        Part("boxes", (len(shapes),), "pieces left in the boxes by shape, in tens", names=(shapes,)),
    )  # fmt: skip


def fill(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    look(view, out)
    seats = clockwise(view)
    fill_asks(view, out)
    fill_course(view, out)
    fill_players(view, seats, out)
    for seat in seats:
        fill_pack(view, seat, out)
    last: i64 = box.components.stacks
    for place, (tiles, holds) in enumerate(view.stack):
        at: i64 = min(place, last)
        out.more(2 * at, tiles / 10.0)
        out.more(2 * at + 1, holds)
    out.skip(2 * (last + 1))
    for count in view.course.unseen:
        out.add(count / 10.0)
    fill_pieces_and_map(view, seats, out)


def fill_asks(view: TableView, out: Numbers) -> None:
    top = view.agenda[-1] if view.agenda else None
    out.one_of(STEPS.get(type(top), -1), len(STEP_NAMES))
    for step in view.agenda:
        if isinstance(step, tile_loot.Draw):
            out.put(step.size, 1.0)
    out.skip(len(SIZES))


def fill_course(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    course: Course = view.course
    out.add(course.actions_left / 5.0)
    out.flag(course.is_ending)
    out.flag(course.has_progressed)
    out.add(course.stores_found / 4.0)
    out.add(course.final_store / 4.0)
    out.one_of(course.stalemate, len(STALEMATE))
    out.add(course.idle_turns / 10.0)
    out.add(course.final_turns / 4.0)
    for cell in (course.spot, course.origin):
        out.add(cell[0] / 10.0)
        out.add(cell[1] / 10.0)
    out.one_of(box.components.kind_numbers.get(course.turned, -1), len(box.components.kinds))
    top = view.agenda[-1] if view.agenda else None
    travels = top.traveller if isinstance(top, trips.ChooseRoute) else -1
    for seat in (course.first, course.turn, course.last_finder, course.leaver, course.winner, travels):
        out.one_of(relative(seat, view.seat, view.players) if seat >= 0 else -1, view.players)


def fill_players(view: TableView, seats: list[Seat], out: Numbers) -> None:
    course: Course = view.course
    for seat in seats:
        x, y = view.chars[seat]
        out.add(view.locks[seat] / 3.0)
        out.add(view.points[seat] / 20.0)
        out.add(x / 10.0)
        out.add(y / 10.0)
        out.flag(course.done[seat])
        out.flag(course.repacked[seat])


def fill_pack(view: TableView, seat: Seat, out: Numbers) -> None:
    box: Box = view.box
    kit = box.components
    packer = kit.packer
    squares: i64 = packer.squares
    columns: i64 = packer.columns
    bits = BITS
    locked: i64 = packer.locked[view.locks[seat]]
    square: i64 = 0
    while square < squares:
        out.put(square if locked & bits[square] == 0 else squares + square, 1.0)
        square += 1
    for piece, rot, x, y in view.packs[seat]:
        shape = kit.shape_of[kit.piece_numbers[piece]]
        place = packer.find(shape, rot, x, y)
        mask: i64 = packer.masks[place] if place >= 0 else 0
        value = shape.value / 6.0
        square = 0
        while square < squares:
            if mask & bits[square] != 0:
                out.put(square, 0.0)
                out.put(2 * squares + square, value)
                if (square + 1) % columns != 0 and mask & bits[square + 1] != 0:
                    out.put(3 * squares + square, 1.0)
                if square + columns < squares and mask & bits[square + columns] != 0:
                    out.put(4 * squares + square, 1.0)
            square += 1
    out.skip(len(IN_PACK) * squares)


def fill_pieces_and_map(view: TableView, seats: list[Seat], out: Numbers) -> None:
    """The parts from `pieces` to `boxes`, which are told in one walk over the map."""
    box: Box = view.box
    kit = box.components
    numbers = kit.piece_numbers
    width: i64 = len(PIECE) + view.players
    left = kit.pieces_of.copy()
    for step, seat in enumerate(seats):
        for id, rot, x, y in view.packs[seat]:
            piece = numbers[id]
            left[kit.shape_of[piece].number] -= 1
            at: i64 = width * piece
            out.put(at + 3, rot / 3.0)
            out.put(at + 4, x / 4.0)
            out.put(at + 5, y / 4.0)
            out.put(at + len(PIECE) + step, 1.0)
    for id in view.spent:
        piece = numbers[id]
        left[kit.shape_of[piece].number] -= 1
        out.put(width * piece + 6, 1.0)
    for (_, _, x, y), loot in zip(view.tiles, view.loot, strict=True):
        for id in loot:
            piece = numbers[id]
            left[kit.shape_of[piece].number] -= 1
            at = width * piece
            out.put(at, 1.0)
            out.put(at + 1, x / 10.0)
            out.put(at + 2, y / 10.0)
    out.skip(width * len(kit.pieces))
    fill_map(view, seats, out)
    for count in left:
        out.add(count / 10.0)


def fill_map(view: TableView, seats: list[Seat], out: Numbers) -> None:
    """The parts `tiles` and `map`."""
    box: Box = view.box
    width: i64 = len(TILE) + view.players + len(box.components.kinds) + 1
    planes: i64 = width * box.most_tiles
    plane: i64 = SIDE * SIDE
    way = way_of(view)
    out.put(width - 1, 1.0)  # the starter
    fill_pawns(view, seats, 0, 0, 0, out)
    for x, y in STARTER_CELLS:
        fill_roads(planes + cell_of(x, y), plane, 15, out)
    at: i64 = 0
    for place in range(len(view.tiles)):
        at += width
        fill_cell(view, place, planes, out)
        if place + 1 < box.most_tiles:
            fill_tile(view, seats, place, at, out)
            if way and view.tiles[place][2:] in way:
                out.put(at + 11, 1.0)
    for step, seat in enumerate(seats):
        cell = cell_of(view.chars[seat][0], view.chars[seat][1])
        if cell >= 0:
            out.more(planes + (8 if step == 0 else 9) * plane + cell, 1.0)
    for x, y in way:
        cell = cell_of(x, y)
        if cell >= 0:
            out.put(planes + 10 * plane + cell, 1.0)
    out.skip(planes + len(ON_MAP) * plane)


def fill_tile(view: TableView, seats: list[Seat], place: i64, at: i64, out: Numbers) -> None:
    """One tile among the tiles."""
    box: Box = view.box
    kit = box.components
    code, rot, x, y = view.tiles[place]
    kind = kit.kind_numbers[code]
    mine = view.chars[seats[0]]
    fill_roads(at, 1, kit.kinds[kind].roads[rot], out)
    out.put(at, rot / 3.0)
    out.put(at + 5, x / 10.0)
    out.put(at + 6, y / 10.0)
    out.put(at + 7, (x - mine[0]) / 10.0)
    out.put(at + 8, (y - mine[1]) / 10.0)
    for id in view.loot[place]:
        shape = kit.shape_of[kit.piece_numbers[id]]
        out.more(at + 9 if shape.size == SMALL else at + 10, shape.value / 6.0)
    fill_pawns(view, seats, at, x, y, out)
    out.put(at + len(TILE) + view.players + kind, 1.0)


def fill_cell(view: TableView, place: i64, planes: i64, out: Numbers) -> None:
    """The same on the planes."""
    box: Box = view.box
    kit = box.components
    code, rot, x, y = view.tiles[place]
    cell = cell_of(x, y)
    if cell < 0:
        return
    kind = kit.kind_numbers[code]
    plane: i64 = SIDE * SIDE
    fill_roads(planes + cell, plane, kit.kinds[kind].roads[rot], out)
    if kind == kit.store:
        out.put(planes + 5 * plane + cell, 1.0)
    for id in view.loot[place]:
        shape = kit.shape_of[kit.piece_numbers[id]]
        out.more(planes + (6 if shape.size == SMALL else 7) * plane + cell, shape.value / 6.0)


def fill_roads(at: i64, step: i64, roads: i64, out: Numbers) -> None:
    """That there is a tile, and after it on which sides it has a road."""
    bits = BITS
    out.put(at, 1.0)
    side: i64 = 0
    while side < len(DIRECTIONS):
        if roads & bits[side] != 0:
            out.put(at + (1 + side) * step, 1.0)
        side += 1


def fill_pawns(view: TableView, seats: list[Seat], at: i64, x: int, y: int, out: Numbers) -> None:
    """Who stands on a tile."""
    step: i64 = len(TILE)
    for seat in seats:
        there = view.chars[seat]
        if there[0] == x and there[1] == y:
            out.put(at + step, 1.0)
        step += 1


def cell_of(x: i64, y: i64) -> i64:
    """Where a cell stands on a plane, or -1."""
    if LOW <= x < LOW + SIDE and LOW <= y < LOW + SIDE:
        return (y - LOW) * SIDE + x - LOW
    return -1


def way_of(view: TableView) -> tuple[Cell, ...]:
    """The rest of a traveller's route, or the cell that a tile was named for."""
    for step in view.agenda:
        if isinstance(step, trips.Walk):
            return step.path
    top = view.agenda[-1] if view.agenda else None
    return (view.course.spot,) if isinstance(top, (adding.Flip, adding.ChooseRotation)) else ()


def fields(box: Box) -> list[Field]:
    """Pieces by id and by where they can lie, and all cells that a map of so many tiles can reach."""
    kit = box.components
    cells = reached(box.most_tiles)
    line = tuple(range(1 - box.most_tiles, 1 + box.most_tiles))
    larger = [shape.code for shape in kit.shapes if shape.size != SMALL]
    small = [shape.code for shape in kit.shapes if shape.size == SMALL]
    lies = tuple([
        (piece, place.rot, place.x, place.y)
        for piece, shape in zip(kit.pieces, kit.shape_of, strict=True)
        for place in kit.packer.placements[shape.first : shape.last]
    ])  # fmt: skip
    turns = tuple(range(4))
    squares = (tuple(range(kit.columns)), tuple(range(kit.rows)))
    return [
        Field("add", "to", cells, in_places=True),
        Field("collect", ("loot", "rot", "x", "y"), lies),
        Field("leave_first", "player", tuple(range(box.players))),
        Field("move", "to", cells, in_places=True),
        Field("orient", "rot", turns),
        Field("place_loot", "size", SIZES[1:]),
        Field("place_loot", "shape", ("", *larger)),
        Field("place_loot", "small", ("", *small)),
        Field("remove_locks", "count", tuple(range(1, kit.locks + 1))),
        Field("remove_locks", "pay", items=(tuple(kit.pieces),)),
        Field("reorganise", "layout", items=(tuple(kit.pieces), turns, *squares)),
        Field("route", "path", items=(line, line)),
        Field("spot", "to", cells, in_places=True),
        Field("spot", "from_", cells, in_places=True),
        Field("trip_collect", ("loot", "rot", "x", "y"), lies),
    ]


def reached(tiles: int) -> tuple[Cell, ...]:
    """All cells that so many tiles reach, the starter's corner among them: the nearest first."""
    far = tiles - 1
    found = [(beyond(x) + beyond(y), x, y) for y in range(-far, far + 2) for x in range(-far, far + 2)]
    return tuple([(x, y) for away, x, y in sorted(found) if away <= far])


def beyond(place: int) -> int:
    """How many cells beside the starter a column or row lies."""
    return max(-place, place - 1, 0)
