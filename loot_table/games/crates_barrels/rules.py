"""The rules of Crates vs Barrels: the set-up, a turn, and the three things a player can do with it.

The chapters beside this page, named as in the rulebook, say what each of them may do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Sentence, Verbatim, place, say
from loot_table.engine.state import Action, Decision, Refusal, Seat
from loot_table.games.crates_barrels.board import NAMES, NONE, RESERVE, TILES, number
from loot_table.games.crates_barrels.box import Box, Options
from loot_table.games.crates_barrels.components import Components
from loot_table.games.crates_barrels.ending import draw, win
from loot_table.games.crates_barrels.events import LootReturned, PickedUp, Played, TakenOut
from loot_table.games.crates_barrels.house_rules import can_pass, note_position, position_number, why_not_pass
from loot_table.games.crates_barrels.listing import drawn, legal, why_not_repeat
from loot_table.games.crates_barrels.movement import can_deliver, must_leave, why_not_move
from loot_table.games.crates_barrels.notation import notation
from loot_table.games.crates_barrels.respawning import can_come_back, can_respawn, why_not_respawn
from loot_table.games.crates_barrels.table import Table, pawn
from loot_table.games.crates_barrels.turn import (
    CARRIES,
    DELIVERS,
    ELIMINATES,
    PASSING,
    PICKS_UP,
    RESPAWNING,
    RETURNS,
    STRIDE,
    TAKES,
    deeds_at,
)

SIDE_NAMES: Final = ("Crates", "Barrels")


# ---------------------------------------------------------------- set-up


def new(players: int, options: Options, components: Components) -> Table:
    """CB-SET-1 to CB-SET-4: pawns on their starting squares, nobody carries, Crates begin."""
    box = Box(components, options)
    table = Table(box, box.layout.start[0].copy(), box.layout.start[1].copy(), NONE, NONE)
    begin(table, 0)
    return table


def begin(table: Table, seat: Seat) -> None:
    """The position counts as occurred (CB-HSE-2), and a seat is to move."""
    if table.box.forbids_repeats:
        table.seen = {position_number(table, seat): table.turn}
    elif table.box.draws_repeats:
        table.seen = {position_number(table, seat): 1}
    table.agenda = [TURNS[seat]]


# ---------------------------------------------------------------- a turn


@final
@dataclass(frozen=True)
class TakeTurn(Decision):
    """CB-TRN-1: move one of your pawns, or respawn one. CB-TRN-2: you may not pass, but for CB-HSE-8."""

    def rule(self) -> str:
        return "CB-TRN-1"

    def prompt(self, table: Table) -> Sentence:
        own, enemy = table.sides[self.seat], table.sides[1 - self.seat]
        if not own.tiles:
            return say("You have no pawn on the board: you must respawn one.")
        if must_leave(table, self.seat):
            return say("Your pawn must leave your own Loot Tile.")
        if can_deliver(table, self.seat):
            return say("Your {pawn} on {tile} can go home now.", pawn=pawn(self.seat), tile=place(NAMES[own.carrier]))
        if can_deliver(table, 1 - self.seat):
            their, tile = pawn(1 - self.seat), place(NAMES[enemy.carrier])
            return say("Careful: their {pawn} on {tile} can bring your loot home.", pawn=their, tile=tile)
        if len(own.tiles) == 1 and not can_come_back(table):
            return say("Your last {pawn}, and no free diamond: lose it and you lose.", pawn=pawn(self.seat))
        return self.question(table)

    def question(self, table: Table) -> Sentence:
        if can_respawn(table, self.seat):
            if can_pass(table, self.seat):
                return say("Move a pawn, or respawn one, or pass.")
            return say("Move a pawn, or respawn one.")
        if can_pass(table, self.seat):
            return say("Move a pawn, or pass.")
        return say("Move one of your pawns.")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing a move.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        return listed(table, self.seat)

    def sample(self, table: Table, rng: Random) -> Action:
        return action_of(drawn(table, self.seat, rng))


TURNS: Final = [TakeTurn(0), TakeTurn(1)]


def play(table: Table, seat: Seat, origin: i64, target: i64) -> None:
    """CB-TRN-3: carry out what a turn does. A respawn comes from the reserve, and a pass stays there."""
    done = deeds_at(table, seat, origin, target)
    if table.news is not None:
        tell(table, seat, origin, target, done)
    table.turn += 1
    if target != RESERVE:
        if done & TAKES:
            table.sides[1 - seat].remove(target)
        own = table.sides[seat]
        if origin != RESERVE:
            own.remove(origin)
        own.add(target)
        if done & CARRIES:
            own.carrier = target
        if done & DELIVERS:  # CB-R21: before elimination
            win(table, seat, "loot")
            return
        if done & ELIMINATES:
            win(table, seat, "elimination")
            return
    end_turn(table, seat)


def tell(table: Table, seat: Seat, origin: i64, target: i64, done: i64) -> None:
    """What people notice of a turn that is about to do this."""
    table.tell(Played(seat, table.turn + 1, notation(table, seat, origin, target)))
    if done & TAKES:
        table.tell(TakenOut(1 - seat, NAMES[target], bool(done & RETURNS)))
    if done & RETURNS:
        table.tell(LootReturned(1 - seat, NAMES[table.box.loot[seat]]))
    if done & PICKS_UP:
        table.tell(PickedUp(seat, NAMES[target]))


def end_turn(table: Table, seat: Seat) -> None:
    """CB-TRN-3 (f) and (g): repetition and turn limit, then the other player."""
    if table.box.forbids_repeats:
        note_position(table, 1 - seat)
    elif table.box.draws_repeats:
        here = position_number(table, 1 - seat)
        count = table.seen.get(here, 0) + 1
        table.seen[here] = count
        if count == 3:  # CB-HSE-5
            draw(table, seat, "repetition")
            return
    if table.turn >= table.box.turn_limit:  # CB-HSE-6, CB-HSE-9
        draw(table, seat, "turn_limit")
        return
    table.agenda.append(TURNS[1 - seat])


# ---------------------------------------------------------------- what a player can do


@final
@dataclass(frozen=True)
class Move(Action):
    """One of your pawns goes one tile, or two in one direction (CB-MOV-1)."""

    from_: str
    to: str
    origin: i64 = field(init=False, repr=False, compare=False)
    target: i64 = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "origin", number(self.from_))
        object.__setattr__(self, "target", number(self.to))

    def label(self, table: Table) -> Sentence:
        turn = notation(table, table.to_act, self.origin, self.target)
        return say("Move {turn}", turn=Verbatim(turn, "place"))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_move(table, seat, self.origin, self.target)
        return refusal if refusal is not None else why_not_repeat(table, seat, self.origin, self.target)

    def do(self, table: Table, seat: Seat) -> None:
        play(table, seat, self.origin, self.target)


@final
@dataclass(frozen=True)
class Respawn(Action):
    """Put a pawn from your reserve on an uncovered Respawn Tile (CB-RSP-1)."""

    to: str
    target: i64 = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "target", number(self.to))

    def label(self, table: Table) -> Sentence:
        return say("Respawn on {tile}", tile=place(self.to))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_respawn(table, seat, self.target)
        return refusal if refusal is not None else why_not_repeat(table, seat, RESERVE, self.target)

    def do(self, table: Table, seat: Seat) -> None:
        play(table, seat, RESERVE, self.target)


@final
@dataclass(frozen=True)
class Pass(Action):
    """Leave the board as it is (CB-HSE-8)."""

    def label(self, table: Table) -> Sentence:
        return say("Pass")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_pass(table, seat)
        return refusal if refusal is not None else why_not_repeat(table, seat, RESERVE, RESERVE)

    def do(self, table: Table, seat: Seat) -> None:
        play(table, seat, RESERVE, RESERVE)


# Built once and used for ever: MOVES[origin * 81 + target].
MOVES: Final = [Move(origin, target) for origin in NAMES for target in NAMES]
RESPAWNS: Final = [Respawn(name) for name in NAMES]
PASS: Final = Pass()


def action_of(turn: i64) -> Action:
    """The action with this number."""
    if turn < RESPAWNING:
        return MOVES[(turn >> 7) * TILES + (turn & 127)]
    return PASS if turn == PASSING else RESPAWNS[turn & 127]


def turn_of(action: Action) -> int:
    """The number of a turn."""
    if isinstance(action, Move):
        return int(action.origin) * STRIDE + int(action.target)
    if isinstance(action, Respawn):
        return RESPAWNING + int(action.target)
    assert isinstance(action, Pass)
    return PASSING


def listed(table: Table, seat: Seat) -> list[Action]:
    """All legal actions in canonical order."""
    return [action_of(turn) for turn in legal(table, seat)]
