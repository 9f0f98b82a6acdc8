"""Boards on as many sheets as they need: parts of even size, each with a strip that the next one is glued on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from loot_table.engine.printed import FAINT, HAIR, Board, Outline, Picture, Rect, Text
from loot_table.press.paper import Paper

TAB = 6.0  # what a part shows of the next one, to glue it there


@dataclass(frozen=True)
class Part:
    """A rectangle of a board, without its strips to glue on."""

    column: int
    row: int
    x: float
    y: float
    width: float
    height: float
    has_right: bool  # another part comes there
    has_below: bool

    @property
    def name(self) -> str:
        return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[self.row % 26]}{self.column + 1}"

    @property
    def printed(self) -> tuple[float, float]:
        return self.width + TAB * self.has_right, self.height + TAB * self.has_below


def parted(board: Board, paper: Paper) -> tuple[list[Part], bool]:
    """The parts, and whether the board lies on its side on them."""
    upright = cuts(board.width, board, paper.room[0]), cuts(board.height, board, paper.room[1])
    turned = cuts(board.width, board, paper.room[1]), cuts(board.height, board, paper.room[0])
    is_turned = len(turned[0]) * len(turned[1]) < len(upright[0]) * len(upright[1])
    across, down = turned if is_turned else upright
    parts = [
        Part(column, row, x, y, width, height, column < len(across) - 1, row < len(down) - 1)
        for row, (y, height) in enumerate(down)
        for column, (x, width) in enumerate(across)
    ]
    return parts, is_turned


def cuts(length: float, board: Board, room: float) -> list[tuple[float, float]]:
    """Where parts begin and how long they are: as few as there can be, and of even size."""
    if length <= room:
        return [(0, length)]
    steps = round((length - 2 * board.edge) / board.step)
    fewest = 2
    while ceil(steps / fewest) * board.step + board.edge + TAB > room and fewest < steps:
        fewest += 1
    marks = [0.0, *[board.edge + board.step * round(steps * n / fewest) for n in range(1, fewest)], length]
    return [(start, end - start) for start, end in pairwise(marks)]


def seams(part: Part) -> Picture:
    """The part's edge, where the next ones are glued on, and which part this is."""
    width, height = part.width, part.height
    found: list[Rect | Outline | Text] = [Rect(0, 0, *part.printed, None, HAIR, colour=FAINT)]
    if part.has_right:
        found.append(Outline((((width, 0), (width, height)),), None, 0.25, is_open=True, is_dashed=True))
    if part.has_below:
        found.append(Outline((((0, height), (width, height)),), None, 0.25, is_open=True, is_dashed=True))
    found.append(Text(part.name, 0.6, 0.6, TAB, 2.4, 2.2, "start", is_bold=True, colour=FAINT))
    return tuple(found)
