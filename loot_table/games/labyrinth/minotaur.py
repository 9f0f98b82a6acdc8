"""LL-V2 The Minotaur: deploying and commanding the thief."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.state import Action, Refusal, Seat, marks
from loot_table.games.labyrinth.events import Commanded, Deployed, Robbed
from loot_table.games.labyrinth.grid import DIRECTION_NAMES, DIRECTIONS, NOWHERE, toward
from loot_table.games.labyrinth.moving import between, in_order, obstacle, others_squares, resting_square, why_no_effect
from loot_table.games.labyrinth.table import Table
from loot_table.games.labyrinth.weakening import weaken

NOBODY_ROBBED: Final = -1


def why_no_minotaur(table: Table, seat: Seat) -> Refusal | None:
    """LL-V2.2: an unspent axe, the fewest treasures, and somebody with more."""
    if not table.box.has_minotaur:
        return Refusal(say("This game is played without the minotaur."), "LL-V2.1")
    if not table.axes[seat]:
        return Refusal(say("Your axe is spent: you have robbed already."), "LL-V2.6")
    own = table.stash[table.box.side[seat]]
    if own > min(table.stash) or own == max(table.stash):
        text = say("The minotaur serves only the side with the fewest treasures, while another side has more.")
        return Refusal(text, "LL-V2.2")
    return None


@final
@dataclass(frozen=True)
class Deploy(Action):
    """Put the minotaur on the board (LL-V2.3)."""

    x: int
    y: int

    def label(self, table: Table) -> Sentence:
        return say("Minotaur to {square}", square=table.box.grid.place(table.box.grid.square(self.x, self.y)))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_no_minotaur(table, seat)
        if refusal is not None:
            return refusal
        grid = table.box.grid
        if table.minotaur != NOWHERE:
            text = say("The minotaur is on the board already: command it.")
            return Refusal(text, "LL-V2.3", grid.marks([table.minotaur]))
        if not grid.has(self.x, self.y):
            return Refusal(say("{x},{y} is not on the board.", x=self.x, y=self.y), "LL-V2.3")
        square = grid.square(self.x, self.y)
        if grid.bits[square] & deploy_squares(table, seat):
            return None
        here, lit = grid.place(square), grid.marks([square])
        for other in range(table.players):
            away = grid.distance(square, table.pawns[other])
            if table.box.are_opponents(seat, other) and away < table.box.components.minotaur_distance:
                text = say("{square} is not more than three spaces from {who}'s pawn.", square=here, who=Name(other))
                return Refusal(text, "LL-V2.3", (*marks("seat", other), *lit))
        text = say("The minotaur needs a square without wall, pawn or treasure; {square} is none.", square=here)
        return Refusal(text, "LL-V2.3", lit)

    def do(self, table: Table, seat: Seat) -> None:
        table.minotaur = table.box.grid.square(self.x, self.y)
        if table.news is not None:
            table.tell(Deployed(seat, self.x, self.y))


def deploy_squares(table: Table, seat: Seat) -> int:
    found = table.box.grid.board & ~table.covered & ~table.treasures & ~table.pawn_squares()
    for other in range(table.players):
        if table.box.are_opponents(seat, other):
            found &= ~table.box.too_near_minotaur[table.pawns[other]]
    return found


@final
@dataclass(frozen=True)
class Minotaur(Action):
    """Command the minotaur: it slides like a pawn, and robs the first it meets that has something (LL-V2.4)."""

    dir: str

    def label(self, table: Table) -> Sentence:
        return say("Send it {direction}", direction=toward(DIRECTIONS.index(self.dir)))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_no_minotaur(table, seat)
        if refusal is not None:
            return refusal
        if table.minotaur == NOWHERE:
            return Refusal(say("The minotaur is not on the board: deploy it first."), "LL-V2.4")
        if len(self.dir) != 1 or self.dir not in DIRECTIONS:
            return Refusal(say("The minotaur goes N, E, S or W."), "LL-V2.4")
        direction = DIRECTIONS.index(self.dir)
        if changes_something(table, seat, direction):
            return None
        stuck = why_no_effect(table, table.minotaur, direction)
        return Refusal(stuck.text, "LL-V2.4", stuck.show)

    def do(self, table: Table, seat: Seat) -> None:
        direction = DIRECTIONS.index(self.dir)
        stop, rest = minotaur_slide(table, direction)
        victim = first_victim(table, seat, direction, stop, rest)
        if table.news is not None:
            spot = table.spot(rest if victim == NOBODY_ROBBED else table.pawns[victim])
            table.tell(Commanded(seat, DIRECTION_NAMES[direction], *spot))
        if victim != NOBODY_ROBBED:
            rob(table, seat, victim)
            return
        table.minotaur = rest
        if rest + table.box.grid.steps[direction] == stop:
            wall = table.wall_on(stop)
            if wall is not None:
                weaken(table, wall, seat)


COMMANDS: Final = [Minotaur(letter) for letter in DIRECTIONS]


def minotaur_slide(table: Table, direction: int) -> tuple[int, int]:
    """What would stop it, and where it would rest if it met nobody to rob."""
    grid = table.box.grid
    stop = obstacle(grid, table.closed, table.minotaur, direction)
    blocked = others_squares(table, table.minotaur)
    return stop, resting_square(grid, blocked, table.minotaur, stop, grid.steps[direction])


def first_victim(table: Table, seat: Seat, direction: int, stop: int, rest: int) -> Seat:
    """LL-V2.5: the first pawn it passes, or else the one that stops it, of another side that has a treasure."""
    grid = table.box.grid
    path = in_order(grid, between(grid, table.minotaur, rest, direction), direction)
    if rest + grid.steps[direction] != stop:
        path.append(rest + grid.steps[direction])
    for square in path:
        if square in table.pawns:
            other = table.pawns.index(square)
            if table.box.are_opponents(seat, other) and table.stash[table.box.side[other]] > 0:
                return other
    return NOBODY_ROBBED


def rob(table: Table, seat: Seat, victim: Seat) -> None:
    """LL-V2.5 to LL-V2.7: one treasure changes sides, the minotaur leaves, the axe is spent."""
    table.stash[table.box.side[victim]] -= 1
    table.gain(table.box.side[seat])
    table.minotaur = NOWHERE
    table.axes[seat] = False
    if table.news is not None:
        table.tell(Robbed(seat, victim))


def changes_something(table: Table, seat: Seat, direction: int) -> bool:
    stop, rest = minotaur_slide(table, direction)
    if rest != table.minotaur or first_victim(table, seat, direction, stop, rest) != NOBODY_ROBBED:
        return True
    ahead = table.minotaur + table.box.grid.steps[direction]
    return ahead == stop and bool(table.box.grid.bits[stop] & table.covered)


def minotaur_slots(table: Table, seat: Seat) -> int:
    """How many answers there could be with the minotaur: every square, or four directions."""
    if not table.box.has_minotaur or why_no_minotaur(table, seat) is not None:
        return 0
    return len(table.box.grid.squares) if table.minotaur == NOWHERE else 4


def drawn_minotaur(table: Table, seat: Seat, number: int) -> Action | None:
    """The answer with this number among them, or None when it is not legal."""
    if table.minotaur != NOWHERE:
        return COMMANDS[number] if changes_something(table, seat, number) else None
    square = table.box.grid.squares[number]
    return Deploy(*table.spot(square)) if table.box.grid.bits[square] & deploy_squares(table, seat) else None


def deploy_actions(table: Table, seat: Seat) -> list[Action]:
    if table.minotaur != NOWHERE or why_no_minotaur(table, seat) is not None:
        return []
    return [Deploy(*table.spot(square)) for square in table.box.grid.listed(deploy_squares(table, seat))]


def command_actions(table: Table, seat: Seat) -> list[Action]:
    if table.minotaur == NOWHERE or why_no_minotaur(table, seat) is not None:
        return []
    return [COMMANDS[direction] for direction in range(4) if changes_something(table, seat, direction)]
