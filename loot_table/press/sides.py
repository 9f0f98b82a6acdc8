"""Sides of paper: things or a part of a board, cut marks, a heading, and a line of 50 mm to check the scale by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loot_table.engine.printed import FAINT, HAIR, Board, Lot, Outline, Picture, Point, Rect, Text, Thing
from loot_table.engine.printed_signs import line
from loot_table.press.boards import Part, parted, seams
from loot_table.press.layout import Block, Sheet, Spot, lay
from loot_table.press.paper import MARGIN, SAFE, Paper
from loot_table.press.svg import Pen, number

RULER = 50.0
MARK = 3.5  # the length of a cut mark
CUT = 0.3  # as wide as the line around a piece is
OFF = 1.0  # how far it stays off the corner
EMPTY = "This side stays empty."


@dataclass(frozen=True)
class Side:
    """A front or a back, and the lots on it."""

    html: str
    lots: tuple[str, ...] = ()


@dataclass(frozen=True)
class Press:
    """What is the same on every sheet of a design."""

    paper: Paper
    pen: Pen
    title: str
    has_backs: bool = True

    def sides(self, lots: Sequence[Lot | Board]) -> list[Side]:
        """Every front is followed by its back, be it empty, so that a whole file can be printed on both sides."""
        small = [as_lot(lot) if isinstance(lot, Board) else lot for lot in lots if not self.is_large(lot)]
        found: list[Side] = []
        for sheet in lay([lot for lot in small if lot.things], self.paper):
            titles = tuple(block.lot.title for block in sheet.blocks)
            notes = [block.lot.note for block in sheet.blocks if block.lot.note]
            back = self.things(sheet, True) if sheet.has_backs else ""
            found += self.both(self.things(sheet, False), back, titles, " ".join(notes), len(found))
        for board in lots:
            if isinstance(board, Board) and self.is_large(board):
                for name, front in self.parts(board):
                    found += self.both(front, "", (board.title,), f"Part {name}. {board.note}", len(found))
        return found

    def is_large(self, lot: Lot | Board) -> bool:
        return isinstance(lot, Board) and len(parted(lot, self.paper)[0]) > 1

    def both(self, front: str, back: str, lots: tuple[str, ...], note: str, before: int) -> list[Side]:
        sheet = before // 2 + 1 if self.has_backs else before + 1
        name = f"Sheet {sheet}: {', '.join(lots)}."
        found = [Side(self.side(front, f"{name} {note}"), lots)]
        if self.has_backs:
            said = f"Back of sheet {sheet}. {'' if back else EMPTY}"
            found.append(Side(self.side(back, said, "behind"), lots))
        return found

    # ---- things

    def things(self, sheet: Sheet, is_back: bool) -> str:
        return "".join(
            [self.block(block, is_back) for block in (sheet.behind(self.paper) if is_back else sheet).blocks]
        )

    def block(self, block: Block, is_back: bool) -> str:
        if is_back and not block.has_backs:
            return ""
        drawn = "".join([self.thing(spot, is_back) for spot in block.spots])
        marks = cut_marks(block.spots) if block.is_grid else ()
        lines = () if is_back else tuple(edge for spot in block.spots for edge in edges(spot, block.is_grid))
        return drawn + self.pen.draw((*marks, *lines))

    def thing(self, spot: Spot, is_back: bool) -> str:
        """A drawing of its own, so that nothing leaves its edges."""
        thing = spot.thing
        picture = self.pen.draw(thing.back if is_back else thing.front)
        size = f'width="{number(thing.width)}" height="{number(thing.height)}"'
        box = f'viewBox="0 0 {number(thing.width)} {number(thing.height)}"'
        kind = "back" if is_back else "front"
        if not spot.is_turned:
            return f'<svg class="{kind}" x="{number(spot.x)}" y="{number(spot.y)}" {size} {box}>{picture}</svg>'
        return f'<g transform="{turned(spot, is_back)}"><svg class="{kind}" {size} {box}>{picture}</svg></g>'

    # ---- boards that are larger than a sheet

    def parts(self, board: Board) -> list[tuple[str, str]]:
        parts, is_turned = parted(board, self.paper)
        picture = self.pen.draw(board.picture)
        return [(part.name, self.part(part, picture, is_turned)) for _ in range(board.copies) for part in parts]

    def part(self, part: Part, picture: str, is_turned: bool) -> str:
        width, height = part.printed
        size = f'width="{number(width)}" height="{number(height)}"'
        box = f'viewBox="{number(part.x)} {number(part.y)} {number(width)} {number(height)}"'
        inside = f'<svg class="part" {size} {box}>{picture}</svg>' + self.pen.draw(seams(part))
        wide, tall = (height, width) if is_turned else (width, height)
        x, y = (self.paper.width - wide) / 2, (self.paper.height - tall) / 2
        turn = f"translate({number(x + wide)} {number(y)}) rotate(90)"
        return f'<g transform="{turn if is_turned else f"translate({number(x)} {number(y)})"}">{inside}</g>'

    # ---- the side itself

    def side(self, inside: str, name: str, kind: str = "") -> str:
        width, height = number(self.paper.width), number(self.paper.height)
        size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
        around = self.pen.draw((*self.heading(name), *self.ruler()))
        return f'<section class="side {kind}"><svg {size}>{inside}{around}</svg></section>'

    def heading(self, name: str) -> Picture:
        wide = self.paper.width - 2 * MARGIN
        return (
            Text(name, MARGIN, SAFE, wide * 0.7, 3, 2.6, "start", colour=FAINT),
            Text(self.title, MARGIN + wide * 0.72, SAFE, wide * 0.28, 3, 2.6, "end", colour=FAINT),
        )

    def ruler(self) -> Picture:
        y = self.paper.height - SAFE - 0.5
        ticks = [line(MARGIN + at, y - (1.2 if at % 50 else 2), MARGIN + at, y, 0.2) for at in range(0, 51, 10)]
        wide = self.paper.width - 2 * MARGIN - RULER - 3
        said = "This line is 50 mm long. If yours is not, print again at 100 %."
        return (
            line(MARGIN, y, MARGIN + RULER, y, 0.2),
            *ticks,
            Text(said, MARGIN + RULER + 3, y - 2.5, wide, 3, 2.4, "start", colour=FAINT),
        )


def as_lot(board: Board) -> Lot:
    """A board that one sheet holds."""
    thing = Thing(board.title, board.width, board.height, board.picture, copies=board.copies)
    return Lot(board.title, (thing,), board.note)


def turned(spot: Spot, is_back: bool) -> str:
    """Clockwise; its back the other way, so that both have the same upper edge."""
    if is_back:
        return f"translate({number(spot.x)} {number(spot.y + spot.height)}) rotate(-90)"
    return f"translate({number(spot.x + spot.width)} {number(spot.y)}) rotate(90)"


def edges(spot: Spot, is_grid: bool) -> Picture:
    """Where to cut: along the outline of a piece, or the edges of a card."""
    if spot.thing.cuts:
        return (Outline(tuple([tuple(placed(spot, loop)) for loop in spot.thing.cuts]), None, CUT),)
    return (Rect(spot.x, spot.y, spot.width, spot.height, None, HAIR, is_dashed=is_grid, colour=FAINT),)


def placed(spot: Spot, loop: Iterable[Point]) -> list[Point]:
    if spot.is_turned:
        return [(spot.x + spot.width - y, spot.y + x) for x, y in loop]
    return [(spot.x + x, spot.y + y) for x, y in loop]


def cut_marks(spots: Sequence[Spot]) -> Picture:
    """Short lines around a grid, at the ends of every cut."""
    left, right = min(spot.x for spot in spots), max(spot.x + spot.width for spot in spots)
    top, bottom = min(spot.y for spot in spots), max(spot.y + spot.height for spot in spots)
    across = sorted({round(edge, 3) for spot in spots for edge in (spot.x, spot.x + spot.width)})
    down = sorted({round(edge, 3) for spot in spots for edge in (spot.y, spot.y + spot.height)})
    marks = []
    for x in across:
        marks += [line(x, top - OFF - MARK, x, top - OFF, 0.2), line(x, bottom + OFF, x, bottom + OFF + MARK, 0.2)]
    for y in down:
        marks += [line(left - OFF - MARK, y, left - OFF, y, 0.2), line(right + OFF, y, right + OFF + MARK, y, 0.2)]
    return tuple(marks)
