"""Add a map tile (rulebook pages 12 and 13): name the cell, turn the tile up, lay it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.sentence import Count, Name, Part, Row, Sentence, say
from loot_table.engine.state import Action, Chance, Decision, Refusal, Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.components import ROAD_BITS, TileKind
from loot_table.games.loot_fiend.ending import seal
from loot_table.games.loot_fiend.events import Explored, TileLaid
from loot_table.games.loot_fiend.labels import SIDE_WORDS, roads, spot, tile_kind
from loot_table.games.loot_fiend.loot import pay, why_not_pay
from loot_table.games.loot_fiend.map import NOWHERE, OPEN, Cell, Meeting, Tile, allowed_rotations, surroundings
from loot_table.games.loot_fiend.refusals import cells, not_now
from loot_table.games.loot_fiend.table import Table
from loot_table.games.loot_fiend.tile_loot import lay_loot
from loot_table.games.loot_fiend.trips import found_store

# ---------------------------------------------------------------- name the cell


@final
@dataclass(frozen=True)
class Add(Action):
    """Turn up the top tile and put it in an empty cell that a road of your tile leads to (LF-30, LF-31)."""

    to: Cell = field(metadata={"of": (int, int)})

    def label(self, table: Table) -> Sentence:
        return say("Flip a tile at {where}", where=spot(self.to))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_spot(table, table.at[seat], self.to)
        return refusal if refusal is not None else why_not_pay(table, seat)

    def do(self, table: Table, seat: Seat) -> None:
        cost = pay(table, seat)
        table.progress()
        explore(table, seat, table.at[seat], self.to, cost)


def why_not_spot(table: Table, origin: int, to: Cell) -> Refusal | None:
    """LF-30: an empty cell that a road of this tile leads to."""
    tile = table.tiles[origin]
    where: Part = spot(to)
    here: Part = spot(tile.cell())
    show = cells(to)
    if not table.stack:
        return Refusal(say("The draw stack is used up: no more tiles can be added."), "LF-R35")
    if table.find(to) != NOWHERE:
        return Refusal(say("A tile lies at {where} already.", where=where), "LF-30", show)
    side = tile.side_to(to[0], to[1])
    if side < 0:
        return Refusal(say("{where} does not touch your tile, {here}.", where=where, here=here), "LF-30", show)
    if tile.links[side] != OPEN:
        return Refusal(say("No road leads from {here} to {where}.", here=here, where=where), "LF-30", show)
    return None


def explore(table: Table, seat: Seat, origin: int, to: Cell, cost: int) -> None:
    """The cell is named before the tile is seen."""
    table.course.spot = to
    table.course.origin = table.tiles[origin].cell()
    if table.news is not None:
        table.tell(Explored(seat, to[0], to[1], cost))
    table.then(FLIPS[seat])


BUILT_ADDS: Final[dict[Cell, Add]] = {}


def adds_of(tile: Tile) -> list[Action]:
    """All cells that can be explored from a tile, in the order of its sides."""
    if tile.adds is None:
        found: list[Action] = []
        for cell in tile.open_cells():
            if cell not in BUILT_ADDS:
                BUILT_ADDS[cell] = Add(cell)
            found.append(BUILT_ADDS[cell])
        tile.adds = found
    return tile.adds


# ---------------------------------------------------------------- turn the tile up


@final
@dataclass(frozen=True)
class Flip(Chance):
    """LF-31: the top tile of the draw stack is turned up. Outcomes are the kinds of tile."""

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return stack.weights(table.stack, table.course.unseen)

    def name_of(self, table: Table, outcome: int) -> str:
        return table.box.components.kinds[outcome].code

    def do(self, table: Table, outcome: int) -> None:
        kit = table.box.components
        is_store = outcome == kit.store
        table.stack = stack.drawn(table.stack, is_store)
        if is_store:  # LF-39
            number = lay_tile(table, self.seat, outcome, 0)
            found_store(table, self.seat, number)
            return
        table.course.see(outcome)
        turns = rotations_of(table, kit.kinds[outcome])
        if len(turns) > 1:
            table.course.turned = kit.kinds[outcome].code
            table.then(ROTATIONS[self.seat])
        else:
            lay_tile(table, self.seat, outcome, turns[0])
            seal(table)
            lay_loot(table, self.seat)


FLIPS: Final = [Flip(seat) for seat in range(4)]


def lay_tile(table: Table, seat: Seat, kind: int, rot: int) -> int:
    """The tile goes to the cell that was named for it."""
    course = table.course
    x, y = course.spot
    number = table.lay(kind, rot, x, y)
    course.spot = course.origin = (0, 0)
    course.turned = ""
    if table.news is not None:
        table.tell(TileLaid(seat, table.box.components.kinds[kind].code, rot, x, y))
    return number


# ---------------------------------------------------------------- which way round


@final
@dataclass(frozen=True)
class ChooseRotation(Decision):
    """LF-32, LF-35: of several rotations that are left the player picks one."""

    def rule(self) -> str:
        return "LF-35"

    def prompt(self, table: Table) -> Sentence:
        course = table.course
        return say("{tile}: which way round?", tile=tile_kind(course.turned))

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing a rotation.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        return [ORIENTS[rot] for rot in rotations_now(table)]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Orient):
            return not_now(say("Not now: choose how the new tile lies."))
        return action.why_not(table, self.seat)


def sides_of(roads: int) -> Row:
    """`north, east`: the sides with a road."""
    return Row(tuple([SIDE_WORDS[side] for side in range(4) if roads & ROAD_BITS[side]]), ", ")


def rotations_now(table: Table) -> list[int]:
    return rotations_of(table, table.turned_kind())


def rotations_of(table: Table, kind: TileKind) -> list[int]:
    """LF-33 to LF-35: how a tile of this kind may lie in the cell that was named."""
    x, y = table.course.spot
    return allowed_rotations(table.tiles, kind, x, y, table.find(table.course.origin))


@final
@dataclass(frozen=True)
class Orient(Action):
    """Lay the new tile so many clockwise quarter turns round (LF-32)."""

    rot: int

    def label(self, table: Table) -> Sentence:
        return say("Roads {sides}", sides=sides_of(table.turned_kind().roads[self.rot]))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        kind = table.turned_kind()
        show = cells(table.course.spot)
        if not 0 <= self.rot < kind.rotations:
            text = say("{tile} has rotations 0 to {last}.", tile=tile_kind(kind.code), last=kind.rotations - 1)
            return Refusal(text, "LF-32", show)
        allowed = rotations_now(table)
        if self.rot in allowed:
            return None
        x, y = table.course.spot
        around = surroundings(table.tiles, x, y, table.find(table.course.origin))
        wanted, best = Meeting(around, kind.roads[self.rot]), Meeting(around, kind.roads[allowed[0]])
        if not wanted.is_joined_back:
            return Refusal(say("One of its roads must meet the road it was added by."), "LF-33", show)
        if wanted.joins < best.joins:
            text = say("That way it joins {roads}, {most} are possible.", roads=roads(wanted.joins), most=best.joins)
            return Refusal(text, "LF-34", show)
        ends = Count(wanted.dead_ends, "{n} dead end", "{n} dead ends")
        text = say("That way it makes {ends}, {least} would do.", ends=ends, least=best.dead_ends)
        return Refusal(text, "LF-35", show)

    def do(self, table: Table, seat: Seat) -> None:
        lay_tile(table, seat, table.box.components.kind_numbers[table.course.turned], self.rot)
        seal(table)
        lay_loot(table, seat)


ORIENTS: Final = [Orient(rot) for rot in range(4)]
ROTATIONS: Final = [ChooseRotation(seat) for seat in range(4)]
