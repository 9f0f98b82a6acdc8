"""Endgames solved from their ends backwards: a pawn against a pawn where nobody comes back.

Where pawns come back (the usual rules) there are none: from any few pawns the game leads to ten again, and positions of ten
pawns alone are more than 10 to the power of 16. Where they do not come back, fewer only become fewer. One against one is 51,840
positions, solved in a second; two against one would be six million, and a search proves what is near there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.games.crates_barrels.board import NONE, TILES
from loot_table.games.crates_barrels.bot.swift import COARSE, Swift
from loot_table.games.crates_barrels.box import Box
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import WINS

POSITIONS: Final = 2 * TILES * TILES * 4  # who is to move, both pawns, and which of them carry
WIDEST: Final = 26  # turns of one pawn, and a pass
OPEN: Final = 0  # nobody can force an end


@final
class Duels:
    """Every position of one pawn a side with its end: in how many single turns, odd when the side to move wins, else even."""

    def __init__(self, box: Box) -> None:
        self.swift = Swift(box, COARSE)
        self.ends = vec[i64]([OPEN] * POSITIONS)
        # From each position to those that lead to it.
        self.first = vec[i64]([NONE] * POSITIONS)
        self.next = vec[i64]([0] * (POSITIONS * WIDEST))
        self.before = vec[i64]([0] * (POSITIONS * WIDEST))
        self.left = vec[i64]([0] * POSITIONS)  # turns whose end is not known to be bad
        self.links: i64 = 0
        self.queue = vec[i64]([0] * POSITIONS)  # in the order of their ends
        self.found: i64 = 0
        self.link_all()
        self.spread()

    def link_all(self) -> None:
        """Where each position leads, and which are won at once."""
        swift = self.swift
        turns = vec[i64]([0] * 256)
        for crate in range(TILES):
            swift.put(0, crate)
            for barrel in range(TILES):
                if barrel == crate:
                    continue
                swift.put(1, barrel)
                for carrying in range(4):
                    swift.carriers[0] = crate if carrying & 1 else NONE
                    swift.carriers[1] = barrel if carrying & 2 else NONE
                    for seat in range(2):
                        swift.seat = seat
                        self.link(turns)
                swift.carriers[0] = swift.carriers[1] = NONE
                swift.lift(1, barrel)
            swift.lift(0, crate)

    def link(self, turns: vec[i64]) -> None:
        swift = self.swift
        here = self.number(swift.seat, swift.tiles[0], swift.tiles[5], swift.carriers[0], swift.carriers[1])
        count = swift.gather(turns, 0)
        for n in range(count):
            turn = turns[n]
            done = swift.deeds(turn)
            if done & WINS:
                self.know(here, 1)
                return
        self.left[here] = count
        for n in range(count):
            turn = turns[n]
            swift.make(turn, swift.deeds(turn))
            after = self.number(swift.seat, swift.tiles[0], swift.tiles[5], swift.carriers[0], swift.carriers[1])
            swift.take_back(turn)
            self.before[self.links] = here
            self.next[self.links] = self.first[after]
            self.first[after] = self.links
            self.links += 1

    def number(self, seat: i64, crate: i64, barrel: i64, crates_carrier: i64, barrels_carrier: i64) -> i64:
        carrying: i64 = (1 if crates_carrier != NONE else 0) + (2 if barrels_carrier != NONE else 0)
        return ((seat * TILES + crate) * TILES + barrel) * 4 + carrying

    def know(self, here: i64, end: i64) -> None:
        self.ends[here] = end
        self.queue[self.found] = here
        self.found += 1

    def spread(self) -> None:
        """From the ends backwards: a turn to where the other loses wins, and who has no other than to where it wins loses."""
        at: i64 = 0
        while at < self.found:
            here = self.queue[at]
            at += 1
            end = self.ends[here]
            link = self.first[here]
            while link != NONE:
                before = self.before[link]
                link = self.next[link]
                if self.ends[before] != OPEN:
                    continue
                if end & 1:
                    self.left[before] -= 1
                if end & 1 == 0 or self.left[before] == 0:
                    self.know(before, end + 1)

    def end_at(self, table: Table) -> int:
        """In how many single turns a duel ends when both play as well as can be; OPEN where nobody can force it. Each turn of
        both brings the end nearer, so that none of them repeats another."""
        crates, barrels = table.sides
        return int(
            self.ends[self.number(table.to_act, crates.tiles[0], barrels.tiles[0], crates.carrier, barrels.carrier)]
        )


def is_duel(table: Table) -> bool:
    """One pawn a side, nobody comes back, and no past that could forbid a turn or make a draw of it."""
    crates, barrels = table.sides
    is_small = len(crates.tiles) == 1 and len(barrels.tiles) == 1 and not table.box.has_respawning
    return is_small and bool(table.agenda) and len(table.seen) <= 1


@lru_cache(maxsize=4)
def solved(box: Box) -> Duels:
    """All duels of a table, solved once."""
    return Duels(box)
