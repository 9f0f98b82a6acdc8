"""Actions as people type them: `flip n`, `move 0 -2`, `collect crown`, `collect m07 1 2 3`, `unlock 1`, `locks 1 m01 s01`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from loot_table.engine.errors import BadLine
from loot_table.engine.random import Random
from loot_table.engine.sentence import say
from loot_table.engine.state import Action, Seat
from loot_table.games.loot_fiend.adding import Add, Orient, rotations_now
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.labels import locks
from loot_table.games.loot_fiend.locks import RemoveLocks, cheapest_payments
from loot_table.games.loot_fiend.loot import Collect, Reorganise, fits_in_words, offered_layouts
from loot_table.games.loot_fiend.map import DX, DY, OPEN, SIDES, Cell
from loot_table.games.loot_fiend.rules import END_TURN, Move
from loot_table.games.loot_fiend.stalemate import ChooseSpot, Spot
from loot_table.games.loot_fiend.stores import DONE, LeaveFirst
from loot_table.games.loot_fiend.table import Table, TableView
from loot_table.games.loot_fiend.tile_loot import PlaceLoot
from loot_table.games.loot_fiend.trips import GO, ChooseRoute, Route, Trip, TripCollect

SHORT = {
    "a": "add",
    "explore": "add",
    "flip": "add",
    "m": "move",
    "walk": "move",
    "c": "collect",
    "take": "collect",
    "r": "repack",
    "reorganise": "repack",
    "lock": "locks",
    "unlock": "locks",
    "e": "end",
    "t": "turn",
    "rot": "turn",
    "g": "go",
    "d": "done",
}
ALONE = {"end": END_TURN, "go": GO, "done": DONE}
NUMBERED = ("turn", "first", "route", "spot")
MOST_SHOWN = 40  # characters of what somebody typed


def read(view: TableView, line: str, names: Sequence[str]) -> Action:
    """The action that a line means."""
    words = [part for part in re.split(r"[\s,;:()@]+", line.strip().lower()) if part]
    if not words:
        raise unknown()
    verb, rest = SHORT.get(words[0], words[0]), words[1:]
    table = view.imagine(Random(0))
    seat = view.seat if view.seat >= 0 else max(table.to_act, table.course.turn, 0)
    if verb == "go" and rest:
        verb = "move"
    if verb in ("add", "move"):
        cell = read_place(table, seat, rest, verb)
        return Add(cell) if verb == "add" else Move(cell)
    if verb == "collect":
        return read_collect(table, seat, rest)
    if verb == "repack":
        return read_repack(table, seat, rest)
    if verb == "locks":
        return read_locks(table, seat, rest)
    if verb in ("medium", "large"):
        codes = [exact_code(table, word) for word in rest]
        return PlaceLoot(verb, codes[0] if codes else "", codes[1] if len(codes) > 1 else "")
    if verb in ALONE:
        if rest:
            raise BadLine(say('"{verb}" stands alone.', verb=verb))
        return ALONE[verb]
    if verb in NUMBERED:
        return read_numbered(table, verb, rest, names)
    raise unknown(verb)


def unknown(verb: str = "") -> BadLine:
    words = "flip n, move 0 -2, collect crown, repack 1, unlock 1, end, turn 2, medium, large, spot 1, route 2, go, first 1, done"
    if not verb:
        return BadLine(say("Type one of {lines}.", lines=words))
    return BadLine(say('"{verb}" is no action. Type one of {lines}.', verb=verb[:MOST_SHOWN], lines=words))


def say_line(view: TableView, action: Action) -> str:
    """The line that means an action."""
    match action:
        case Add((x, y)):
            return f"add {x} {y}"
        case Move((x, y)):
            return f"move {x} {y}"
        case Collect(loot, rot, x, y) | TripCollect(loot, rot, x, y):
            return f"collect {loot} {rot} {x} {y}"
        case Reorganise(layout):
            return "repack " + " ".join([f"{piece} {rot} {x} {y}" for piece, rot, x, y in layout])
        case RemoveLocks(count, pay):
            return f"locks {count} {' '.join(pay)}"
        case PlaceLoot(size, shape, small):
            return " ".join([word for word in (size, shape.lower(), small.lower()) if word])
        case Orient(rot):
            return f"turn {rot}"
        case LeaveFirst(player):
            return f"first {player + 1}"
        case Spot(to, from_):
            return f"spot {to[0]} {to[1]} {from_[0]} {from_[1]}"
        case Route():
            return f"route {list(view.imagine(Random(0)).actions()).index(action) + 1}"
    return next((line for line, alone in ALONE.items() if alone == action), "")


# ---------------------------------------------------------------- words with numbers


def is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,6}", word) is not None


def read_numbered(table: Table, verb: str, rest: Sequence[str], names: Sequence[str]) -> Action:
    """A word with a number after it; without one it is the first."""
    called = [name.lower() for name in names]
    if verb == "first" and " ".join(rest) in called:
        return LeaveFirst(called.index(" ".join(rest)))
    numbers = [int(word) for word in rest if is_number(word)]
    if len(numbers) == len(rest) == 4 and verb == "spot":
        return Spot((numbers[0], numbers[1]), (numbers[2], numbers[3]))
    if len(numbers) != len(rest) or len(rest) > 1:
        raise BadLine(say('After "{verb}" comes a number, such as {line}.', verb=verb, line=f"{verb} 1"))
    if verb == "turn":
        first = rotations_now(table)[0] if table.course.turned else 0
        return Orient(numbers[0] if numbers else first)
    number = numbers[0] if numbers else 1
    if verb == "first":
        return LeaveFirst(number - 1)
    return listed(table, ChooseRoute if verb == "route" else ChooseSpot, number)


def listed(table: Table, asked: type, number: int) -> Action:
    """The so-many-th answer, counted from 1."""
    if not table.agenda or not isinstance(table.agenda[-1], asked):
        raise BadLine(say("That is not to be chosen now."))
    offered = table.actions()
    if not 1 <= number <= len(offered):
        raise BadLine(say("They are numbered 1 to {last}.", last=len(offered)))
    return offered[number - 1]


def read_place(table: Table, seat: Seat, words: Sequence[str], verb: str) -> Cell:
    """`n`, `east`, `0 -2`, `3 west, 4 north` as it is read, or `start`."""
    if len(words) == 2 and is_number(words[0]) and is_number(words[1]):
        return int(words[0]), int(words[1])
    if len(words) in (2, 4) and all(is_number(far) for far in words[::2]):
        sides = [SIDES.index(side) for side in words[1::2] if side in SIDES]
        if len(sides) == len(words) // 2:
            way = [(int(far), side) for far, side in zip(words[::2], sides, strict=True)]
            return sum([far * DX[side] for far, side in way]), sum([far * DY[side] for far, side in way])
    if len(words) != 1:
        raise BadLine(say("Write a direction or a cell: {one} or {other}.", one=f"{verb} n", other=f"{verb} 0 -2"))
    if words[0] in ("start", "starter"):
        return 0, 0
    side = "nesw".find(words[0][:1])
    if side < 0:
        raise BadLine(say('"{word}" is no direction. There are n, e, s and w.', word=words[0][:MOST_SHOWN]))
    tile = table.tile_of(seat)
    if not tile.is_starter:
        link = tile.links[side]
        return table.tiles[link].cell() if link >= 0 else tile.beyond(side)
    # The starter has two exits on each side.
    exits = [2 * side, 2 * side + 1]
    fitting = [n for n in exits if (tile.links[n] == OPEN if verb == "add" else tile.links[n] >= 0)]
    if len(fitting) != 1:
        one, other = [f"{verb} {x} {y}" for x, y in [tile.beyond(n) for n in exits]]
        raise BadLine(say("The starter has two exits there: write {one} or {other}.", one=one, other=other))
    return tile.beyond(fitting[0])


# ---------------------------------------------------------------- the backpack


def read_collect(table: Table, seat: Seat, words: Sequence[str]) -> Action:
    """`m07 1 2 3`, or just `crown`: then it lies where it leaves most room for more."""
    is_trip = bool(table.agenda) and isinstance(table.agenda[-1], Trip)
    make: type[Collect] | type[TripCollect] = TripCollect if is_trip else Collect
    end = len(words)
    while end and is_number(words[end - 1]):
        end -= 1
    name, numbers = " ".join(words[:end]), [int(word) for word in words[end:]]
    kit, tile, pack = table.box.components, table.tile_of(seat), table.packs[seat]
    piece = find_piece(kit, name, tile.loot)
    if piece < 0 or len(numbers) not in (0, 3):
        raise BadLine(
            say("Write the piece, then rotation, column and row if you like: collect crown, collect m07 1 2 3.")
        )
    if len(numbers) == 3:
        return make(kit.pieces[piece], numbers[0], numbers[1], numbers[2])
    if piece not in tile.loot or table.is_shared(seat):
        return make(kit.pieces[piece], 0, 0, 0)  # refused with the reason
    if not pack.has_room(kit.shape_of[piece]):
        raise BadLine(fits_in_words(pack, piece))
    place = pack.best_place(kit.shape_of[piece])
    return make(kit.pieces[piece], place.rot, place.x, place.y)


def find_piece(kit: Components, name: str, here: Sequence[int]) -> int:
    """By its id, or by its name: one that lies here before any other; -1 for none."""
    if name in kit.piece_numbers:
        return kit.piece_numbers[name]
    called = [piece for piece, shape in enumerate(kit.shape_of) if name in (shape.name, shape.name.replace(" ", "-"))]
    return next((piece for piece in called if piece in here), called[0] if called else -1)


def read_repack(table: Table, seat: Seat, words: Sequence[str]) -> Action:
    """`2` for the second suggestion, or every piece with rotation, column and row."""
    if len(words) < 2 and all(is_number(word) for word in words):
        number = int(words[0]) if words else 1
        offered = offered_layouts(table, seat)
        if not 1 <= number <= len(offered):
            raise BadLine(say("There is no such suggestion: there are {n}.", n=len(offered)))
        return offered[number - 1]
    if len(words) % 4 or not all(is_number(word) for n, word in enumerate(words) if n % 4):
        raise BadLine(say("Write every piece with rotation, column and row: repack m11 2 0 3, s01 0 3 3. Or repack 1."))
    rows = [words[n : n + 4] for n in range(0, len(words), 4)]
    return Reorganise(tuple([(piece, int(rot), int(x), int(y)) for piece, rot, x, y in rows]))


def read_locks(table: Table, seat: Seat, words: Sequence[str]) -> Action:
    """`1 m01 s01`, or just `1`: then with what loses the least."""
    count = int(words[0]) if words and is_number(words[0]) else 1
    pay = [word for word in words if not is_number(word)]
    if pay:
        return RemoveLocks(count, tuple(pay))
    for payment in cheapest_payments(table, seat):
        if payment.count == count:
            return payment
    raise BadLine(
        say("Your loot does not pay for {locks}. Or write what you pay with: locks 1 m01 s01.", locks=locks(count))
    )


def exact_code(table: Table, word: str) -> str:
    """A shape's code or name however it is written."""
    for shape in table.box.components.shapes:
        if word in (shape.code.lower(), shape.name.replace(" ", "-")):
            return shape.code
    return word
