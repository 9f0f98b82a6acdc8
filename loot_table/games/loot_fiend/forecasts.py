"""What an answer would do, said before it is given."""

from __future__ import annotations

from loot_table.engine.guide import Forecast
from loot_table.engine.sentence import Count, Name, Part, Points, Sentence, Thing, all_of, say, together
from loot_table.engine.state import Action, Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.adding import Add, Orient
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.components import ROAD_BITS
from loot_table.games.loot_fiend.labels import SIDE_WORDS, actions, named, tiles
from loot_table.games.loot_fiend.locks import RemoveLocks
from loot_table.games.loot_fiend.loot import Collect, Layout, Reorganise
from loot_table.games.loot_fiend.map import DX, DY, NOWHERE
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED
from loot_table.games.loot_fiend.rules import EndTurn, Move, TakeTurn
from loot_table.games.loot_fiend.stalemate import Spot
from loot_table.games.loot_fiend.table import Table, TableView, read_pack, table_of
from loot_table.games.loot_fiend.tile_loot import PlaceLoot
from loot_table.games.loot_fiend.trips import Route, TripCollect, fits_on_trip, traveller

MOST_GAINED = 3  # shapes that are named


def forecast(view: TableView, action: Action) -> Forecast:
    table, seat = table_of(view), view.seat
    cost = table.cost(seat) if isinstance(view.agenda[-1], TakeTurn) else 0
    if isinstance(action, Collect | TripCollect):
        return Forecast(collecting(table, seat, action.loot, action.x, action.y, cost), spend=cost)
    if isinstance(action, Add):
        return Forecast(flipping(table, cost), locks=True, spend=cost)
    if isinstance(action, Spot):
        return Forecast(flipping(table, 0), locks=True)
    if isinstance(action, Move):
        return Forecast(walking(table, seat, table.find(action.to), cost), spend=cost)
    if isinstance(action, Reorganise):
        return Forecast(repacking(table, seat, action.layout, cost), spend=cost)
    if isinstance(action, RemoveLocks):
        return Forecast(unlocking(table, seat, action, cost), spend=cost)
    if isinstance(action, Orient):
        return Forecast(leading(table, action.rot))
    if isinstance(action, PlaceLoot):
        return Forecast(None if action.shape else say("Drawn blind: undo ends here."), locks=not action.shape)
    if isinstance(action, Route):
        return Forecast(passing(table, action))
    if isinstance(action, EndTurn):
        left = table.course.actions_left
        who = Name((seat + 1) % table.players)
        return Forecast(say("{actions} unused: lost. Then it is the turn of {who}.", actions=actions(left), who=who))
    return Forecast()


# ---------------------------------------------------------------- the map


def walking(table: Table, seat: Seat, number: int, cost: int) -> Sentence:
    """What a walk to a tile costs, and what is there."""
    kit, tile, pack = table.box.components, table.tiles[number], table.packs[seat]
    left = table.course.actions_left - cost
    spent = (
        say("{actions}, {left} left.", actions=actions(cost), left=left)
        if left
        else say("{actions}: that ends your turn.", actions=actions(cost))
    )
    shared = None
    if table.cost(seat) > kit.cost:
        shared = say("You share this tile, so leaving costs double.")
    there = None
    if table.others_at(number, seat) and not tile.is_starter and not tile.is_store:
        there = say("Somebody stands there: no collecting, and every action costs double.")
    elif tile.loot:
        there = say("There: {loot}.", loot=all_of([fitting(pack, piece) for piece in tile.loot]))
    return together(spent, shared, there)


def fitting(pack: Backpack, piece: int) -> Sentence:
    """`crown 2 fits`."""
    shape = pack.kit.shape_of[piece]
    name, fit = Thing(pack.kit.pieces[piece], shape.name), pack.fit(shape)
    if fit == FITS:
        return say("{loot} {points} fits", loot=name, points=shape.value)
    if fit == FITS_REPACKED:
        return say("{loot} {points} fits after a repack", loot=name, points=shape.value)
    return say("{loot} {points} does not fit", loot=name, points=shape.value)


def flipping(table: Table, cost: int) -> Sentence:
    """What a flip means before it is made."""
    likely, of = stack.store_chance(table.stack)
    left = table.course.actions_left - cost
    then = None
    if likely == 0:
        chance = say("It cannot be a store.")
        then = say("{actions} left then.", actions=actions(left)) if left > 0 else None
    elif table.course.stores_found + 1 == table.course.final_store:
        chance = say("{n} in {all}: the final store.", n=likely, all=of)
        then = say("The others then collect on their way, you do not.")
    else:
        chance = say("{n} in {all}: a store, which ends your turn.", n=likely, all=of)
    double = say("It costs double on this shared tile.") if cost > table.box.components.cost else None
    return together(say("New tile, no way back: undo ends here."), chance, then, double)


def leading(table: Table, rot: int) -> Sentence:
    """Where each road of the new tile would lead."""
    x, y = table.course.spot
    joined: list[Part] = []
    free: list[Part] = []
    for side in range(4):
        if table.turned_kind().roads[rot] & ROAD_BITS[side]:
            is_free = table.find((x + DX[side], y + DY[side])) == NOWHERE
            (free if is_free else joined).append(SIDE_WORDS[side])
    if not free:
        return say("Joined {joined}, nothing left open.", joined=all_of(joined))
    return say("Joined {joined}, open {open}.", joined=all_of(joined), open=all_of(free))


def passing(table: Table, route: Route) -> Sentence:
    """The loot that a traveller passes."""
    seat, kit = traveller(table), table.box.components
    found: list[Part] = []
    points = others = 0
    for cell in route.path:
        number = table.find(cell)
        for piece in table.tiles[number].loot if not table.others_at(number, seat) else []:
            shape = kit.shape_of[piece]
            if fits_on_trip(table, seat, shape):
                found.append(Thing(kit.pieces[piece], shape.name))
                points += shape.value
            else:
                others += 1
    if others:
        found.append(Count(others, "{n} piece without room", "{n} pieces without room"))
    far = tiles(len(route.path) - 1)
    if not found:
        return say("{tiles} past no loot.", tiles=far)
    return say("{tiles} past {loot}: at most {points}.", tiles=far, loot=all_of(found), points=Points(points))


# ---------------------------------------------------------------- the backpack


def collecting(table: Table, seat: Seat, loot: str, x: int, y: int, cost: int) -> Sentence:
    kit = table.box.components
    then = Points(table.packs[seat].points + kit.shape_of[kit.piece_numbers[loot]].value)
    if not cost:
        return say("Column {x}, row {y}: {points} then, for no action.", x=x + 1, y=y + 1, points=then)
    return say(
        "Column {x}, row {y}: {points} then, for {actions}. It stays there until you repack.",
        x=x + 1,
        y=y + 1,
        points=then,
        actions=actions(cost),
    )


def repacking(table: Table, seat: Seat, layout: Layout, cost: int) -> Sentence:
    pack = table.packs[seat]
    after = read_pack(pack.kit, pack.locks, layout)
    price = say("It costs {actions}.", actions=actions(cost)) if cost else say("It costs no action.")
    return together(touching(pack, after.places), gaining(table, pack, after), price)


def touching(pack: Backpack, places: list[int]) -> Sentence | None:
    """Which pieces are turned, and which are only moved."""
    kit = pack.kit
    turned: list[Part] = []
    moved: list[Part] = []
    for piece, old, new in zip(pack.pieces, pack.places, places, strict=True):
        if old != new:
            is_turned = kit.packer.placements[old].rot != kit.packer.placements[new].rot
            (turned if is_turned else moved).append(named(kit, kit.pieces[piece]))
    if turned and moved:
        return say("Turn the {turned}, move the {moved}.", turned=all_of(turned), moved=all_of(moved))
    if turned:
        return say("Turn the {turned}.", turned=all_of(turned))
    return say("Move the {moved}.", moved=all_of(moved)) if moved else None


def gaining(table: Table, pack: Backpack, after: Backpack) -> Sentence | None:
    """What of the loot on the map fits then and does not now."""
    gained: list[Part] = []
    seen: set[int] = set()
    for tile in table.tiles:
        for piece in tile.loot:
            shape = pack.kit.shape_of[piece]
            if shape.number not in seen and after.has_room(shape) and not pack.has_room(shape):
                gained.append(Thing(pack.kit.pieces[piece], shape.name))
            seen.add(shape.number)
    if not gained:
        return None
    if len(gained) == 1:
        return say("Then the {loot} fits.", loot=gained[0])
    return say("Then the {loot} fit.", loot=all_of(gained[:MOST_GAINED]))


def unlocking(table: Table, seat: Seat, action: RemoveLocks, cost: int) -> Sentence:
    kit, pack = table.box.components, table.packs[seat]
    total = sum([kit.shape_of[kit.piece_numbers[piece]].value for piece in action.pay])
    price = kit.lock_price * action.count
    change = (
        say("{points} spent, {total} handed over. No change is given.", points=Points(price), total=total)
        if total > price
        else say("Paid exactly.")
    )
    rows = Count(action.count, "{n} row", "{n} rows")
    stay = say("{points} stay, and you gain {rows}.", points=Points(pack.points - total), rows=rows)
    return together(change, stay)
