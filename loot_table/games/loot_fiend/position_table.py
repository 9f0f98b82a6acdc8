"""Reads what lies on the table of a written position, and says what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from loot_table.engine.codec import shown
from loot_table.engine.errors import BadPosition
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.components import SIZES, Components
from loot_table.games.loot_fiend.loot import why_not_layout
from loot_table.games.loot_fiend.map import STARTER, Cell, distances
from loot_table.games.loot_fiend.stack import SubStack, stores_in, tiles_in
from loot_table.games.loot_fiend.table import Table, fill_boxes


class Written:
    """A written position, asked for one thing at a time."""

    def __init__(self, plain: Mapping[str, Any]) -> None:
        self.plain = plain

    def whole(self, name: str, least: int, most: int, default: int) -> int:
        value = self.plain.get(name, default)
        if value == default and type(value) is int:
            return default
        if type(value) is not int or not least <= value <= most:
            raise BadPosition(f"{name} must be a whole number from {least} to {most}, got {shown(value)}")
        return value

    def truth(self, name: str) -> bool:
        value = self.plain.get(name, False)
        if type(value) is not bool:
            raise BadPosition(f"{name} must be true or false, got {shown(value)}")
        return value

    def items(self, name: str) -> list[Any]:
        value = self.plain.get(name, [])
        if not isinstance(value, (list, tuple)):
            raise BadPosition(f"{name} must be a list, got {shown(value)}")
        return list(value)

    def per_seat(self, name: str, players: int) -> list[Any]:
        """One item for each seat, or none at all."""
        found = self.items(name)
        if found and len(found) != players:
            raise BadPosition(f"{name} must have an item for each of {players} players, got {len(found)}")
        return found

    def parts(self, name: str) -> dict[str, Any]:
        value = self.plain.get(name, {})
        if not isinstance(value, dict):
            raise BadPosition(f"{name} must be an object, got {shown(value)}")
        return value

    def word(self, name: str, words: tuple[str, ...], default: str) -> str:
        value = self.plain.get(name, default)
        if not isinstance(value, str) or value not in words:
            raise BadPosition(f"{name} must be {', '.join(words)}, got {shown(value)}")
        return value


def read_cell(plain: Any, what: str) -> Cell:
    if isinstance(plain, (list, tuple)) and len(plain) == 2:
        x, y = plain
        if type(x) is int and type(y) is int and -999 <= x <= 999 and -999 <= y <= 999:
            return x, y
    raise BadPosition(f"{what} must be a cell [x, y], got {shown(plain)}")


def read_tile(table: Table, plain: Any, what: str) -> int:
    """The number of the tile that is named by a cell."""
    cell = read_cell(plain, what)
    found = table.find(cell)
    if found < 0 or table.tiles[found].cell() != cell:
        raise BadPosition(f"{what}: no tile is named {list(cell)}")
    return found


def read_piece(kit: Components, plain: Any, what: str) -> int:
    if not isinstance(plain, str) or plain not in kit.piece_numbers:
        raise BadPosition(f"{what}: a piece is {kit.pieces[0]} to {kit.pieces[-1]}, got {shown(plain)}")
    return kit.piece_numbers[plain]


def read_map(table: Table, written: Written) -> None:
    """Tiles that do not overlap and are joined by roads, loot on them, characters."""
    kit = table.box.components
    for plain in written.items("tiles"):
        kinds = list(kit.kind_numbers)  # a list takes any question, also about what cannot be hashed
        if not isinstance(plain, (list, tuple)) or len(plain) != 4 or plain[0] not in kinds:
            raise BadPosition(f"a tile is [kind, rotation, x, y], kind one of {', '.join(kinds)}")
        number = kit.kind_numbers[plain[0]]
        x, y = read_cell(plain[2:], "a tile's place")
        kind = kit.kinds[number]
        if type(plain[1]) is not int or not 0 <= plain[1] < kind.rotations:
            raise BadPosition(f"a {kind.code} tile has rotations 0 to {kind.rotations - 1}, got {shown(plain[1])}")
        if table.find((x, y)) >= 0:
            raise BadPosition(f"two tiles lie on [{x}, {y}]")
        table.lay(number, plain[1], x, y)
        if sum(tile.kind == number for tile in table.tiles) > kind.count:
            raise BadPosition(f"there are {kind.count} {kind.code} tiles, the position shows more")
        if number != kit.store:
            table.course.see(number)
    if -1 in distances(table.tiles, STARTER):
        raise BadPosition("every tile must be joined to the starter by roads (LF-33)")
    for cell, pieces in written.parts("loot").items():
        read_loot(table, cell, pieces)
    chars = written.per_seat("chars", table.players)
    if chars:
        table.at = [read_tile(table, cell, "chars") for cell in chars]


def read_loot(table: Table, name: Any, pieces: Any) -> None:
    kit = table.box.components
    parts = name.split(",") if isinstance(name, str) else []
    if len(parts) != 2 or not all(re.fullmatch(" *-?[0-9]{1,3} *", part) for part in parts):
        raise BadPosition(f'loot lies on a cell written "x,y", got {shown(name)}')
    number = read_tile(table, [int(part) for part in parts], "loot")
    tile = table.tiles[number]
    if tile.is_starter or tile.is_store:
        raise BadPosition(f"no loot lies on the starter or on a store, {name} is one (LF-39)")
    if not isinstance(pieces, (list, tuple)):
        raise BadPosition(f"loot: pieces must be a list, got {shown(pieces)}")
    found = [read_piece(kit, piece, "loot") for piece in pieces]
    small = [piece for piece in found if kit.shape_of[piece].size == 0]
    larger = [piece for piece in found if kit.shape_of[piece].size > 0]
    if len(small) > 1 or len(larger) > 1:
        raise BadPosition(f"on {name} lies at most one small piece and one larger one (LF-36)")
    table.tiles[number] = tile.with_loot(small + larger)


def read_packs(table: Table, written: Written) -> None:
    kit = table.box.components
    locks = written.per_seat("locks", table.players) or [kit.locks] * table.players
    packs = written.per_seat("packs", table.players) or [[] for _ in range(table.players)]
    table.packs = []
    for seat, (count, plain) in enumerate(zip(locks, packs, strict=True)):
        if type(count) is not int or not 0 <= count <= kit.locks:
            raise BadPosition(f"locks must be 0 to {kit.locks} for each seat, got {shown(count)}")
        table.packs.append(read_backpack(kit, count, plain, seat))


def read_backpack(kit: Components, locks: int, plain: Any, seat: int) -> Backpack:
    if not isinstance(plain, (list, tuple)):
        raise BadPosition(f"a backpack is a list of [piece, rotation, x, y], got {shown(plain)}")
    pieces: list[tuple[str, int, int, int]] = []
    for place in plain:
        if not isinstance(place, (list, tuple)) or len(place) != 4 or not all(type(n) is int for n in place[1:]):
            raise BadPosition(f"a backpack is a list of [piece, rotation, x, y], got {shown(place)}")
        read_piece(kit, place[0], "packs")
        pieces.append((place[0], place[1], place[2], place[3]))
    layout = tuple(sorted(pieces))
    numbers = [kit.piece_numbers[piece] for piece, _, _, _ in layout]
    if len(set(numbers)) != len(numbers):
        raise BadPosition(f"a piece lies twice in the backpack of seat {seat}")
    # Nothing in it lies anywhere yet, so only what is wrong with the layout itself is found.
    refusal = why_not_layout(Backpack(kit, locks, numbers, [0] * len(numbers)), layout, seat)
    if refusal is not None and refusal.rule != "LF-49":
        raise BadPosition(f"backpack of seat {seat}: {refusal.text} ({refusal.rule})")
    places = [
        kit.packer.find(kit.shape_of[number], rot, x, y) for number, (_, rot, x, y) in zip(numbers, layout, strict=True)
    ]
    return Backpack(kit, locks, numbers, places)


def read_stack(table: Table, written: Written) -> None:
    kit = table.box.components
    if "stack" in written.plain and "substacks" in written.plain:
        raise BadPosition("write the draw stack as substacks or as stack, not both")
    parts = read_tiles(kit, written.items("stack")) if "stack" in written.plain else written.items("substacks")
    for part in parts:
        if not isinstance(part, (list, tuple)) or len(part) != 2 or not all(type(n) is int for n in part):
            raise BadPosition(f"substacks are pairs of tiles and stores among them, got {shown(part)}")
        if not 1 <= part[0] <= 99 or not 0 <= part[1] <= 1:
            raise BadPosition(f"a sub-stack has at least one tile and at most one store, got {shown(part)}")
        table.stack.append(SubStack(part[0], part[1]))
    laid = sum(tile.is_store for tile in table.tiles)
    if laid + stores_in(table.stack) > kit.kinds[kit.store].count:
        raise BadPosition(f"there are {kit.kinds[kit.store].count} store tiles, the position needs more")
    if tiles_in(table.stack) - stores_in(table.stack) > sum(table.course.unseen):
        raise BadPosition("the draw stack has more map tiles than are left")


def read_tiles(kit: Components, tiles: list[Any]) -> list[list[int]]:
    """LF-R37: the tiles down to each store are a sub-stack."""
    found: list[list[int]] = []
    count = 0
    for tile in tiles:
        if not isinstance(tile, str) or (tile not in kit.kind_numbers and tile not in kit.tile_ids):
            raise BadPosition(f"stack: a tile is a kind such as cross or an id such as t01, got {shown(tile)}")
        count += 1
        if kit.kind_numbers.get(tile, kit.tile_ids.get(tile)) == kit.store:
            found.append([count, 1])
            count = 0
    return [*found, [count, 0]] if count else found


def read_boxes(table: Table, written: Written) -> None:
    """Every piece is in one place; those of `supply` are in their boxes, alone where `supply_only` says so."""
    kit = table.box.components
    placed = [piece for tile in table.tiles for piece in tile.loot]
    placed += [piece for pack in table.packs for piece in pack.pieces]
    spent = [read_piece(kit, piece, "spent") for piece in written.items("spent")]
    supply: list[int] = []
    for size, pieces in written.parts("supply").items():
        if size not in SIZES or not isinstance(pieces, (list, tuple)):
            raise BadPosition(f"supply is lists of pieces by {', '.join(SIZES)}, got {shown(size)}")
        for plain in pieces:
            supply.append(read_piece(kit, plain, "supply"))
            if SIZES[kit.shape_of[supply[-1]].size] != size:
                raise BadPosition(f"supply: {plain} is not {size}")
    everything: set[int] = set()
    for piece in placed + spent + supply:
        if piece in everything:
            raise BadPosition(f"{kit.pieces[piece]} is in two places")
        everything.add(piece)
    alone = written.items("supply_only")
    for size in alone:
        if size not in SIZES:
            raise BadPosition(f"supply_only is a list of {', '.join(SIZES)}, got {shown(size)}")
    for piece, shape in enumerate(kit.shape_of):
        if piece not in everything and SIZES[shape.size] in alone:
            spent.append(piece)
    table.boxes = fill_boxes(kit, table.tiles, table.packs, spent)
