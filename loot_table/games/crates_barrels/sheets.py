"""Crates vs Barrels on paper: the board with the chosen layout, pawns with two faces, player aids."""

from __future__ import annotations

from loot_table.engine.printed import (
    BOLD,
    FAINT,
    FINE,
    WHITE,
    Board,
    Book,
    Disc,
    Fill,
    Lot,
    Outline,
    Picture,
    Rect,
    Sheets,
    Text,
    Thing,
)
from loot_table.engine.printed_signs import aid, line, token
from loot_table.games.crates_barrels.board import FILES, NAMES, RANKS
from loot_table.games.crates_barrels.box import Box
from loot_table.games.crates_barrels.table import Table

CELL = 20.0
EDGE = 5.0  # for the names of files and ranks
PAWN = 16.0
LIGHT, DARK = Fill("#fbf4e8"), Fill("#efe2cb")
RED, BLUE, GREEN = Fill("#f0aaa3"), Fill("#a9cdf0"), Fill("#bfe3cd")
GOLD = Fill("#fbd67c", "dots")
SIDES = ("Crates", "Barrels")
LETTERS = ("C", "B")
COMES_BACK = "Instead of moving you may put a pawn from your reserve on a Respawn Tile."
AID = ("CB-TRN-1", "CB-MOV-3", "CB-MOV-5", "CB-ATT-1", "CB-ATT-2", "CB-LOO-1", "CB-LOO-6", "CB-WIN-1")


def sheets(table: Table, book: Book) -> Sheets:
    box = table.box
    pawns = [pawn(side).times(box.pawns[side]) for side in range(2)]
    moves = book.says("CB-MOV-1" if box.options.movement == "line" else "CB-R03")
    comes_back = [COMES_BACK, *book.says("CB-RSP-3")] if box.has_respawning else book.says("CB-R27")
    how = [f"Move: {box.options.movement}.", *moves] if box.options.movement != "line" else moves
    extra = [*how, *comes_back, f"After {box.turn_limit} turns the game is a draw."]
    note = "C and B are where pawns start."
    lots = (
        Board("Board", 9 * CELL + 2 * EDGE, 9 * CELL + 2 * EDGE, board(box), CELL, EDGE, note=note),
        Lot("Pawns", tuple(pawns), "Coins are on the back: turn a pawn over when it picks up loot."),
        Lot("Player aids", (aid("Crates vs Barrels", book, AID, extra, 2),)),
    )
    return Sheets(lots, ("Nothing more. Cubes and discs that can be marked do instead of paper pawns.",))


def corner(tile: int) -> tuple[float, float]:
    """The upper left corner of a tile, with the Crates below."""
    name = NAMES[tile]
    return EDGE + FILES.index(name[0]) * CELL, EDGE + (8 - RANKS.index(name[1])) * CELL


def board(box: Box) -> Picture:
    picture: Picture = ()
    for tile in range(len(NAMES)):
        x, y = corner(tile)
        fill = DARK if round((x + y - 2 * EDGE) / CELL) % 2 else LIGHT
        picture += (Rect(x, y, CELL, CELL, fill, FINE, colour=FAINT),)
    picture += (Rect(EDGE, EDGE, 9 * CELL, 9 * CELL, None, BOLD),)
    for n in range(9):
        along = EDGE + n * CELL
        picture += (
            Text(FILES[n], along, 9 * CELL + EDGE + 0.5, CELL, 4, 3.4, is_bold=True),
            Text(RANKS[8 - n], 0, along, EDGE, CELL, 3.4, is_bold=True),
        )
    for tile in box.respawn if box.has_respawning else []:
        picture += diamond(*corner(tile))
    for side in range(2):
        picture += loot_tile(side, *corner(box.layout.loot[side]))
        for tile in box.layout.start[side]:
            x, y = corner(tile)
            picture += (Text(LETTERS[side], x, y + 1, CELL - 1.2, 4, 3.6, "end", is_bold=True, colour=FAINT),)
    return picture


def diamond(x: float, y: float) -> Picture:
    middle = CELL / 2
    found = []
    for size in (8.6, 5.6):
        points = ((x + middle, y + middle - size), (x + middle + size, y + middle))
        others = ((x + middle, y + middle + size), (x + middle - size, y + middle))
        found.append(Outline(((*points, *others),), GREEN if size > 8 else None, BOLD if size > 8 else FINE))
    return tuple(found)


def loot_tile(side: int, x: float, y: float) -> Picture:
    """The Crates' red square, the Barrels' blue circle (CB-COM-3)."""
    middle = CELL / 2
    if side == 0:
        frame: Picture = (
            Rect(x + 2, y + 2, CELL - 4, CELL - 4, RED, BOLD),
            Rect(x + 4, y + 4, CELL - 8, CELL - 8, WHITE),
        )
    else:
        frame = (Disc(x + middle, y + middle, 8, BLUE, BOLD), Disc(x + middle, y + middle, 6.2, WHITE))
    words = Text(f"{SIDES[side]}’ loot", x + 4.6, y + 5, CELL - 9.2, CELL - 10, 3, is_bold=True)
    return (*frame, words)


# ---------------------------------------------------------------- pawns


def pawn(side: int) -> Thing:
    """CB-COM-2: empty on its front; turned over it carries loot."""
    return token(SIDES[side][:-1], PAWN, empty(side), carrier(side))


def outline(side: int, fill: Fill) -> Picture:
    middle = PAWN / 2
    if side == 0:
        return (Rect(1.8, 1.8, PAWN - 3.6, PAWN - 3.6, fill, BOLD, corner=1),)
    return (Disc(middle, middle, 6.3, fill, BOLD),)


def empty(side: int) -> Picture:
    """Planks from above."""
    middle = PAWN / 2
    if side == 0:
        planks: Picture = (line(2, 2, PAWN - 2, PAWN - 2), line(PAWN - 2, 2, 2, PAWN - 2))
    else:
        planks = (line(5, 2.6, 5, 13.4), line(11, 2.6, 11, 13.4))
    plate = Rect(middle - 2.8, middle - 2.6, 5.6, 5.2, WHITE, FINE, corner=1)
    name = Text(LETTERS[side], middle - 2.8, middle - 2.6, 5.6, 5.2, 4.4, is_bold=True)
    return (*outline(side, RED if side == 0 else BLUE), *planks, plate, name)


def carrier(side: int) -> Picture:
    """Full of coins."""
    middle = PAWN / 2
    coins = [(-2.6, 1.6), (2.6, 1.6), (0, -2.4)]
    return (
        *outline(side, GOLD),
        *[Disc(middle + x, middle + y, 2.3, WHITE, FINE) for x, y in coins],
        Text(LETTERS[side], middle - 2, middle - 4.6, 4, 4.4, 3.4, is_bold=True),
    )
