"""The course of the game: whose turn it is, what was found, what is under way. A table and its views share it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final, final

from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.map import Cell

NONE: Final = -1  # no seat

# The stalemate rules (LF-83).
OFF: Final = 0
ARMED: Final = 1
ON: Final = 2
STALEMATE: Final = ("off", "armed", "on")


@final
@dataclass(init=False)
class Course:
    """Everything that is neither a tile nor a piece. What is new is added here and in `copy`, and travels by itself.

    Only the first course of a game is filled from the defaults, by `begin`: copies are made often, and a dataclass's
    own way to fill them is slow when compiled."""

    unseen: tuple[int, ...] = ()  # map tiles of each kind in draw stack and box together
    # The kind of a tile that is turned up and not laid yet, the cell that was named for it, and the tile it must join.
    turned: str = ""
    spot: Cell = (0, 0)
    origin: Cell = (0, 0)
    first: Seat = NONE
    turn: Seat = NONE
    actions_left: int = 0
    is_ending: bool = False  # the turn is over but for the compulsory flip (LF-80)
    has_progressed: bool = False  # in this turn (LF-83)
    stores_found: int = 0
    final_store: int = 0
    last_finder: Seat = NONE
    stalemate: int = OFF
    idle_turns: int = 0
    final_turns: int = 0  # that are left, where the map is sealed
    # At a store: who will leave first (NONE while no store is open), who is done, who has reorganised since.
    leaver: Seat = NONE
    done: tuple[bool, ...] = ()
    repacked: tuple[bool, ...] = ()
    winner: Seat = NONE

    def copy(self) -> Course:
        twin = Course()
        twin.unseen = self.unseen
        twin.turned = self.turned
        twin.spot = self.spot
        twin.origin = self.origin
        twin.first = self.first
        twin.turn = self.turn
        twin.actions_left = self.actions_left
        twin.is_ending = self.is_ending
        twin.has_progressed = self.has_progressed
        twin.stores_found = self.stores_found
        twin.final_store = self.final_store
        twin.last_finder = self.last_finder
        twin.stalemate = self.stalemate
        twin.idle_turns = self.idle_turns
        twin.final_turns = self.final_turns
        twin.leaver = self.leaver
        twin.done = self.done
        twin.repacked = self.repacked
        twin.winner = self.winner
        return twin

    @property
    def is_sealed(self) -> bool:
        """LF-86: nothing can be explored any more, and the turns to the end are counted."""
        return self.final_turns > 0

    @property
    def is_shopping(self) -> bool:
        """Whether a store is open for everybody (LF-62)."""
        return self.leaver != NONE

    def see(self, kind: int) -> None:
        """A map tile of this kind has turned up."""
        unseen = list(self.unseen)
        unseen[kind] -= 1
        self.unseen = tuple(unseen)

    def set_done(self, seat: Seat, is_done: bool) -> None:
        self.done = with_flag(self.done, seat, is_done)

    def set_repacked(self, seat: Seat, is_repacked: bool) -> None:
        self.repacked = with_flag(self.repacked, seat, is_repacked)

    def clear_flags(self, players: int) -> None:
        """Nobody is done, nobody has reorganised."""
        self.done = (False,) * players
        self.repacked = (False,) * players


def with_flag(flags: tuple[bool, ...], seat: Seat, flag: bool) -> tuple[bool, ...]:
    changed = list(flags)
    changed[seat] = flag
    return tuple(changed)


def begin() -> Course:
    """The course of a game that has not begun."""
    course: Any = Course()
    for one in fields(Course):
        setattr(course, one.name, one.default)
    assert isinstance(course, Course)
    return course
