"""What the browser draws of Looters of the Labyrinth: plain data made from one audience's view alone.

Squares are [x, y] as in the rules; `files` and ranks name them as people say them: A1 is the north-west corner.
"""

from __future__ import annotations

from typing import Any

from loot_table.engine.sentence import Voice
from loot_table.engine.state import Seat
from loot_table.games.labyrinth.box import Box
from loot_table.games.labyrinth.components import Kind
from loot_table.games.labyrinth.forecasts import command_says, pawn_slide, wall_says
from loot_table.games.labyrinth.grid import DIRECTIONS, NOWHERE, Grid, file_name
from loot_table.games.labyrinth.guide import is_mine, piles, reaches
from loot_table.games.labyrinth.maze import BuildWall
from loot_table.games.labyrinth.minotaur import deploy_squares, why_no_minotaur
from loot_table.games.labyrinth.preview import Slide, command, falls, opened, reach, slides
from loot_table.games.labyrinth.rules import TakeTurn
from loot_table.games.labyrinth.shapes import NEUTRAL, Shape, Wall
from loot_table.games.labyrinth.table import Table, TableView, shown_table
from loot_table.games.labyrinth.weakening import rubble_squares


def scene(view: TableView, voice: Voice) -> dict[str, Any]:
    return Drawing(view, voice).drawn()


def piece(shape: Shape) -> dict[str, Any]:
    return {"cells": [list(cell) for cell in shape.cells], "nodes": [list(cell) for cell in shape.nodes]}


def pieces(kind: Kind) -> list[dict[str, Any]]:
    """Every orientation, and which one a turn or a flip makes of it."""
    found = [frozenset(shape.cells) for shape in kind.shapes]
    return [
        {
            **piece(shape),
            "turned": found.index(cornered([(-y, x) for x, y in shape.cells])),
            "flipped": found.index(cornered([(-x, y) for x, y in shape.cells])),
        }
        for shape in kind.shapes
    ]


def cornered(cells: list[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - top) for x, y in cells)


class Drawing:
    """One audience's picture of a table."""

    def __init__(self, view: TableView, voice: Voice) -> None:
        self.view = view
        self.voice = voice
        self.table: Table = shown_table(view)
        self.box: Box = view.box
        self.grid: Grid = self.box.grid
        self.you = view.seat
        self.step = view.agenda[-1] if view.agenda else None
        self.is_turn = is_mine(view) and isinstance(self.step, TakeTurn)
        self.is_behind = self.is_turn and why_no_minotaur(self.table, self.you) is None

    def drawn(self) -> dict[str, Any]:
        view, box, table = self.view, self.box, self.table
        return {
            "side": self.grid.side,
            "files": [file_name(x) for x in range(self.grid.side)],
            "you": self.you if self.you >= 0 else None,
            "to_act": view.to_act if view.to_act >= 0 else None,
            "phase": self.phase(),
            "has_teams": box.has_teams,
            "seats": [self.seat(seat) for seat in range(view.players)],
            "starts": self.spots(box.components.starts),
            "treasures": [
                {"at": self.spot(square), "is_taken": not table.treasures & self.grid.bits[square]}
                for square in box.components.treasures
            ],
            "walls": [self.wall(wall) for wall in table.walls],
            "minotaur": list(view.minotaur) if view.minotaur is not None else None,
            "has_minotaur": box.has_minotaur,
            "piles": self.voice.told(piles(view)),
            "kinds": [self.kind(kind) for kind in box.kinds],
            "hand": list(view.hands[self.you] or ()) if self.you >= 0 else None,
            "turned_up": view.turned_up or None,
            "pieces": {kind.symbol: pieces(kind) for kind in self.held()},
            "near": self.near(),
            "close": self.close(),
            "slides": self.slides(),
            "rubble": self.openings(),
            "deploy": self.deploy(),
            "commands": self.commands(),
        }

    def spot(self, square: int) -> list[int]:
        return list(self.table.spot(square))

    def spots(self, squares: list[int]) -> list[list[int]]:
        return [self.spot(square) for square in squares]

    # ---- the table

    def phase(self) -> str:
        if self.view.reason or self.step is None:
            return "over"
        return "build" if isinstance(self.step, BuildWall) else "turn" if isinstance(self.step, TakeTurn) else "between"

    def seat(self, seat: Seat) -> dict[str, Any]:
        view, table = self.view, self.table
        can_stop = reach(table, seat) if not view.reason else {}
        return {
            "side": self.box.side[seat],
            "pawn": list(view.pawns[seat]),
            "tokens": table.free_tokens(seat),
            "has_rubble": view.rubble_home[seat],
            "reach": [[*table.spot(square), count] for square, count in sorted(can_stop.items())],
            "says": self.voice.told(reaches(table, self.you, seat)) if not view.reason else None,
        }

    def wall(self, wall: Wall) -> dict[str, Any]:
        x, y = self.table.spot(wall.anchor)
        return {
            "number": wall.number,
            "symbol": self.table.symbol(wall),
            "cells": [[x + cell_x, y + cell_y] for cell_x, cell_y in wall.shape.cells],
            "nodes": [[x + cell_x, y + cell_y] for cell_x, cell_y in wall.shape.nodes],
            "node": wall.node,
            "owner": wall.owner if wall.owner != NEUTRAL else None,
            "rubble": [{"at": self.spot(square), "seat": seat} for square, seat in wall.rubble],
            "falls": falls(wall),
            "can_weaken": self.is_turn and wall.owner == self.you,
            "says": self.voice.told(wall_says(self.table, self.you, wall)),
        }

    def kind(self, kind: Kind) -> dict[str, Any]:
        view = self.view
        seen = sum(hand.count(kind.symbol) for hand in view.hands if hand is not None)
        return {
            "symbol": kind.symbol,
            "name": self.voice.words.find(kind.symbol),
            **piece(kind.shapes[0]),
            "copies": kind.copies,
            "left": kind.copies - sum(wall.shape.kind == kind.number for wall in self.table.walls),
            "unseen": kind.copies - view.discard.count(kind.symbol) - seen,
        }

    def held(self) -> list[Kind]:
        """The types this seat may be asked to place."""
        if isinstance(self.step, BuildWall):
            return [self.box.kinds[self.table.turned_up]]
        symbols = (self.view.hands[self.you] or ()) if self.you >= 0 else ()
        return [kind for kind in self.box.kinds if kind.symbol in symbols]

    def near(self) -> list[dict[str, Any]]:
        """Pawns that a wall of this seat must keep away from, and how many spaces are too near."""
        if self.you < 0:
            return []
        is_maze = isinstance(self.step, BuildWall)
        components = self.box.components
        least = components.maze_distance if is_maze else components.least_distance
        return [
            {"seat": seat, "at": list(self.view.pawns[seat]), "within": least - 1}
            for seat in range(self.view.players)
            if is_maze or self.box.are_opponents(self.you, seat)
        ]

    def close(self) -> dict[str, Any] | None:
        """LL-V3: how near to an own pawn walls or rubble must be."""
        box = self.box
        if self.you < 0 or not (box.has_close_walls or box.has_close_rubble) or isinstance(self.step, BuildWall):
            return None
        pawns = [self.view.pawns[seat] for seat in range(self.view.players) if not box.are_opponents(self.you, seat)]
        return {
            "within": box.options.close_range,
            "walls": box.has_close_walls,
            "rubble": box.has_close_rubble,
            "pawns": [list(pawn) for pawn in pawns],
        }

    # ---- what can be done now, for the seat that decides

    def slides(self) -> list[dict[str, Any]]:
        """The own pawn's, in each direction; those that are not possible say why."""
        if not self.is_turn:
            return []
        return [
            self.slide(each, self.voice.told(pawn_slide(self.table, self.you, each)))
            for each in slides(self.table, self.you)
        ]

    def slide(self, each: Slide, says: Any) -> dict[str, Any]:
        return {
            "dir": DIRECTIONS[each.direction],
            "is_legal": each.is_legal,
            "to": self.spot(each.end),
            "path": self.spots(each.path),
            "treasures": self.spots(each.loot),
            "wall": each.wall.number if each.wall is not None else None,
            "stop": each.stop,
            "says": says,
        }

    def openings(self) -> list[dict[str, Any]]:
        """Every square on which rubble may be played, where the own pawn could then stop, and whether it finds something."""
        if not self.is_turn:
            return []
        found = []
        for square in self.grid.listed(rubble_squares(self.table, self.you)):
            new = opened(self.table, self.you, square)
            ends = self.spots([each.end for each in new])
            found.append({"at": self.spot(square), "opens": ends, "is_rich": any(each.loot for each in new)})
        return found

    def deploy(self) -> list[int] | None:
        """Where the minotaur may be put, one number a row, bit x for column x; null when that is no choice now."""
        if not self.is_behind or self.table.minotaur != NOWHERE:
            return None
        return self.grid.rows(deploy_squares(self.table, self.you))

    def commands(self) -> list[dict[str, Any]]:
        """What the minotaur would do in each direction, while this seat commands it."""
        if not self.is_behind or self.table.minotaur == NOWHERE:
            return []
        found = [command(self.table, self.you, direction) for direction in range(4)]
        return [self.slide(each, self.voice.told(command_says(self.table, self.you, each))) for each in found]
