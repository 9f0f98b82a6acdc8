"""The board's geometry: 81 tiles, and which tile can be reached from which by each way of moving."""

from __future__ import annotations

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.errors import BadInput
from loot_table.engine.state import marks

FILES: Final = "abcdefghi"
RANKS: Final = "123456789"
# Numbered file by file, so that numbers and names sort alike.
NAMES: Final = [file + rank for file in FILES for rank in RANKS]
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
TILES: Final = 81
NONE: Final = -1  # no tile
RESERVE: Final = 127  # beyond the board: where a pawn comes from that respawns

# A set of tiles is two words of bits: tiles 0-40 low, 41-80 high. Beyond the board a pawn is on no tile.
LOW: Final = vec[i64]([(1 << tile) if tile < 41 else 0 for tile in range(RESERVE + 1)])
HIGH: Final = vec[i64]([(1 << (tile - 41)) if 41 <= tile < TILES else 0 for tile in range(RESERVE + 1)])

STRAIGHT: Final = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL: Final = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def number(name: str) -> int:
    """The tile of this name."""
    if name not in NUMBERS:
        raise BadInput(f'"{name:.40}" is not a tile; tiles are a1 to i9')
    return NUMBERS[name]


def cells(*tiles: int) -> tuple[str, ...]:
    """What a refusal lights up: these tiles, as far as they are on the board."""
    return marks("cell", *[NAMES[tile] for tile in tiles if tile < TILES])


def neighbour(tile: int, across: int, up: int) -> int:
    """The tile that lies so far away, or NONE beyond the edge."""
    file, rank = tile // 9 + across, tile % 9 + up
    return file * 9 + rank if 0 <= file < 9 and 0 <= rank < 9 else NONE


@final
class Reach:
    """A tile that can be reached from another, and the tiles in between (CB-MOV-1, CB-R03)."""

    def __init__(self, origin: int, target: int, between: list[int]) -> None:
        self.origin: i64 = origin
        self.target: i64 = target
        self.between = between  # none for a neighbour; of several, one must be free
        self.is_near = not between
        low = 0
        high = 0
        for tile in between:
            low |= int(LOW[tile])
            high |= int(HIGH[tile])
        self.low: i64 = low
        self.high: i64 = high

    def is_blocked(self, low: i64, high: i64) -> bool:
        """Whether pawns on these tiles stand on every way there (CB-MOV-3)."""
        return not self.is_near and (low & self.low) == self.low and (high & self.high) == self.high


@cache
def reaches(movement: str) -> list[list[Reach]]:
    """For each tile all that can be reached from it, by the target's name."""
    directions = STRAIGHT if movement == "orthogonal" else STRAIGHT + DIAGONAL
    return [reaches_from(tile, directions, movement == "steps") for tile in range(TILES)]


def reaches_from(tile: int, directions: list[tuple[int, int]], may_turn: bool) -> list[Reach]:
    near = [neighbour(tile, across, up) for across, up in directions]
    between: dict[int, list[int]] = {target: [] for target in near if target != NONE}
    for (across, up), first in zip(directions, near, strict=True):
        for next_across, next_up in directions if may_turn else [(across, up)]:
            second = neighbour(first, next_across, next_up) if first != NONE else NONE
            if second not in (NONE, tile) and second not in near:
                between.setdefault(second, []).append(first)
    return [Reach(tile, target, between[target]) for target in sorted(between)]


def turns_away(reach: list[list[Reach]], target: int) -> list[int]:
    """How many turns a pawn needs from each tile to the target on an empty board."""
    distance = [0 if tile == target else TILES for tile in range(TILES)]
    frontier = [target]
    while frontier:
        # Moving is symmetric: what the target reaches can reach the target.
        nearer = frontier.pop(0)
        for way in reach[nearer]:
            if distance[way.target] == TILES:
                distance[way.target] = distance[nearer] + 1
                frontier.append(int(way.target))
    return distance
