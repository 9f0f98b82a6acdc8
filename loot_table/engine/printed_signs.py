"""Pictures that several games print: seats, tokens, pieces of squares, player aids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loot_table.engine.printed import (
    BOLD,
    FAINT,
    FINE,
    HAIR,
    INK,
    WHITE,
    Book,
    Disc,
    Fill,
    Loop,
    Outline,
    Path,
    Picture,
    Point,
    Rect,
    Text,
    Thing,
)

Cell = tuple[int, int]
CARD = (63.0, 88.0)  # what sleeves are made for
SMALL_CARD = (44.0, 63.0)
AID = (94.0, 126.0)  # four on a sheet, and words that are read across a table


@dataclass(frozen=True)
class Seat:
    """A colour, a shape, a letter and a pattern, so that none of them is ever needed alone."""

    letter: str
    name: str
    fill: Fill
    path: str
    letter_y: float = 0  # of the letter's middle, of 24


# The shapes of web/src/parts/seats.ts.
SEATS = {
    "a": Seat("A", "blue", Fill("#7dbdf2"), "M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0Z"),
    "b": Seat("B", "red", Fill("#f98f7d", "bars"), "M-9-6.5Q-9-9-6.5-9H6.5Q9-9 9-6.5V6.5Q9 9 6.5 9H-6.5Q-9 9-9 6.5Z"),
    "c": Seat(
        "C",
        "yellow",
        Fill("#f2d567", "dots"),
        "M0-10.8Q1.3-10.8 2-9.6L11 6.4Q12 8.9 9.4 9H-9.4Q-12 8.9-11 6.4L-2-9.6Q-1.3-10.8 0-10.8Z",
        2,
    ),
    "d": Seat("D", "green", Fill("#8fdcab", "diagonals"), "M0-11.4L11.4 0L0 11.4L-11.4 0Z"),
    "e": Seat(
        "E",
        "purple",
        Fill("#cdb8fa", "checks"),
        "M0-10.8L3.88-4.74L10.84-2.92L6.28 2.64L6.7 9.82L0 7.2L-6.7 9.82L-6.28 2.64L-10.84-2.92L-3.88-4.74Z",
        0.6,
    ),
    "f": Seat("F", "white", Fill("#f6f2e7", "crosses"), "M-4.6-10H4.6V-4.6H10V4.6H4.6V10H-4.6V4.6H-10V-4.6H-4.6Z"),
    "g": Seat("G", "brown", Fill("#d0ae97", "pinstripes"), "M-5.5-9.8H5.5L11 0L5.5 9.8H-5.5L-11 0Z"),
    "h": Seat(
        "H",
        "pink",
        Fill("#f9b9d5", "waves"),
        "M0-11.6C3.2-7.6 9.4-3.4 9.4 2.4A9.4 8.6 0 0 1-9.4 2.4C-9.4-3.4-3.2-7.6 0-11.6Z",
        1.8,
    ),
}


def seat_called(colour: str, place: int) -> Seat:
    """The seat of a colour; for a colour that nobody knows, the one whose turn it is."""
    for seat in SEATS.values():
        if seat.name == colour:
            return seat
    return list(SEATS.values())[place % len(SEATS)]


def mark(seat: Seat, x: float, y: float, size: float) -> Picture:
    """A seat's shape with its letter on a white disc."""
    middle = y + seat.letter_y * size / 24
    return (
        Path(seat.path, x, y, size, seat.fill, BOLD if size > 9 else FINE),
        Disc(x, middle, size * 0.2, WHITE, 0),
        letters(seat.letter, x, middle, size * 0.36),
    )


def letters(text: str, x: float, y: float, size: float, width: float = 0) -> Text:
    """A bold letter or number around a point."""
    wide = width or size * 2
    return Text(text, x - wide / 2, y - size * 0.65, wide, size * 1.3, size, is_bold=True)


# ---------------------------------------------------------------- tokens


def token(name: str, size: float, front: Picture, back: Picture = (), copies: int = 1) -> Thing:
    """A square to cut, with what is on it inside of a ring that forgives a crooked cut."""
    return Thing(name, size, size, front, back, copies)


def seat_token(seat: Seat, size: float, copies: int, below: str = "") -> Thing:
    """With the seat's mark, and perhaps a word below it."""
    if not below:
        front = mark(seat, size / 2, size / 2, size * 0.8)
    else:
        word = Text(below, 1, size * 0.72, size - 2, size * 0.24, size * 0.2, is_bold=True)
        front = (*mark(seat, size / 2, size * 0.38, size * 0.62), word)
    return token(f"{seat.letter} ({seat.name})", size, front, front, copies)


# ---------------------------------------------------------------- pieces of squares


def loops(cells: Iterable[Cell], unit: float) -> tuple[Loop, ...]:
    """The outline of a piece made of squares, clockwise; holes the other way round."""
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside):
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        beyond = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
        for side, outside in enumerate(beyond):
            if outside not in inside:
                edges.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    found = []
    while edges:
        found.append(tuple([(x * unit, y * unit) for x, y in straightened(walk(edges))]))
    return tuple(found)


def walk(edges: dict[Cell, list[Cell]]) -> list[Cell]:
    """One loop, which is taken out of the edges."""
    start = here = next(iter(edges))
    way: list[Cell] = []
    while not way or here != start:
        way.append(here)
        there = edges[here].pop()
        if not edges[here]:
            del edges[here]
        here = there
    return way


def straightened(way: Sequence[Cell]) -> list[Cell]:
    """Without the points in the middle of a straight line."""
    count = len(way)
    return [
        here
        for n, here in enumerate(way)
        if not (way[n - 1][0] == here[0] == way[(n + 1) % count][0])
        and not (way[n - 1][1] == here[1] == way[(n + 1) % count][1])
    ]


def inner_lines(cells: Iterable[Cell], unit: float) -> Picture:
    """Faint lines between the squares of a piece."""
    inside = set(cells)
    found: list[Outline] = []
    for x, y in sorted(inside):
        if (x + 1, y) in inside:
            found.append(line((x + 1) * unit, y * unit, (x + 1) * unit, (y + 1) * unit, HAIR, FAINT))
        if (x, y + 1) in inside:
            found.append(line(x * unit, (y + 1) * unit, (x + 1) * unit, (y + 1) * unit, HAIR, FAINT))
    return tuple(found)


def line(x: float, y: float, to_x: float, to_y: float, wide: float = FINE, colour: str = INK) -> Outline:
    ends: tuple[Point, Point] = ((x, y), (to_x, to_y))
    return Outline((ends,), None, wide, is_open=True, colour=colour)


def mirrored(cells: Sequence[Cell]) -> list[Cell]:
    """A piece turned over, as it is seen from behind."""
    right = max(x for x, _ in cells)
    return [(right - x, y) for x, y in cells]


# ---------------------------------------------------------------- player aids


def aid(title: str, book: Book, rules: Sequence[str], facts: Sequence[str] = (), copies: int = 1) -> Thing:
    """A card with the goal, some rules in the rulebook's words, and what is special at this table."""
    width, height = AID
    said = [book.goal, *book.says(*rules), *facts]
    text = "\n".join(f"• {each}" for each in said if each)
    front = (
        Rect(3, 3, width - 6, height - 6, WHITE, FINE, corner=2),
        Rect(3, 3, width - 6, 10, Fill("#e9e3d3"), FINE, corner=2),
        Text(title, 5, 3.5, width - 10, 9, 5.5, is_bold=True),
        Text(text, 6, 15, width - 12, height - 20, 3.7, "start", is_top=True),
    )
    return Thing(title, width, height, front, copies=copies)
