"""Getting about, for the browser: the ways out of a tile, and how far a turn's actions carry."""

from __future__ import annotations

from typing import Any

from loot_table.engine.sentence import Voice, say
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.forecasts import walking
from loot_table.games.loot_fiend.labels import spot
from loot_table.games.loot_fiend.map import OPEN
from loot_table.games.loot_fiend.reach import Walks
from loot_table.games.loot_fiend.stalemate import Spot, closest_spots
from loot_table.games.loot_fiend.table import Table

Plain = dict[str, Any]


def way_facts(table: Table, walks: Walks, seat: Seat, voice: Voice) -> list[Plain]:
    """Where this turn's actions carry, with the way there. A single step is an answer and says itself what it does."""
    found = []
    for number, (cost, path) in walks.items():
        if path and cost <= table.course.actions_left:
            cell = table.tiles[number].cell()
            way = {"to": list(cell), "cost": cost, "path": [list(table.tiles[step].cell()) for step in path]}
            if len(path) > 1:
                way["label"] = voice.told(say("Walk to {where}", where=spot(cell)))
                way["says"] = voice.told(walking(table, seat, number, cost))
            found.append(way)
    return found


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
                }
            )
    return found


def spots(table: Table, seat: Seat) -> list[Plain]:
    found = []
    for each in closest_spots(table, seat):
        assert isinstance(each, Spot)
        found.append({"to": list(each.to), "from": list(each.from_)})
    return found
