"""Map tiles, backpack and loot: read from components.toml and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.components import component_hash, items, line, pick, read_toml, whole
from loot_table.engine.errors import BadComponents
from loot_table.engine.state import Action
from loot_table.games.loot_fiend.packing import Packer, Shape

DIRECTIONS: Final = "NESW"
ROAD_BITS: Final = [1, 2, 4, 8]
SIZES: Final = ("small", "medium", "large")
SMALL: Final = 0
MEDIUM: Final = 1
LARGE: Final = 2
MOST_SQUARES: Final = 30  # of a backpack: what the solver's numbers hold
MOST_SIDE: Final = 9
MOST_SHAPES: Final = 31  # a bit each in the solver's numbers
MOST_PIECES: Final = 400
MOST_VALUE: Final = 99  # points of a piece
MOST_KINDS: Final = 40
MOST_TILES: Final = 400
ID: Final = re.compile("([a-z]{1,8})([0-9]{1,6})")
STARTER_CELLS: Final = [[0, 0], [1, 0], [0, 1], [1, 1]]
STARTER_EXITS: Final = [[0, -1], [1, -1], [2, 0], [2, 1], [1, 2], [0, 2], [-1, 1], [-1, 0]]


class TileKind:
    """One pattern of roads. `roads[rot]` has a bit for each side with a road: N 1, E 2, S 4, W 8."""

    def __init__(self, code: str, roads: list[int], count: int) -> None:
        self.code = code
        self.roads = roads
        self.rotations = len(roads)
        self.count = count


class Setup:
    """What differs by the number of players."""

    def __init__(self, tiles_per_stack: int, extension_tiles: int) -> None:
        self.tiles_per_stack = tiles_per_stack
        self.extension_tiles = extension_tiles


class Components:
    """A checked set of components."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.hash = component_hash(data)
        check_map(data)
        kinds = [read_kind(written) for written in items(data, "tile_kind", MOST_KINDS, "components")]
        self.map_kinds = len(kinds)
        self.store = len(kinds)  # the store's number among the kinds
        self.kinds: list[TileKind] = [*kinds, read_kind(pick(data, "store_tile", dict, "components"))]
        self.kind_numbers: dict[str, int] = {kind.code: number for number, kind in enumerate(self.kinds)}
        self.tile_ids: dict[str, int] = read_tile_ids(data, self.kind_numbers)
        if len(self.kind_numbers) != len(self.kinds):
            raise BadComponents("components: two kinds of tile share a code")
        self._read_backpack(data)
        self._read_loot(data)
        costs = [pick(data, f"costs.{name}", int, "components") for name in ("normal", "shared_ordinary_tile")]
        self.cost, self.shared_cost = in_range(costs[0], 1, 9, "costs.normal"), in_range(costs[1], 1, 9, "costs.shared")
        self.lock_price: int = in_range(pick(data, "costs.lock_price", int, "components"), 1, 99, "costs.lock_price")
        self._read_setup(data)

    def _read_backpack(self, data: Mapping[str, Any]) -> None:
        """LF-66: bars over the top rows, which come off from below."""
        self.columns: int = in_range(
            pick(data, "backpack.columns", int, "components"), 1, MOST_SIDE, "backpack.columns"
        )
        self.rows: int = in_range(pick(data, "backpack.rows", int, "components"), 1, MOST_SIDE, "backpack.rows")
        if self.columns * self.rows > MOST_SQUARES:
            raise BadComponents(f"backpack: at most {MOST_SQUARES} squares, got {self.columns} × {self.rows}")
        self.locks: int = in_range(
            pick(data, "backpack.locks_at_start", int, "components"), 0, self.rows - 1, "backpack.locks_at_start"
        )
        covered = list(range(self.locks))
        if pick(data, "backpack.lock_rows", list, "components") != covered:
            raise BadComponents(f"backpack: lock_rows must be the top rows {covered} (LF-66)")
        if pick(data, "backpack.lock_removal_order", list, "components") != covered[::-1]:
            raise BadComponents(f"backpack: lock_removal_order must be {covered[::-1]}, the lowest first (LF-66)")
        actions = pick(data, "actions_per_turn", dict, "components")
        self.actions: list[int] = [
            in_range(pick(actions, f"locks_{locks}", int, "actions_per_turn"), 1, 20, f"actions_per_turn.locks_{locks}")
            for locks in range(self.locks + 1)
        ]

    def _read_loot(self, data: Mapping[str, Any]) -> None:
        """Shapes in the file's order; pieces by id, which is how a layout is sorted (LF-91)."""
        written = items(data, "loot_shape", MOST_SHAPES, "components")
        self.shapes: list[Shape] = []
        owner: dict[str, int] = {}
        for number, shape in enumerate(written):
            code = line(shape, "code", "loot_shape")
            where = f"loot {code}"
            size = pick(shape, "size", str, where)
            if size not in SIZES:
                raise BadComponents(f"{where}: size must be {', '.join(SIZES)}, got {size!r:.40}")
            value = in_range(pick(shape, "value", int, where), 0, MOST_VALUE, f"{where}: value")
            art = read_art(items(shape, "art", MOST_SIDE, where), where, self.columns, self.rows)
            self.shapes.append(Shape(number, code, line(shape, "name", where), SIZES.index(size), value, art))
            turns = pick(shape, "rotations", int, where)
            if turns != len(self.shapes[-1].turned):
                raise BadComponents(f"{where}: rotations must be {len(self.shapes[-1].turned)}, got {turns}")
            for id in read_ids(shape, MOST_PIECES - len(owner), where):
                if id in owner:
                    raise BadComponents(f"{where}: {id} belongs to {self.shapes[owner[id]].code} already")
                owner[id] = number
        if len({shape.code for shape in self.shapes}) != len(self.shapes):
            raise BadComponents("components: two loot shapes share a code")
        self.shape_numbers: dict[str, int] = {shape.code: shape.number for shape in self.shapes}
        self.pieces: list[str] = sorted(owner)
        self.piece_numbers: dict[str, int] = {id: number for number, id in enumerate(self.pieces)}
        self.shape_of: list[Shape] = [self.shapes[owner[id]] for id in self.pieces]
        self.pieces_of: list[int] = [self.shape_of.count(shape) for shape in self.shapes]  # so many of each shape
        for size in range(len(SIZES)):
            count = sum(shape.size == size for shape in self.shape_of)
            given = pick(data, f"loot_size.{SIZES[size]}.count", int, "components")
            if count != given:
                raise BadComponents(f"loot: {SIZES[size]} says {given} pieces, the shapes have {count} (LF-18)")
        # For each piece its collecting actions, in a turn and on a trip; built by the rules when first needed.
        self.collects: list[list[Action]] = [[] for _ in self.pieces]
        self.trip_collects: list[list[Action]] = [[] for _ in self.pieces]
        self.packer = Packer(self.shapes, self.columns, self.rows)
        self.bit_of = vec[i64]([self.packer.shape_bits[shape.number] for shape in self.shape_of])

    def _read_setup(self, data: Mapping[str, Any]) -> None:
        self.stacks: int = in_range(pick(data, "setup.stacks", int, "components"), 1, 20, "setup.stacks")
        stacks: list[Any] = items(data, "setup.store_stacks", MOST_TILES, "components")
        are_stacks = all(type(stack) is int and 1 <= stack <= self.stacks for stack in stacks)
        if not are_stacks or len(set(stacks)) != len(stacks):
            raise BadComponents(f"setup: store_stacks must be different stacks of 1 to {self.stacks} (LF-13)")
        self.store_stacks: list[int] = stacks
        self.final_store: int = pick(data, "setup.final_store", int, "components")
        extended = pick(data, "setup.extension_final_store", int, "components")
        if self.final_store != len(self.store_stacks) or extended != self.final_store + 1:
            raise BadComponents("setup: the last store of the draw stack is the final one, the next the extension's")
        if self.stacks not in self.store_stacks:
            raise BadComponents("setup: the last stack must hold a store, or the draw stack could run out (LF-R21)")
        if self.kinds[self.store].count < extended:
            raise BadComponents(f"setup: {extended} store tiles are needed, got {self.kinds[self.store].count}")
        map_tiles = sum(kind.count for kind in self.kinds[: self.map_kinds])
        self.setups: dict[int, Setup] = {}
        for players in range(2, 5):
            where = f"setup for {players}"
            setup = pick(data, f"setup.{players}", dict, "components")
            tiles = in_range(pick(setup, "tiles_per_stack", int, where), 1, 99, f"{where}: tiles_per_stack")
            extension = in_range(pick(setup, "extension_tiles", int, where), 0, 99, f"{where}: extension_tiles")
            if tiles * self.stacks + extension > map_tiles:
                raise BadComponents(f"{where}: {tiles * self.stacks + extension} map tiles are needed, got {map_tiles}")
            check_deal(pick(setup, "first_player_deal", dict, where), players, where)
            self.setups[players] = Setup(tiles, extension)


def check_map(data: Mapping[str, Any]) -> None:
    """The starter is a large square with eight roads (LF-10, LF-41)."""
    cells = pick(data, "starter.cells", list, "components")
    exits = pick(data, "starter.neighbours", list, "components")
    if cells != STARTER_CELLS or exits != STARTER_EXITS:
        raise BadComponents(f"starter: cells must be {STARTER_CELLS} and neighbours {STARTER_EXITS} (LF-41)")


def check_deal(deal: Mapping[str, Any], players: int, where: str) -> None:
    """LF-16: every player gets the same number of tiles, one of them the store."""
    tiles, stores, each = (whole(deal, name, 0, MOST_TILES, where) for name in ("map_tiles", "store_tiles", "each"))
    if stores != 1 or tiles + stores != each * players:
        raise BadComponents(f"{where}: the first player's deal must be one store in {players} equal hands (LF-16)")


def read_kind(written: Any) -> TileKind:
    code = line(written, "code", "tile_kind")
    where = f"tile {code}"
    sides = pick(written, "roads", list, where)
    if not sides or sides != [side for side in DIRECTIONS if side in sides]:
        raise BadComponents(f"{where}: roads are sides of N, E, S, W in that order, got {sides!r:.40}")
    roads = [sum(ROAD_BITS[(DIRECTIONS.index(side) + rot) % 4] for side in sides) for rot in range(4)]
    different = 4 if roads[0] != roads[2] else 2 if roads[0] != roads[1] else 1
    if pick(written, "rotations", int, where) != different:
        raise BadComponents(f"{where}: rotations must be {different}, got {written['rotations']}")
    return TileKind(code, roads[:different], len(read_ids(written, MOST_TILES, where)))


def read_tile_ids(data: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, int]:
    """Which kind each tile is. Tiles of one kind are alike, so only written positions name them."""
    found: dict[str, int] = {}
    for written in [*data["tile_kind"], data["store_tile"]]:
        for id in read_ids(written, MOST_TILES - len(found), f"tile {written['code']}"):
            if id in found:
                raise BadComponents(f"tile {written['code']}: {id} is named twice")
            found[id] = numbers[written["code"]]
    return found


def read_ids(written: Any, most: int, where: str) -> list[str]:
    """`["t01", "t08"]` is t01 to t08, as many as `count` says."""
    ends = pick(written, "ids", list, where)
    count = whole(written, "count", 0, most, where)
    parts = [ID.fullmatch(end) if isinstance(end, str) else None for end in ends[:2]]
    if len(ends) == 2 and parts[0] is not None and parts[1] is not None and parts[0][1] == parts[1][1]:
        letters, width, first = parts[0][1], len(parts[0][2]), int(parts[0][2])
        if int(parts[1][2]) - first + 1 == count:
            return [f"{letters}{number:0{width}}" for number in range(first, first + count)]
    raise BadComponents(f'{where}: ids must be a first and a last, such as ["t01", "t08"], as many as count says')


def read_art(art: list[Any], where: str, columns: int, rows: int) -> list[tuple[int, int]]:
    """The squares of a drawn piece, in reading order."""
    rows_alike = all(isinstance(row, str) and len(row) == len(art[0]) and set(row) <= set("#.") for row in art)
    if not art or not rows_alike or len(art[0]) > MOST_SIDE:
        raise BadComponents(f"{where}: art is rows of # and . of one length, got {art!r:.40}")
    squares = [(x, y) for y, row in enumerate(art) for x, mark in enumerate(row) if mark == "#"]
    if not squares or max(len(art), len(art[0])) > min(columns, rows):
        raise BadComponents(f"{where}: a piece has a square and fits the backpack every way round")
    if {y for _, y in squares} != set(range(len(art))) or {x for x, _ in squares} != set(range(len(art[0]))):
        raise BadComponents(f"{where}: art has no empty rows or columns")
    return squares


def in_range(value: int, least: int, most: int, where: str) -> int:
    if not least <= value <= most:
        raise BadComponents(f"{where} must be {least} to {most}, got {value}")
    return value


def settle(data: dict[str, Any]) -> None:
    """After a change: tiles and pieces are numbered anew, and the box counts them."""
    numbered(data["tile_kind"])
    numbered([data["store_tile"]])
    numbered(data["loot_shape"])
    for size, about in data["loot_size"].items():
        about["count"] = sum([shape["count"] for shape in data["loot_shape"] if shape["size"] == size])
    data["counts"]["map_tiles"] = sum([kind["count"] for kind in data["tile_kind"]])
    data["counts"]["store_tiles"] = data["store_tile"]["count"]


def numbered(kinds: list[dict[str, Any]]) -> None:
    """`t01` to `t08` for the first of a letter, and so on."""
    used: dict[str, int] = {}
    for kind in kinds:
        letters = kind["ids"][0].rstrip("0123456789")
        width = len(kind["ids"][0]) - len(letters)
        first = used.get(letters, 0) + 1
        used[letters] = last = first + kind["count"] - 1
        kind["ids"] = [f"{letters}{first:0{width}}", f"{letters}{last:0{width}}"]


def read_components(data: Mapping[str, Any] | None) -> Components:
    """These components, or those that ship with the game."""
    return Components(data) if data is not None else shipped_components()


@cache
def shipped_components() -> Components:
    """Read once: what the packer has worked out serves every table."""
    return Components(read_toml(Path(__file__).with_name("components.toml")))
