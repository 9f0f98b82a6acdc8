"""Noughts and crosses: the smallest whole game on the engine.

NC-1  Two players take turns; noughts begin. On your turn mark one empty square.
NC-2  Three of your marks in a row, across, down or diagonally, win at once.
NC-3  A full board with no such row is a draw.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loot_table.engine.codec import Codec
from loot_table.engine.components import content_hash
from loot_table.engine.errors import BadPosition
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.state import Action, Decision, Event, Refusal, Seat, State, View

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY, MARKS = ".", "OX"


@dataclass(frozen=True)
class Mark(Action):
    """Put your mark on an empty square (NC-1)."""

    square: int

    def label(self, table: Table) -> str:
        return f"Mark square {self.square + 1}"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not 0 <= self.square < 9:
            return Refusal("There are nine squares, 0 to 8.", "NC-1")
        if table.squares[self.square] != EMPTY:
            return Refusal("That square is taken.", "NC-1", (str(self.square),))
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.squares[self.square] = MARKS[seat]
        table.tell(Marked(seat, self.square))
        table.then(TakeTurn(1 - seat))


@dataclass(frozen=True)
class TakeTurn(Decision):
    """Which square?"""

    def rule(self) -> str:
        return "NC-1"

    def prompt(self, table: Table) -> str:
        return "Which square do you mark?"

    def actions(self, table: Table) -> Sequence[Action]:
        return [Mark(square) for square in range(9) if table.squares[square] == EMPTY]


@dataclass(frozen=True)
class Marked(Event):
    """A square was marked."""

    seat: Seat
    square: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} mark square {self.square + 1}"

    def rule(self) -> str:
        return "NC-1"


@dataclass(frozen=True)
class TableView(View):
    squares: str

    def imagine(self, rng: Random) -> Table:
        table = Table(list(self.squares))
        table.agenda, table.reason = list(self.agenda), self.reason
        return table


class Table(State):
    """Nine squares."""

    def __init__(self, squares: list[str]) -> None:
        super().__init__(2)
        self.squares = squares

    def copy(self) -> Table:
        twin = Table(self.squares.copy())
        twin.agenda, twin.reason = self.agenda.copy(), self.reason
        return twin

    def view(self, seat: Seat) -> TableView:
        return TableView(seat, None, 2, tuple(self.agenda), self.reason, "".join(self.squares))

    def winner(self) -> Seat | None:
        for row in ROWS:
            marks = {self.squares[square] for square in row}
            if len(marks) == 1 and marks != {EMPTY}:
                return MARKS.index(marks.pop())
        return None

    def check_end(self) -> None:
        if self.winner() is not None:
            self.finish("three in a row")  # NC-2
        elif EMPTY not in self.squares:
            self.finish("board full")  # NC-3

    def standings(self) -> list[float]:
        winner = self.winner()
        return [0.5, 0.5] if winner is None else [float(winner == 0), float(winner == 1)]


@dataclass(frozen=True)
class Options:
    """There are none."""


@dataclass(frozen=True)
class Components:
    """There are none either."""

    data: Mapping[str, Any]

    @property
    def hash(self) -> str:
        return content_hash(self.data)


def new(players: int, options: Options, components: Components) -> Table:
    table = Table([EMPTY] * 9)
    table.then(TakeTurn(0))
    return table


def read_position(text: Any, players: int, options: Options, components: Components) -> Table:
    if not isinstance(text, str) or len(text) != 9 or set(text) - set(EMPTY + MARKS):
        raise BadPosition("a position is nine of the letters . O X")
    table = Table(list(text))
    table.then(TakeTurn(int(text.count("O") > text.count("X"))))
    table.check_end()
    return table


GAME = Game(
    slug="noughts",
    name="Noughts and crosses",
    pitch="Three in a row.",
    least_players=2,
    most_players=2,
    rules_version=1,
    has_secrets=False,
    seat_names=("Noughts", "Crosses"),
    options=Options,
    codec=Codec(sys.modules[__name__]),
    read_components=lambda data: Components(data or {}),
    new=new,
    read_position=read_position,
    write_position=lambda table: "".join(table.squares),
    conserved=lambda table: {"squares": len(table.squares)},
)
