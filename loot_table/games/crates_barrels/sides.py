"""One side's pawns on the board, and the number that names them (CB-HSE-2)."""

from __future__ import annotations

from math import comb
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.games.crates_barrels.board import HIGH, LOW, NONE, RESERVE, TILES
from loot_table.games.crates_barrels.components import MOST_PAWNS

# CHOOSE[k * 81 + n]: how many sets of k + 1 tiles there are among n. Sets of fewer pawns are numbered first.
CHOOSE: Final = vec[i64]([comb(n, k + 1) for k in range(MOST_PAWNS) for n in range(TILES)])
FEWER: Final = vec[i64]([sum(comb(TILES, j) for j in range(k)) for k in range(MOST_PAWNS + 1)])
SIDE_SPAN: Final = 536870912  # 2**29: one side's number and a bit for who is to move


def joined(crates: int, barrels: int) -> int:
    """Both sides' numbers as one; the second holds who is to move, too."""
    return crates * SIDE_SPAN + barrels


def side_number(tiles: list[int], without: i64, plus: i64, carrier: i64) -> i64:
    """A number below 2**28 that names one side exactly: its tiles and its carrier (CB-HSE-2).

    First a pawn leaves one tile and comes to another; RESERVE where there is none.
    """
    count: i64 = 0
    rank: i64 = 0
    carried: i64 = 0
    for item in tiles:
        tile: i64 = item
        if plus < tile:
            if plus == carrier:
                carried = count + 1
            rank += CHOOSE[count * 81 + plus]
            count += 1
            plus = RESERVE
        if tile != without:
            if tile == carrier:
                carried = count + 1
            rank += CHOOSE[count * 81 + tile]
            count += 1
    if plus != RESERVE:
        if plus == carrier:
            carried = count + 1
        rank += CHOOSE[count * 81 + plus]
        count += 1
    return (FEWER[count] + rank) * 6 + carried


def read_side(number: int) -> tuple[list[int], int]:
    """The tiles and the carrier that a side's number names: `side_number` read backwards."""
    left, carried = divmod(number, MOST_PAWNS + 1)
    count = MOST_PAWNS
    while FEWER[count] > left:
        count -= 1
    left -= int(FEWER[count])
    tiles: list[int] = []
    for place in range(count - 1, -1, -1):
        tile = tiles[-1] - 1 if tiles else TILES - 1
        while CHOOSE[place * TILES + tile] > left:
            tile -= 1
        left -= int(CHOOSE[place * TILES + tile])
        tiles.append(tile)
    tiles.reverse()
    return tiles, tiles[carried - 1] if carried else NONE


@final
class Side:
    """One side's pawns on the board."""

    def __init__(self, tiles: list[int], carrier: i64) -> None:
        self.tiles = tiles  # sorted
        self.carrier = carrier  # the tile of the pawn that carries loot, or NONE
        self.low: i64 = 0
        self.high: i64 = 0
        for tile in tiles:
            self.low |= LOW[tile]
            self.high |= HIGH[tile]

    def copy(self) -> Side:
        twin = Side([], self.carrier)
        twin.tiles = self.tiles.copy()
        twin.low = self.low
        twin.high = self.high
        return twin

    def has(self, tile: i64) -> bool:
        return ((self.low & LOW[tile]) | (self.high & HIGH[tile])) != 0

    def add(self, tile: i64) -> None:
        self.tiles.append(tile)
        self.tiles.sort()
        self.low |= LOW[tile]
        self.high |= HIGH[tile]

    def remove(self, tile: i64) -> None:
        self.tiles.remove(tile)
        self.low ^= LOW[tile]
        self.high ^= HIGH[tile]
        if self.carrier == tile:
            self.carrier = NONE

    def number(self) -> i64:
        """The number that names this side as it stands."""
        return side_number(self.tiles, RESERVE, RESERVE, self.carrier)
