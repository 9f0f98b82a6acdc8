"""What actions would cause, before they are played: slides, what rubble opens, the minotaur's commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.state import Seat
from loot_table.games.labyrinth.minotaur import NOBODY_ROBBED, changes_something, first_victim, minotaur_slide
from loot_table.games.labyrinth.moving import between, can_move, in_order, obstacle, others_squares, resting_square
from loot_table.games.labyrinth.shapes import Wall
from loot_table.games.labyrinth.table import Table

# What ends a slide.
WIN: Final = "win"
WALL: Final = "wall"
EDGE: Final = "edge"
PAWNS: Final = "pawns"
THEFT: Final = "theft"


@final
@dataclass(frozen=True)
class Slide:
    """Where a pawn or the minotaur would go, and all that it would cause."""

    direction: int
    is_legal: bool
    end: int
    path: list[int]
    loot: list[int]  # treasures that it takes
    stop: str
    wall: Wall | None  # that it runs into
    ahead: int  # the square after the last
    robbed: Seat = NOBODY_ROBBED


def falls(wall: Wall) -> bool:
    """Whether the next hit brings it down (LL-8.3)."""
    return wall.node == wall.last_node()


def slide(table: Table, seat: Seat, direction: int) -> Slide:
    grid = table.box.grid
    origin, step = table.pawns[seat], grid.steps[direction]
    stop = obstacle(grid, table.closed, origin, direction)
    rest = resting_square(grid, others_squares(table, origin), origin, stop, step)
    loot = in_order(grid, table.treasures & between(grid, origin, rest, direction), direction)
    needed = table.box.target - table.stash[table.box.side[seat]]
    is_won = bool(loot) and len(loot) >= needed
    loot = loot[:needed]
    end = loot[-1] if is_won else rest
    path = in_order(grid, between(grid, origin, end, direction), direction)
    wall = table.wall_on(stop) if not is_won and rest + step == stop else None
    why = WIN if is_won else WALL if wall is not None else EDGE if rest + step == stop else PAWNS
    return Slide(direction, can_move(table, seat, direction), end, path, loot, why, wall, rest + step)


def slides(table: Table, seat: Seat) -> list[Slide]:
    return [slide(table, seat, direction) for direction in range(4)]


def command(table: Table, seat: Seat, direction: int) -> Slide:
    """What the minotaur would do, commanded by a seat."""
    grid = table.box.grid
    stop, rest = minotaur_slide(table, direction)
    victim = first_victim(table, seat, direction, stop, rest)
    step = grid.steps[direction]
    wall = table.wall_on(stop) if victim == NOBODY_ROBBED and rest + step == stop else None
    end = rest if victim == NOBODY_ROBBED else table.pawns[victim]
    path = in_order(grid, between(grid, table.minotaur, end, direction), direction)
    why = WALL if wall is not None else EDGE if rest + step == stop else PAWNS
    if victim != NOBODY_ROBBED:
        why = THEFT
    return Slide(direction, changes_something(table, seat, direction), end, path, [], why, wall, rest + step, victim)


def opened(table: Table, seat: Seat, square: int) -> list[Slide]:
    """The own slides that rubble on a square of a wall would change."""
    bit = table.box.grid.bits[square]
    before = slides(table, seat)
    table.closed ^= bit
    after = slides(table, seat)
    table.closed ^= bit
    return [new for old, new in zip(before, after, strict=True) if old.end != new.end]


def reach(table: Table, seat: Seat) -> dict[int, int]:
    """Where the pawn can stop with one slide or two on the walls as they stand: squares, and how many slides."""
    grid = table.box.grid
    blocked = others_squares(table, table.pawns[seat])
    found: dict[int, int] = {}
    edge = [table.pawns[seat]]
    for number in (1, 2):
        ahead: list[int] = []
        for square in edge:
            for direction in range(4):
                stop = obstacle(grid, table.closed, square, direction)
                rest = resting_square(grid, blocked, square, stop, grid.steps[direction])
                if rest != table.pawns[seat] and rest not in found:
                    found[rest] = number
                    ahead.append(rest)
        edge = ahead
    return found
