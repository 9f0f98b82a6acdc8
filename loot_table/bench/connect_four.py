"""Connect four on our engine, in one file: a game that peers have too, so that speed can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.encoding import PLANES, Numbers, Part, look, seats_part
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.sentence import Sentence, say
from loot_table.engine.spelling import Field
from loot_table.engine.state import Action, Decision, Refusal, Seat, State, View, marks

COLUMNS: Final = 7
# Seven bits a column, the lowest row first; the seventh bit of each stays empty.
BOTTOM: Final = vec[i64]([1 << (7 * column) for column in range(COLUMNS)])
COLUMN: Final = vec[i64]([((1 << 6) - 1) << (7 * column) for column in range(COLUMNS)])
TOP: Final = vec[i64]([1 << (7 * column + 5) for column in range(COLUMNS)])
FULL: Final = sum(((1 << 6) - 1) << (7 * column) for column in range(COLUMNS))
FLOOR: Final = sum(1 << (7 * column) for column in range(COLUMNS))


def has_four(stones: i64) -> bool:
    """Four in a row: up, across, and along both diagonals."""
    pairs: i64 = stones & (stones >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = stones & (stones >> 7)
    if pairs & (pairs >> 14):
        return True
    pairs = stones & (stones >> 6)
    if pairs & (pairs >> 12):
        return True
    pairs = stones & (stones >> 8)
    return (pairs & (pairs >> 16)) != 0


def fourths(stones: i64) -> i64:
    """The squares, taken or not, that would make four of these stones."""
    # Up there is only one: on top of three. Elsewhere the gap may be anywhere among the four.
    found: i64 = (stones << 1) & (stones << 2) & (stones << 3)
    found |= beside(stones << 7, stones << 14, stones << 21, stones >> 7, stones >> 14, stones >> 21)
    found |= beside(stones << 6, stones << 12, stones << 18, stones >> 6, stones >> 12, stones >> 18)
    found |= beside(stones << 8, stones << 16, stones << 24, stones >> 8, stones >> 16, stones >> 24)
    return found & FULL


def beside(after: i64, after2: i64, after3: i64, before: i64, before2: i64, before3: i64) -> i64:
    """Squares with three stones in line with them, given the stones one, two and three squares away on both sides."""
    return after & after2 & (after3 | before) | before & before2 & (before3 | after)


@final
@dataclass(frozen=True)
class Drop(Action):
    """Let a stone fall into a column."""

    column: int

    def label(self, table: Board) -> Sentence:
        return say("Drop in column {column}", column=self.column + 1)

    def why_not(self, table: Board, seat: Seat) -> Refusal | None:
        if not 0 <= self.column < COLUMNS:
            return Refusal(say("There are seven columns, 0 to 6."), "C4-1")
        if table.both & TOP[self.column]:
            return Refusal(say("That column is full."), "C4-2", marks("column", self.column))
        return None

    def do(self, table: Board, seat: Seat) -> None:
        before = table.both
        table.both = before | (before + BOTTOM[self.column])
        # The waiting side's stones become the mover's: both minus the mover's new set is the opponent's.
        moved: i64 = table.mine | (table.both ^ before)
        table.mine = table.both ^ moved
        if has_four(moved):
            table.winner = seat
            table.finish("four in a row")
        elif table.both == FULL:
            table.finish("board full")
        else:
            table.agenda.append(TURNS[1 - seat])


DROPS: Final = [Drop(column) for column in range(COLUMNS)]
# For each set of full columns, as bits: the drops into the others. Built once, as the drops are.
BITS: Final = vec[i64]([1 << column for column in range(COLUMNS)])
OPEN: Final = [[drop for drop in DROPS if not full & BITS[drop.column]] for full in range(1 << COLUMNS)]


def full_columns(stones: i64) -> i64:
    full: i64 = 0
    for column in range(COLUMNS):
        if stones & TOP[column]:
            full |= BITS[column]
    return full


@final
@dataclass(frozen=True)
class TakeTurn(Decision):
    """Which column?"""

    def rule(self) -> str:
        return "C4-1"

    def prompt(self, table: Board) -> Sentence:
        return say("Which column do you drop a stone in?")

    def actions(self, table: Board) -> Sequence[Action]:
        return OPEN[full_columns(table.both)]

    def sample(self, table: Board, rng: Random) -> Action:
        while True:
            column = rng.below(7)
            if not table.both & TOP[column]:
                return DROPS[column]


TURNS: Final = [TakeTurn(0), TakeTurn(1)]


@dataclass(frozen=True)
class BoardView(View):
    mine: int
    both: int
    winner: int

    def imagine(self, rng: Random) -> Board:
        board = Board()
        board.mine, board.both, board.winner = self.mine, self.both, self.winner
        board.agenda = list(self.agenda)
        board.reason = self.reason
        return board


@final
class Board(State):
    """Two players, seven columns, six rows."""

    def __init__(self) -> None:
        super().__init__(2)
        self.mine: i64 = 0  # stones of the side to move, or that would move if it were not over
        self.both: i64 = 0
        self.winner: i64 = -1
        self.agenda = [TURNS[0]]

    def copy(self) -> Board:
        twin = Board()
        twin.mine, twin.both, twin.winner = self.mine, self.both, self.winner
        twin.agenda = self.agenda.copy()
        twin.reason = self.reason
        return twin

    def view(self, seat: Seat) -> BoardView:
        return BoardView(seat, None, 2, tuple(self.agenda), self.reason, self.mine, self.both, self.winner)

    def standings(self) -> list[float]:
        if self.winner < 0:
            return [0.5, 0.5]
        return [1.0, 0.0] if self.winner == 0 else [0.0, 1.0]


# ---------------------------------------------------------------- what a decent player knows


def likings(board: Board, actions: Sequence[Action], rng: Random) -> list[float]:
    """Win; else stop a win; else anything but what builds the square on which the other wins."""
    mine = fourths(board.mine)
    theirs = fourths(board.both ^ board.mine)
    found: list[float] = []
    for action in actions:
        assert isinstance(action, Drop)
        square: i64 = (board.both + FLOOR) & COLUMN[action.column]
        if square & mine:
            found.append(3.0)
        elif square & theirs:
            found.append(2.0)
        elif (square << 1) & theirs:
            found.append(0.0)
        else:
            found.append(1.0)
    return found


# ---------------------------------------------------------------- a description, and numbers


def new(players: int, options: object, components: object) -> Board:
    return Board()


VERSION: Final = 2
ROWS: Final = 6


def parts(box: object) -> tuple[Part, ...]:
    columns = tuple([f"column {column + 1}" for column in range(COLUMNS)])
    return (
        seats_part(2),
        Part("stones", (2, COLUMNS, ROWS), "one's own, and the other's", PLANES, (("own", "other"), columns)),
    )


def fill(view: BoardView, out: Numbers) -> None:
    look(view, out)
    seat = view.seat if view.seat >= 0 else 0
    mover = view.to_act
    if mover < 0:
        mover = 1 - view.winner if view.winner >= 0 else 0
    own: i64 = view.mine if mover == seat else view.both ^ view.mine
    fill_stones(own, out)
    fill_stones(view.both ^ own, out)


def fill_stones(stones: i64, out: Numbers) -> None:
    squares: i64 = 0  # without the bits that stay empty
    column: i64 = 0
    while column < COLUMNS:
        squares |= ((stones >> (7 * column)) & 63) << (6 * column)
        column += 1
    out.bits(squares, ROWS * COLUMNS)


def fields(box: object) -> list[Field]:
    return [Field("drop", "column", tuple(range(COLUMNS)))]


GAME: Final = Game("connect_four", "Connect four", "Four in a row.", 2, 2, new)
