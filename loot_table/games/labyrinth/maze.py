"""LL-V1 Labyrinth Walls: a maze of neutral walls is built before the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.state import Action, Chance, Decision, Refusal, Seat
from loot_table.games.labyrinth.asking import answered
from loot_table.games.labyrinth.cards import pile_outcomes
from loot_table.games.labyrinth.components import Kind, the
from loot_table.games.labyrinth.events import CardTurnedUp
from loot_table.games.labyrinth.memory import drawn
from loot_table.games.labyrinth.placing import Site, placed, put_wall, sampled_place, why_not_there
from loot_table.games.labyrinth.shapes import NEUTRAL, Shape
from loot_table.games.labyrinth.table import NO_CARD, Table

PATIENCE: Final = 200  # draws before `sample` looks at the whole list


@final
@dataclass(frozen=True)
class TurnUp(Chance):
    """The top card of the draw pile is revealed and goes to the discard pile (LL-V1.2)."""

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return pile_outcomes(table)

    def sample(self, table: Table, rng: Random) -> int:
        return drawn(table.draw, rng)

    def name_of(self, table: Table, outcome: int) -> str:
        return table.box.kinds[outcome].symbol

    def do(self, table: Table, outcome: int) -> None:
        table.draw[outcome] -= 1
        table.discard[outcome] += 1
        kind = table.box.kinds[outcome]
        is_lost = not Site(table, self.seat, True).is_anywhere(kind)  # LL-V1.4
        if table.news is not None:
            table.tell(CardTurnedUp(self.seat, kind.symbol, is_lost))
        if not is_lost:
            table.turned_up = outcome
            table.then(BUILDS[self.seat])


@final
@dataclass(frozen=True)
class BuildWall(Decision):
    """Place the wall that was turned up; it belongs to nobody (LL-V1.3, LL-V1.5)."""

    def rule(self) -> str:
        return "LL-V1.2"

    def prompt(self, table: Table) -> Sentence:
        return say("Build the {wall} for the maze.", wall=the(turned_up(table).symbol))

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is building the maze.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        site = Site(table, self.seat, True)
        return [
            build_at(table, shape, anchor)
            for shape in turned_up(table).shapes
            for anchor in table.box.grid.listed(site.anchors(shape))
        ]

    def sample(self, table: Table, rng: Random) -> Action:
        site = Site(table, self.seat, True)
        found = sampled_place(table, site, [turned_up(table)], rng, PATIENCE)
        if found is not None:
            return build_at(table, *found)
        listed = self.actions(table)
        return listed[rng.below(len(listed))]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Build):
            text = say("First the maze is built: place the {wall}.", wall=the(turned_up(table).symbol))
            return Refusal(text, "LL-V1.2")
        return why_not_there(table, self.seat, turned_up(table), action.orient, action.x, action.y, True)

    def is_large(self, table: Table) -> bool:
        return True

    def ask(self, table: Table, question: Mapping[str, Any]) -> Any:
        return answered(table, self.seat, question, [turned_up(table)], [], True)


BUILDS: Final = [BuildWall(seat) for seat in range(8)]
TURN_UPS: Final = [TurnUp(seat) for seat in range(8)]


def turned_up(table: Table) -> Kind:
    return table.box.kinds[table.turned_up]


@final
@dataclass(frozen=True)
class Build(Action):
    """Put the revealed wall on the board (LL-V1.2)."""

    orient: int
    x: int
    y: int

    def label(self, table: Table) -> Sentence:
        return say("Build the {wall}", wall=the(turned_up(table).symbol))

    def named(self, table: Table) -> Sentence:
        return placed(self.label(table), self.orient, self.x, self.y)

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return Refusal(say("No card is turned up: the maze is built before the first turn."), "LL-V1.2")

    def do(self, table: Table, seat: Seat) -> None:
        shape = turned_up(table).shapes[self.orient]
        table.turned_up = NO_CARD
        put_wall(table, seat, shape, table.box.grid.square(self.x, self.y), NEUTRAL)


def build_at(table: Table, shape: Shape, anchor: int) -> Action:
    """The action, built once for each place."""
    found = shape.builds[anchor]
    if found is None:
        found = Build(shape.orient, *table.spot(anchor))
        shape.builds[anchor] = found
    return found
