"""What a decent player of Looters of the Labyrinth knows: who is how many slides from which treasure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.labyrinth.bot.slides import CLOSED, Slides
from loot_table.games.labyrinth.grid import diamonds
from loot_table.games.labyrinth.maze import BuildWall
from loot_table.games.labyrinth.minotaur import command_actions, deploy_actions
from loot_table.games.labyrinth.moving import between, move_actions, obstacle
from loot_table.games.labyrinth.placing import Site, held_kinds, place_at
from loot_table.games.labyrinth.shapes import Shape
from loot_table.games.labyrinth.table import Table, TableView
from loot_table.games.labyrinth.weakening import rubble_on, rubble_squares, weaken_actions

WIN: Final = 100_000.0
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
    slides = Slides(table)
    found: list[float] = []
    for action in actions:
        after = table.copy()
        after.apply(action)
        slides.follow(after)
        found.append(value(after, seat, slides) + NOISE * rng.unit())
    return found


# ---------------------------------------------------------------- what a position is worth


def value(table: Table, seat: Seat, slides: Slides) -> float:
    """Treasures, and who gets to the next one. The slides are those of the table."""
    box = table.box
    side = box.side[seat]
    own = table.stash[side]
    if not table.agenda:
        return WIN if table.standings()[seat] > 0 else -WIN
    mine = slides.prospect(table.pawns[seat])
    total = 100.0 * own + OWN_DISTANCE[mine.slides] + (6.0 if mine.treasures > 1 else 0.0)
    threats = 0.0
    opponents = 0
    best = 0
    for other in range(table.players):
        if box.are_opponents(seat, other):
            threats += threat(table, other, slides)
            opponents += 1
            best = max(best, table.stash[box.side[other]])
    if opponents > 1:
        threats *= 1.3 / opponents
    return total - threats - 50.0 * best


def threat(table: Table, seat: Seat, slides: Slides) -> float:
    """How much an opponent's next treasures are to be feared."""
    theirs = slides.prospect(table.pawns[seat])
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
        if anchor > 0 and site.allows(shape, anchor):
            found.append(place_at(table, shape, anchor))
    return found


def useful_stops(table: Table, seat: Seat) -> int:
    """Squares just behind one on my lines from which a slide to the side takes a treasure."""
    grid = table.box.grid
    slides = Slides(table)
    found = 0
    for direction in range(4):
        step = grid.steps[direction]
        aside = grid.steps[(direction + 1) % 4]
        square = table.pawns[seat] + step
        while not slides.squares[square] & CLOSED:
            if slides.leads_to_treasure(square, aside) or slides.leads_to_treasure(square, -aside):
                found |= grid.bits[square + step]
            square += step
    return found & grid.board


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
