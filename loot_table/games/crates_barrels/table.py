"""The table of Crates vs Barrels: two sides' pawns, whose turn it is, which positions have been."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.sentence import Sentence, Word, word
from loot_table.engine.state import Seat, State, View
from loot_table.games.crates_barrels.board import NONE
from loot_table.games.crates_barrels.box import Box
from loot_table.games.crates_barrels.events import Delivered, Drawn, Eliminated
from loot_table.games.crates_barrels.sides import SIDE_SPAN, Side, joined
from loot_table.games.crates_barrels.sieve import Sieve

CRATES: Final = 0
BARRELS: Final = 1


def pawn(seat: Seat) -> Word:
    """What a side's pawn is called (CB-COM-1)."""
    return word("crate") if seat == CRATES else word("barrel")


@dataclass(frozen=True)
class TableView(View):
    """All there is to know; both players see everything."""

    tiles: tuple[tuple[int, ...], tuple[int, ...]]
    carriers: tuple[int, int]
    turn: int
    winner: int
    seen: tuple[tuple[int, int, int], ...]  # positions that were: crates, barrels, and when or how often
    next: int = field(default=NONE, metadata={"optional": True})  # when the game is over: who would be to move

    def imagine(self, rng: Random) -> Table:
        table = Table(self.box, list(self.tiles[0]), list(self.tiles[1]), self.carriers[0], self.carriers[1])
        table.turn = self.turn
        table.winner = self.winner
        table.seen = {joined(crates, barrels): count for crates, barrels, count in self.seen}
        table.next = self.next
        table.agenda = list(self.agenda)
        table.reason = self.reason
        return table


@final
class Table(State):
    """The board, the reserves (what is not on the board), and the history that forbids repeats."""

    def __init__(
        self, box: Box, crates: list[int], barrels: list[int], crates_carrier: int, barrels_carrier: int
    ) -> None:
        super().__init__(2)
        self.box = box
        self.sides = [Side(CRATES, crates, crates_carrier), Side(BARRELS, barrels, barrels_carrier)]
        self.turn = 0  # completed turns of both players
        self.winner: Seat = NONE
        # Positions that have occurred: after which turn (repeats forbidden), or how often (third one draws).
        self.seen: dict[int, int] = {}
        self.sieve = Sieve()  # of `seen`
        self.next: Seat = NONE  # when the game is over: who would be to move

    def copy(self) -> Table:
        twin = Table(self.box, [], [], NONE, NONE)
        twin.sides = [self.sides[0].copy(), self.sides[1].copy()]
        twin.turn = self.turn
        twin.winner = self.winner
        twin.seen = self.seen.copy()
        twin.sieve = self.sieve.copy(twin.seen)
        twin.next = self.next
        twin.agenda = self.agenda.copy()
        twin.reason = self.reason
        return twin

    def view(self, seat: Seat) -> TableView:
        crates, barrels = self.sides
        return TableView(
            seat,
            self.box,
            2,
            tuple(self.agenda),
            self.reason,
            (tuple(crates.tiles), tuple(barrels.tiles)),
            (int(crates.carrier), int(barrels.carrier)),
            self.turn,
            self.winner,
            tuple([(key // SIDE_SPAN, key % SIDE_SPAN, value) for key, value in self.seen.items()]),
            self.next,
        )

    def standings(self) -> list[float]:
        if self.winner == NONE:
            return [0.5, 0.5]
        return [1.0, 0.0] if self.winner == CRATES else [0.0, 1.0]

    def ending(self) -> Sentence:
        if self.winner == NONE:
            return Drawn(self.reason).why()
        return Delivered(self.winner).text() if self.reason == "loot" else Eliminated(self.winner).text()

    def reserve(self, seat: Seat) -> int:
        """How many pawns wait to come back (CB-COM-1)."""
        return self.box.pawns[seat] - len(self.sides[seat].tiles)

    def turns_home(self, seat: Seat) -> int:
        """How many turns the carrier needs on an empty board; NONE without a carrier."""
        carrier = self.sides[seat].carrier
        return self.box.turns_to_loot[seat][carrier] if carrier != NONE else NONE

    def is_covered(self, tile: i64) -> bool:
        return self.sides[0].has(tile) or self.sides[1].has(tile)
