"""The rules of Looters of the Labyrinth: set-up (LL-2), turns (LL-3) and their end (LL-9.5).

The chapters that fill a turn have files of their own: moving (LL-4), placing and access (LL-5), weakening (LL-6 to
LL-8), maze (LL-V1), minotaur (LL-V2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Part, Sentence, one_of, say, word
from loot_table.engine.state import Action, Chance, Decision, Effect, Refusal, Seat, Step
from loot_table.games.labyrinth.asking import answered
from loot_table.games.labyrinth.box import Box, Options
from loot_table.games.labyrinth.cards import DEALS
from loot_table.games.labyrinth.components import Components
from loot_table.games.labyrinth.events import Begins, Passed
from loot_table.games.labyrinth.maze import TURN_UPS
from loot_table.games.labyrinth.minotaur import (
    command_actions,
    deploy_actions,
    drawn_minotaur,
    minotaur_slots,
    why_no_minotaur,
)
from loot_table.games.labyrinth.moving import MOVES, can_move, move_actions
from loot_table.games.labyrinth.placing import Site, can_place, held_kinds, place_actions, place_at
from loot_table.games.labyrinth.table import Table
from loot_table.games.labyrinth.weakening import (
    drawn_rubble,
    rubble_actions,
    rubble_squares,
    wall_size,
    weaken_actions,
    weaken_of,
)

# ---------------------------------------------------------------- LL-2 set-up


def new(players: int, options: Options, components: Components) -> Table:
    """LL-2.1 to LL-2.6: pawns on their start squares, treasures on theirs, nothing else on the board."""
    table = empty(Box(components, options, players))
    first = options.first_player
    if isinstance(first, int):
        begin(table, first)
    elif isinstance(options.tournament, int):
        begin(table, 0)  # LL-V4.2: players move on by a seat each game, and so does the first turn
    else:
        table.agenda.append(FirstPlayer())
    return table


def empty(box: Box) -> Table:
    """A table as it stands before the deal."""
    table = Table(box)
    table.pawns = box.starts.copy()
    for square in box.components.treasures:
        table.treasures |= box.grid.bits[square]
    table.stash = [0] * box.sides
    table.closed = box.grid.beyond
    table.rubble_home = [True] * box.players
    table.axes = [box.has_minotaur] * box.players
    table.hands = [()] * box.players
    table.draw = [kind.copies for kind in box.kinds]
    table.discard = [0] * len(box.kinds)
    table.unseen = [()] * (box.players + 1)
    return table


@final
@dataclass(frozen=True)
class FirstPlayer(Chance):
    """Who begins is drawn by lot (LL-2.8)."""

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(seat, 1) for seat in range(table.players)]

    def do(self, table: Table, outcome: int) -> None:
        begin(table, outcome)


def begin(table: Table, first: Seat) -> None:
    """LL-2.5: the deal, one card at a time; LL-V1.1: the maze; LL-V1.6: the first turn."""
    table.first = first
    table.tell(Begins(first))
    around = [(first + number) % table.players for number in range(table.players)]
    steps: list[Step] = [DEALS[seat] for _ in range(table.box.allotment) for seat in around]
    if table.box.options.labyrinth_walls:
        walls = table.box.components.maze[table.players]
        steps.extend([TURN_UPS[around[number % table.players]] for number in range(walls)])
    table.then(*steps, TURNS[first], TURN_ENDS[first])


# ---------------------------------------------------------------- LL-3 turns

PATIENCE: Final = 400  # draws before `sample` looks at the whole list


@final
@dataclass(frozen=True)
class TakeTurn(Decision):
    """LL-3.2: exactly one action."""

    def rule(self) -> str:
        return "LL-3.2"

    def prompt(self, table: Table) -> Sentence:
        choices: list[Part] = [word("slide")]
        if table.hands[self.seat]:
            choices.append(word("build"))
        if any(wall.owner == self.seat for wall in table.walls):
            choices.append(word("weaken"))
        if table.rubble_home[self.seat] and table.walls:
            choices.append(word("drop rubble"))
        if why_no_minotaur(table, self.seat) is None:
            choices.append(word("use the minotaur"))
        return say("{choices}.", choices=one_of(choices))

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing: slide, build, weaken or rubble.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        """Moves, placements, own walls, rubble, minotaur; a pass only when there is nothing else (LL-3.3)."""
        found = move_actions(table, self.seat) + place_actions(table, self.seat)
        return found + self.others(table) or [PASS]

    def others(self, table: Table) -> list[Action]:
        """What is neither a move nor a placement."""
        seat = self.seat
        found = weaken_actions(table, seat) + rubble_actions(table, seat)
        if table.box.has_minotaur:
            found += deploy_actions(table, seat) + command_actions(table, seat)
        return found

    def sample(self, table: Table, rng: Random) -> Action:
        """Draws among all moves, walls, squares and places there could be, until it finds a legal one."""
        seat = self.seat
        walls = [wall for wall in table.walls if wall.owner == seat]
        kinds = held_kinds(table, seat)
        after_walls = 4 + len(walls)
        after_rubble = after_walls + (wall_size(table) if table.rubble_home[seat] else 0)
        few = after_rubble + minotaur_slots(table, seat)
        total = few
        for kind in kinds:
            total += kind.spots
        site = Site(table, seat, False) if kinds else None
        for _ in range(PATIENCE):
            number = int(rng.below(total))
            drawn: Action | None = None
            if number < 4:
                drawn = MOVES[number] if can_move(table, seat, number) else None
            elif number < after_walls:
                drawn = weaken_of(walls[number - 4].number)
            elif number < after_rubble:
                drawn = drawn_rubble(table, seat, number - after_walls)
            elif number < few:
                drawn = drawn_minotaur(table, seat, number - after_rubble)
            elif site is not None:
                place = site.drawn(kinds, number - few)
                drawn = place_at(table, *place) if place is not None else None
            if drawn is not None:
                return drawn
        legal = self.actions(table)
        return legal[rng.below(len(legal))]

    def is_large(self, table: Table) -> bool:
        return bool(table.hands[self.seat])

    def ask(self, table: Table, question: Mapping[str, Any]) -> Any:
        others = move_actions(table, self.seat) + self.others(table)
        return answered(table, self.seat, question, held_kinds(table, self.seat), others, False)


@final
@dataclass(frozen=True)
class EndTurn(Effect):
    """LL-3.1: the next player clockwise; LL-9.5: unless nobody has taken a treasure for too long."""

    seat: Seat

    def do(self, table: Table) -> None:
        table.turn += 1
        table.stall += 1
        if table.stall >= table.box.stall_turns:
            table.stall_end()
            return
        seat = (self.seat + 1) % table.players
        table.agenda.append(TURN_ENDS[seat])
        table.agenda.append(TURNS[seat])


TURNS: Final = [TakeTurn(seat) for seat in range(8)]
TURN_ENDS: Final = [EndTurn(seat) for seat in range(8)]


@final
@dataclass(frozen=True)
class Pass(Action):
    """Only when no action at all is possible (LL-3.3)."""

    def label(self, table: Table) -> Sentence:
        return say("Pass: nothing is possible")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        few = move_actions(table, seat) or weaken_actions(table, seat) or command_actions(table, seat)
        if few or rubble_squares(table, seat) or deploy_actions(table, seat) or can_place(table, seat):
            return Refusal(say("You must act while any action is possible."), "LL-3.3")
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.tell(Passed(seat))


PASS: Final = Pass()
