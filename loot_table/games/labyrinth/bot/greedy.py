"""What a decent player of Looters of the Labyrinth knows: who is how many slides from which treasure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.labyrinth.grid import EAST, WEST, diamonds
from loot_table.games.labyrinth.maze import BuildWall
from loot_table.games.labyrinth.minotaur import command_actions, deploy_actions
from loot_table.games.labyrinth.moving import between, move_actions, obstacle, others_squares, resting_square
from loot_table.games.labyrinth.placing import Site, held_kinds, place_at
from loot_table.games.labyrinth.shapes import Shape
from loot_table.games.labyrinth.table import Table, TableView
from loot_table.games.labyrinth.weakening import rubble_on, rubble_squares, weaken_actions

WIN: Final = 100_000.0
FARTHEST: Final = 3  # slides looked ahead
OWN_DISTANCE: Final = (0.0, 24.0, 13.0, 6.0, 0.0)  # by slides to a treasure; beyond three there is none
THEIR_DISTANCE: Final = (0.0, 45.0, 14.0, 5.0, 0.0)
NOISE: Final = 0.5  # so that two games differ; a treasure is worth 100
TARGETS: Final = 24  # squares on which a wall would help
PIECES: Final = 3  # pieces tried for each
SOME: Final = 40  # places looked at for a wall of the maze
NEAR: Final = 4  # rubble farther away is left alone


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    return likings(view.imagine(rng), actions, rng)


def likings(table: Table, actions: Sequence[Action], rng: Random) -> list[float]:
    """The same on a table that somebody imagines: only what the seat to act can see is looked at."""
    seat = table.to_act
    found: list[float] = []
    for action in actions:
        after = table.copy()
        after.apply(action)
        found.append(value(after, seat) + NOISE * rng.unit())
    return found


# ---------------------------------------------------------------- what a position is worth


@final
class Prospect:
    """How many slides a pawn is from a treasure, and how many treasures that slide takes."""

    def __init__(self, slides: int, treasures: int) -> None:
        self.slides = slides
        self.treasures = treasures


def prospect(table: Table, seat: Seat) -> Prospect:
    """Breadth first over the squares on which a pawn can stop, on the walls as they stand."""
    grid = table.box.grid
    start = table.pawns[seat]
    blocked = others_squares(table, start)
    seen = grid.bits[start]
    frontier = [start]
    for slides in range(1, FARTHEST + 1):
        best = 0
        reached: list[int] = []
        for square in frontier:
            for direction in range(4):
                stop = obstacle(grid, table.closed, square, direction)
                rest = resting_square(grid, blocked, square, stop, grid.steps[direction])
                loot = table.treasures & between(grid, square, rest, direction)
                if loot:
                    best = max(best, loot.bit_count())
                elif not seen & grid.bits[rest]:
                    seen |= grid.bits[rest]
                    reached.append(rest)
        if best:
            return Prospect(slides, best)
        frontier = reached
    return Prospect(FARTHEST + 1, 0)


def value(table: Table, seat: Seat) -> float:
    """Treasures, and who gets to the next one."""
    box = table.box
    side = box.side[seat]
    own = table.stash[side]
    if not table.agenda:
        return WIN if table.standings()[seat] > 0 else -WIN
    mine = prospect(table, seat)
    total = 100.0 * own + OWN_DISTANCE[mine.slides] + (6.0 if mine.treasures > 1 else 0.0)
    threats = 0.0
    opponents = 0
    best = 0
    for other in range(table.players):
        if box.are_opponents(seat, other):
            threats += threat(table, other)
            opponents += 1
            best = max(best, table.stash[box.side[other]])
    if opponents > 1:
        threats *= 1.3 / opponents
    return total - threats - 50.0 * best


def threat(table: Table, seat: Seat) -> float:
    """How much an opponent's next treasures are to be feared."""
    theirs = prospect(table, seat)
    feared = THEIR_DISTANCE[theirs.slides]
    if theirs.treasures > 1:
        feared += 25.0 * (theirs.treasures - 1)
    if theirs.slides == 1 and table.stash[table.box.side[seat]] + theirs.treasures >= table.box.target:
        feared += 500.0
    return feared


# ---------------------------------------------------------------- which actions to look at


def candidates(view: TableView, rng: Random) -> list[Action]:
    """A few dozen legal answers to a large decision: all that is not a placement, and placements with a purpose."""
    table = view.imagine(rng)
    seat = view.seat
    decision = table.decision()
    if isinstance(decision, BuildWall):
        return [decision.sample(table, rng) for _ in range(SOME)]
    found = move_actions(table, seat) + weaken_actions(table, seat) + near_rubble(table, seat)
    found += command_actions(table, seat)
    deploys = deploy_actions(table, seat)
    found += [rng.pick(deploys) for _ in range(min(8, len(deploys)))]
    found += targeted_places(table, seat, rng)
    return found or [decision.sample(table, rng)]


def near_rubble(table: Table, seat: Seat) -> list[Action]:
    grid = table.box.grid
    squares = rubble_squares(table, seat) & diamonds(grid.side, NEAR)[table.pawns[seat]]
    return [rubble_on(table, square) for square in grid.listed(squares)]


def targeted_places(table: Table, seat: Seat, rng: Random) -> list[Action]:
    """Walls that would stop me where a treasure is in line, or stand in an opponent's line to one."""
    targets = useful_stops(table, seat)
    for other in range(table.players):
        if table.box.are_opponents(seat, other):
            targets |= threatening_lines(table, other)
    site = Site(table, seat, False)
    squares = table.box.grid.listed(targets & site.free)
    rng.shuffle(squares)
    shapes = [shape for kind in held_kinds(table, seat) for shape in kind.shapes]
    found: list[Action] = []
    for square in squares[:TARGETS]:
        found += places_over(table, site, shapes, square, rng)
    return found


def places_over(table: Table, site: Site, shapes: list[Shape], square: int, rng: Random) -> list[Action]:
    """A few legal places that cover a square, at random."""
    found: list[Action] = []
    for _ in range(PIECES if shapes else 0):
        shape: Shape = rng.pick(shapes)
        anchor = square - int(rng.pick(shape.offsets))
        if anchor > 0 and not shape.at(anchor) & ~site.free and site.allows(shape, anchor):
            found.append(place_at(table, shape, anchor))
    return found


def useful_stops(table: Table, seat: Seat) -> int:
    """Squares just behind one on my lines from which a slide to the side takes a treasure."""
    grid = table.box.grid
    start = table.pawns[seat]
    found = 0
    for direction in range(4):
        step = grid.steps[direction]
        stop = obstacle(grid, table.closed, start, direction)
        square = start + step
        while square != stop:
            if takes_sideways(table, square, direction):
                found |= grid.bits[square + step]
            square += step
    return found & grid.board


def takes_sideways(table: Table, square: int, direction: int) -> bool:
    grid = table.box.grid
    for turned in (0, 2) if direction in (EAST, WEST) else (1, 3):
        stop = obstacle(grid, table.closed, square, turned)
        if table.treasures & between(grid, square, stop - grid.steps[turned], turned):
            return True
    return False


def threatening_lines(table: Table, seat: Seat) -> int:
    """The squares up to the treasure on each line that takes one in a single slide."""
    grid = table.box.grid
    start = table.pawns[seat]
    found = 0
    for direction in range(4):
        stop = obstacle(grid, table.closed, start, direction)
        line = between(grid, start, stop - grid.steps[direction], direction)
        if table.treasures & line:
            found |= line
    return found
