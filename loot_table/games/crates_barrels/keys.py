"""Positions as keys: one word each, changed by each turn in a few steps. What has the same key is most likely the same."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.games.crates_barrels.board import NONE, TILES
from loot_table.games.crates_barrels.sides import SIDE_SPAN, read_side

# A position's key is the sum (without carry) of random words, one for each fact about it.
WORDS: Final = Random(1867)
PAWN_KEYS: Final = vec[i64]([int(WORDS.word()) << 30 ^ int(WORDS.word()) for _ in range(2 * TILES)])
CARRIER_KEYS: Final = vec[i64]([int(WORDS.word()) << 30 ^ int(WORDS.word()) for _ in range(2 * TILES)])
MOVER_KEY: Final = 0x2545F4914F6CDD1D


def side_key(seat: i64, tiles: list[int], carrier: i64) -> i64:
    key: i64 = 0 if carrier == NONE else CARRIER_KEYS[seat * TILES + carrier]
    for tile in tiles:
        key ^= PAWN_KEYS[seat * TILES + tile]
    return key


def seen_key(position: int) -> i64:
    """The key of a position that the table has seen."""
    crates, barrels = divmod(position, SIDE_SPAN)
    barrels, mover = divmod(barrels, 2)
    tiles, carrier = read_side(crates)
    their_tiles, their_carrier = read_side(barrels)
    return side_key(0, tiles, carrier) ^ side_key(1, their_tiles, their_carrier) ^ (MOVER_KEY if mover else 0)
