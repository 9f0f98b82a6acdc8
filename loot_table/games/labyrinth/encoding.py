"""Numbers for networks: a view of Looters of the Labyrinth as a row of floats, and what the fields of its actions can be."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from loot_table.engine.encoding import PLANES, SET, Numbers, Part, clockwise, look, relative, seats_part
from loot_table.engine.spelling import Field
from loot_table.games.labyrinth.box import Box
from loot_table.games.labyrinth.cards import Draw
from loot_table.games.labyrinth.grid import DIRECTIONS, file_name
from loot_table.games.labyrinth.maze import TurnUp
from loot_table.games.labyrinth.memory import DREW
from loot_table.games.labyrinth.rules import EndTurn
from loot_table.games.labyrinth.shapes import NEUTRAL, Shape
from loot_table.games.labyrinth.table import TableView, WallView

VERSION: Final = 1
BOARD: Final = (
    "own pawn",
    "opponents' pawns",
    "treasures",
    "solid squares",
    "own walls, hits left in thirds",
    "other walls, hits left in thirds",
    "own wall tokens",
    "rubble",
    "team mates' pawns",
    "minotaur",
)
OPPONENTS: Final = 1
TREASURES: Final = 2
SOLID: Final = 3
WALLS: Final = 4
TOKENS: Final = 6
RUBBLE: Final = 7
MATES: Final = 8  # with teams only
PLACED: Final = ("type", "orientation", "x", "y", "hits left")  # of a wall


def parts(box: Box) -> tuple[Part, ...]:
    players, side = box.players, box.grid.side
    symbols = tuple([kind.symbol for kind in box.kinds])
    seats = tuple([f"+{step}" if step else "mine" for step in range(players)])
    sides = tuple([f"+{step}" if step else "mine" for step in range(box.sides)])
    planes = BOARD[:MATES] + BOARD[MATES : MATES + 1] * box.has_teams + BOARD[MATES + 1 :] * box.has_minotaur
    files, ranks = tuple([file_name(x) for x in range(side)]), tuple([str(y + 1) for y in range(side)])
    each = (
        "x",
        "y",
        "is of the own side",
        "rubble token at home",
        "axe unspent",
        "cards in hand",
        "is hidden",
        "cards to come",
        "began",
    )
    wall = (*PLACED, *[f"of {seat}" for seat in seats], "of nobody", *[f"rubble of {seat}" for seat in seats])
    return (
        seats_part(players),
        Part("turn", (players,), "whose turn it is, also while cards are drawn", names=(seats,)),
        Part("clock", (3,), "turns done, in two hundreds; turns without a treasure, as a share of the limit or in two hundreds; walls of the maze to come, in tens",
             names=(("turns", "stall", "maze"),)),
        Part("stash", (box.sides,), "treasures of each side, as a share of what wins", names=(sides,)),
        Part("players", (players, len(each)), "each player; cards in fives, squares from 0 to 1", SET, (seats, each)),
        Part("turned up", (len(symbols),), "the next wall of the maze", names=(symbols,)),
        Part("hands", (players, len(symbols)), "cards that one sees, in twos", names=(seats, symbols)),
        Part("discard", (len(symbols),), "in fours", names=(symbols,)),
        Part("draw pile", (1,), "as a share of all cards"),
        Part("unseen", (2, len(symbols)), "after a reshuffle: cards not seen since, in fours: all; of the youngest pile", names=(("all", "youngest"), symbols)),
        Part("since", (players, 1 + len(symbols)), "after a reshuffle: what each has drawn and played, in fours", names=(seats, ("drew", *symbols))),
        Part("walls", (most_walls(box), len(wall)), "each wall that stands; types and orientations as shares of all, squares from 0 to 1", SET, ((), wall)),
        Part("board", (len(planes), side, side), "squares by ranks and files", PLANES, (planes, ranks, files)),
    )  # fmt: skip


def most_walls(box: Box) -> int:
    """LL-5.8, LL-V1.1: every token of every player, and the maze."""
    return box.allotment * box.players + (box.components.maze[box.players] if box.options.labyrinth_walls else 0)


def fill(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    look(view, out)
    fill_turn(view, out)
    kinds: i64 = len(box.kinds)
    numbers = box.components.numbers
    own_side = box.side[max(view.seat, 0)]
    for step in range(box.sides):
        out.add(view.stash[(own_side + step) % box.sides] / box.target)
    fill_players(view, out)
    out.one_of(numbers[view.turned_up] if view.turned_up else -1, kinds)
    for seat in clockwise(view):
        for symbol in view.hands[seat] or ():
            out.more(numbers[symbol], 0.5)
        out.skip(kinds)
    for symbol in view.discard:
        out.more(numbers[symbol], 0.25)
    out.skip(kinds)
    out.add(view.draw_size / box.components.cards)
    fill_memory(view, out)
    fill_walls(view, out)
    fill_board(view, out)


def fill_turn(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    owner = -1
    maze = 0
    for step in view.agenda:
        if isinstance(step, EndTurn):
            owner = relative(step.seat, view.seat, view.players)
        elif isinstance(step, TurnUp):
            maze += 1
    out.one_of(owner, view.players)
    out.add(view.turn / 200.0)
    out.add(view.stall / (box.stall_turns if box.has_stall_limit else 200.0))
    out.add(maze / 10.0)


def fill_players(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    last = float(box.grid.side - 1)
    own_side = box.side[max(view.seat, 0)]
    for seat in clockwise(view):
        x, y = view.pawns[seat]
        to_come = 0
        for step in view.agenda:
            if isinstance(step, Draw) and step.seat == seat:
                to_come += 1
        out.add(x / last)
        out.add(y / last)
        out.flag(box.side[seat] == own_side)
        out.flag(view.rubble_home[seat])
        out.flag(view.axes[seat])
        out.add(view.hand_sizes[seat] / 5.0)
        out.flag(view.hands[seat] is None)
        out.add(to_come / 5.0)
        out.flag(seat == view.first)


def fill_memory(view: TableView, out: Numbers) -> None:
    """LL-R36: what a perfect memory knows beyond what lies open."""
    kinds: i64 = len(view.box.kinds)
    groups = view.unseen[0]
    for group in groups:
        for kind, count in enumerate(group):
            out.more(kind, count / 4.0)
    out.skip(kinds)
    if groups:
        for count in groups[len(groups) - 1]:
            out.add(count / 4.0)
    else:
        out.skip(kinds)
    for seat, played in view.past:
        if seat >= 0:
            out.more(relative(seat, view.seat, view.players) * (1 + kinds) + (played - DREW), 0.25)
    out.skip(view.players * (1 + kinds))


def shape_of(box: Box, wall: WallView) -> Shape:
    return box.kinds[box.components.numbers[wall[1]]].shapes[wall[2]]


def fill_walls(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    players = view.players
    length: i64 = len(PLACED) + 2 * players + 1
    last = float(box.grid.side - 1)
    told = 0
    for wall in view.walls:
        _, symbol, orient, x, y, owner, node, rubble = wall
        kind = box.kinds[box.components.numbers[symbol]]
        out.put(0, (kind.number + 1.0) / len(box.kinds))
        out.put(1, (orient + 1.0) / 8.0)
        out.put(2, x / last)
        out.put(3, y / last)
        out.put(4, (kind.nodes - node) / 3.0)
        out.put(len(PLACED) + (players if owner == NEUTRAL else relative(owner, view.seat, players)), 1.0)
        for _, _, seat in rubble:
            out.put(len(PLACED) + players + 1 + relative(seat, view.seat, players), 1.0)
        out.skip(length)
        told += 1
    out.skip((most_walls(box) - told) * length)


def fill_board(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    width: i64 = box.grid.side
    plane = width * width
    own_side = box.side[max(view.seat, 0)]
    me = max(view.seat, 0)
    for seat in range(view.players):
        x, y = view.pawns[seat]
        place = y * width + x
        if seat == me:
            out.put(place, 1.0)
        elif box.side[seat] == own_side:
            out.put(MATES * plane + place, 1.0)
        else:
            out.put(OPPONENTS * plane + place, 1.0)
    for x, y in view.treasures:
        out.put(TREASURES * plane + y * width + x, 1.0)
    for wall in view.walls:
        fill_wall(wall, shape_of(box, wall), me, width, out)
    planes: i64 = MATES
    if box.has_teams:
        planes += 1
    if box.has_minotaur:
        if view.minotaur is not None:
            x, y = view.minotaur
            out.put(planes * plane + y * width + x, 1.0)
        planes += 1
    out.skip(planes * plane)


def fill_wall(wall: WallView, shape: Shape, me: int, width: i64, out: Numbers) -> None:
    _, _, _, x, y, owner, node, rubble = wall
    plane = width * width
    anchor = y * width + x
    hits = (len(shape.nodes) - node) / 3.0
    wall_plane: i64 = WALLS * plane if owner == me else (WALLS + 1) * plane
    for cell_x, cell_y in shape.cells:
        place = anchor + cell_y * width + cell_x
        out.put(wall_plane + place, hits)
        out.put(SOLID * plane + place, 1.0)
    for open_x, open_y, _ in rubble:
        place = open_y * width + open_x
        out.put(SOLID * plane + place, 0.0)
        out.put(RUBBLE * plane + place, 1.0)
    if owner == me:
        cell_x, cell_y = shape.nodes[node]
        out.put(TOKENS * plane + anchor + cell_y * width + cell_x, 1.0)


def fields(box: Box) -> list[Field]:
    """Squares go rank by rank, so that the numbers of a piece in an orientation are a plane of the board; field by field
    come type, orientation, square. A wall to weaken is told by the square of its token."""
    side = box.grid.side
    squares = tuple([(x, y) for y in range(side) for x in range(side)])
    pieces = tuple([(kind.symbol, shape.orient) for kind in box.kinds for shape in kind.shapes])
    directions = tuple(DIRECTIONS)
    orients = tuple(range(max([len(kind.shapes) for kind in box.kinds])))
    return [
        Field("move", "dir", directions),
        Field("place", ("symbol", "orient"), pieces),
        Field("place", ("x", "y"), squares, is_one=True),
        Field("weaken", "wall", squares, told=tokens),
        Field("rubble", ("x", "y"), squares, is_one=True),
        Field("build", "orient", orients if box.options.labyrinth_walls else ()),
        Field("build", ("x", "y"), squares, is_one=True),
        Field("deploy", ("x", "y"), squares if box.has_minotaur else (), is_one=True),
        Field("minotaur", "dir", directions if box.has_minotaur else ()),
    ]


def tokens(view: TableView) -> dict[int, tuple[int, int]]:
    """By a wall's number, the square of its token."""
    found: dict[int, tuple[int, int]] = {}
    for wall in view.walls:
        x, y = shape_of(view.box, wall).nodes[wall[6]]
        found[wall[0]] = (wall[3] + x, wall[4] + y)
    return found
