"""Turns and positions as numbers, for looking ahead."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.games.crates_barrels.board import NONE, TILES
from loot_table.games.crates_barrels.rules import MOVES, PASS, RESPAWNS, Move, Pass, Respawn
from loot_table.games.crates_barrels.table import SIDE_SPAN, read_side

# A turn as a number: where from, times 128, and where to. A respawn comes from nowhere, a pass goes nowhere either.
STRIDE: Final = 128
SPAWN: Final = 127
SKIP: Final = 16383  # SPAWN * STRIDE + 127
NO_TURN: Final = -1
TURNS: Final = STRIDE * STRIDE

# A position's key is the sum (without carry) of random words, one for each fact about it.
WORDS: Final = Random(1867)
PAWN_KEYS: Final = vec[i64]([int(WORDS.word()) << 30 ^ int(WORDS.word()) for _ in range(2 * TILES)])
CARRIER_KEYS: Final = vec[i64]([int(WORDS.word()) << 30 ^ int(WORDS.word()) for _ in range(2 * TILES)])
MOVER_KEY: Final = 0x2545F4914F6CDD1D


def turn_of(action: Action) -> int:
    """The number of a turn."""
    if isinstance(action, Move):
        return int(action.origin) * STRIDE + int(action.target)
    if isinstance(action, Respawn):
        return SPAWN * STRIDE + int(action.target)
    assert isinstance(action, Pass)
    return SKIP


def action_of(turn: int) -> Action:
    """The action with this number."""
    if turn == SKIP:
        return PASS
    if turn // STRIDE == SPAWN:
        return RESPAWNS[turn % STRIDE]
    return MOVES[turn // STRIDE * TILES + turn % STRIDE]


def side_key(seat: int, tiles: list[int], carrier: int) -> int:
    key = 0 if carrier == NONE else int(CARRIER_KEYS[seat * TILES + carrier])
    for tile in tiles:
        key ^= int(PAWN_KEYS[seat * TILES + tile])
    return key


def seen_key(position: int) -> int:
    """The key of a position that the table has seen."""
    crates, barrels = divmod(position, SIDE_SPAN)
    barrels, mover = divmod(barrels, 2)
    tiles, carrier = read_side(crates)
    their_tiles, their_carrier = read_side(barrels)
    return side_key(0, tiles, carrier) ^ side_key(1, their_tiles, their_carrier) ^ (MOVER_KEY if mover else 0)
