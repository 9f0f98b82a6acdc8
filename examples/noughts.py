"""Noughts and crosses: the smallest whole game on the engine. `loot play examples/noughts.py`, or `loot serve --game` it.

NC-1  Two players take turns; noughts begin. On your turn mark one empty square.
NC-2  Three of your marks in a row, across, down or diagonally, win at once.
NC-3  A full board with no such row is a draw.
"""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.encoding import PLANES, Numbers, Part, clockwise, look, seats_part
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Sentence, place, say
from loot_table.engine.spelling import Field
from loot_table.engine.state import Action, Decision, Event, Refusal, Seat, State, View, marks

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY, MARKS = ".", "OX"


@dataclass(frozen=True)
class Mark(Action):
    """Put your mark on an empty square (NC-1)."""

    square: int

    def label(self, table: Table) -> Sentence:
        return say("Mark square {square}", square=self.square + 1)

    def cell(self) -> str:
        return str(self.square)

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not 0 <= self.square < 9:
            return Refusal(say("There are nine squares, 0 to 8."), "NC-1")
        if table.squares[self.square] != EMPTY:
            return Refusal(say("That square is taken."), "NC-1", marks("cell", self.square))
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.squares[self.square] = MARKS[seat]
        table.tell(Marked(seat, self.square))
        table.then(TakeTurn(1 - seat))


@dataclass(frozen=True)
class TakeTurn(Decision):
    def rule(self) -> str:
        return "NC-1"

    def prompt(self, table: Table) -> Sentence:
        return say("Which square do you mark?")

    def actions(self, table: Table) -> list[Action]:
        return [Mark(square) for square in range(9) if table.squares[square] == EMPTY]


@dataclass(frozen=True)
class Marked(Event):
    seat: Seat
    square: int

    def text(self) -> Sentence:
        return say("{who} marks square {square}.", who=Name(self.seat), square=place(str(self.square + 1)))

    def rule(self) -> str:
        return "NC-1"


@dataclass(frozen=True)
class TableView(View):
    squares: str

    def grid(self) -> list[list[tuple[str, str]]]:
        return [[(str(n), self.squares[n].replace(EMPTY, "")) for n in row] for row in ROWS[:3]]

    def imagine(self, rng: Random) -> Table:
        return Table(list(self.squares)).with_agenda(self)


class Table(State):
    def __init__(self, squares: list[str]) -> None:
        super().__init__(2)
        self.squares = squares

    def copy(self) -> Table:
        return Table(self.squares.copy()).with_agenda(self)

    def view(self, seat: Seat) -> TableView:
        return TableView(seat, None, 2, tuple(self.agenda), self.reason, "".join(self.squares))

    def winner(self) -> Seat | None:
        owners = [{self.squares[square] for square in row} for row in ROWS]
        return next((seat for seat in (0, 1) if {MARKS[seat]} in owners), None)

    def check_end(self) -> None:
        if self.winner() is not None:
            self.finish("Three in a row.")  # NC-2
        elif EMPTY not in self.squares:
            self.finish("The board is full.")  # NC-3

    def standings(self) -> list[float]:
        winner = self.winner()
        return [0.5, 0.5] if winner is None else [float(winner == seat) for seat in (0, 1)]


def new(players: int, options: object, components: object) -> Table:
    table = Table([EMPTY] * 9)
    table.then(TakeTurn(0))
    return table


# ---- for networks: docs/research.md

VERSION = 1


def parts(box: object) -> tuple[Part, ...]:
    return (seats_part(2), Part("marks", (2, 3, 3), "one's own, theirs", PLANES, (("own", "their"),)))


def fill(view: TableView, out: Numbers) -> None:
    look(view, out)
    for seat in clockwise(view):
        for square in view.squares:
            out.flag(square == MARKS[seat])


def fields(box: object) -> list[Field]:
    return [Field("mark", "square", tuple(range(9)))]


GAME = Game("noughts", "Noughts and crosses", "Three in a row.", 2, 2, new, seat_names=("Noughts", "Crosses"))
