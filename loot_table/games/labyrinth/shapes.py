"""Walls: pieces turned and flipped, as bits at any place of the board, and walls that stand there."""

from __future__ import annotations

from typing import Final, final

from loot_table.engine.state import Action, Seat
from loot_table.games.labyrinth.grid import Grid

NEUTRAL: Final = -1  # the owner of a wall with a clear token (LL-V1.5)
Cell = tuple[int, int]
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


@final
class Shape:
    """A piece in one of its orientations. Its anchor is the top left square of its bounding box."""

    def __init__(self, grid: Grid, kind: int, orient: int, cells: list[Cell], nodes: list[Cell]) -> None:
        self.kind = kind
        self.orient = orient
        self.cells = cells
        self.nodes = nodes
        self.width = 1 + max(x for x, _ in cells)
        self.height = 1 + max(y for _, y in cells)
        self.columns = grid.side - self.width + 1  # how many places there are from west to east
        self.spots = self.columns * (grid.side - self.height + 1)  # … and altogether on an empty board
        self.offsets: list[int] = [y * grid.stride + x for x, y in cells]
        self.mask = 0
        for offset in self.offsets:
            self.mask |= 1 << offset
        around = walk_around(cells)
        self.walk: list[int] = [y * grid.stride + x for x, y in around]
        self.lead = grid.stride + 1  # the ring begins at most one row and one square before the anchor
        self.ring = 0
        self.ring_back = 0
        for offset in self.walk:
            self.ring |= 1 << (offset + self.lead)
            self.ring_back |= 1 << (8 * grid.stride - offset)
        self.back_lead = 8 * grid.stride
        # Actions of this shape by anchor, built when they are first needed and then for ever.
        self.places: list[Action | None] = [None] * grid.size
        self.builds: list[Action | None] = [None] * grid.size

    def at(self, anchor: int) -> int:
        """The squares it covers."""
        return self.mask << anchor

    def ring_at(self, anchor: int) -> int:
        """The squares around it, corners included, some beyond the edge."""
        return self.ring << (anchor - self.lead)

    def anchors_beside(self, square: int) -> int:
        """All anchors whose ring holds a square."""
        shift = square - self.back_lead
        return self.ring_back << shift if shift >= 0 else self.ring_back >> -shift


@final
class Wall:
    """A wall on the board. It never changes: a weakened wall is a new one in its place."""

    def __init__(
        self, number: int, shape: Shape, anchor: int, owner: Seat, node: int, rubble: tuple[tuple[int, Seat], ...]
    ) -> None:
        self.number = number
        self.shape = shape
        self.anchor = anchor
        self.owner = owner
        self.node = node  # where the wall token is: 0 is the starting node
        self.rubble = rubble  # squares that are open, and whose token made them so
        self.mask = shape.at(anchor)

    def last_node(self) -> int:
        return len(self.shape.nodes) - 1

    def weakened(self) -> Wall:
        return Wall(self.number, self.shape, self.anchor, self.owner, self.node + 1, self.rubble)

    def opened(self, square: int, seat: Seat) -> Wall:
        rubble = (*self.rubble, (square, seat))
        return Wall(self.number, self.shape, self.anchor, self.owner, self.node, rubble)


def walk_around(cells: list[Cell]) -> list[Cell]:
    """The squares around a piece in the order of a walk around it; each is beside the next. Narrow ones come twice."""
    inside = set(cells)
    start = min(cells, key=lambda cell: (cell[1], cell[0])), 0
    here = start
    around: list[Cell] = []
    while True:
        (x, y), side = here
        out_x, out_y = SIDES[side]
        on_x, on_y = SIDES[(side + 1) % 4]
        add(around, (x + out_x, y + out_y))
        ahead, corner = (x + on_x, y + on_y), (x + on_x + out_x, y + on_y + out_y)
        if corner in inside:
            here = corner, (side + 3) % 4
        elif ahead in inside:
            here = ahead, side
        else:
            add(around, corner)
            here = (x, y), (side + 1) % 4
        if here == start:
            return around


def add(around: list[Cell], cell: Cell) -> None:
    if not around or around[-1] != cell:
        around.append(cell)


def orientations(cells: list[Cell], nodes: list[int]) -> list[tuple[list[Cell], list[Cell]]]:
    """Turned by 0, 90, 180, 270 degrees, then flipped and turned again; each set of squares once, with its nodes."""
    found: list[tuple[list[Cell], list[Cell]]] = []
    known: list[set[Cell]] = []
    turned = cells
    for is_flipped in (False, True):
        turned = [(-x, y) for x, y in cells] if is_flipped else cells
        for _ in range(4):
            placed = to_corner(turned)
            if set(placed) not in known:
                known.append(set(placed))
                found.append((placed, [placed[node] for node in nodes]))
            turned = [(-y, x) for x, y in turned]
    return found


def to_corner(cells: list[Cell]) -> list[Cell]:
    """Moved so that the bounding box begins at (0, 0)."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return [(x - left, y - top) for x, y in cells]
