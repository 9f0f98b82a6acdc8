"""A position as plain numbers, for looking ahead: turns are listed, made and taken back without building anything.

What a turn does is said in `turn.py`; which turns there are is said by the rules' chapters and, faster, here: tests hold both
side by side.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.games.crates_barrels.board import HIGH, LOW, NONE, RESERVE, TILES, reaches
from loot_table.games.crates_barrels.box import Box
from loot_table.games.crates_barrels.keys import CARRIER_KEYS, MOVER_KEY, PAWN_KEYS
from loot_table.games.crates_barrels.sides import seen_key
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import (
    CARRIES,
    ELIMINATES,
    PASSING,
    RESPAWNING,
    RETURNS,
    STRIDE,
    TAKES,
    deeds,
    eliminates,
)

EMPTY: Final = 0  # a tile's content; a pawn is its seat + 1
SLOTS: Final = 5  # pawns of a side
MOST_MADE: Final = 64  # turns made and not taken back
NEVER: Final = 1 << 61  # a bit that no tile has
SIEVE: Final = 65535  # positions that have been are first looked for by these bits of their key
COARSE: Final = 63  # the same where few are looked for: a small sieve is made sooner


@final
class Ways:
    """Where a pawn can go from each tile, as flat lists; blocked when every tile of its two words is taken."""

    def __init__(self, movement: str) -> None:
        first: list[int] = []
        target: list[int] = []
        low: list[int] = []
        high: list[int] = []
        number = [NONE] * (TILES * TILES)
        for origin, reach in enumerate(reaches(movement)):
            first.append(len(target))
            for way in reach:
                number[origin * TILES + int(way.target)] = len(target)
                target.append(int(way.target))
                low.append(NEVER if way.is_near else int(way.low))
                high.append(int(way.high))
        first.append(len(target))
        self.first = vec[i64](first)
        self.target = vec[i64](target)
        self.low = vec[i64](low)
        self.high = vec[i64](high)
        self.number = vec[i64](number)


@cache
def ways_of(movement: str) -> Ways:
    """The ways of a kind of movement, made once."""
    return Ways(movement)


@final
class Swift:
    """One position, the turns that led here from the table, and which positions have been."""

    def __init__(self, box: Box, sieve: int = SIEVE) -> None:
        self.box = box
        self.ways: Ways = ways_of(box.options.movement)
        self.loot = box.loot
        self.spots = vec[i64](box.respawn)
        self.most = vec[i64](box.pawns)
        self.has_respawning = box.has_respawning
        self.has_sanctuary = box.has_sanctuary
        self.must_vacate = box.must_vacate
        self.forbids_repeats = box.forbids_repeats
        self.draws_repeats = box.draws_repeats
        self.has_passing = box.has_passing
        self.turn_limit: i64 = box.turn_limit
        self.cells = vec[i64]([EMPTY] * STRIDE)  # beyond the board nobody stands, where a pass goes
        self.places = vec[i64]([0] * TILES)  # a pawn's place in `tiles`
        self.tiles = vec[i64]([NONE] * (2 * SLOTS))
        self.counts = vec[i64]([0, 0])
        self.carriers = vec[i64]([NONE, NONE])
        self.low: i64 = 0
        self.high: i64 = 0
        self.seat: i64 = 0  # to move
        self.turn: i64 = 0
        self.key: i64 = 0
        self.made: i64 = 0
        self.keys = vec[i64]([0] * MOST_MADE)  # before each turn made
        self.undos = vec[i64]([0] * MOST_MADE)
        self.turns = vec[i64]([0] * MOST_MADE)
        self.mask: i64 = sieve
        self.sieve = vec[i64]([0] * (sieve + 1))
        self.seen: dict[int, int] = {}  # how often a position has been, by key

    def set_up(self, table: Table) -> None:
        """Be this table, and know which positions have been."""
        self.stand_as(table)
        self.remember(table)

    def stand_as(self, table: Table) -> None:
        """Be this table as it stands."""
        for tile in range(TILES):
            self.cells[tile] = EMPTY
        self.low = self.high = 0
        self.made = 0
        self.seat = table.to_act
        self.turn = table.turn
        self.key = MOVER_KEY if table.to_act == 1 else 0
        for seat in range(2):
            side = table.sides[seat]
            self.counts[seat] = 0
            for tile in side.tiles:
                self.put(seat, tile)
            self.carriers[seat] = side.carrier
            if side.carrier != NONE:
                self.key ^= CARRIER_KEYS[seat * TILES + side.carrier]

    def remember(self, table: Table) -> None:
        """Know which positions have been."""
        for key in self.seen:
            self.sieve[key & self.mask] = 0
        self.seen = {seen_key(position): count for position, count in table.seen.items()}
        if self.forbids_repeats:
            self.seen = dict.fromkeys(self.seen, 1)  # the table remembers when, not how often
        for key in self.seen:
            self.sieve[key & self.mask] += 1

    # ---- making and taking back

    def put(self, seat: i64, tile: i64) -> None:
        place: i64 = seat * SLOTS + self.counts[seat]
        self.counts[seat] += 1
        self.tiles[place] = tile
        self.places[tile] = place
        self.cells[tile] = seat + 1
        self.low |= LOW[tile]
        self.high |= HIGH[tile]
        self.key ^= PAWN_KEYS[seat * TILES + tile]

    def lift(self, seat: i64, tile: i64) -> None:
        self.counts[seat] -= 1
        place = self.places[tile]
        last = self.tiles[seat * SLOTS + self.counts[seat]]
        self.tiles[place] = last
        self.places[last] = place
        self.cells[tile] = EMPTY
        self.low ^= LOW[tile]
        self.high ^= HIGH[tile]
        self.key ^= PAWN_KEYS[seat * TILES + tile]

    def carry(self, seat: i64, tile: i64) -> None:
        """The carrier of a seat is on this tile from now on."""
        before = self.carriers[seat]
        if before != NONE:
            self.key ^= CARRIER_KEYS[seat * TILES + before]
        if tile != NONE:
            self.key ^= CARRIER_KEYS[seat * TILES + tile]
        self.carriers[seat] = tile

    def deeds(self, turn: i64) -> i64:
        """What a turn does (CB-TRN-3)."""
        seat = self.seat
        other: i64 = 1 - seat
        origin: i64 = turn >> 7
        target: i64 = turn & 127
        is_held = self.cells[target] != EMPTY  # never by the own side, of a turn that can be played
        done = deeds(
            origin, target, is_held, self.carriers[seat], self.carriers[other], self.loot[seat], self.loot[other]
        )
        left: i64 = self.counts[other] - (1 if is_held else 0)
        if left == 0 and eliminates(self.box, self.low, self.high, origin, target):
            done |= ELIMINATES
        return done

    def make(self, turn: i64, done: i64) -> None:
        """Carry out a turn that does this and does not win."""
        if turn == PASSING:
            self.skip()
            return
        seat = self.seat
        other: i64 = 1 - seat
        origin: i64 = turn >> 7
        target: i64 = turn & 127
        undo: i64 = (self.carriers[seat] + 1) * 256 + (self.carriers[other] + 1) * 2
        self.keys[self.made] = self.key
        self.sieve[self.key & self.mask] += 1
        if done & TAKES:
            if done & RETURNS:
                self.carry(other, NONE)
            self.lift(other, target)
            undo += 1
        if origin != RESERVE:
            self.lift(seat, origin)
        self.put(seat, target)
        if done & CARRIES:
            self.carry(seat, target)
        self.undos[self.made] = undo
        self.turns[self.made] = turn
        self.made += 1
        self.turn += 1
        self.seat = other
        self.key ^= MOVER_KEY

    def take_back(self, turn: i64) -> None:
        """Undo the last turn made, which was this one."""
        if turn == PASSING:
            self.unskip()
            return
        self.made -= 1
        self.turn -= 1
        other = self.seat
        seat: i64 = 1 - other
        self.seat = seat
        origin: i64 = turn >> 7
        target: i64 = turn & 127
        undo = self.undos[self.made]
        self.lift(seat, target)
        if origin != RESERVE:
            self.put(seat, origin)
        if undo & 1:
            self.put(other, target)
        self.carriers[seat] = (undo >> 8) - 1
        self.carriers[other] = ((undo >> 1) & 127) - 1
        self.key = self.keys[self.made]
        self.sieve[self.key & self.mask] -= 1

    def skip(self) -> None:
        """A pass (CB-HSE-8); or where the rules forbid it (CB-TRN-2), to see what the enemy threatens."""
        self.keys[self.made] = self.key
        self.turns[self.made] = PASSING
        self.sieve[self.key & self.mask] += 1
        self.made += 1
        self.turn += 1
        self.seat = 1 - self.seat
        self.key ^= MOVER_KEY

    def unskip(self) -> None:
        self.made -= 1
        self.turn -= 1
        self.seat = 1 - self.seat
        self.key = self.keys[self.made]
        self.sieve[self.key & self.mask] -= 1

    # ---- repeats

    def times_before(self) -> i64:
        """How often the position on the board has been before, in the game and since."""
        if self.sieve[self.key & self.mask] == 0:
            return 0
        return self.times_in_game() + self.times_since()

    def times_in_game(self) -> i64:
        return self.seen.get(self.key, 0)

    def times_since(self) -> i64:
        """How often in the turns made. The position they began with is part of the game."""
        count: i64 = 0
        for n in range(1, self.made):
            if self.keys[n] == self.key:
                count += 1
        return count

    # ---- turns

    def gather(self, turns: vec[i64], at: i64) -> i64:
        """Write all turns but for the ban on repeats into a list from a place on; return how many."""
        seat = self.seat
        cells, low, high = self.cells, self.low, self.high
        ways = self.ways
        targets, lows, highs = ways.target, ways.low, ways.high
        mine: i64 = seat + 1
        home = self.loot[seat]
        must_leave = self.must_vacate and cells[home] == mine
        count: i64 = at
        for place in range(seat * SLOTS, seat * SLOTS + self.counts[seat]):
            origin = self.tiles[place]
            if must_leave and origin != home:
                continue
            for n in range(ways.first[origin], ways.first[origin + 1]):
                target = targets[n]
                if cells[target] == mine or (low & lows[n] == lows[n] and high & highs[n] == highs[n]):
                    continue
                if target == home and not self.may_enter_home(origin):
                    continue
                turns[count] = origin * STRIDE + target
                count += 1
        if self.has_respawning and not must_leave and self.counts[seat] < self.most[seat]:
            for n in range(len(self.spots)):
                if cells[self.spots[n]] == EMPTY:
                    turns[count] = RESPAWNING + self.spots[n]
                    count += 1
        if self.has_passing and not must_leave and self.counts[seat] > 0:
            turns[count] = PASSING
            count += 1
        return count - at

    def gather_forcing(self, turns: vec[i64], at: i64, with_pick_ups: bool) -> i64:
        """The same, only attacks, and pick-ups where wanted."""
        seat = self.seat
        other: i64 = 1 - seat
        home, loot = self.loot[seat], self.loot[other]
        must_leave = self.must_vacate and self.cells[home] == seat + 1
        count: i64 = at
        for place in range(seat * SLOTS, seat * SLOTS + self.counts[seat]):
            origin = self.tiles[place]
            if must_leave and origin != home:
                continue
            for n in range(other * SLOTS, other * SLOTS + self.counts[other]):
                target = self.tiles[n]
                if self.is_free(origin, target) and (target != home or self.may_enter_home(origin)):
                    turns[count] = origin * STRIDE + target
                    count += 1
            if with_pick_ups and self.cells[loot] == EMPTY and self.is_free(origin, loot):
                turns[count] = origin * STRIDE + loot
                count += 1
        return count - at

    def is_free(self, origin: i64, target: i64) -> bool:
        """Whether a pawn gets from one tile to another with nobody in the way (CB-MOV-1, CB-MOV-3)."""
        way = self.ways.number[origin * TILES + target]
        if way == NONE:
            return False
        low = self.ways.low[way]
        high = self.ways.high[way]
        return not (self.low & low == low and self.high & high == high)

    def may_enter_home(self, origin: i64) -> bool:
        """CB-MOV-5, CB-ATT-4: the carrier may; others only where a thief can be attacked."""
        home = self.loot[self.seat]
        return self.carriers[self.seat] == origin or (not self.has_sanctuary and self.cells[home] == 2 - self.seat)

    # ---- delivering

    def can_deliver(self) -> bool:
        """Whether the seat to move has its carrier one turn from home (CB-WIN-1)."""
        return self.delivers(self.seat)

    def delivery(self) -> i64:
        """The turn that does it."""
        return self.carriers[self.seat] * STRIDE + self.loot[self.seat]

    def is_threatened(self) -> bool:
        """Whether the enemy delivers next if nothing is done."""
        return self.delivers(1 - self.seat)

    def delivers(self, seat: i64) -> bool:
        carrier = self.carriers[seat]
        home = self.loot[seat]
        return carrier != NONE and self.cells[home] != seat + 1 and self.is_free(carrier, home)
