"""What a search of Crates vs Barrels remembers: positions it has judged, and turns that were good elsewhere."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.games.crates_barrels.bot.swift import EMPTY, Swift
from loot_table.games.crates_barrels.turn import NO_TURN, PASSING, RESPAWNING, STRIDE

WON: Final = 1_000_000
WINNING: Final = 900_000  # beyond this a value is a forced win or loss
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a kept value says
UNKNOWN: Final = 3_000_000
FEWEST_PLACES: Final = 1024
MOST_PLACES: Final = 1048576
TURNS: Final = STRIDE * STRIDE  # more than any turn's number

# How early a turn is tried.
FIRST: Final = 1_000_000
ON_CARRIER: Final = 900_000
ATTACK: Final = 800_000
PICK_UP: Final = 700_000
KILLER: Final = 600_000
QUIET: Final = 500_000  # a respawn; below this: turns known by their history only
WIDEST: Final = 208  # turns in one position: five pawns with 24 ways each, every tile a Respawn Tile, and a pass


@final
class Judged:
    """Positions already judged: how deep, what was found, and the best turn."""

    def __init__(self, positions: int, most: int = MOST_PLACES) -> None:
        places = FEWEST_PLACES
        while places < positions and places < most:
            places *= 2
        self.mask: i64 = places - 1
        self.keys = vec[i64]([0] * places)
        self.values = vec[i64]([0] * places)
        self.facts = vec[i64]([0] * places)  # best turn, bound and depth

    def best_turn(self, key: i64) -> i64:
        place: i64 = key & self.mask
        return (self.facts[place] >> 16) - 1 if self.keys[place] == key else NO_TURN

    def value(self, key: i64, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """What was found, if it was found deeply enough and decides; or UNKNOWN."""
        place: i64 = key & self.mask
        fact = self.facts[place]
        if self.keys[place] != key or (fact & 255) < depth:
            return UNKNOWN
        value = self.values[place]
        # A kept win is so many turns away from where it was kept.
        if value > WINNING:
            value -= ply
        elif value < -WINNING:
            value += ply
        bound: i64 = (fact >> 8) & 3
        if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
            return value
        return UNKNOWN

    def keep(self, key: i64, depth: i64, value: i64, ply: i64, turn: i64, alpha: i64, beta: i64) -> None:
        """Remember what was found between alpha and beta, in place of whatever was there."""
        place: i64 = key & self.mask
        bound: i64 = AT_LEAST if value >= beta else AT_MOST if value <= alpha else EXACT
        if value > WINNING:
            value += ply
        elif value < -WINNING:
            value -= ply
        self.keys[place] = key
        self.values[place] = value
        self.facts[place] = (turn + 1) * 65536 + bound * 256 + depth


@final
class Order:
    """The turns of the positions under way, a row for each, tried in the order of their promise."""

    def __init__(self, rows: int) -> None:
        self.turns = vec[i64]([0] * (rows * WIDEST))
        self.ranks = vec[i64]([0] * (rows * WIDEST))
        self.killers = vec[i64]([NO_TURN] * (rows * 2))  # the last two quiet turns that refuted something, by row
        self.history = vec[i64]([0] * (2 * TURNS))

    def reward(self, swift: Swift, turn: i64, depth: i64, ply: i64) -> None:
        """A quiet turn that refuted something is tried early elsewhere."""
        if swift.cells[turn & 127] == EMPTY:
            if self.killers[ply * 2] != turn:
                self.killers[ply * 2 + 1] = self.killers[ply * 2]
                self.killers[ply * 2] = turn
            place: i64 = swift.seat * TURNS + turn
            self.history[place] = min(self.history[place] + depth * depth, QUIET - 1)

    def rank(self, swift: Swift, count: i64, best_turn: i64, ply: i64) -> None:
        """Say how early each of the turns gathered in a row is tried."""
        turns, ranks, history = self.turns, self.ranks, self.history
        seat = swift.seat
        loot: i64 = swift.loot[1 - seat] if swift.carriers[seat] < 0 else NO_TURN
        their_carrier = swift.carriers[1 - seat]
        first, second = self.killers[ply * 2], self.killers[ply * 2 + 1]
        base: i64 = ply * WIDEST
        for n in range(base, base + count):
            turn = turns[n]
            target: i64 = turn & 127
            rank: i64 = history[seat * TURNS + turn]
            if turn == best_turn:
                rank = FIRST
            elif swift.cells[target] != EMPTY:
                rank = ON_CARRIER if target == their_carrier else ATTACK
            elif target == loot:
                rank = PICK_UP
            elif turn in (first, second):
                rank = KILLER
            elif turn >= RESPAWNING and turn != PASSING:
                rank = QUIET
            ranks[n] = rank

    def pick(self, ply: i64, n: i64, count: i64) -> i64:
        """Bring the most promising of the turns that are left to the n-th place."""
        turns, ranks = self.turns, self.ranks
        base: i64 = ply * WIDEST
        here: i64 = base + n
        best = here
        for m in range(here + 1, base + count):
            if ranks[m] > ranks[best]:
                best = m
        turn, rank = turns[best], ranks[best]
        turns[best], ranks[best] = turns[here], ranks[here]
        turns[here], ranks[here] = turn, rank
        return turn

    def is_quiet(self, ply: i64, n: i64) -> bool:
        """Whether only history speaks for the n-th turn."""
        return self.ranks[ply * WIDEST + n] < QUIET
