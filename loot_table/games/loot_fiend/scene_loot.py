"""Loot, for the browser: how each piece fits, repackings that make room, and payments for locks."""

from __future__ import annotations

from typing import Any

from loot_table.engine.sentence import Points, Voice, all_of, say, together
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.backpack import Backpack, written_layout
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.labels import actions, named
from loot_table.games.loot_fiend.locks import RemoveLocks, cheapest_payments
from loot_table.games.loot_fiend.loot import offered_layouts
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED, NEVER_FITS, Shape
from loot_table.games.loot_fiend.reach import Reach
from loot_table.games.loot_fiend.table import Table, read_pack

Plain = dict[str, Any]
FIT_WORDS = {FITS: "fits", FITS_REPACKED: "repack", NEVER_FITS: "no"}


def layout_facts(kit: Components, pieces: list[int], places: list[int]) -> list[Plain]:
    return [
        {"id": id, "code": kit.shape_of[kit.piece_numbers[id]].code, "rot": rot, "x": x, "y": y}
        for id, rot, x, y in written_layout(kit, pieces, places)
    ]


def piece_facts(table: Table, seat: Seat, reach: Reach) -> Plain:
    """A piece on the map as a seat looks at it: how it fits, and what fetching it costs altogether."""
    kit = table.box.components
    shape = kit.shape_of[reach.piece]
    pack = table.packs[seat]
    facts: Plain = {
        "id": kit.pieces[reach.piece],
        "code": shape.code,
        "at": list(table.tiles[reach.tile].cell()),
        "fit": FIT_WORDS[reach.fit],
        "is_here": reach.is_here,
        "is_guarded": reach.is_guarded,
        "walk": reach.walk,
        "cost": reach.cost,
        "is_near": reach.is_near,
        "is_shown": reach.is_shown,
    }
    if reach.is_here and not reach.is_guarded and reach.fit == FITS:
        best = pack.best_place(shape)
        facts["places"] = [[place.rot, place.x, place.y] for place in pack.free_places(shape)]
        facts["best"] = [best.rot, best.x, best.y]
    if reach.fit == FITS_REPACKED:
        facts["repack"] = repack_for(pack, shape)
    return facts


def repack_for(pack: Backpack, shape: Shape) -> Plain | None:
    """The canonical packing that leaves room for this shape, and where the piece would then lie."""
    places = pack.making_room(shape.number)
    laid = pack.kit.packer.canonical(pack.code + pack.kit.packer.units[shape.number], pack.locks)
    if places is None or laid is None:
        return None
    room = next(place for place in laid if shape.first <= place < shape.last and place not in places)
    placement = pack.kit.packer.placements[room]
    return {
        "layout": layout_facts(pack.kit, pack.pieces, places),
        "room": {"rot": placement.rot, "x": placement.x, "y": placement.y},
    }


def packing_facts(table: Table, seat: Seat) -> list[Plain]:
    """LF-92: layouts worth a look, with the shapes each makes room for."""
    pack = table.packs[seat]
    kit = pack.kit
    found = []
    for action in offered_layouts(table, seat):
        layout = getattr(action, "layout")  # noqa: B009 - offered layouts are all of one kind
        after = read_pack(kit, pack.locks, layout)
        gained = [shape.code for shape in kit.shapes if after.has_room(shape) and not pack.has_room(shape)]
        found.append({"layout": layout_facts(kit, pack.pieces, after.places), "gains": gained})
    return found


def payment_facts(table: Table, seat: Seat, voice: Voice) -> list[Plain]:
    """LF-65: for each number of locks the payment that loses the least."""
    return [one_payment(table, seat, payment, voice) for payment in cheapest_payments(table, seat)]


def one_payment(table: Table, seat: Seat, payment: RemoveLocks, voice: Voice) -> Plain:
    pack = table.packs[seat]
    kit = pack.kit
    total = sum(kit.shape_of[kit.piece_numbers[id]].value for id in payment.pay)
    price = kit.lock_price * payment.count
    later = say(
        "Later turns: {then} instead of {now}.",
        then=actions(kit.actions[pack.locks - payment.count]),
        now=kit.actions[pack.locks],
    )
    loot = all_of([named(kit, id) for id in payment.pay])
    cost = (
        say("Cheapest: {loot}, {points}, {lost} of them lost.", loot=loot, points=Points(total), lost=total - price)
        if total > price
        else say("Cheapest: {loot}, {points}, exactly.", loot=loot, points=Points(total))
    )
    return {
        "count": payment.count,
        "pay": list(payment.pay),
        "total": total,
        "price": price,
        "lost": total - price,
        "says": voice.told(together(cost, later)),
        "later": voice.told(later),
    }
