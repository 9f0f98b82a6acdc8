"""Getting about, for the browser: the ways out of a tile, and how far a turn's actions carry."""

from __future__ import annotations

from typing import Any

from loot_table.engine.state import Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.events import counted
from loot_table.games.loot_fiend.map import OPEN, Tile
from loot_table.games.loot_fiend.stalemate import Spot, closest_spots
from loot_table.games.loot_fiend.table import Table

Plain = dict[str, Any]
Walks = dict[int, tuple[int, list[int]]]  # to each tile: what it costs, and the tiles after the first


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


def way_facts(table: Table, walks: Walks, seat: Seat) -> list[Plain]:
    """Where this turn's actions carry, with the way there."""
    return [
        {
            "to": list(table.tiles[number].cell()),
            "cost": cost,
            "path": [list(table.tiles[step].cell()) for step in path],
            "says": walk_words(table, seat, number, cost),
        }
        for number, (cost, path) in walks.items()
        if path and cost <= table.course.actions_left
    ]


def where(tile: Tile) -> str:
    if tile.is_starter:
        return "the starter"
    return f"{'the store at ' if tile.is_store else ''}({tile.x},{tile.y})"


def walk_words(table: Table, seat: Seat, number: int, cost: int) -> str:
    left = table.course.actions_left - cost
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
                    "can": cost <= table.course.actions_left,
                    "says": walk_words(table, seat, link, cost) if link >= 0 else flip_words(table, seat, cost),
                }
            )
    return found


def flip_words(table: Table, seat: Seat, cost: int) -> str:
    """What a flip means before it is made."""
    likely, of = stack.store_chance(table.stack)
    left = table.course.actions_left - cost
    said = "New tile, no way back: undo ends here."
    if likely == 0:
        rest = f"It cannot be a store. {counted(left, 'action')} left then." if left else "It cannot be a store."
    elif table.course.stores_found + 1 == table.course.final_store:
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
