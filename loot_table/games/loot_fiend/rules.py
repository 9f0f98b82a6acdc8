"""The rules of Loot Fiend: set-up, turns and moving. The other chapters have files of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Part, Sentence, say
from loot_table.engine.state import Action, Chance, Decision, Effect, Refusal, Seat
from loot_table.games.loot_fiend.adding import Add, adds_of
from loot_table.games.loot_fiend.box import Box, Options
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.course import ON
from loot_table.games.loot_fiend.ending import tally
from loot_table.games.loot_fiend.events import Began, Moved, TurnEnded
from loot_table.games.loot_fiend.labels import actions, spot
from loot_table.games.loot_fiend.locks import RemoveLocks, offered_payments
from loot_table.games.loot_fiend.loot import (
    Collect,
    Reorganise,
    collects_of,
    fits_in_words,
    layout_of,
    most_packings,
    offered_layouts,
    offered_packings,
    pay,
    why_not_pay,
)
from loot_table.games.loot_fiend.map import NOWHERE, Cell, Tile
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED
from loot_table.games.loot_fiend.refusals import cells, not_now
from loot_table.games.loot_fiend.stack import set_up_stack
from loot_table.games.loot_fiend.stalemate import count_idle_turn, must_flip
from loot_table.games.loot_fiend.table import Table, blank

SEAT_NAMES: Final = ("Ash", "Briar", "Cole", "Dara")


# ---------------------------------------------------------------- set-up


def new(players: int, options: Options, components: Components) -> Table:
    """LF-10 to LF-18."""
    box = Box(components, options, players)
    table = blank(box)
    table.stack = set_up_stack(components.stacks, box.setup.tiles_per_stack, components.store_stacks)
    table.agenda = [DEAL]
    return table


@final
@dataclass(frozen=True)
class DealFirstPlayer(Chance):
    """LF-16: whoever is dealt the store begins, each equally likely. Outcomes are seats."""

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(seat, 1) for seat in range(table.players)]

    def do(self, table: Table, outcome: int) -> None:
        table.course.first = outcome
        table.tell(Began(outcome))
        table.begin_turn(outcome)
        table.then(TURNS)


DEAL: Final = DealFirstPlayer()


# ---------------------------------------------------------------- turns


@final
@dataclass(frozen=True)
class Turns(Effect):
    """LF-20, LF-23: the player in turn acts until no action is left; then it is the next one's turn, clockwise."""

    def do(self, table: Table) -> None:
        table.agenda.append(self)  # it stays at the bottom of the agenda all game
        if table.course.actions_left > 0:
            table.agenda.append(TAKE_TURN[table.course.turn])
        elif not table.course.is_ending:
            end_turn(table, table.course.turn)
        else:
            pass_turn(table)


TURNS: Final = Turns()


def end_turn(table: Table, seat: Seat) -> None:
    """The turn is over, but the stalemate rules may want a flip."""
    table.course.is_ending = True
    if not table.course.is_sealed:
        count_idle_turn(table, seat)
        if table.course.stalemate == ON:
            must_flip(table, seat)


def pass_turn(table: Table) -> None:
    """The next player's turn, or on a sealed map the end (LF-86)."""
    course = table.course
    if course.is_sealed:
        course.final_turns -= 1
        if course.final_turns == 0:
            tally(table, "sealed map")
            return
    table.begin_turn((course.turn + 1) % table.players)


@final
@dataclass(frozen=True)
class TakeTurn(Decision):
    """LF-22: any of five actions in any order, as often as affordable, or stop."""

    def rule(self) -> str:
        return "LF-22"

    def prompt(self, table: Table) -> Sentence:
        piece = best_here(table, self.seat)
        if piece >= 0:
            return fits_in_words(table.packs[self.seat], piece)
        return say("Your turn. {actions} left.", actions=actions(table.course.actions_left))

    def waiting(self, table: Table) -> Sentence:
        left = actions(table.course.actions_left)
        return say("{who} is playing, with {actions} left.", who=Name(self.seat), actions=left)

    def is_open(self) -> bool:
        return True

    def actions(self, table: Table) -> Sequence[Action]:
        seat = self.seat
        if table.cost(seat) > table.course.actions_left:
            return [END_TURN]  # LF-R31
        found = steps_and_pieces(table, seat)
        found.extend(offered_layouts(table, seat))
        if table.tile_of(seat).is_store:
            found.extend(offered_payments(table, seat))
        found.append(END_TURN)
        return found

    def sample(self, table: Table, rng: Random) -> Action:
        seat = self.seat
        if table.cost(seat) > table.course.actions_left:
            return END_TURN
        found = steps_and_pieces(table, seat)
        if table.tile_of(seat).is_store:
            found.extend(offered_payments(table, seat))
        found.append(END_TURN)
        # Packing takes time: it is done only when the lot may fall on a layout, and drawn again when there are fewer.
        most = most_packings(table, seat)
        while True:
            chosen = rng.below(len(found) + most)
            if chosen < len(found):
                return found[chosen]
            packings = offered_packings(table, seat)
            most = len(packings)
            if chosen < len(found) + most:
                return layout_of(table.packs[seat], packings[chosen - len(found)])

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, (Add, Move, Collect, Reorganise, RemoveLocks, EndTurn)):
            return not_now(
                say("Not now: it is your turn. Flip a tile, move, collect, repack, remove locks or end the turn.")
            )
        return action.why_not(table, self.seat)


def best_here(table: Table, seat: Seat) -> int:
    """The piece to speak of first on a seat's tile: one that fits rather than one that does not; -1 for none."""
    if table.is_shared(seat):
        return -1
    pack, shape_of = table.packs[seat], table.box.components.shape_of
    best, found = 0, -1
    for piece in table.tile_of(seat).loot:
        fit = pack.fit(shape_of[piece])
        worth = shape_of[piece].value + (5 if fit == FITS else 0 if fit == FITS_REPACKED else -9) + 100
        if worth > best:
            best, found = worth, piece
    return found


def steps_and_pieces(table: Table, seat: Seat) -> list[Action]:
    """All tiles to add, moves, and pieces to collect, in this order."""
    found: list[Action] = []
    tile = table.tile_of(seat)
    if table.stack:
        found.extend(adds_of(tile))
    found.extend(moves_of(tile))
    if tile.loot and not table.is_shared(seat):
        for piece in tile.loot:
            found.extend(collects_of(table, seat, piece, Collect, table.box.components.collects))
    return found


TAKE_TURN: Final = [TakeTurn(seat) for seat in range(4)]


@final
@dataclass(frozen=True)
class EndTurn(Action):
    """Stop early; unused actions are lost (LF-23)."""

    def label(self, table: Table) -> Sentence:
        return say("End turn")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        if table.news is not None:
            table.tell(TurnEnded(seat, table.course.actions_left))
        table.course.actions_left = 0


END_TURN: Final = EndTurn()


# ---------------------------------------------------------------- move


@final
@dataclass(frozen=True)
class Move(Action):
    """Go to a tile joined by a road (LF-41)."""

    to: Cell = field(metadata={"of": (int, int)})

    def label(self, table: Table) -> Sentence:
        return say("Move to {where}", where=spot(self.to))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        where: Part = spot(self.to)
        show = cells(self.to)
        there = table.find(self.to)
        if there == NOWHERE:
            return Refusal(say("No tile lies at {where}.", where=where), "LF-41", show)
        if there == table.at[seat]:
            return Refusal(say("You stand on {where} already.", where=where), "LF-41", show)
        if table.tiles[there].cell() != self.to:
            return Refusal(say("The starter is one tile: it is named {where}.", where="0 0"), "LF-41", show)
        if there not in table.tile_of(seat).links:
            here = spot(table.tile_of(seat).cell())
            return Refusal(say("No road joins {here} and {where}.", here=here, where=where), "LF-41", show)
        return why_not_pay(table, seat)

    def do(self, table: Table, seat: Seat) -> None:
        is_shared = table.is_shared(seat)
        cost = pay(table, seat)
        table.at[seat] = table.find(self.to)
        if table.news is not None:
            table.tell(Moved(seat, self.to[0], self.to[1], cost, is_shared and cost > table.box.components.cost))


BUILT_MOVES: Final[dict[Cell, Move]] = {}


def moves_of(tile: Tile) -> list[Action]:
    """All tiles that can be reached from a tile by one move, in the order of its sides."""
    if tile.moves is None:
        found: list[Action] = []
        for side, link in enumerate(tile.links):
            if link >= 0:
                cell = tile.beyond(side) if link > 0 else (0, 0)
                if cell not in BUILT_MOVES:
                    BUILT_MOVES[cell] = Move(cell)
                found.append(BUILT_MOVES[cell])
        tile.moves = found
    return tile.moves
