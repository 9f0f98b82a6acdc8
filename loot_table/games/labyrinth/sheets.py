"""Looters of the Labyrinth on paper: the board in parts, wall pieces with two sides, cards, tokens, player aids."""

from __future__ import annotations

from loot_table.engine.components import whole
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
    Path,
    Picture,
    Rect,
    Sheets,
    Text,
    Thing,
)
from loot_table.engine.printed_signs import CARD, SMALL_CARD, Seat, aid, letters, mark, seat_called, seat_token, token
from loot_table.games.labyrinth.box import Box
from loot_table.games.labyrinth.components import Kind
from loot_table.games.labyrinth.grid import file_name
from loot_table.games.labyrinth.sheets_walls import CELL, pictured, wall_piece
from loot_table.games.labyrinth.table import Table

EDGE = 6.0  # for the names of files and rows
STAR = "M0-10.8L3.2-4L10.6-3.2L5.2 1.8L6.7 9.2L0 5.6L-6.7 9.2L-5.2 1.8L-10.6-3.2L-3.2-4Z"
AXE = "M-7 10L2-4M0-9C5-10 9-7 10-1L4-2L0-5Z"
BULL = "M-11-8C-9-3-6-3-5-4H5C6-3 9-3 11-8C11 0 8 1 6 1L3 10H-3L-6 1C-8 1-11 0-11-8Z"
STONES = "M-10 8L-7 1L-1 0L1 8ZM1 8L3 1L8 1L10 8ZM-5 0L-2-8H3L6 1L1 1Z"
GOLD, STONE = Fill("#fbd9a8"), Fill("#dedae6", "dots")
AID = ("LL-3.2", "LL-4.2", "LL-4.3", "LL-4.5", "LL-5.1", "LL-5.7", "LL-6.1", "LL-6.2", "LL-7.2", "LL-7.3", "LL-8.4")
VARIANTS = {
    "Labyrinth Walls": ("LL-V1.2", "LL-V1.3", "LL-V1.4", "LL-V1.5", "LL-V1.6"),
    "The Minotaur": ("LL-V2.1", "LL-V2.2", "LL-V2.3", "LL-V2.4", "LL-V2.5", "LL-V2.6"),
    "Close Placement": ("LL-V3.2",),
}


def sheets(table: Table, book: Book) -> Sheets:
    box, kit = table.box, table.box.components
    seats = [seat_called(kit.colours[seat], seat) for seat in range(box.players)]
    each = max(box.allotment, whole(kit.data, "counts.wall_tokens_per_colour", 1, 20, "components"))
    deals = f"Everybody begins with {box.allotment} cards and {box.allotment} wall tokens."
    near = f"A wall keeps {kit.least_distance} spaces from every opponent’s pawn."
    lots: list[Lot | Board] = [
        board(box, seats),
        Lot(
            "Wall pieces",
            tuple([wall_piece(kind) for kind in kit.kinds]),
            "Both sides are the same piece, turned over.",
        ),
        Lot("Wall cards", tuple([wall_card(kind) for kind in kit.kinds])),
        Lot("Pawns", tuple([pawn(box, seat, place) for place, seat in enumerate(seats)])),
        Lot("Wall tokens", tuple([seat_token(seat, 11, each) for seat in seats])),
        Lot("Rubble tokens", tuple([marked(seat, STONES, "rubble") for seat in seats])),
        Lot("Treasures", (token("treasure", 12, (Path(STAR, 6, 6, 10, GOLD, 0.4),)).times(len(kit.treasures)),)),
        *variant_parts(box, seats, book),
        Lot("Player aids", (aid("Labyrinth", book, AID, [deals, near], box.players),)),
    ]
    return Sheets(tuple(lots), ("Pawns that stand are nicer to slide; paper ones do",))


# ---------------------------------------------------------------- the board


def board(box: Box, seats: list[Seat]) -> Board:
    kit, side = box.components, box.components.side
    long = side * CELL + 2 * EDGE
    picture: Picture = (Rect(0, 0, long, long, WHITE, FINE),)
    for n in range(side):
        along = EDGE + n * CELL
        for far in (0.0, long - EDGE):
            picture += (
                Text(file_name(n), along, far + 1, CELL, 4, 3, colour=FAINT),
                Text(str(n + 1), far, along, EDGE, CELL, 3, colour=FAINT),
            )
        for row in range(side):
            fill = Fill("#f3f1f6") if (n + row) % 2 else WHITE
            picture += (Rect(along, EDGE + row * CELL, CELL, CELL, fill, FINE, colour=FAINT),)
    for square in kit.treasures:
        x, y = at(box, square)
        picture += (Rect(x, y, CELL, CELL, GOLD, FINE), Path(STAR, x + CELL / 2, y + CELL / 2, 9, WHITE, 0.3))
    for square in kit.starts:
        picture += start(*at(box, square), seats[box.starts.index(square)] if square in box.starts else None)
    picture += (Rect(EDGE, EDGE, side * CELL, side * CELL, None, BOLD),)
    return Board("Board", long, long, picture, CELL, EDGE, note="Glue the parts together at the dashed lines.")


def at(box: Box, square: int) -> tuple[float, float]:
    return EDGE + box.grid.x(square) * CELL, EDGE + box.grid.y(square) * CELL


def start(x: float, y: float, seat: Seat | None) -> Picture:
    """A start square, with the mark of who starts there at this table."""
    frame = Rect(x, y, CELL, CELL, Fill("#4a4356"), FINE)
    inside = Rect(x + 1.6, y + 1.6, CELL - 3.2, CELL - 3.2, WHITE, FINE)
    return (frame, inside, *(mark(seat, x + CELL / 2, y + CELL / 2, 9.5) if seat is not None else ()))


# ---------------------------------------------------------------- cards


def wall_card(kind: Kind) -> Thing:
    width, height = SMALL_CARD
    front: Picture = (
        Rect(2.5, 2.5, width - 5, height - 5, WHITE, FINE, corner=2.5),
        Text(kind.symbol.capitalize(), 4, 4, width - 8, 8, 5.5, is_bold=True),
        *pictured(kind, 5, 14, width - 10, 38),
        Text(f"{len(kind.shapes[0].cells)} squares, {kind.nodes} nodes", 4, 54, width - 8, 4, 2.8),
    )
    back: Picture = (
        Rect(3.5, 3.5, width - 7, height - 7, Fill("#c9c2da", "bricks"), BOLD, corner=3),
        Rect(7, 24, width - 14, 15, WHITE, FINE, corner=2),
        Text("LABYRINTH", 8, 25, width - 16, 13, 5, is_bold=True),
    )
    return Thing(kind.symbol, width, height, front, back, kind.copies)


def variant_card(title: str, said: list[str]) -> Thing:
    width, height = CARD
    front: Picture = (
        Rect(3, 3, width - 6, height - 6, WHITE, FINE, corner=2),
        Text(title, 5, 4, width - 10, 8, 4.6, is_bold=True),
        Text("\n".join(f"• {each}" for each in said), 5, 13, width - 10, height - 18, 3.2, "start", is_top=True),
    )
    return Thing(title, width, height, front)


# ---------------------------------------------------------------- tokens


def pawn(box: Box, seat: Seat, place: int) -> Thing:
    team = ("white", "black")[box.side[place]] if box.has_teams else ""
    return seat_token(seat, 13, 1, team)


def marked(seat: Seat, path: str, name: str) -> Thing:
    """A token with a picture, and whose it is."""
    picture: Picture = (
        Path(path, 6.5, 7.2, 10, STONE, FINE),
        Disc(10, 3, 2.4, WHITE, FINE),
        letters(seat.letter, 10, 3, 3.4),
    )
    return token(f"{name} {seat.letter}", 13, picture, picture)


def variant_parts(box: Box, seats: list[Seat], book: Book) -> list[Lot | Board]:
    """What only the variants that are played here need."""
    options, kit = box.options, box.components
    found: list[Lot | Board] = []
    names = []
    if box.has_teams:
        found.append(team_board(box))
    if options.labyrinth_walls:
        names.append(("Labyrinth Walls", [f"{kit.maze[box.players]} walls are built before the first turn."]))
        clear: Picture = (Disc(5.5, 5.5, 4, WHITE, 0.5), letters("–", 5.5, 5.5, 5))
        found.append(Lot("Clear wall tokens", (token("clear", 11, clear, clear).times(kit.maze[box.players]),)))
    if options.minotaur:
        names.append(("The Minotaur", []))
        bull: Picture = (Disc(6.5, 6.5, 5.8, Fill("#cccccc"), 0.4), Path(BULL, 6.5, 6.5, 9, WHITE, 0.4))
        found.append(Lot("Axes", tuple([marked(seat, AXE, "axe") for seat in seats])))
        found.append(Lot("Minotaur", (token("minotaur", 13, bull, bull),)))
    if options.close_placement != "off":
        what = {"both": "Walls and rubble go", "walls": "Walls go", "rubble": "Rubble goes"}[options.close_placement]
        names.append(("Close Placement", [f"{what} within {options.close_range} spaces of a pawn of your side."]))
    cards = [variant_card(name, [*facts, *book.says(*VARIANTS[name])]) for name, facts in names]
    return [*found, *([Lot("Variant cards", tuple(cards))] if cards else [])]


def team_board(box: Box) -> Board:
    """Where the teams lay their treasures: a white side and a black one."""
    step, wide = 14.0, 8 + 14.0 * max(box.target, 5)
    picture: Picture = (Rect(0, 0, wide, 52, WHITE, BOLD),)
    for side, name in enumerate(("White team", "Black team")):
        y = 2 + side * 25
        picture += (Text(name, 4, y, wide - 8, 6, 4, "start", is_bold=True),)
        for n in range(box.target):
            fill = Fill("#d8d4de") if side else WHITE
            picture += (
                Rect(4 + n * step, y + 8, step, step, fill, FINE),
                letters(str(n + 1), 11 + n * step, y + 15, 4),
            )
    return Board("Team treasure board", wide, 52, picture)
