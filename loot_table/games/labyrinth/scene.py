"""What the browser draws of Looters of the Labyrinth: plain data made from one audience's view alone.

Squares are [x, y] as in the rules; `files` and ranks name them as people say them: A1 is the north-west corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.random import Random
from loot_table.engine.state import Seat
from loot_table.games.labyrinth.box import Box, read_teams
from loot_table.games.labyrinth.components import Kind
from loot_table.games.labyrinth.grid import Grid
from loot_table.games.labyrinth.maze import BuildWall
from loot_table.games.labyrinth.preview import Preview, file_name
from loot_table.games.labyrinth.rules import TakeTurn
from loot_table.games.labyrinth.shapes import NEUTRAL, Shape, Wall
from loot_table.games.labyrinth.table import Table, TableView

TEAM_NAMES = ("white team", "black team")


def scene(view: TableView, names: Sequence[str]) -> dict[str, Any]:
    """All hands but those the view shows are empty here, whatever is imagined of them."""
    table = view.imagine(Random(0))
    return Drawing(view, table, names).drawn()


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

    def __init__(self, view: TableView, table: Table, names: Sequence[str]) -> None:
        self.view = view
        self.table = table
        self.names = names
        self.box: Box = view.box
        self.grid: Grid = self.box.grid
        self.you = view.seat
        self.step = view.agenda[-1] if view.agenda else None
        self.is_mine = view.to_act >= 0 and view.to_act == view.seat
        self.preview = Preview(table, view.seat, names)

    def drawn(self) -> dict[str, Any]:
        view, box, table = self.view, self.box, self.table
        teams = read_teams(view.players, box.options)
        return {
            "side": self.grid.side,
            "files": [file_name(x) for x in range(self.grid.side)],
            "you": self.you if self.you >= 0 else None,
            "to_act": view.to_act if view.to_act >= 0 else None,
            "phase": self.phase(),
            "turn": view.turn,
            "stall": {"turns": max(0, view.stall), "limit": box.stall_turns if box.has_stall_limit else None},
            "target": box.target,
            "has_teams": box.has_teams,
            "talk": None if teams is None else {"is": teams.talk, "is_private": teams.is_private},
            "sides": [self.side(number) for number in range(box.sides)],
            "seats": [self.seat(seat) for seat in range(view.players)],
            "colours": list(box.colours),
            "starts": [list(table.spot(square)) for square in box.components.starts],
            "treasures": [
                {"at": list(table.spot(square)), "is_taken": not table.treasures & self.grid.bits[square]}
                for square in box.components.treasures
            ],
            "walls": [self.wall(wall) for wall in table.walls],
            "minotaur": list(view.minotaur) if view.minotaur is not None else None,
            "has_minotaur": box.has_minotaur,
            "piles": {"draw": view.draw_size, "discard": len(view.discard)},
            "kinds": [self.kind(kind) for kind in box.kinds],
            "hand": list(view.hands[self.you] or ()) if self.you >= 0 else None,
            "hands": [list(hand) if hand is not None else None for hand in view.hands],
            "turned_up": view.turned_up or None,
            "pieces": {kind.symbol: pieces(kind) for kind in self.held()},
            "near": self.near(),
            "close": self.close(),
            "rubble": self.preview.openings() if self.is_turn() else [],
            "deploy": self.preview.deploy() if self.is_turn() else None,
            "commands": self.preview.commands() if self.is_turn() else [],
        }

    # ---- the table

    def phase(self) -> str:
        if self.view.reason or self.step is None:
            return "over"
        return "build" if isinstance(self.step, BuildWall) else "turn" if isinstance(self.step, TakeTurn) else "between"

    def is_turn(self) -> bool:
        return self.is_mine and isinstance(self.step, TakeTurn)

    def side(self, number: int) -> dict[str, Any]:
        seats = [seat for seat in range(self.view.players) if self.box.side[seat] == number]
        name = TEAM_NAMES[number] if self.box.has_teams else self.names[number]
        return {"name": name, "stash": self.view.stash[number], "seats": seats}

    def seat(self, seat: Seat) -> dict[str, Any]:
        view, box = self.view, self.box
        return {
            "side": box.side[seat],
            "pawn": list(view.pawns[seat]),
            "cards": view.hand_sizes[seat],
            "tokens": self.table.free_tokens(seat),
            "walls": sum(wall.owner == seat for wall in self.table.walls),
            "has_rubble": view.rubble_home[seat],
            "has_axe": view.axes[seat] if box.has_minotaur else None,
            "is_opponent": self.you >= 0 and box.are_opponents(self.you, seat),
            "slides": [self.preview.slide(seat, direction) for direction in range(4)] if not view.reason else [],
            "reach": self.preview.reach(seat) if not view.reason else [],
        }

    def wall(self, wall: Wall) -> dict[str, Any]:
        table = self.table
        x, y = table.spot(wall.anchor)
        falls = wall.node == wall.last_node()
        return {
            "number": wall.number,
            "symbol": self.box.kinds[wall.shape.kind].symbol,
            "cells": [[x + cell_x, y + cell_y] for cell_x, cell_y in wall.shape.cells],
            "nodes": [[x + cell_x, y + cell_y] for cell_x, cell_y in wall.shape.nodes],
            "node": wall.node,
            "hits": wall.last_node() - wall.node + 1,
            "owner": wall.owner if wall.owner != NEUTRAL else None,
            "rubble": [{"at": list(table.spot(square)), "seat": seat} for square, seat in wall.rubble],
            "falls": falls,
            "weaken": self.preview.weakened(wall) if self.is_turn() and wall.owner == self.you else None,
        }

    def kind(self, kind: Kind) -> dict[str, Any]:
        view = self.view
        seen = sum(hand.count(kind.symbol) for hand in view.hands if hand is not None)
        return {
            "symbol": kind.symbol,
            **piece(kind.shapes[0]),
            "copies": kind.copies,
            "left": kind.copies - sum(wall.shape.kind == kind.number for wall in self.table.walls),
            "discarded": view.discard.count(kind.symbol),
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
