"""What the browser draws of Loot Fiend: plain data made from a view, so that the board needs no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.random import Random
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.components import SIZES
from loot_table.games.loot_fiend.course import NONE, STALEMATE
from loot_table.games.loot_fiend.ending import lowest
from loot_table.games.loot_fiend.map import NO_ROAD
from loot_table.games.loot_fiend.packing import Shape
from loot_table.games.loot_fiend.phases import phase
from loot_table.games.loot_fiend.scene_choices import loot_facts, route_facts, shop_facts, trip_facts, turned_facts
from loot_table.games.loot_fiend.scene_loot import FIT_WORDS, layout_facts, packing_facts, payment_facts, piece_facts
from loot_table.games.loot_fiend.scene_walks import exits, find_walks, spots, way_facts
from loot_table.games.loot_fiend.table import Table, TableView

Plain = dict[str, Any]
MOST_FLIPS = 5


def scene(view: TableView, names: Sequence[str]) -> Plain:
    """Everybody sees the same table; what fits and what may be done is told to each seat about itself."""
    course = view.course
    table = view.imagine(Random(0))  # nothing is hidden, so what is imagined is what is
    kit = table.box.components
    now = phase(table)
    to_act = view.to_act if view.to_act >= 0 else None
    me = view.seat if view.seat >= 0 else None
    subject = me if me is not None else to_act if to_act is not None else max(course.turn, 0)
    is_mine = me is not None and me == to_act
    walks = find_walks(table, subject)
    return {
        "phase": now,
        "to_act": to_act,
        "turn": course.turn if course.turn != NONE else None,
        "you": me,
        "subject": subject,
        "actions_left": course.actions_left,
        "cost": table.cost(subject),
        "is_shared": table.is_shared(subject),
        "columns": kit.columns,
        "rows": kit.rows,
        "lock_price": kit.lock_price,
        "pays_each": table.box.pays_each,
        "shapes": {shape.code: shape_facts(shape) for shape in kit.shapes},
        "seats": [seat_facts(table, seat) for seat in range(table.players)],
        "tiles": [tile_facts(table, number) for number in range(len(table.tiles))],
        "loot": [
            piece_facts(table, subject, number, piece, walks)
            for number in range(len(table.tiles))
            for piece in table.tiles[number].loot
        ],
        "stack": stack_facts(table),
        "boxes": [box_facts(table, subject, size) for size in range(len(SIZES))],
        "stores": {"found": course.stores_found, "final": course.final_store},
        "stalemate": STALEMATE[course.stalemate],
        "idle_turns": course.idle_turns,
        "idle_limit": table.idle_limit(),
        "final_turns": course.final_turns if course.is_sealed else None,
        "finder": course.last_finder if course.last_finder != NONE else None,
        "winner": course.winner if course.winner != NONE else None,
        "exits": exits(table, subject) if is_mine and now == "turn" else [],
        "walks": way_facts(table, walks, subject) if is_mine and now == "turn" else [],
        "spots": spots(table, subject) if is_mine and now == "spot" else [],
        "turned": turned_facts(table) if now == "orient" else None,
        "choices": loot_facts(table) if now == "place_loot" else None,
        "routes": route_facts(table) if now == "route" else None,
        "trip": trip_facts(table) if now == "trip" else None,
        "leavers": lowest(table) if now == "leave_first" else [],
        "shop": shop_facts(table) if now == "store" else None,
        "packings": packing_facts(table, subject) if me is not None else [],
        "payments": payment_facts(table, subject) if me is not None else [],
    }


# ---------------------------------------------------------------- the table


def shape_facts(shape: Shape) -> Plain:
    return {
        "name": shape.name,
        "size": SIZES[shape.size],
        "value": shape.value,
        "turned": [[list(square) for square in squares] for squares in shape.turned],
    }


def seat_facts(table: Table, seat: Seat) -> Plain:
    pack = table.packs[seat]
    return {
        "at": list(table.tile_of(seat).cell()),
        "points": pack.points,
        "locks": pack.locks,
        "free": pack.free,
        "actions": table.box.components.actions[pack.locks],
        "pack": layout_facts(pack.kit, pack.pieces, pack.places),
    }


def tile_facts(table: Table, number: int) -> Plain:
    tile = table.tiles[number]
    seats = [seat for seat in range(table.players) if table.at[seat] == number]
    is_double = len(seats) > 1 and not tile.is_starter and not tile.is_store
    return {
        "at": list(tile.cell()),
        "kind": "starter" if tile.is_starter else table.box.components.kinds[tile.kind].code,
        "roads": [side for side, link in enumerate(tile.links) if link != NO_ROAD],
        "joins": [
            {"side": side, "to": list(table.tiles[link].cell())} for side, link in enumerate(tile.links) if link >= 0
        ],
        "open": [list(cell) for cell in tile.open_cells()],
        "loot": [table.box.components.pieces[piece] for piece in tile.loot],
        "seats": seats,
        "is_double": is_double,
    }


def stack_facts(table: Table) -> Plain:
    left = stack.tiles_in(table.stack)
    laid = len(table.tiles) - 1 + int(table.course.turned != "")
    likely, of = stack.store_chance(table.stack)
    ahead = stack.stores_in(table.stack)
    ranges = [stack.store_range(table.stack, number) for number in range(1, ahead + 1)]
    kit = table.box.components
    return {
        "left": left,
        "laid": laid,
        "total": left + laid,
        "chance": [likely, of],
        "within": [round(stack.store_within(table.stack, flips), 4) for flips in range(1, MOST_FLIPS + 1)],
        "ahead": [
            {"number": table.course.stores_found + n + 1, "from": between[0], "to": between[1]}
            for n, between in enumerate(ranges)
            if between is not None
        ],
        "unseen": [{"kind": kit.kinds[kind].code, "count": count} for kind, count in enumerate(table.course.unseen)],
    }


def box_facts(table: Table, seat: Seat, size: int) -> Plain:
    """What a loot box still holds, and how much of it this seat could lay."""
    kit = table.box.components
    held = [kit.shape_of[piece] for piece in table.boxes[size]]
    found = [shape for shape in kit.shapes if shape in held]
    return {
        "size": SIZES[size],
        "left": len(held),
        "shapes": [
            {"code": shape.code, "count": held.count(shape), "fit": FIT_WORDS[table.packs[seat].fit(shape)]}
            for shape in found
        ],
    }
