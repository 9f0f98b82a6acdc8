"""Stalemate (rulebook page 20): turns without progress, and the compulsory flip at the closest open spot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import final

from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.state import Action, Decision, Refusal, Seat
from loot_table.games.loot_fiend.adding import explore, why_not_spot
from loot_table.games.loot_fiend.course import ARMED, NONE, OFF, ON
from loot_table.games.loot_fiend.events import StalemateChanged
from loot_table.games.loot_fiend.labels import spot
from loot_table.games.loot_fiend.map import NOWHERE, Cell, closest_open
from loot_table.games.loot_fiend.refusals import cells, not_now
from loot_table.games.loot_fiend.table import Table

# ---------------------------------------------------------------- turns without progress


def starter_of_stalemate(table: Table) -> Seat:
    """LF-81: the last finder, or before the first store the first player of the game."""
    return table.course.last_finder if table.course.last_finder != NONE else table.course.first


def count_idle_turn(table: Table, seat: Seat) -> None:
    """LF-83: after so many turns without progress the rules are armed; they set in with the starter's turn."""
    course = table.course
    if not course.has_progressed and course.stalemate != ON:
        course.idle_turns += 1
    starter = starter_of_stalemate(table)
    if course.stalemate == OFF and course.idle_turns >= table.idle_limit():
        course.stalemate = ARMED
        table.tell(StalemateChanged("armed", starter))
    if course.stalemate == ARMED and seat == starter:
        course.stalemate = ON
        table.tell(StalemateChanged("on", starter))


# ---------------------------------------------------------------- the compulsory flip


def must_flip(table: Table, seat: Seat) -> None:
    """LF-80, LF-84: a flip that costs nothing, at the closest open spot (LF-82)."""
    spots = closest_spots(table, seat)
    if len(spots) > 1:
        table.then(ChooseSpot(seat))
    else:
        spots[0].do(table, seat)


def closest_spots(table: Table, seat: Seat) -> list[Action]:
    """LF-82: equally close cells with the tile each must join, by cell."""
    found: list[tuple[Cell, Cell]] = []
    for number in closest_open(table.tiles, table.at[seat]):
        tile = table.tiles[number]
        found.extend([(cell, tile.cell()) for cell in tile.open_cells()])
    return [Spot(to, origin) for to, origin in sorted(found)]


@final
@dataclass(frozen=True)
class ChooseSpot(Decision):
    """LF-82: the player chooses among equally close spots."""

    def rule(self) -> str:
        return "LF-82"

    def prompt(self, table: Table) -> Sentence:
        return say("Stalemate: flip a tile for free.")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing where to flip.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        return closest_spots(table, self.seat)

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Spot):
            return not_now(say("Not now: choose where the compulsory flip goes."))
        return action.why_not(table, self.seat)


@final
@dataclass(frozen=True)
class Spot(Action):
    """The compulsory flip goes to this cell and joins this tile (LF-82)."""

    to: Cell = field(metadata={"of": (int, int)})
    from_: Cell = field(metadata={"of": (int, int)})

    def label(self, table: Table) -> Sentence:
        return say("Flip a tile at {where}", where=spot(self.to))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        origin = table.find(self.from_)
        if origin == NOWHERE or table.tiles[origin].cell() != self.from_:
            return Refusal(say("No tile is named {origin}.", origin=spot(self.from_)), "LF-82", cells(self.from_))
        refusal = why_not_spot(table, origin, self.to)
        if refusal is not None:
            return Refusal(refusal.text, "LF-82", refusal.show)
        if self not in closest_spots(table, seat):
            closest = cells(*[spot.to for spot in closest_spots(table, seat) if isinstance(spot, Spot)])
            return Refusal(say("There is an open spot closer to your character."), "LF-82", closest)
        return None

    def do(self, table: Table, seat: Seat) -> None:
        explore(table, seat, table.find(self.from_), self.to, 0)
