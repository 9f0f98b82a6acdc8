"""Positions written down as plain JSON data, and read back.

`tiles` = [kind, rotation, x, y] beyond the starter, `loot` = {"x,y": [pieces]}, `chars`, `packs` and `locks` by seat;
what is not said is as at the start, and unnamed tiles and pieces are in the box. The draw stack is written as
`substacks` = [tiles, stores] from the top. Reading also takes `stack`, a list of tiles: nobody knows their order, so
it counts only how far down each store can lie (LF-R37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from loot_table.engine import options as option_reader
from loot_table.engine.codec import shown
from loot_table.engine.errors import BadPosition
from loot_table.games.loot_fiend.box import Box, Options
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.course import NONE, STALEMATE
from loot_table.games.loot_fiend.phases import phase, read_phase, write_pending
from loot_table.games.loot_fiend.position_table import Written, read_boxes, read_map, read_packs, read_stack
from loot_table.games.loot_fiend.table import Table, blank

KEYS: Final = (
    *("players", "options", "phase", "pending", "tiles", "loot", "chars", "packs", "locks", "stack", "substacks"),
    *("supply", "supply_only", "spent", "turn", "actions_left", "stores_found", "final_store", "last_finder", "first"),
    *("stalemate", "idle_turns", "final_turns", "progress", "ending"),
)


# ---------------------------------------------------------------- writing


def write_position(table: Table) -> dict[str, Any]:
    """All of the table as plain data, with the options that are offered and not as usual."""
    course = table.course
    kit = table.box.components
    written: dict[str, Any] = {
        "players": table.players,
        "phase": phase(table),
        "tiles": [[kit.kinds[tile.kind].code, tile.rot, tile.x, tile.y] for tile in table.tiles[1:]],
        "loot": {f"{tile.x},{tile.y}": [kit.pieces[piece] for piece in tile.loot] for tile in table.tiles if tile.loot},
        "chars": [list(table.tiles[number].cell()) for number in table.at],
        "packs": [[list(place) for place in pack.layout()] for pack in table.packs],
        "locks": [pack.locks for pack in table.packs],
        "substacks": [[part.tiles, part.stores] for part in table.stack],
        "spent": [kit.pieces[piece] for piece in table.spent()],
        "stores_found": course.stores_found,
        "final_store": course.final_store,
        "stalemate": STALEMATE[course.stalemate],
        "idle_turns": course.idle_turns,
        "final_turns": course.final_turns,
        "progress": course.has_progressed,
        "ending": course.is_ending,
    }
    chosen = option_reader.as_dict(table.box.options)
    offered = option_reader.described(Options)
    written["options"] = {one.name: chosen[one.name] for one in offered if chosen[one.name] != one.default}
    if course.first != NONE:
        written |= {"first": course.first, "turn": course.turn, "actions_left": course.actions_left}
    if course.last_finder != NONE:
        written["last_finder"] = course.last_finder
    written["pending"] = write_pending(table)
    return written


# ---------------------------------------------------------------- reading


def read_position(plain: object, players: int, options: Options, components: Components) -> Table:
    """The table that a written position describes."""
    if not isinstance(plain, Mapping) or not all(isinstance(name, str) for name in plain):
        raise BadPosition('a position is an object such as {"tiles": [["cross", 0, 0, -1]], "stack": ["tee", "store"]}')
    for name in plain:
        if name not in KEYS:
            raise BadPosition(f'a position has no "{name:.40}"; it has {", ".join(KEYS)}')
    written = Written(plain)
    if written.whole("players", 2, 4, players) != players:
        raise BadPosition(f"this position is for {plain['players']} players, the table has {players}")
    check_options(plain.get("options", {}), options)
    table = blank(Box(components, options, players))
    read_map(table, written)
    read_packs(table, written)
    read_stack(table, written)
    read_boxes(table, written)
    read_turn(table, written)
    read_phase(table, written)
    table.settle()
    return table


def check_options(given: Any, options: Options) -> None:
    """A position that names options must be read with these."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"options must be an object, got {shown(given)}")
    wanted = option_reader.read(Options, given)
    for name in given:
        asked, has = getattr(wanted, name), getattr(options, name)
        if asked != has:
            raise BadPosition(f"this position is for {name} = {asked}, the table has {has}")


def read_turn(table: Table, written: Written) -> None:
    course = table.course
    kit = table.box.components
    last = table.players - 1
    laid = sum(tile.is_store for tile in table.tiles)
    course.first = written.whole("first", 0, last, 0)
    course.turn = written.whole("turn", 0, last, 0)
    most = max(kit.actions)
    course.actions_left = written.whole("actions_left", 0, most, kit.actions[table.packs[course.turn].locks])
    course.stores_found = written.whole("stores_found", 0, 9, laid)
    course.final_store = written.whole("final_store", kit.final_store, kit.final_store + 1, kit.final_store)
    course.last_finder = written.whole("last_finder", 0, last, NONE)
    course.stalemate = STALEMATE.index(written.word("stalemate", STALEMATE, "off"))
    course.idle_turns = written.whole("idle_turns", 0, 999, 0)
    course.final_turns = written.whole("final_turns", 0, table.players, 0)
    course.has_progressed = written.truth("progress")
    course.is_ending = written.truth("ending")
