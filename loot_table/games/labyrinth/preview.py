"""What actions would cause, as plain data and told to one audience: slides, weakening, rubble, the minotaur's commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

from loot_table.engine.state import Seat
from loot_table.games.labyrinth.box import Box
from loot_table.games.labyrinth.grid import DIRECTION_NAMES, DIRECTIONS, NOWHERE, Grid
from loot_table.games.labyrinth.minotaur import (
    NOBODY_ROBBED,
    changes_something,
    deploy_squares,
    first_victim,
    minotaur_slide,
    why_no_minotaur,
)
from loot_table.games.labyrinth.moving import between, can_move, in_order, obstacle, others_squares, resting_square
from loot_table.games.labyrinth.shapes import NEUTRAL, Wall
from loot_table.games.labyrinth.table import Table
from loot_table.games.labyrinth.weakening import rubble_squares


def file_name(x: int) -> str:
    """A to Z, then AA."""
    return chr(65 + x) if x < 26 else "A" + chr(65 + x - 26)


def headline(verb: str, name: str, squares: int, treasures: int) -> str:
    if not squares:
        return f"{verb} {name}: no step."
    said = f"{verb} {name}: {squares} square{'s' if squares > 1 else ''}"
    return said + (f", {treasures} treasure{'s' if treasures > 1 else ''}." if treasures else ".")


@final
class Preview:
    """A table as it stands, for one seat or onlooker."""

    def __init__(self, table: Table, you: Seat, names: Sequence[str]) -> None:
        self.table = table
        self.you = you
        self.names = names
        self.box: Box = table.box
        self.grid: Grid = table.box.grid

    def name(self, square: int) -> str:
        return f"{file_name(self.grid.x(square))}{self.grid.y(square) + 1}"

    def who(self, seat: Seat) -> str:
        return "you" if seat == self.you else self.names[seat]

    def whose(self, seat: Seat) -> str:
        if seat == NEUTRAL:
            return "the neutral"
        return "your own" if seat == self.you else f"{self.names[seat]}'s"

    # ---- walls

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
        if table.minotaur != NOWHERE or why_no_minotaur(table, self.you) is not None:
            return None
        return self.grid.rows(deploy_squares(table, self.you))

    def commands(self) -> list[dict[str, Any]]:
        """What the minotaur would do in each direction, while this seat commands it."""
        table = self.table
        if table.minotaur == NOWHERE or why_no_minotaur(table, self.you) is not None:
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
