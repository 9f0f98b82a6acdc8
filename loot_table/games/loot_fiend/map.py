"""The road map: tiles on an unbounded grid, how their roads join, and distances.

Tiles are numbered in the order they were laid, the starter is 0. A tile never changes: when something is laid beside it
or taken from it a new one takes its place, so tables can share them.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.state import Action
from loot_table.games.loot_fiend.components import ROAD_BITS, STARTER_EXITS, TileKind

Cell = tuple[int, int]

STARTER: Final = 0
DX: Final = [0, 1, 0, -1]  # N, E, S, W
DY: Final = [-1, 0, 1, 0]
SIDES: Final = ("north", "east", "south", "west")
EXITS: Final[list[Cell]] = [(x, y) for x, y in STARTER_EXITS]

SIDES_IN: Final = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]  # how many bits of sides are set

# Where a side of a tile leads, when it is not to another tile's number.
NO_ROAD: Final = -1
OPEN: Final = -2  # a road to an empty cell
DEAD_END: Final = -3  # a road to a tile that has none there
NOWHERE: Final = -1  # no tile


@final
class Tile:
    """One tile: where it lies, where each of its sides leads, and the loot on it."""

    def __init__(self, kind: int, rot: int, x: int, y: int, links: list[int], loot: list[int]) -> None:
        self.kind = kind  # -1: the starter
        self.rot = rot
        self.x = x
        self.y = y
        self.links = links  # of sides N, E, S, W; of the starter's eight exits
        self.loot = loot  # the small piece first
        self.is_starter = kind < 0
        self.is_store = False
        self.is_open = OPEN in links
        # What the rules offer on this tile, remembered.
        self.adds: list[Action] | None = None
        self.moves: list[Action] | None = None

    def cell(self) -> Cell:
        """Its name: the cell it covers; the starter's anchor."""
        return self.x, self.y

    def beyond(self, side: int) -> Cell:
        """The cell that a side leads to."""
        if self.is_starter:
            return EXITS[side]
        return self.x + DX[side], self.y + DY[side]

    def side_to(self, x: int, y: int) -> int:
        """The side on which a neighbouring cell lies, or -1."""
        for side in range(len(self.links)):
            if self.beyond(side) == (x, y):
                return side
        return -1

    def covers(self, x: int, y: int) -> bool:
        if self.is_starter:
            return 0 <= x <= 1 and 0 <= y <= 1
        return self.x == x and self.y == y

    def joined(self) -> list[int]:
        """The tiles that a road leads to, in the order of the sides (LF-41)."""
        return [link for link in self.links if link >= 0]

    def open_cells(self) -> list[Cell]:
        """The empty cells that a road leads to, in the order of the sides (LF-30)."""
        return [self.beyond(side) for side, link in enumerate(self.links) if link == OPEN]

    def with_link(self, side: int, link: int) -> Tile:
        links = self.links.copy()
        links[side] = link
        return self._changed(links, self.loot)

    def with_loot(self, loot: list[int]) -> Tile:
        changed = self._changed(self.links, loot)
        changed.adds, changed.moves = self.adds, self.moves
        return changed

    def _changed(self, links: list[int], loot: list[int]) -> Tile:
        twin = Tile(self.kind, self.rot, self.x, self.y, links, loot)
        twin.is_store = self.is_store
        return twin


def starter() -> Tile:
    """LF-10, LF-41: one large tile with eight roads."""
    return Tile(-1, 0, 0, 0, [OPEN] * len(EXITS), [])


def tile_at(tiles: list[Tile], x: int, y: int) -> int:
    """The number of the tile that covers a cell, or NOWHERE."""
    if tiles[STARTER].covers(x, y):
        return STARTER
    for number in range(1, len(tiles)):
        tile = tiles[number]
        if tile.x == x and tile.y == y:
            return number
    return NOWHERE


def tiles_around(tiles: list[Tile], x: int, y: int) -> list[int]:
    """The numbers of the tiles north, east, south and west of a cell, or NOWHERE: found in one walk over the map."""
    found = [NOWHERE] * 4
    for side in range(4):
        if tiles[STARTER].covers(x + DX[side], y + DY[side]):
            found[side] = STARTER
    for number in range(1, len(tiles)):
        tile = tiles[number]
        if tile.x == x:
            if tile.y == y - 1:
                found[0] = number
            elif tile.y == y + 1:
                found[2] = number
        elif tile.y == y:
            if tile.x == x + 1:
                found[1] = number
            elif tile.x == x - 1:
                found[3] = number
    return found


def lay(
    tiles: list[Tile], kind: TileKind, number: int, rot: int, x: int, y: int, is_store: bool, loot: list[int]
) -> int:
    """Put a tile with its loot in an empty cell and join its roads; returns its number."""
    roads: i64 = kind.roads[rot]
    here = len(tiles)
    around = tiles_around(tiles, x, y)
    links: list[int] = []
    for side in range(4):
        has_road = roads & ROAD_BITS[side] != 0
        there = around[side]
        if there == NOWHERE:
            links.append(OPEN if has_road else NO_ROAD)
            continue
        neighbour = tiles[there]
        facing = neighbour.side_to(x, y)
        if neighbour.links[facing] == OPEN:
            tiles[there] = neighbour.with_link(facing, here if has_road else DEAD_END)
            links.append(there if has_road else NO_ROAD)
        else:
            links.append(DEAD_END if has_road else NO_ROAD)
    tile = Tile(number, rot, x, y, links, loot)
    tile.is_store = is_store
    tiles.append(tile)
    return here


@final
class Surroundings:
    """What lies around a cell, as bits of sides: tiles whose road leads here, tiles without one, the origin."""

    def __init__(self, asked: int, closed: int, back: int) -> None:
        self.asked = asked
        self.closed = closed
        self.back = back


def surroundings(tiles: list[Tile], x: int, y: int, origin: int) -> Surroundings:
    asked, closed, back = 0, 0, 0
    for side, there in enumerate(tiles_around(tiles, x, y)):
        if there == NOWHERE:
            continue
        if tiles[there].links[tiles[there].side_to(x, y)] == NO_ROAD:
            closed |= ROAD_BITS[side]
        else:
            asked |= ROAD_BITS[side]
        if there == origin:
            back = ROAD_BITS[side]
    return Surroundings(asked, closed, back)


@final
class Meeting:
    """How a tile with these roads meets what lies around it."""

    def __init__(self, around: Surroundings, roads: int) -> None:
        self.is_joined_back = roads & around.back != 0  # LF-33
        self.joins = SIDES_IN[roads & around.asked]  # LF-34
        # LF-35: sides on which exactly one of the two has a road.
        self.dead_ends = SIDES_IN[around.asked & ~roads & 15] + SIDES_IN[around.closed & roads]


def allowed_rotations(tiles: list[Tile], kind: TileKind, x: int, y: int, origin: int) -> list[int]:
    """LF-33 to LF-35: it meets the road it was added by; then most roads joined; then fewest dead ends."""
    around = surroundings(tiles, x, y, origin)
    best = -1
    found: list[int] = []
    for rot in range(kind.rotations):
        meeting = Meeting(around, kind.roads[rot])
        if not meeting.is_joined_back:
            continue
        worth = meeting.joins * 8 + 4 - meeting.dead_ends
        if worth > best:
            best = worth
            found.clear()
        if worth == best:
            found.append(rot)
    return found


def has_open_road(tiles: list[Tile]) -> bool:
    """LF-86: whether a road anywhere leads to an empty cell."""
    return any(tile.is_open for tile in tiles)


def distances(tiles: list[Tile], target: int) -> list[int]:
    """How many moves along roads each tile is away; -1 where no road leads."""
    away = [-1] * len(tiles)
    away[target] = 0
    frontier = [target]
    for number in frontier:
        for other in tiles[number].joined():
            if away[other] < 0:
                away[other] = away[number] + 1
                frontier.append(other)
    return away


def closest_open(tiles: list[Tile], origin: int) -> list[int]:
    """LF-82: of the tiles with a road to an empty cell those that the fewest moves lead to."""
    away = distances(tiles, origin)
    nearest = len(tiles)
    found: list[int] = []
    for number, tile in enumerate(tiles):
        if tile.is_open and 0 <= away[number] <= nearest:
            if away[number] < nearest:
                nearest = away[number]
                found.clear()
            found.append(number)
    return found
