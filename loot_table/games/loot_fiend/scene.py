"""What the browser draws of Loot Fiend: plain data made from a view, so that the board needs no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.random import Random
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.adding import Orient, loot_choices, rotations_now, shapes_in
from loot_table.games.loot_fiend.backpack import Backpack, written_layout
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, ROAD_BITS, SIZES, Components
from loot_table.games.loot_fiend.ending import lowest
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.locks import RemoveLocks, offered_payments
from loot_table.games.loot_fiend.loot import offered_layouts
from loot_table.games.loot_fiend.map import NO_ROAD, OPEN, SIDES, Cell, Tile
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED, NEVER_FITS, Shape
from loot_table.games.loot_fiend.phases import phase
from loot_table.games.loot_fiend.rules import Spot, closest_spots
from loot_table.games.loot_fiend.table import NONE, STALEMATE, Table, TableView
from loot_table.games.loot_fiend.trips import Walk, fits_on_trip, path_of, traveller, ways_to_store

Plain = dict[str, Any]
FIT_WORDS = {FITS: "fits", FITS_REPACKED: "repack", NEVER_FITS: "no"}
MOST_FLIPS = 5
FAR = 99


def scene(view: TableView, names: Sequence[str]) -> Plain:
    """Everybody sees the same table; what fits and what may be done is told to each seat about itself."""
    table = view.imagine(Random(0))  # nothing is hidden, so what is imagined is what is
    kit = table.box.components
    now = phase(table)
    to_act = view.to_act if view.to_act >= 0 else None
    me = view.seat if view.seat >= 0 else None
    subject = me if me is not None else to_act if to_act is not None else max(view.turn, 0)
    is_mine = me is not None and me == to_act
    walks = find_walks(table, subject)
    return {
        "phase": now,
        "to_act": to_act,
        "turn": view.turn if view.turn != NONE else None,
        "you": me,
        "subject": subject,
        "actions_left": view.actions_left,
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
        "stores": {"found": view.stores_found, "final": view.final_store},
        "stalemate": STALEMATE[view.stalemate],
        "idle_turns": view.idle_turns,
        "idle_limit": table.idle_limit(),
        "final_turns": view.final_turns or None,
        "finder": view.last_finder if view.last_finder != NONE else None,
        "winner": view.winner if view.winner != NONE else None,
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


def layout_facts(kit: Components, pieces: list[int], places: list[int]) -> list[Plain]:
    return [
        {"id": id, "code": kit.shape_of[kit.piece_numbers[id]].code, "rot": rot, "x": x, "y": y}
        for id, rot, x, y in written_layout(kit, pieces, places)
    ]


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
    laid = len(table.tiles) - 1 + int(table.turned != NONE)
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
            {"number": table.stores_found + n + 1, "from": between[0], "to": between[1]}
            for n, between in enumerate(ranges)
            if between is not None
        ],
        "unseen": [{"kind": kit.kinds[kind].code, "count": count} for kind, count in enumerate(table.unseen)],
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


# ---------------------------------------------------------------- getting about


def find_walks(table: Table, seat: Seat) -> dict[int, tuple[int, list[int]]]:
    """The cheapest walk to every tile: what it costs as people stand now, and the tiles after the first."""
    kit = table.box.components
    found: dict[int, tuple[int, list[int]]] = {table.at[seat]: (0, [])}
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


def way_facts(table: Table, walks: dict[int, tuple[int, list[int]]], seat: Seat) -> list[Plain]:
    """Where this turn's actions carry, with the way there."""
    return [
        {
            "to": list(table.tiles[number].cell()),
            "cost": cost,
            "path": [list(table.tiles[step].cell()) for step in path],
            "says": walk_words(table, seat, number, cost),
        }
        for number, (cost, path) in walks.items()
        if path and cost <= table.actions_left
    ]


def where(tile: Tile) -> str:
    if tile.is_starter:
        return "the starter"
    return f"{'the store at ' if tile.is_store else ''}({tile.x},{tile.y})"


def walk_words(table: Table, seat: Seat, number: int, cost: int) -> str:
    left = table.actions_left - cost
    said = [f"{counted(cost, 'action')}, {left} left." if left else f"{counted(cost, 'action')}: that ends your turn."]
    if table.cost(seat) > table.box.components.cost:
        said.append("You share this tile, so leaving costs double.")
    tile = table.tiles[number]
    if table.others_at(number, seat) and not tile.is_starter and not tile.is_store:
        said.append("Somebody stands there: no collecting, and every action costs double.")
    elif tile.loot:
        shapes = [table.box.components.shape_of[piece] for piece in tile.loot]
        named = [f"{shape.name} {shape.value} ({table.packs[seat].fit(shape)})" for shape in shapes]
        said.append(f"There: {', '.join(named)}.")
    return " ".join(said)


def exits(table: Table, seat: Seat) -> list[Plain]:
    """The roads out of this seat's tile, walked or explored, with what each costs."""
    tile = table.tile_of(seat)
    cost = table.cost(seat)
    found = []
    for side, link in enumerate(tile.links):
        if link >= 0 or (link == OPEN and table.stack):
            found.append(
                {
                    "kind": "move" if link >= 0 else "add",
                    "to": list(table.tiles[link].cell() if link >= 0 else tile.beyond(side)),
                    "beyond": list(tile.beyond(side)),
                    "side": side if not tile.is_starter else side // 2,
                    "cost": cost,
                    "can": cost <= table.actions_left,
                    "says": walk_words(table, seat, link, cost) if link >= 0 else flip_words(table, seat, cost),
                }
            )
    return found


def flip_words(table: Table, seat: Seat, cost: int) -> str:
    """What a flip means before it is made."""
    likely, of = stack.store_chance(table.stack)
    left = table.actions_left - cost
    said = "New tile, no way back: undo ends here."
    if likely == 0:
        rest = f"It cannot be a store. {counted(left, 'action')} left then." if left else "It cannot be a store."
    elif table.stores_found + 1 == table.final_store:
        rest = f"{likely} in {of}: the final store. The others then collect on their way, you do not."
    else:
        rest = f"{likely} in {of}: a store, which ends your turn."
    if cost > table.box.components.cost:
        rest += " It costs double on this shared tile."
    return f"{said} {rest}"


def spots(table: Table, seat: Seat) -> list[Plain]:
    found = []
    for spot in closest_spots(table, seat):
        assert isinstance(spot, Spot)
        found.append({"to": list(spot.to), "from": list(spot.from_), "says": flip_words(table, seat, 0)})
    return found


# ---------------------------------------------------------------- loot


def piece_facts(table: Table, seat: Seat, number: int, piece: int, walks: dict[int, tuple[int, list[int]]]) -> Plain:
    """A piece on the map as a seat looks at it: how it fits, and what fetching it costs altogether."""
    kit = table.box.components
    shape = kit.shape_of[piece]
    pack = table.packs[seat]
    fit = FIT_WORDS[pack.fit(shape)]
    is_here = table.at[seat] == number
    walk = walks[number][0] if number in walks else FAR
    is_guarded = bool(table.others_at(number, seat))
    price = walk + kit.cost * (1 if fit == "fits" else 2)
    budget = table.actions_left if table.turn == seat and table.to_act == seat else kit.actions[pack.locks]
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


# ---------------------------------------------------------------- what is to be decided


def turned_facts(table: Table) -> Plain:
    """LF-32 to LF-35: the tile that is turned up, every way round, and why some are not allowed."""
    kind = table.box.components.kinds[table.turned]
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
        "at": list(table.spot),
        "from": list(table.tiles[table.origin].cell()),
        "rotations": found,
    }


def road_words(table: Table, roads: list[int]) -> str:
    """Where each road of the new tile would lead."""
    x, y = table.spot
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
    return {"leaver": table.leaver, "done": list(table.done), "repacked": list(table.repacked)}
