"""Actions as people type them: `add n`, `move 0 -2`, `collect m07 1 2 3`, `locks 1 m01 s01`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.games.loot_fiend.adding import Add, Orient
from loot_table.games.loot_fiend.locks import RemoveLocks
from loot_table.games.loot_fiend.loot import Collect, Reorganise, offered_layouts
from loot_table.games.loot_fiend.map import OPEN, Cell
from loot_table.games.loot_fiend.rules import END_TURN, Move
from loot_table.games.loot_fiend.stalemate import ChooseSpot, Spot
from loot_table.games.loot_fiend.stores import DONE, LeaveFirst
from loot_table.games.loot_fiend.table import Table, TableView
from loot_table.games.loot_fiend.tile_loot import PlaceLoot
from loot_table.games.loot_fiend.trips import GO, ChooseRoute, Trip, TripCollect

WORDS = (
    "add, move, collect, repack, locks, end; turn (a new tile), medium, large, spot, route, go, first, done; "
    "help shows how they are written"
)
SHORT = {
    "a": "add",
    "explore": "add",
    "m": "move",
    "c": "collect",
    "take": "collect",
    "r": "repack",
    "reorganise": "repack",
    "lock": "locks",
    "e": "end",
    "t": "turn",
    "rot": "turn",
    "g": "go",
    "d": "done",
}


def read(view: TableView, line: str) -> Action:
    """The action that a line means."""
    parts = re.split(r"[\s,;:()@]+", line.strip().lower())
    words = [part for part in parts if part]
    if not words:
        raise BadInput(f"type one of {WORDS}")
    verb = SHORT.get(words[0], words[0])
    rest = words[1:]
    table = view.imagine(Random(0))
    if verb in ("add", "move"):
        cell = read_place(table, rest, verb)
        return Add(cell) if verb == "add" else Move(cell)
    if verb == "collect":
        return read_collect(table, rest)
    if verb == "repack":
        return read_repack(table, rest)
    if verb == "locks":
        if len(rest) < 2 or not is_number(rest[0]):
            raise BadInput("write how many locks and what you pay with, such as: locks 1 m01 s01")
        return RemoveLocks(int(rest[0]), tuple(rest[1:]))
    if verb in ("medium", "large"):
        codes = [exact_code(table, word) for word in rest]
        return PlaceLoot(verb, codes[0] if codes else "", codes[1] if len(codes) > 1 else "")
    return read_short(table, verb, rest)


def say(action: Action) -> str:
    """The line that means an action; empty where only its number among the answers does."""
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
    return {END_TURN: "end", GO: "go", DONE: "done"}.get(action, "")


def read_short(table: Table, verb: str, rest: Sequence[str]) -> Action:
    """Words with a number or nothing after them."""
    if verb in ("end", "go", "done"):
        if rest:
            raise BadInput(f'"{verb}" stands alone')
        return END_TURN if verb == "end" else GO if verb == "go" else DONE
    numbers = [int(word) for word in rest if is_number(word)]
    if len(numbers) != len(rest):
        raise BadInput(f'after "{verb}" come numbers, got "{" ".join(rest)[:40]}"')
    if verb == "turn" and len(numbers) == 1:
        return Orient(numbers[0])
    if verb == "first" and len(numbers) == 1:
        return LeaveFirst(numbers[0] - 1)
    if verb == "route" and len(numbers) == 1:
        return listed(table, ChooseRoute, numbers[0], "route")
    if verb == "spot" and len(numbers) == 1:
        return listed(table, ChooseSpot, numbers[0], "spot")
    if verb == "spot" and len(numbers) == 4:
        return Spot((numbers[0], numbers[1]), (numbers[2], numbers[3]))
    if verb in ("turn", "first", "route", "spot"):
        raise BadInput(f'write "{verb}" with one number: turn 2, first 1, route 2, spot 1')
    raise BadInput(f'"{verb[:40]}" is no action; type one of {WORDS}')


def listed(table: Table, asked: type, number: int, word: str) -> Action:
    """The so-many-th answer, counted from 1."""
    if not table.agenda or not isinstance(table.agenda[-1], asked):
        raise BadInput(f"no {word} is to be chosen now")
    offered = table.actions()
    if not 1 <= number <= len(offered):
        raise BadInput(f"there are {word}s 1 to {len(offered)}")
    return offered[number - 1]


def is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,6}", word) is not None


def read_place(table: Table, words: Sequence[str], verb: str) -> Cell:
    """`n`, `east`, `0 -2`, or `start`."""
    if len(words) == 2 and is_number(words[0]) and is_number(words[1]):
        return int(words[0]), int(words[1])
    if len(words) != 1:
        raise BadInput(f'write a direction or a cell: "{verb} n" or "{verb} 0 -2"')
    if words[0] in ("start", "starter"):
        return 0, 0
    side = "nesw".find(words[0][:1])
    if side < 0:
        raise BadInput(f'"{words[0][:40]}" is no direction; there are n, e, s, w')
    tile = table.tile_of(max(table.course.turn, 0))
    if not tile.is_starter:
        link = tile.links[side]
        return table.tiles[link].cell() if link >= 0 else tile.beyond(side)
    # The starter has two exits on each side.
    exits = [2 * side, 2 * side + 1]
    fitting = [n for n in exits if (tile.links[n] == OPEN if verb == "add" else tile.links[n] >= 0)]
    if len(fitting) != 1:
        cells = " or ".join([f"{x} {y}" for x, y in [tile.beyond(n) for n in exits]])
        raise BadInput(f"the starter has two exits there: write the cell, {verb} {cells}")
    return tile.beyond(fitting[0])


def read_collect(table: Table, words: Sequence[str]) -> Action:
    """`m07 1 2 3`, or just `m07` when there is one place for it."""
    is_trip = bool(table.agenda) and isinstance(table.agenda[-1], Trip)
    make: type[Collect] | type[TripCollect] = TripCollect if is_trip else Collect
    if len(words) == 4 and all(is_number(word) for word in words[1:]):
        return make(words[0], int(words[1]), int(words[2]), int(words[3]))
    if len(words) == 1:
        places = [
            action
            for action in table.actions()
            if isinstance(action, (Collect, TripCollect)) and action.loot == words[0]
        ]
        if len(places) == 1:
            return places[0]
        if not places:
            return make(words[0], 0, 0, 0)  # refused with the reason
        raise BadInput(
            f"{words[0]} has {len(places)} places: add rotation, column and row, such as {example(places[0])}"
        )
    raise BadInput("write the piece, its rotation, column and row, such as: collect m07 1 2 3")


def example(action: Action) -> str:
    assert isinstance(action, (Collect, TripCollect))
    return f"collect {action.loot} {action.rot} {action.x} {action.y}"


def read_repack(table: Table, words: Sequence[str]) -> Action:
    """`2` for the second suggestion, or every piece with rotation, column and row."""
    seat = table.to_act
    if len(words) == 1 and is_number(words[0]) and seat >= 0:
        offered = offered_layouts(table, seat)
        if not 1 <= int(words[0]) <= len(offered):
            raise BadInput(f"there are {len(offered)} suggestions; the command suggest shows them")
        return offered[int(words[0]) - 1]
    if not words or len(words) % 4:
        raise BadInput("write every piece with rotation, column and row: repack m11 2 0 3, s01 0 3 3; or repack 1")
    layout: list[tuple[str, int, int, int]] = []
    for n in range(0, len(words), 4):
        if not all(is_number(word) for word in words[n + 1 : n + 4]):
            raise BadInput(f"after {words[n][:40]} come rotation, column and row")
        layout.append((words[n], int(words[n + 1]), int(words[n + 2]), int(words[n + 3])))
    return Reorganise(tuple(layout))


def exact_code(table: Table, word: str) -> str:
    """A shape's code or name however it is written."""
    for shape in table.box.components.shapes:
        if word in (shape.code.lower(), shape.name.replace(" ", "-")):
            return shape.code
    return word
