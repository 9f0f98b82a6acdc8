"""One side's pawns on the board, and the number that names them (CB-HSE-2)."""

from __future__ import annotations

from math import comb
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.state import take_out
from loot_table.games.crates_barrels.board import HIGH, LOW, NONE, RESERVE, TILES
from loot_table.games.crates_barrels.components import MOST_PAWNS
from loot_table.games.crates_barrels.keys import CARRIER_KEYS, MOVER_KEY, PAWN_KEYS

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

    def __init__(self, seat: i64, tiles: list[int], carrier: i64) -> None:
        self.tiles = tiles  # sorted
        self.carrier = carrier  # the tile of the pawn that carries loot, or NONE
        self.first: i64 = seat * TILES  # of its keys
        self.low: i64 = 0
        self.high: i64 = 0
        self.pawns_key: i64 = 0
        for tile in tiles:
            self.low |= LOW[tile]
            self.high |= HIGH[tile]
            self.pawns_key ^= PAWN_KEYS[self.first + tile]

    def copy(self) -> Side:
        twin = Side(0, [], self.carrier)
        twin.tiles = self.tiles.copy()
        twin.low = self.low
        twin.high = self.high
        twin.first = self.first
        twin.pawns_key = self.pawns_key
        return twin

    def has(self, tile: i64) -> bool:
        return ((self.low & LOW[tile]) | (self.high & HIGH[tile])) != 0

    def add(self, tile: i64) -> None:
        place = 0
        while place < len(self.tiles) and self.tiles[place] < tile:
            place += 1
        self.tiles.insert(place, int(tile))
        self.low |= LOW[tile]
        self.high |= HIGH[tile]
        self.pawns_key ^= PAWN_KEYS[self.first + tile]

    def remove(self, tile: i64) -> None:
        take_out(self.tiles, int(tile))
        self.low ^= LOW[tile]
        self.high ^= HIGH[tile]
        self.pawns_key ^= PAWN_KEYS[self.first + tile]
        if self.carrier == tile:
            self.carrier = NONE

    def number(self) -> i64:
        """The number that names this side as it stands."""
        return side_number(self.tiles, RESERVE, RESERVE, self.carrier)

    def key(self) -> i64:
        """What this side is in the key of a position."""
        return self.pawns_key if self.carrier == NONE else self.pawns_key ^ CARRIER_KEYS[self.first + self.carrier]


def seen_key(position: int) -> i64:
    """The key of a position that the table has seen."""
    crates, barrels = divmod(position, SIDE_SPAN)
    barrels, mover = divmod(barrels, 2)
    tiles, carrier = read_side(crates)
    their_tiles, their_carrier = read_side(barrels)
    return Side(0, tiles, carrier).key() ^ Side(1, their_tiles, their_carrier).key() ^ (MOVER_KEY if mover else 0)
