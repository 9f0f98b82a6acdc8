"""Positions as keys: one word each, changed by each turn in a few steps. What has the same key is most likely the same."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.games.crates_barrels.board import TILES

# A position's key is the sum (without carry) of random words, one for each fact about it.
WORDS: Final = Random(1867)
PAWN_KEYS: Final = vec[i64]([int(WORDS.word()) << 30 ^ int(WORDS.word()) for _ in range(2 * TILES)])
CARRIER_KEYS: Final = vec[i64]([int(WORDS.word()) << 30 ^ int(WORDS.word()) for _ in range(2 * TILES)])
MOVER_KEY: Final = 0x2545F4914F6CDD1D
