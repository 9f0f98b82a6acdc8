"""Loot Fiend on paper: map tiles, loot to pack, backpacks with their locks, characters and reference cards."""

from __future__ import annotations

from loot_table.engine.printed import (
    BOLD,
    FINE,
    HAIR,
    WHITE,
    Book,
    Fill,
    Lot,
    Outline,
    Picture,
    Rect,
    Sheets,
    Text,
    Thing,
)
from loot_table.engine.printed_signs import SEATS, aid, inner_lines, loops, mirrored, seat_token
from loot_table.games.loot_fiend.components import DIRECTIONS, ROAD_BITS, Components, TileKind
from loot_table.games.loot_fiend.packing import Shape
from loot_table.games.loot_fiend.table import Table

TILE = 47.0
ROAD = 13.0  # as wide as a road is
BEYOND = 1.0  # so far roads go beyond a tile, so that no line ends them
SQUARE = 15.0  # of a backpack and of loot
GRASS = Fill("#cfe3c4", "dots")
ROADSIDE = Fill("#fffaf0")
SIZES = {
    0: ("small", Fill("#fffdf6")),
    1: ("medium", Fill("#bfe9cd", "diagonals")),
    2: ("large", Fill("#bdd9f8", "bars")),
}
AID = ("LF-22", "LF-30", "LF-33", "LF-36", "LF-45", "LF-46", "LF-47", "LF-50", "LF-60")


def sheets(table: Table, book: Book) -> Sheets:
    kit = table.box.components
    players = table.players
    tiles = tuple([tile(kind, number == kit.store) for number, kind in enumerate(kit.kinds)])
    pieces = [loot(kit, shape) for shape in kit.shapes]
    seats = list(SEATS.values())[:players]
    price = f"A lock costs {kit.lock_price} points of loot."
    costs = f"An action costs {kit.cost}, or {kit.shared_cost} while somebody else is on your tile (not on starter or stores)."
    by_locks = ", ".join(f"{actions} with {locks}" for locks, actions in reversed(list(enumerate(kit.actions))))
    lots = (
        Lot("Map and store tiles", tuple([each for each in tiles if each.copies])),
        Lot("Starter tile", (starter(),)),
        *[
            Lot(
                f"{SIZES[size][0].capitalize()} loot",
                tuple([each for at, each in pieces if at == size and each.copies]),
            )
            for size in SIZES
        ],
        Lot("Backpacks", (backpack(kit).times(players),)),
        Lot("Locks", (lock(kit).times(kit.locks * players),) if kit.locks else ()),
        Lot("Characters", tuple([seat_token(seat, 18, 1) for seat in seats])),
        Lot(
            "Action reference cards",
            (aid("Loot Fiend", book, AID, [f"Actions: {by_locks} locks.", costs, price], players),),
        ),
    )
    needs = "Three cups or bags for the loot, one for each size: it is drawn without looking"
    return Sheets(tuple([lot for lot in lots if lot.count]), (needs, "Paper characters do; pawns are nicer to move"))


# ---------------------------------------------------------------- the map


def tile(kind: TileKind, is_store: bool) -> Thing:
    sides = [side for side in range(len(DIRECTIONS)) if kind.roads[0] & ROAD_BITS[side]]
    front: Picture = (Rect(1, 1, TILE - 2, TILE - 2, GRASS, FINE, corner=2), *roads(sides))
    if is_store:
        front += store()
    else:
        front += (Text(kind.code, 3, TILE - 6, 16, 3, 2.4, "start"),)
    return Thing(kind.code, TILE, TILE, front, tile_back(), kind.count)


def roads(sides: list[int]) -> Picture:
    """From the middle to each side, one shape, so that its edge is drawn around all of it."""
    far, near = (TILE + ROAD) / 2, (TILE - ROAD) / 2
    # Around the middle, corner by corner; a side with a road takes the way out to the edge and back.
    out, end = -BEYOND, TILE + BEYOND
    ways = (((near, out), (far, out)), ((end, near), (end, far)), ((far, end), (near, end)), ((out, far), (out, near)))
    corners = ((near, near), (far, near), (far, far), (near, far))
    points: list[tuple[float, float]] = []
    for side in range(4):
        points.append(corners[side])
        if side in sides:
            points += ways[side]
    return (Outline((tuple(points),), ROADSIDE, BOLD),)


def store() -> Picture:
    middle = TILE / 2
    awning = ((middle - 15, 13.0), (middle + 15, 13.0), (middle + 13, 21.0), (middle - 13, 21.0))
    return (
        Rect(middle - 12, 21, 24, 15, WHITE, BOLD),
        Outline((awning,), Fill("#f4b9ac", "bars"), BOLD),
        Text("STORE", middle - 11, 22, 22, 13, 6, is_bold=True),
    )


def tile_back() -> Picture:
    return (
        Rect(3, 3, TILE - 6, TILE - 6, Fill("#a9c79b", "diagonals"), BOLD, corner=2),
        Rect(9, 18, TILE - 18, 14, WHITE, FINE, corner=2),
        Text("LOOT FIEND", 10, 19, TILE - 20, 12, 5, is_bold=True),
    )


def starter() -> Thing:
    """LF-41: four squares with a road to each side of every one of them."""
    wide = 2 * TILE
    front: Picture = (Rect(1, 1, wide - 2, wide - 2, GRASS, FINE, corner=2),)
    near, far = (TILE - ROAD) / 2, (TILE + ROAD) / 2
    points: list[tuple[float, float]] = []
    for turn in range(4):
        first = ((near, -BEYOND), (far, -BEYOND), (far, near))
        second = ((TILE + near, near), (TILE + near, -BEYOND), (TILE + far, -BEYOND), (TILE + far, near))
        points += [turned(x, y, turn, wide) for x, y in (*first, *second)]
    front += (
        Outline((tuple(points),), ROADSIDE, BOLD),
        Rect(TILE - 21, TILE - 9, 42, 18, WHITE, FINE, corner=3),
        Text("START", TILE - 20, TILE - 8, 40, 16, 9, is_bold=True),
    )
    return Thing("starter", wide, wide, front)


def turned(x: float, y: float, turn: int, wide: float) -> tuple[float, float]:
    for _ in range(turn):
        x, y = wide - y, x
    return x, y


# ---------------------------------------------------------------- loot and backpacks


def loot(kit: Components, shape: Shape) -> tuple[int, Thing]:
    """Its size, and the piece. It is never turned over, so its back says only the size."""
    cells = shape.turned[0]
    size, fill = SIZES[shape.size]
    wide, tall = (SQUARE * (1 + max(cell[axis] for cell in cells)) for axis in (0, 1))
    x, y = best_square(cells)
    plate = Rect(x * SQUARE + 2, y * SQUARE + 1.6, SQUARE - 4, SQUARE - 3.2, WHITE, FINE, corner=2)
    front: Picture = (
        Outline(loops(cells, SQUARE), fill, 0),
        *inner_lines(cells, SQUARE),
        plate,
        Text(str(shape.value), x * SQUARE + 2.4, y * SQUARE + 2, SQUARE - 4.8, 6.4, 6, is_bold=True),
        Text(shape.name, x * SQUARE + 2.4, y * SQUARE + 8.4, SQUARE - 4.8, 4.6, 2.4),
    )
    behind = mirrored(cells)
    back_x, back_y = best_square(behind)
    back: Picture = (
        Outline(loops(behind, SQUARE), fill, HAIR),
        Rect(back_x * SQUARE + 3, back_y * SQUARE + 4.5, SQUARE - 6, 6, WHITE, 0, corner=2),
        Text(size, back_x * SQUARE + 3, back_y * SQUARE + 4.5, SQUARE - 6, 6, 2.8, is_bold=True),
    )
    count = len([1 for each in kit.shape_of if each is shape])
    return shape.size, Thing(shape.name, wide, tall, front, back, count, loops(cells, SQUARE))


def best_square(cells: list[tuple[int, int]]) -> tuple[int, int]:
    """Where words stand: the square nearest to the middle."""
    wide, tall = (max(cell[axis] for cell in cells) / 2 for axis in (0, 1))
    return min(cells, key=lambda cell: ((cell[0] - wide) ** 2 + (cell[1] - tall) ** 2, cell))


def backpack(kit: Components) -> Thing:
    """A grid; beside each row a lock can cover stands what is left of a turn once it is off."""
    left, top = 5.0, 13.0
    wide, tall = kit.columns * SQUARE, kit.rows * SQUARE
    front: Picture = (Rect(1, 1, wide + 27, tall + 17, WHITE, FINE, corner=3),)
    front += (Text("Backpack", left, 3, wide, 8, 5, "start", is_bold=True),)
    front += (Text("actions a turn", left + wide + 1, 3, 20, 8, 2.6),)
    for row in range(kit.rows):
        is_locked = row < kit.locks
        for column in range(kit.columns):
            fill = Fill("#eee9df", "dots") if is_locked else WHITE
            front += (Rect(left + column * SQUARE, top + row * SQUARE, SQUARE, SQUARE, fill, FINE),)
        y = top + row * SQUARE
        if is_locked:
            front += (Text(f"open: {kit.actions[row]}", left + wide + 1, y, 20, SQUARE, 4, is_bold=True),)
        elif row == kit.locks:
            front += (Text(f"start: {kit.actions[kit.locks]}", left + wide + 1, y, 20, SQUARE, 4, is_bold=True),)
    front += (Rect(left, top, wide, tall, None, BOLD),)
    return Thing("backpack", wide + 29, tall + 19, front)


def lock(kit: Components) -> Thing:
    """A bar over a whole row."""
    wide = kit.columns * SQUARE
    plate = min(34.0, wide - 2)
    words = Text(f"LOCK · {kit.lock_price} points", wide / 2 - plate / 2 + 1, 4, plate - 2, 7, 4.4, is_bold=True)
    bar = Rect(0.6, 0.6, wide - 1.2, SQUARE - 1.2, Fill("#cfc8bb", "checks"), BOLD, corner=2)
    picture: Picture = (bar, Rect((wide - plate) / 2, 3, plate, SQUARE - 6, WHITE, FINE, corner=2), words)
    return Thing("lock", wide, SQUARE, picture)
