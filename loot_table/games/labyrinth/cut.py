"""A picture of LL-5.6 for the client: whom a wall would cut off from what, the way that would be lost, and the area."""

from __future__ import annotations

from typing import Any

from loot_table.engine.state import Seat
from loot_table.games.labyrinth.access import Access
from loot_table.games.labyrinth.shapes import Shape
from loot_table.games.labyrinth.table import Table


def cut_by(table: Table, shape: Shape, anchor: int) -> dict[str, Any] | None:
    """The first pawn that would lose a treasure, as plain data; None when nobody would."""
    grid = table.box.grid
    wall = shape.at(anchor)
    access = Access(table)
    for seat, lost in enumerate(access.lost(wall)):
        if not lost:
            continue
        # LL-R16: where pawns in the way hide the loss it is shown as if they were lifted.
        others = access.pawn_squares & ~grid.bits[table.pawns[seat]]
        treasures = access.lost_as_pawns_stand(seat, wall)
        if treasures:
            before = access.reached(seat, access.open, grid.board)
            after = access.reached(seat, access.open & ~wall, grid.board)
        else:
            treasures, others = lost, 0
            start = grid.bits[table.pawns[seat]]
            before = grid.flood(start, access.open, grid.board)
            after = grid.flood(start, access.open & ~wall, grid.board)
        away = before & ~after & ~wall
        # The smaller part is the one that looks closed off.
        shut = away if away.bit_count() <= after.bit_count() else after
        way = shortest_way(table, access, seat, treasures, others)
        return {
            "seat": seat,
            "treasures": [list(table.spot(square)) for square in grid.listed(treasures)],
            "way": [list(table.spot(square)) for square in way],
            "gap": [list(table.spot(square)) for square in way if wall & grid.bits[square]],
            "shut": grid.rows(shut),
        }
    return None


def shortest_way(table: Table, access: Access, seat: Seat, goal: int, others: int) -> list[int]:
    """The squares of a shortest walk from a pawn to one of the goals, straight across the others in its way."""
    grid = table.box.grid
    came: dict[int, int] = {table.pawns[seat]: -1}
    edge = [table.pawns[seat]]
    walked = 0
    while walked < len(edge):
        here = edge[walked]
        walked += 1
        if grid.bits[here] & goal:
            way = [here]
            while came[way[-1]] >= 0:
                way.append(came[way[-1]])
            way.reverse()
            return way
        for step in grid.steps:
            there = here + step
            while grid.bits[there] & others:
                there += step
            if grid.bits[there] & access.open and there not in came:
                came[there] = here
                edge.append(there)
    return []
