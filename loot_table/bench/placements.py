"""Listing all placements in Looters of the Labyrinth, against a walk for every pawn and placement."""

from __future__ import annotations

from time import process_time

from loot_table import games
from loot_table.bots import make, offered
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE
from loot_table.games.labyrinth.placing import held_kinds, place_actions
from loot_table.games.labyrinth.table import Table

TURNS = 8  # each
REPEATS = 50
Square = tuple[int, int]


def middle_game(seed: int = 3) -> Table:
    """A position of two greedy players in the middle of a game, with walls on the board and cards in hand."""
    game = games.load("labyrinth")
    table = game.start(2)
    assert isinstance(table, Table)
    nature = Random(seed)
    bots = [make("greedy", game, seed + seat) for seat in range(2)]
    while table.turn < 2 * TURNS or table.to_act == NATURE or len(table.hands[table.to_act]) < 3:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, nature))
        else:
            table.apply(bots[table.to_act].choose(table.view(table.to_act), offered(table)))
        assert table.agenda, "the game ended too soon for this seed"
    return table


def placement_times(table: Table) -> tuple[float, float, int]:
    """Seconds for our list and for the naive one, and how many placements both found."""
    seat = table.to_act
    place_actions(table, seat)  # builds the action objects, which are then kept
    start = process_time()
    for _ in range(REPEATS):
        ours = len(place_actions(table, seat))
    middle = process_time()
    naive = naive_count(table, seat)
    end = process_time()
    assert ours == naive
    return (middle - start) / REPEATS, end - middle, naive


def naive_count(table: Table, seat: int) -> int:
    """Every position of every piece, each tested by walking from every pawn."""
    grid = table.box.grid
    covered = {table.spot(square) for square in grid.listed(table.covered)}
    solid = {table.spot(square) for square in grid.listed(table.closed & grid.board)}
    treasures = {table.spot(square) for square in grid.listed(table.treasures)}
    pawns = [table.spot(square) for square in table.pawns]
    # LL-R16: others as they stand, and lifted.
    walks = [(others, pawn) for pawn in pawns for others in (pawns, [])]
    before = [walk(others, pawn, solid, grid.side) & treasures for others, pawn in walks]
    count = 0
    for shape in [shape for kind in held_kinds(table, seat) for shape in kind.shapes]:
        for y in range(grid.side - shape.height + 1):
            for x in range(grid.side - shape.width + 1):
                wall = {(x + cell_x, y + cell_y) for cell_x, cell_y in shape.cells}
                if wall & covered or wall & treasures or wall & set(pawns) or is_near(wall, pawns[1 - seat]):
                    continue
                after = [walk(others, pawn, solid | wall, grid.side) for others, pawn in walks]
                count += all(had <= has for had, has in zip(before, after, strict=True))
    return count


def is_near(wall: set[Square], pawn: Square) -> bool:
    return any(abs(x - pawn[0]) + abs(y - pawn[1]) < 4 for x, y in wall)


def walk(pawns: list[Square], start: Square, closed: set[Square], side: int) -> set[Square]:
    """Where a pawn has access, other pawns crossed straight on."""
    reached = {start}
    frontier = [start]
    while frontier:
        x, y = frontier.pop()
        for step_x, step_y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            ahead = (x + step_x, y + step_y)
            while ahead in pawns and ahead != start:
                ahead = (ahead[0] + step_x, ahead[1] + step_y)
            if 0 <= ahead[0] < side and 0 <= ahead[1] < side and ahead not in closed and ahead not in reached:
                reached.add(ahead)
                frontier.append(ahead)
    return reached
