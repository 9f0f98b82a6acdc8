"""Numbers for networks: a view of Crates vs Barrels as a row of floats, and what the fields of its actions can be."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from loot_table.engine.encoding import PLANES, Numbers, Part, look, seats_part
from loot_table.engine.spelling import Field
from loot_table.engine.state import Seat
from loot_table.games.crates_barrels.board import FILES, NAMES, NONE, RANKS, RESERVE, TILES
from loot_table.games.crates_barrels.box import Box
from loot_table.games.crates_barrels.sides import read_side, side_number
from loot_table.games.crates_barrels.table import TableView

VERSION: Final = 1
BUCKETS: Final = 64  # over which the positions that have been are spread
MIXER: Final = 2654435761  # odd numbers that spread positions well
OTHER_MIXER: Final = 2246822519
BOARD: Final = (
    "own pawns",
    "their pawns",
    "own carrier",
    "their carrier",
    "own Loot Tile",
    "their Loot Tile",
    "Respawn Tiles",
    "own pawns have been",
    "their pawns have been",
)
HAVE_BEEN: Final = 7  # the first plane of the last two


def parts(box: Box) -> tuple[Part, ...]:
    both = ("mine", "theirs")
    counts = ("own reserve", "their reserve", "turns", "times here")
    return (
        seats_part(2),
        Part("counts", (4,), "pawns in reserve, in fives; turns done, as a share of the limit; how often the position has been, in threes", names=(counts,)),
        Part("end", (2, 2), "who has won; who would be next when it is over", names=(("won", "next"), both)),
        Part("board", (len(BOARD), 9, 9), "pawns, tiles, and where pawns stood in positions in which the other side stood as now", PLANES, (BOARD, tuple(FILES), tuple(RANKS))),
        Part("history", (BUCKETS,), "the positions that have been, spread by their numbers, in tens: a repeat is barred or draws"),
    )  # fmt: skip


def fill(view: TableView, out: Numbers) -> None:
    box: Box = view.box
    me: Seat = max(view.seat, 0)
    they = 1 - me
    own, their = view.tiles[me], view.tiles[they]
    own_carrier: i64 = view.carriers[me]
    their_carrier: i64 = view.carriers[they]
    mine = side_number(list(own), RESERVE, RESERVE, own_carrier)
    theirs = side_number(list(their), RESERVE, RESERVE, their_carrier)
    look(view, out)
    out.add((box.pawns[me] - len(own)) / 5.0)
    out.add((box.pawns[they] - len(their)) / 5.0)
    out.add(view.turn / box.turn_limit)
    board: i64 = 1 + 4  # from here, past what follows
    for tile in own:
        out.put(board + tile, 1.0)
    for tile in their:
        out.put(board + TILES + tile, 1.0)
    if own_carrier != NONE:
        out.put(board + 2 * TILES + own_carrier, 1.0)
    if their_carrier != NONE:
        out.put(board + 3 * TILES + their_carrier, 1.0)
    out.put(board + 4 * TILES + box.loot[me], 1.0)
    out.put(board + 5 * TILES + box.loot[they], 1.0)
    for tile in box.respawn if box.has_respawning else ():
        out.put(board + 6 * TILES + tile, 1.0)
    out.add(fill_history(view, mine, theirs, board, out) / 3.0)
    out.one_of(relative_to(me, view.winner), 2)
    out.one_of(relative_to(me, view.next), 2)
    out.skip(len(BOARD) * TILES + BUCKETS)


def relative_to(me: Seat, seat: Seat) -> int:
    return NONE if seat == NONE else (seat - me) % 2


def fill_history(view: TableView, mine: i64, theirs: i64, board: i64, out: Numbers) -> int:
    """CB-HSE-1, CB-HSE-5: what repeats depend on. How often this very position has been."""
    times = 0
    is_second = view.seat == 1
    mover: i64 = max(view.to_act if view.agenda else view.next, 0)
    been = board + HAVE_BEEN * TILES
    buckets = board + len(BOARD) * TILES
    counts = view.box.draws_repeats
    for crates, barrels_and_mover, value in view.seen:
        first: i64 = crates
        second: i64 = barrels_and_mover
        often = value if counts else 1
        mixed = ((first * MIXER) ^ (second * OTHER_MIXER)) & 1073741823
        weight = 1024 + int(mixed & 1023)  # of its own, so that two in a bucket can be told apart
        out.more(buckets + (mixed >> 10) % BUCKETS, often * weight / 10240.0)
        side = second >> 1
        own = side if is_second else first
        their = first if is_second else side
        if their == theirs:
            if own == mine:
                if second & 1 == mover:
                    times = often
            else:
                mark(own, been, out)
        elif own == mine:
            mark(their, been + TILES, out)
    return times


def mark(number: i64, plane: i64, out: Numbers) -> None:
    tiles, _ = read_side(int(number))
    for tile in tiles:
        out.more(plane + tile, 0.1)


def fields(box: Box) -> list[Field]:
    """Every way there is on an empty board is one number; field by field, from and then to."""
    ways = [(NAMES[way.origin], NAMES[way.target]) for reach in box.reach for way in reach]
    return [
        Field("move", ("from_", "to"), tuple(ways)),
        Field("respawn", "to", tuple([NAMES[tile] for tile in box.respawn])),
    ]
