"""Loot, for the browser: how each piece fits, repackings that make room, and payments for locks."""

from __future__ import annotations

from typing import Any

from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.backpack import Backpack, written_layout
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.locks import RemoveLocks, offered_payments
from loot_table.games.loot_fiend.loot import offered_layouts
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED, NEVER_FITS, Shape
from loot_table.games.loot_fiend.scene_walks import Walks
from loot_table.games.loot_fiend.table import Table

Plain = dict[str, Any]
FIT_WORDS = {FITS: "fits", FITS_REPACKED: "repack", NEVER_FITS: "no"}
FAR = 99


def layout_facts(kit: Components, pieces: list[int], places: list[int]) -> list[Plain]:
    return [
        {"id": id, "code": kit.shape_of[kit.piece_numbers[id]].code, "rot": rot, "x": x, "y": y}
        for id, rot, x, y in written_layout(kit, pieces, places)
    ]


def piece_facts(table: Table, seat: Seat, number: int, piece: int, walks: Walks) -> Plain:
    """A piece on the map as a seat looks at it: how it fits, and what fetching it costs altogether."""
    kit = table.box.components
    shape = kit.shape_of[piece]
    pack = table.packs[seat]
    fit = FIT_WORDS[pack.fit(shape)]
    is_here = table.at[seat] == number
    walk = walks[number][0] if number in walks else FAR
    is_guarded = bool(table.others_at(number, seat))
    price = walk + kit.cost * (1 if fit == "fits" else 2)
    budget = (
        table.course.actions_left if table.course.turn == seat and table.to_act == seat else kit.actions[pack.locks]
    )
    facts: Plain = {
        "id": kit.pieces[piece],
        "code": shape.code,
        "at": list(table.tiles[number].cell()),
        "fit": fit,
        "is_here": is_here,
        "is_guarded": is_guarded,
        "walk": walk,
        "cost": price,
        "is_near": not is_guarded and fit != "no" and price <= budget,
    }
    if is_here and not is_guarded and fit == "fits":
        facts["places"] = placements(pack, shape)
        facts["best"] = best_place(pack, shape)
    if fit == "repack":
        facts["repack"] = repack_for(pack, shape)
    return facts


def placements(pack: Backpack, shape: Shape) -> list[list[int]]:
    """LF-90: every way the piece could lie as things are."""
    places = pack.kit.packer.placements[shape.first : shape.last]
    return [[place.rot, place.x, place.y] for place in places if place.mask & pack.taken == 0]


def best_place(pack: Backpack, shape: Shape) -> list[int]:
    """The placement that leaves room for the most shapes; the lowest of several."""
    packer = pack.kit.packer
    free = [place for place in packer.placements[shape.first : shape.last] if place.mask & pack.taken == 0]
    chosen = max(free, key=lambda place: (packer.flexibility(pack.taken | place.mask), place.mask))
    return [chosen.rot, chosen.x, chosen.y]


def repack_for(pack: Backpack, shape: Shape) -> Plain | None:
    """The canonical packing that leaves room for this shape, where the piece would then lie, and what is touched."""
    places = pack.making_room(shape.number)
    laid = pack.kit.packer.canonical(pack.code + pack.kit.packer.units[shape.number], pack.locks)
    if places is None or laid is None:
        return None
    room = next(place for place in laid if shape.first <= place < shape.last and place not in places)
    placement = pack.kit.packer.placements[room]
    return {
        "layout": layout_facts(pack.kit, pack.pieces, places),
        "room": {"rot": placement.rot, "x": placement.x, "y": placement.y},
        "moves": touched(pack, places),
    }


def touched(pack: Backpack, places: list[int]) -> list[Plain]:
    """Which pieces lie differently, and whether they are turned or only moved."""
    packer = pack.kit.packer
    return [
        {
            "id": pack.kit.pieces[piece],
            "name": pack.kit.shape_of[piece].name,
            "is_turned": packer.placements[old].rot != packer.placements[new].rot,
        }
        for piece, old, new in zip(pack.pieces, pack.places, places, strict=True)
        if old != new
    ]


def packing_facts(table: Table, seat: Seat) -> list[Plain]:
    """LF-92: layouts worth a look, with the shapes each makes room for."""
    pack = table.packs[seat]
    kit = pack.kit
    found = []
    for action in offered_layouts(table, seat):
        layout = getattr(action, "layout")  # noqa: B009 - offered layouts are all of one kind
        places = [kit.packer.find(kit.shape_of[kit.piece_numbers[id]], rot, x, y) for id, rot, x, y in layout]
        after = pack.repacked(places)
        gained = [shape.code for shape in kit.shapes if after.has_room(shape) and not pack.has_room(shape)]
        found.append(
            {"layout": layout_facts(kit, pack.pieces, places), "gains": gained, "moves": touched(pack, places)}
        )
    return found


def payment_facts(table: Table, seat: Seat) -> list[Plain]:
    """LF-65: for each number of locks the payment that loses the least; of several the one that frees most squares."""
    pack = table.packs[seat]
    kit = pack.kit
    best: dict[int, tuple[int, int, int, tuple[str, ...]]] = {}
    for action in offered_payments(table, seat):
        assert isinstance(action, RemoveLocks)
        shapes = [kit.shape_of[kit.piece_numbers[id]] for id in action.pay]
        total = sum(shape.value for shape in shapes)
        worth = (total, -sum(shape.squares for shape in shapes), len(shapes), action.pay)
        if action.count not in best or worth < best[action.count]:
            best[action.count] = worth
    return [
        {
            "count": count,
            "pay": list(pay),
            "total": total,
            "price": kit.lock_price * count,
            "lost": total - kit.lock_price * count,
            "points_after": pack.points - total,
            "actions_after": kit.actions[pack.locks - count],
        }
        for count, (total, _, _, pay) in sorted(best.items())
    ]
