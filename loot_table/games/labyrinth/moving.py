"""LL-4 move pawn: slides, rows of pawns, treasures on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.sentence import Sentence, say
from loot_table.engine.state import Action, Refusal, Seat
from loot_table.games.labyrinth.events import Moved, TreasureTaken
from loot_table.games.labyrinth.grid import DIRECTION_NAMES, DIRECTIONS, EAST, NOWHERE, SOUTH, Grid, toward
from loot_table.games.labyrinth.table import Table
from loot_table.games.labyrinth.weakening import weaken


def obstacle(grid: Grid, closed: int, square: int, direction: int) -> int:
    """LL-4.2: the first square in line that is solid or beyond the edge."""
    hits = grid.rays[direction][square] & closed
    if direction in (EAST, SOUTH):
        hits &= -hits
    return hits.bit_length() - 1


def resting_square(grid: Grid, blocked: int, square: int, stop: int, step: int) -> int:
    """LL-4.6: the last square before `stop` on which no other pawn stands, or the square it comes from."""
    here = stop - step
    while here != square and blocked & grid.bits[here]:
        here -= step
    return here


def others_squares(table: Table, square: int) -> int:
    """The squares of all other pawns and the minotaur, which counts as one here (LL-V2.4)."""
    found = table.pawn_squares()
    if table.minotaur != NOWHERE:
        found |= table.box.grid.bits[table.minotaur]
    return found & ~table.box.grid.bits[square]


def between(grid: Grid, square: int, rest: int, direction: int) -> int:
    """The squares entered on a slide from one square to another."""
    rays = grid.rays[direction]
    return rays[square] & ~rays[rest]


def in_order(grid: Grid, squares: int, direction: int) -> list[int]:
    """Squares in the order in which a slide enters them."""
    found = grid.listed(squares)
    if direction not in (EAST, SOUTH):
        found.reverse()
    return found


@final
@dataclass(frozen=True)
class Move(Action):
    """Slide your pawn as far as it goes (LL-4.1, LL-4.2)."""

    dir: str

    def label(self, table: Table) -> Sentence:
        return say("Slide {direction}", direction=toward(DIRECTIONS.index(self.dir)))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if len(self.dir) != 1 or self.dir not in DIRECTIONS:
            return Refusal(say("A pawn moves N, E, S or W."), "LL-4.1")
        if can_move(table, seat, DIRECTIONS.index(self.dir)):
            return None
        return why_no_effect(table, table.pawns[seat], DIRECTIONS.index(self.dir))

    def do(self, table: Table, seat: Seat) -> None:
        grid = table.box.grid
        direction = DIRECTIONS.index(self.dir)
        step = grid.steps[direction]
        origin = table.pawns[seat]
        stop = obstacle(grid, table.closed, origin, direction)
        rest = resting_square(grid, others_squares(table, origin), origin, stop, step)
        loot = table.treasures & between(grid, origin, rest, direction)
        side = table.box.side[seat]
        # LL-9.2: the treasure that wins breaks the slide off.
        needed = table.box.target - table.stash[side]
        taken = in_order(grid, loot, direction)[:needed] if loot else []
        is_won = bool(loot) and len(taken) == needed
        table.pawns[seat] = taken[-1] if is_won else rest
        if table.news is not None:
            table.tell(Moved(seat, DIRECTION_NAMES[direction], *table.spot(origin), *table.spot(table.pawns[seat])))
        for square in taken:
            take(table, seat, square)
        if not is_won and rest + step == stop:
            wall = table.wall_on(stop)
            if wall is not None:
                weaken(table, wall, seat)


def take(table: Table, seat: Seat, square: int) -> None:
    """LL-9.1: a treasure goes to the player's or team's stash."""
    side = table.box.side[seat]
    table.treasures ^= table.box.grid.bits[square]
    table.gain(side)
    if table.news is not None:
        table.tell(TreasureTaken(seat, *table.spot(square), table.stash[side], table.box.target))


MOVES: Final = [Move(letter) for letter in DIRECTIONS]


def has_effect(table: Table, square: int, direction: int) -> bool:
    """LL-4.8: whether a slide from a square goes anywhere or runs into a wall."""
    grid = table.box.grid
    stop = obstacle(grid, table.closed, square, direction)
    step = grid.steps[direction]
    if square + step == stop:
        return bool(grid.bits[stop] & table.covered)
    return resting_square(grid, others_squares(table, square), square, stop, step) != square


def why_no_effect(table: Table, square: int, direction: int) -> Refusal:
    """The same for a pawn and for the minotaur."""
    grid = table.box.grid
    ahead = square + grid.steps[direction]
    way = toward(direction)
    if not grid.bits[ahead] & grid.beyond:
        text = say(
            "Pawns in the way stand against an obstacle: moving {direction} would change nothing.", direction=way
        )
        return Refusal(text, "LL-4.8", grid.marks([square, ahead]))
    if square == table.minotaur:
        text = say("The minotaur stands at the edge: moving {direction} would change nothing.", direction=way)
    else:
        text = say("Your pawn stands at the edge: moving {direction} would change nothing.", direction=way)
    return Refusal(text, "LL-4.8", grid.marks([square]))


def can_move(table: Table, seat: Seat, direction: int) -> bool:
    return table.box.allows_null_moves or has_effect(table, table.pawns[seat], direction)


def move_actions(table: Table, seat: Seat) -> list[Action]:
    return [MOVES[direction] for direction in range(4) if can_move(table, seat, direction)]
