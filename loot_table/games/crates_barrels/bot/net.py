"""What a position is worth, as a small net has learned it: integers only, and as turns are made only what they change.

Each seat looks at the board from its own side. A hidden unit adds its bias and a weight for every pawn on its tile, own or
enemy, with loot or without; what is below 0 counts as 0 and what is above CAP as CAP. What the units of the seat to move and of
the other come to is added up with weights that depend on who carries loot. Four units share a word, so that one addition serves
them all; `Net` refuses weights with which a unit could ever leave its part of the word.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.components import content_hash, read_toml
from loot_table.engine.errors import BadInput
from loot_table.games.crates_barrels.board import NONE, RESERVE, TILES
from loot_table.games.crates_barrels.bot.swift import MOST_MADE, SLOTS, Swift
from loot_table.games.crates_barrels.box import Box
from loot_table.games.crates_barrels.turn import PASSING

FILE: Final = "net.toml"  # beside this module; without it positions are counted
INPUTS: Final = 4 * TILES  # own pawns, own carrier, enemy pawns, enemy carrier: a tile each
HEADS: Final = 4  # nobody carries, the seat to move does, the other does, both do
LANES: Final = 4  # units in a word
LANE: Final = 15  # bits of a unit
MIDDLE: Final = 16384  # 0, as a unit's bits say it
CAP: Final = 255
SCALE: Final = 4096  # a weight of so much adds, for a unit that is full, CAP to the value
SHIFT: Final = 12
ONES: Final = 35185445863425  # 1 in each of the four
SIGNS: Final = MIDDLE * ONES
CAPS: Final = CAP * ONES
OVER: Final = (MIDDLE - 1 - CAP) * ONES
MOST: Final = 1 << 24  # of a weight of a head: sums of hundreds are far from a word's end
FURTHEST: Final = 4  # turns that are followed; what is further away is looked at afresh


def facing(seat: i64, tile: i64) -> i64:
    """A tile as a seat sees it, whose own edge is near."""
    return tile if seat == 0 else TILES - 1 - tile


def box_key(box: Box) -> str:
    """What a net has learned to play on: board, sides and the rules that change what a position is worth."""
    options = box.options
    return content_hash(
        {
            "loot": [int(tile) for tile in box.loot],
            "respawn": list(box.respawn),
            "pawns": list(box.pawns),
            "movement": options.movement,
            "home_attack": options.home_attack,
            "respawning": options.respawning,
            "repetition": options.repetition,
            "passing": options.passing,
        }
    )


def fingerprint(told: Mapping[str, Any]) -> str:
    """What tells a net from any other."""
    return content_hash({name: told[name] for name in ("box", "biases", "weights", "head_biases", "heads")})


@final
class Net:
    """Weights, packed: for each pawn on a tile a row of words, as the one seat sees it and then as the other."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        biases: list[int] = told["biases"]
        weights: list[list[int]] = told["weights"]  # for each unit, by input
        heads: list[list[int]] = told["heads"]
        units = len(biases)
        if units == 0 or units % LANES or len(weights) != units or len(heads) != HEADS:
            raise BadInput(f"a net has a multiple of {LANES} units, and {HEADS} heads")
        for bias, unit in zip(biases, weights, strict=True):
            if len(unit) != INPUTS or abs(bias) + 2 * SLOTS * max(map(abs, unit)) >= MIDDLE:
                raise BadInput(f"a unit has {INPUTS} weights, which must be smaller than these")
        for head in heads:
            if len(head) != 2 * units or max(map(abs, head)) >= MOST:
                raise BadInput(f"a head has {2 * units} weights, which must be smaller than {MOST}")
        self.box_key: str = told["box"]
        self.words: i64 = units // LANES  # of one seat's view
        self.first = vec[i64](packed([MIDDLE + bias for bias in biases]))
        rows: list[int] = []
        for seat in range(2):
            for kind in range(2):
                for tile in range(TILES):
                    for view in range(2):
                        number = ((2 if seat != view else 0) + kind) * TILES + int(facing(view, tile))
                        rows += packed([unit[number] for unit in weights])
        self.rows = vec[i64](rows)
        self.heads = vec[i64]([weight for head in heads for weight in head])
        self.head_biases = vec[i64](told["head_biases"])


def packed(units: list[int]) -> list[int]:
    """Four to a word."""
    return [sum(units[start + lane] << (LANE * lane) for lane in range(LANES)) for start in range(0, len(units), LANES)]


@final
class Weighing:
    """What a net says of the positions of a search. A row of words for each turn made, right as long as its position is."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.words: i64 = net.words
        self.rows = net.rows
        self.heads = net.heads
        self.sums = vec[i64]([0] * ((MOST_MADE + 1) * 2 * int(net.words)))
        self.known = vec[i64]([NONE] * (MOST_MADE + 1))  # by key, which position a row is of
        self.weighed = vec[i64]([NONE] * (MOST_MADE + 1))  # and of which the value is
        self.values = vec[i64]([0] * (MOST_MADE + 1))

    def value(self, swift: Swift) -> i64:
        """For the seat to move."""
        level = swift.made
        key = swift.key
        if self.weighed[level] != key:
            if self.known[level] != key:
                self.follow(swift, level)
            self.weighed[level] = key
            self.values[level] = self.weigh(swift, level)
        return self.values[level]

    def weigh(self, swift: Swift, level: i64) -> i64:
        words = self.words
        seat = swift.seat
        carriers = swift.carriers
        head: i64 = (1 if carriers[seat] >= 0 else 0) + (2 if carriers[1 - seat] >= 0 else 0)
        first: i64 = level * 2 * words
        span: i64 = words * LANES
        own = self.added(first + seat * words, head * 2 * span)
        theirs = self.added(first + words - seat * words, head * 2 * span + span)
        return (own + theirs + self.net.head_biases[head]) >> SHIFT

    def added(self, first: i64, weight: i64) -> i64:
        """One seat's units, each between 0 and CAP, with their weights."""
        sums, heads = self.sums, self.heads
        total: i64 = 0
        for place in range(first, first + self.words):
            word = sums[place]
            signs: i64 = word & SIGNS
            word = word & (signs - (signs >> (LANE - 1)))  # what is below 0 is gone
            over: i64 = (word + OVER) & SIGNS
            word = (word | (over - (over >> (LANE - 1)))) & CAPS  # what is above is full
            total += (
                (word & CAP) * heads[weight]
                + ((word >> LANE) & CAP) * heads[weight + 1]
                + ((word >> (2 * LANE)) & CAP) * heads[weight + 2]
                + (word >> (3 * LANE)) * heads[weight + 3]
            )
            weight += LANES
        return total

    def follow(self, swift: Swift, level: i64) -> None:
        """Make the row of this many turns right: from the nearest that is, or afresh."""
        known, keys = self.known, swift.keys
        least: i64 = max(0, level - FURTHEST)
        start: i64 = level - 1
        while start >= least and known[start] != keys[start]:
            start -= 1
        if start < least:
            self.begin(swift, level)
            return
        while start < level:
            mover: i64 = swift.seat if (level - start) & 1 == 0 else 1 - swift.seat
            self.change(swift, start, mover)
            start += 1
            known[start] = swift.key if start == level else keys[start]

    def change(self, swift: Swift, made: i64, seat: i64) -> None:
        """The row after a turn, by the row before it."""
        sums, rows = self.sums, self.rows
        span: i64 = 2 * self.words
        old: i64 = made * span
        new: i64 = old + span
        turn = swift.turns[made]
        if turn == PASSING:
            for n in range(span):
                sums[new + n] = sums[old + n]
            return
        other: i64 = 1 - seat
        undo = swift.undos[made]
        carrier: i64 = (undo >> 8) - 1
        origin: i64 = turn >> 7
        target: i64 = turn & 127
        carries = carrier == origin or (carrier == NONE and target == swift.loot[other] and origin != RESERVE)
        plus = self.row(seat, carries, target)
        if origin == RESERVE:
            for n in range(span):
                sums[new + n] = sums[old + n] + rows[plus + n]
        else:
            minus = self.row(seat, carrier == origin, origin)
            for n in range(span):
                sums[new + n] = sums[old + n] + rows[plus + n] - rows[minus + n]
        if undo & 1:
            gone = self.row(other, ((undo >> 1) & 127) - 1 == target, target)
            for n in range(span):
                sums[new + n] -= rows[gone + n]

    def row(self, seat: i64, carries: bool, tile: i64) -> i64:
        """Where the words of a pawn on a tile begin."""
        return ((seat * 2 + (1 if carries else 0)) * TILES + tile) * 2 * self.words

    def begin(self, swift: Swift, level: i64) -> None:
        """The row of a position by all its pawns."""
        sums, rows, first = self.sums, self.rows, self.net.first
        words = self.words
        span: i64 = 2 * words
        here: i64 = level * span
        for n in range(words):
            sums[here + n] = first[n]
            sums[here + words + n] = first[n]
        for seat in range(2):
            side: i64 = seat
            for place in range(side * SLOTS, side * SLOTS + swift.counts[side]):
                tile = swift.tiles[place]
                plus = self.row(side, swift.carriers[side] == tile, tile)
                for n in range(span):
                    sums[here + n] += rows[plus + n]
        self.known[level] = swift.key


def read_net(path: Path) -> Net:
    """A net from a file, which must be what its hash says."""
    told = read_toml(path)
    if told.get("hash") != fingerprint(told):
        raise BadInput(f"{path.name} is not what its hash says")
    return Net(told)


@lru_cache(maxsize=16)
def net_of(box: Box) -> Net | None:
    """The net that comes with the game, where it knows this table."""
    net = own_net()
    return net if net is not None and net.box_key == box_key(box) else None


@lru_cache(maxsize=1)
def own_net() -> Net | None:
    path = Path(__file__).parent / FILE
    return read_net(path) if path.is_file() else None
