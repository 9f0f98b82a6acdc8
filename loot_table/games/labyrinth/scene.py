"""What the browser draws of Looters of the Labyrinth: plain data made from one audience's view alone.

Squares are [x, y] as in the rules; `files` and ranks name them as people say them: A1 is the north-west corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.random import Random
from loot_table.engine.state import Seat
from loot_table.games.labyrinth.box import NEUTRAL, Box, Wall, read_teams
from loot_table.games.labyrinth.components import Kind
from loot_table.games.labyrinth.grid import DIRECTION_NAMES, DIRECTIONS, NOWHERE, Grid
from loot_table.games.labyrinth.maze import BuildWall
from loot_table.games.labyrinth.minotaur import (
    NOBODY_ROBBED,
    changes_something,
    deploy_squares,
    first_victim,
    minotaur_slide,
    why_no_minotaur,
)
from loot_table.games.labyrinth.moving import between, can_move, in_order, obstacle, others_squares, resting_square
from loot_table.games.labyrinth.rules import TakeTurn
from loot_table.games.labyrinth.shapes import Shape
from loot_table.games.labyrinth.table import Table, TableView
from loot_table.games.labyrinth.weakening import rubble_squares

TEAM_NAMES = ("white team", "black team")


def scene(view: TableView, names: Sequence[str]) -> dict[str, Any]:
    """All hands but those the view shows are empty here, whatever is imagined of them."""
    table = view.imagine(Random(0))
    return Drawing(view, table, names).drawn()


def file_name(x: int) -> str:
    """A to Z, then AA."""
    return chr(65 + x) if x < 26 else "A" + chr(65 + x - 26)


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
            "rubble": self.openings() if self.is_turn() else [],
            "deploy": self.deploy(),
            "commands": self.commands(),
        }

    # ---- words

    def name(self, square: int) -> str:
        return f"{file_name(self.grid.x(square))}{self.grid.y(square) + 1}"

    def who(self, seat: Seat) -> str:
        return "you" if seat == self.you else self.names[seat]

    def whose(self, seat: Seat) -> str:
        if seat == NEUTRAL:
            return "the neutral"
        return "your own" if seat == self.you else f"{self.names[seat]}'s"

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
            "slides": [self.slide(seat, direction) for direction in range(4)] if not view.reason else [],
            "reach": self.reach(seat) if not view.reason else [],
        }

    def wall(self, wall: Wall) -> dict[str, Any]:
        table = self.table
        x, y = table.spot(wall.anchor)
        falls = wall.node == wall.last_node()
        return {
            "number": wall.number,
            "symbol": self.symbol(wall),
            "cells": [[x + cell_x, y + cell_y] for cell_x, cell_y in wall.shape.cells],
            "nodes": [[x + cell_x, y + cell_y] for cell_x, cell_y in wall.shape.nodes],
            "node": wall.node,
            "hits": wall.last_node() - wall.node + 1,
            "owner": wall.owner if wall.owner != NEUTRAL else None,
            "rubble": [{"at": list(table.spot(square)), "seat": seat} for square, seat in wall.rubble],
            "falls": falls,
            "weaken": self.weakened(wall) if self.is_turn() and wall.owner == self.you else None,
        }

    def symbol(self, wall: Wall) -> str:
        return self.box.kinds[wall.shape.kind].symbol

    def weakened(self, wall: Wall) -> str:
        if wall.node == wall.last_node():
            return f"Your {self.symbol(wall)} comes down. {self.fallout(wall)}"
        left = wall.last_node() - wall.node
        return f"Its token moves on: {left} more hit{'s' if left > 1 else ''} and it falls."

    def fallout(self, wall: Wall) -> str:
        """What follows when a wall falls (LL-8.5)."""
        said = [f"{self.who(seat)} {'get' if seat == self.you else 'gets'} rubble back" for _, seat in wall.rubble]
        if wall.owner != NEUTRAL:
            said.append(f"{self.who(wall.owner)} {'draw' if wall.owner == self.you else 'draws'} a card")
        text = " and ".join(said)
        return f"{text[0].upper()}{text[1:]}." if text else "Nobody draws for it."

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

    # ---- slides

    def slide(self, seat: Seat, direction: int) -> dict[str, Any]:
        """Where a pawn would go, and all that it would cause."""
        table, grid = self.table, self.grid
        origin, step = table.pawns[seat], grid.steps[direction]
        stop = obstacle(grid, table.closed, origin, direction)
        rest = resting_square(grid, others_squares(table, origin), origin, stop, step)
        loot = in_order(grid, table.treasures & between(grid, origin, rest, direction), direction)
        needed = self.box.target - table.stash[self.box.side[seat]]
        is_won = len(loot) >= needed
        loot = loot[:needed]
        end = loot[-1] if is_won else rest
        path = in_order(grid, between(grid, origin, end, direction), direction)
        wall = table.wall_on(stop) if not is_won and rest + step == stop else None
        stopped_by = "win" if is_won else "wall" if wall else "edge" if rest + step == stop else "pawns"
        return {
            "dir": DIRECTIONS[direction],
            "name": DIRECTION_NAMES[direction],
            "is_legal": can_move(table, seat, direction),
            "to": list(table.spot(end)),
            "path": [list(table.spot(square)) for square in path],
            "treasures": [list(table.spot(square)) for square in loot],
            "passes": [table.pawns.index(square) for square in path if square in table.pawns],
            "stop": stopped_by,
            "wall": wall.number if wall else None,
            "falls": wall is not None and wall.node == wall.last_node(),
            "robs": None,
            "head": headline("Slide", DIRECTION_NAMES[direction], len(path), len(loot)),
            "says": self.told_slide(seat, end, path, stopped_by, wall, rest + step),
        }

    def told_slide(self, seat: Seat, end: int, path: list[int], stopped_by: str, wall: Wall | None, ahead: int) -> str:
        is_you = seat == self.you
        who = "You" if is_you else self.names[seat]
        if stopped_by == "win":
            return f"{who} {'take' if is_you else 'takes'} the last treasure needed on {self.name(end)}: that wins."
        verb = ("stop at" if is_you else "stops at") if path else ("stay on" if is_you else "stays on")
        said = f"{who} {verb} {self.name(end)}"
        if wall is not None:
            return f"{said} against {self.struck(wall)}"
        if stopped_by == "pawns":
            others = [self.names[other] for other, square in enumerate(self.table.pawns) if square == ahead]
            return f"{said}: {others[0] if others else 'the minotaur'} is in the way."
        return f"{said}, at the edge."

    def struck(self, wall: Wall) -> str:
        symbol = f"{self.whose(wall.owner)} {self.symbol(wall)}"
        if wall.node == wall.last_node():
            return f"{symbol}, which falls. {self.fallout(wall)}"
        left = wall.last_node() - wall.node
        return f"{symbol}, which is weakened: {left} more hit{'s' if left > 1 else ''}."

    def reach(self, seat: Seat) -> list[list[int]]:
        """Where the pawn can stop with one slide or two on the walls as they stand: x, y, slides."""
        table, grid = self.table, self.grid
        blocked = others_squares(table, table.pawns[seat])
        found: dict[int, int] = {}
        edge = [table.pawns[seat]]
        for slides in (1, 2):
            ahead: list[int] = []
            for square in edge:
                for direction in range(4):
                    stop = obstacle(grid, table.closed, square, direction)
                    rest = resting_square(grid, blocked, square, stop, grid.steps[direction])
                    if rest != table.pawns[seat] and rest not in found:
                        found[rest] = slides
                        ahead.append(rest)
            edge = ahead
        return [[*table.spot(square), slides] for square, slides in sorted(found.items())]

    # ---- rubble

    def openings(self) -> list[dict[str, Any]]:
        """Every square on which rubble may be played, and what it opens for the own pawn."""
        table, seat = self.table, self.you
        before = [self.slide(seat, direction) for direction in range(4)]
        found = []
        for square in self.grid.listed(rubble_squares(table, seat)):
            bit = self.grid.bits[square]
            table.closed ^= bit
            after = [self.slide(seat, direction) for direction in range(4)]
            table.closed ^= bit
            opened = [new for old, new in zip(before, after, strict=True) if old["to"] != new["to"]]
            found.append({"at": list(table.spot(square)), "says": self.told_opening(square, opened), "opens": opened})
        return found

    def told_opening(self, square: int, opened: list[dict[str, Any]]) -> str:
        wall = self.table.wall_on(square)
        assert wall is not None
        said = f"Opens {self.name(square)} in {self.whose(wall.owner)} {self.symbol(wall)} for everyone."
        for slide in opened:
            x, y = slide["to"]
            loot = len(slide["treasures"])
            take = f" and take {loot} treasure{'s' if loot > 1 else ''}" if loot else ""
            said += f" You could then slide {slide['name']} to {file_name(x)}{y + 1}{take}."
        return said if opened else said + " None of your slides changes."

    # ---- the minotaur

    def deploy(self) -> list[int] | None:
        """Where the minotaur may be put, one number a row, bit x for column x; null when that is no choice now."""
        table = self.table
        if not self.is_turn() or table.minotaur != NOWHERE or why_no_minotaur(table, self.you) is not None:
            return None
        return self.grid.rows(deploy_squares(table, self.you))

    def commands(self) -> list[dict[str, Any]]:
        """What the minotaur would do in each direction, while this seat commands it."""
        table = self.table
        if not self.is_turn() or table.minotaur == NOWHERE or why_no_minotaur(table, self.you) is not None:
            return []
        return [self.command(direction) for direction in range(4)]

    def command(self, direction: int) -> dict[str, Any]:
        table, grid = self.table, self.grid
        stop, rest = minotaur_slide(table, direction)
        victim = first_victim(table, self.you, direction, stop, rest)
        is_theft = victim != NOBODY_ROBBED
        step = grid.steps[direction]
        wall = table.wall_on(stop) if not is_theft and rest + step == stop else None
        end = table.pawns[victim] if is_theft else rest
        path = in_order(grid, between(grid, table.minotaur, end, direction), direction)
        if is_theft:
            says = f"It robs {self.names[victim]} of a treasure for you and leaves the board. Your axe is spent."
        elif wall is not None:
            says = f"The minotaur stops at {self.name(end)} against {self.struck(wall)}"
        else:
            says = f"The minotaur stops at {self.name(end)} and robs nobody."
        return {
            "dir": DIRECTIONS[direction],
            "name": DIRECTION_NAMES[direction],
            "is_legal": changes_something(table, self.you, direction),
            "to": list(table.spot(end)),
            "path": [list(table.spot(square)) for square in path],
            "treasures": [],
            "passes": [],
            "stop": "theft" if is_theft else "wall" if wall else "edge" if rest + step == stop else "pawns",
            "wall": wall.number if wall else None,
            "falls": wall is not None and wall.node == wall.last_node(),
            "robs": victim if is_theft else None,
            "head": headline("Send the minotaur", DIRECTION_NAMES[direction], len(path), 0),
            "says": says,
        }


def headline(verb: str, name: str, squares: int, treasures: int) -> str:
    if not squares:
        return f"{verb} {name}: no step."
    said = f"{verb} {name}: {squares} square{'s' if squares > 1 else ''}"
    return said + (f", {treasures} treasure{'s' if treasures > 1 else ''}." if treasures else ".")
