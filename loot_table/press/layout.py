"""Where things lie on sheets, and where their backs lie: behind them, when the paper is turned over its long edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf

from loot_table.engine.errors import BadInput
from loot_table.engine.printed import Lot, Thing
from loot_table.press.paper import HEAD, MARGIN, Paper

GAP = 3.0  # between pieces that are cut out one by one
BETWEEN = 11.0  # between lots on one sheet: room for the cut marks of both
ROUNDING = 1e-6


@dataclass(frozen=True)
class Spot:
    """A thing's place on a sheet. One that is turned lies on its right side."""

    thing: Thing
    x: float
    y: float
    is_turned: bool = False

    @property
    def width(self) -> float:
        return self.thing.height if self.is_turned else self.thing.width

    @property
    def height(self) -> float:
        return self.thing.width if self.is_turned else self.thing.height

    def behind(self, paper: Paper) -> Spot:
        return replace(self, x=paper.width - self.x - self.width)


@dataclass(frozen=True)
class Block:
    """Things of a lot on one sheet; `is_grid`: they touch, and are cut along lines through all of them."""

    lot: Lot
    spots: tuple[Spot, ...]
    is_grid: bool

    @property
    def has_backs(self) -> bool:
        return any(spot.thing.back for spot in self.spots)

    @property
    def height(self) -> float:
        return max(spot.y + spot.height for spot in self.spots) - min(spot.y for spot in self.spots)

    def at(self, y: float) -> Block:
        top = min(spot.y for spot in self.spots)
        return replace(self, spots=tuple([replace(spot, y=spot.y - top + y) for spot in self.spots]))

    def behind(self, paper: Paper) -> Block:
        return replace(self, spots=tuple([spot.behind(paper) for spot in self.spots]))


@dataclass(frozen=True)
class Sheet:
    blocks: tuple[Block, ...]

    @property
    def has_backs(self) -> bool:
        return any(block.has_backs for block in self.blocks)

    def behind(self, paper: Paper) -> Sheet:
        return Sheet(tuple([block.behind(paper) for block in self.blocks]))


def lay(lots: Iterable[Lot], paper: Paper) -> list[Sheet]:
    """Every lot on as few sheets as it needs; what is left of a sheet is for small lots that come later."""
    sheets: list[list[Block]] = []
    for block in [block for lot in lots for block in blocks(lot, paper)]:
        for sheet in sheets:
            if sum(each.height + BETWEEN for each in sheet) + block.height <= paper.room[1] + ROUNDING:
                sheet.append(block)
                break
        else:
            sheets.append([block])
    return [Sheet(tuple(stacked(sheet, paper))) for sheet in sheets]


def stacked(blocks: Sequence[Block], paper: Paper) -> Iterator[Block]:
    """One below the other; one that is alone stands in the middle."""
    y = HEAD if len(blocks) > 1 else (paper.height - blocks[0].height) / 2
    for block in blocks:
        yield block.at(y)
        y += block.height + BETWEEN


def blocks(lot: Lot, paper: Paper) -> Iterator[Block]:
    things = [thing for thing in lot.things for _ in range(thing.copies)]
    for thing in things:
        if not fits(thing.width, thing.height, paper) and not fits(thing.height, thing.width, paper):
            raise BadInput(
                f"{thing.name:.40} of {thing.width:g} × {thing.height:g} mm is larger than a sheet of {paper.name}"
            )
    sizes = {(thing.width, thing.height) for thing in things}
    is_grid = len(sizes) == 1 and not any(thing.cuts for thing in things)
    for spots in in_grid(things, paper) if is_grid else in_rows(things, paper):
        yield Block(lot, tuple(spots), is_grid)


def fits(width: float, height: float, paper: Paper) -> bool:
    return width <= paper.room[0] + ROUNDING and height <= paper.room[1] + ROUNDING


def in_grid(things: Sequence[Thing], paper: Paper) -> Iterator[list[Spot]]:
    """All of one size, edge to edge; turned only where that takes fewer sheets."""
    wide, tall = things[0].width, things[0].height
    upright, turned = (columns_and_rows(w, h, paper) for w, h in ((wide, tall), (tall, wide)))
    is_turned = sheets_for(len(things), turned) < sheets_for(len(things), upright)
    columns, rows = turned if is_turned else upright
    if is_turned:
        wide, tall = tall, wide
    left = (paper.width - columns * wide) / 2
    for first in range(0, len(things), columns * rows):
        yield [
            Spot(thing, left + n % columns * wide, n // columns * tall, is_turned)
            for n, thing in enumerate(things[first : first + columns * rows])
        ]


def sheets_for(things: int, grid: tuple[int, int]) -> float:
    on_one = grid[0] * grid[1]
    return ceil(things / on_one) if on_one else inf


def columns_and_rows(wide: float, tall: float, paper: Paper) -> tuple[int, int]:
    return int((paper.room[0] + ROUNDING) // wide), int((paper.room[1] + ROUNDING) // tall)


def in_rows(things: Sequence[Thing], paper: Paper) -> Iterator[list[Spot]]:
    """Of any sizes with gaps: the tallest first, in rows from the top. Long ones lie, for rows of little height waste less,
    if the paper is wide enough."""
    spots: list[Spot] = []
    x = y = row = 0.0
    for thing in sorted(things, key=lambda thing: (-lying(thing, paper)[1], -lying(thing, paper)[0], thing.name)):
        wide, tall = lying(thing, paper)
        if x and x + wide > paper.room[0] + ROUNDING:
            x, y, row = 0, y + row + GAP, 0
        if y + tall > paper.room[1] + ROUNDING:
            yield spots
            spots, x, y, row = [], 0, 0, 0
        spots.append(Spot(thing, MARGIN + x, y, (wide, tall) != (thing.width, thing.height)))
        x, row = x + wide + GAP, max(row, tall)
    if spots:
        yield spots


def lying(thing: Thing, paper: Paper) -> tuple[float, float]:
    short, long = sorted((thing.width, thing.height))
    return (long, short) if long <= paper.room[0] + ROUNDING else (short, long)
