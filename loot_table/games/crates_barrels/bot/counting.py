"""What a position is worth: the reference evaluation of the rules' bot section."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.games.crates_barrels.board import NONE, TILES
from loot_table.games.crates_barrels.bot.swift import SLOTS, Swift
from loot_table.games.crates_barrels.box import Box

NOBODY_NEAR: Final = 9  # turns away from the loot, of a side without pawns


@final
class Counting:
    """The weights of a set of components, and how to count with them."""

    def __init__(self, box: Box) -> None:
        weights = box.components.weights
        self.pawn: i64 = weights["pawn_on_board"]
        self.carrier: i64 = weights["carrier_bonus"]
        self.carrier_closer: i64 = weights["carrier_turn_closer"]
        self.raider: i64 = weights["raider_turn_away"]
        self.all_pawns: i64 = weights["all_pawns_turn_away"]
        self.guard: i64 = weights["guard"]
        self.to_move: i64 = weights["side_to_move"]
        # Turns to each seat's Loot Tile, and what a pawn is worth to a seat on each tile, one seat after the other.
        self.away = vec[i64]([turns for seat in range(2) for turns in box.turns_to_loot[seat]])
        self.worth = vec[i64](
            [int(self.pawn) - int(self.all_pawns) * turns for seat in range(2) for turns in box.turns_to_loot[1 - seat]]
        )

    def value(self, swift: Swift) -> i64:
        """For the seat to move: own minus enemy, and a little for being to move."""
        tiles, counts, carriers = swift.tiles, swift.counts, swift.carriers
        seat = swift.seat
        other: i64 = 1 - seat
        mine = self.strength(seat, tiles, seat * SLOTS, counts[seat], carriers[seat])
        return mine - self.strength(other, tiles, other * SLOTS, counts[other], carriers[other]) + self.to_move

    def strength(self, seat: i64, tiles: vec[i64], first: i64, count: i64, carrier: i64) -> i64:
        """What a seat's pawns are worth, which are so many in a list from a place on, and its carrier."""
        away, worth = self.away, self.worth
        own: i64 = seat * TILES
        theirs: i64 = TILES - own
        total: i64 = 0
        nearest: i64 = NOBODY_NEAR
        guards: i64 = 0
        for place in range(first, first + count):
            tile = tiles[place]
            total += worth[own + tile]
            nearest = min(nearest, away[theirs + tile])
            if away[own + tile] <= 1:
                guards += 1
        if carrier != NONE:
            total += self.carrier + self.carrier_closer * (5 - away[own + carrier])
        else:
            total -= self.raider * nearest
        if guards > 0:
            total += self.guard * (min(guards, 2) + 1)
        return total


# Those of the tables asked for last: who plays many games at once needs no more.
@lru_cache(maxsize=16)
def counting_of(box: Box) -> Counting:
    """How to count at a table, made once for it."""
    return Counting(box)
