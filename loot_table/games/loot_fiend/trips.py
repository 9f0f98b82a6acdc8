"""A store appears (rulebook pages 17 and 18): the finder, the routes, and what travellers collect on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.state import Action, Decision, Effect, Refusal, Seat
from loot_table.games.loot_fiend.course import NONE, OFF
from loot_table.games.loot_fiend.ending import seal_by_store
from loot_table.games.loot_fiend.events import Arrived, Collected, RouteChosen, StalemateChanged, StoreFound
from loot_table.games.loot_fiend.labels import named
from loot_table.games.loot_fiend.loot import (
    Reorganise,
    collects_of,
    offered_layouts,
    stowed,
    take,
    why_not_layout,
    why_not_there,
)
from loot_table.games.loot_fiend.map import Cell
from loot_table.games.loot_fiend.packing import Shape
from loot_table.games.loot_fiend.refusals import cells, not_now
from loot_table.games.loot_fiend.routes import routes
from loot_table.games.loot_fiend.stores import GATHER
from loot_table.games.loot_fiend.table import Table

# ---------------------------------------------------------------- the finder


def found_store(table: Table, seat: Seat, number: int) -> None:
    """LF-50, LF-51: the finder's turn ends at once and the finder stands on the store. LF-85: so does a stalemate."""
    course = table.course
    del table.agenda[1:]
    course.stores_found += 1
    course.last_finder = seat
    course.actions_left = 0
    course.has_progressed = False
    course.idle_turns = 0
    table.at[seat] = number
    if table.news is not None:
        tile = table.tiles[number]
        table.tell(StoreFound(seat, course.stores_found, tile.x, tile.y))
        if course.stalemate != OFF:
            table.tell(StalemateChanged("off", NONE))
    course.stalemate = OFF
    seal_by_store(table)
    table.then(TRAVEL)


# ---------------------------------------------------------------- the route


def traveller(table: Table) -> Seat:
    """LF-52: the next one from the finder's left who is not at the new store yet, or NONE."""
    for seat in table.clockwise_from(table.course.last_finder):
        if table.at[seat] != table.at[table.course.last_finder]:
            return seat
    return NONE


@final
@dataclass(frozen=True)
class Travel(Effect):
    """LF-52: everybody travels, one after the other."""

    def do(self, table: Table) -> None:
        seat = traveller(table)
        if seat == NONE:
            table.then(GATHER)
            return
        ways = ways_to_store(table, seat)
        if len(ways) > 1:
            table.then(ChooseRoute(table.course.last_finder, seat), self)
        else:
            table.then(Walk(seat, path_of(table, ways[0])), self)


TRAVEL: Final = Travel()


def ways_to_store(table: Table, seat: Seat) -> list[list[int]]:
    """LF-53: the shortest routes that differ in the loot to be had."""
    tempting = [bool(tile.loot) for tile in table.tiles]
    for other in range(table.players):
        if other != seat:
            tempting[table.at[other]] = False
    return routes(table.tiles, table.at[seat], table.at[table.course.last_finder], tempting)


def path_of(table: Table, way: list[int]) -> tuple[Cell, ...]:
    return tuple([table.tiles[number].cell() for number in way])


@final
@dataclass(frozen=True)
class ChooseRoute(Decision):
    """LF-53: the finder picks one of the shortest routes before the trip begins."""

    traveller: Seat

    def rule(self) -> str:
        return "LF-53"

    def prompt(self, table: Table) -> Sentence:
        return say(
            "Which way does {who} take?",
            who=Name(self.traveller),
        )

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing a route for {other}.", who=Name(self.seat), other=Name(self.traveller))

    def actions(self, table: Table) -> Sequence[Action]:
        return [Route(path_of(table, way)) for way in ways_to_store(table, self.traveller)]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Route):
            return not_now(say("Not now: choose the traveller's route first."))
        offered = [path_of(table, way) for way in ways_to_store(table, self.traveller)]
        if action.path in offered:
            return None
        return Refusal(say("That is not one of the shortest routes on offer."), "LF-53", cells(*action.path))


@final
@dataclass(frozen=True)
class Route(Action):
    """From the traveller's tile to the store (LF-53)."""

    path: tuple[Cell, ...] = field(metadata={"of": [(int, int)]})

    def label(self, table: Table) -> Sentence:
        offered = [path_of(table, way) for way in ways_to_store(table, traveller(table))]
        return say("Send by route {n}", n=offered.index(self.path) + 1 if self.path in offered else 0)

    def do(self, table: Table, seat: Seat) -> None:
        who = traveller(table)
        if table.news is not None:
            table.tell(RouteChosen(seat, who, self.path))
        table.then(Walk(who, self.path))


# ---------------------------------------------------------------- the trip


@final
@dataclass(frozen=True)
class Walk(Effect):
    """LF-54: a traveller stands on the first tile of the rest of a route."""

    seat: Seat
    path: tuple[Cell, ...]

    def do(self, table: Table) -> None:
        if can_take_something(table, self.seat):
            table.then(trip_of(table, self.seat), self)
        else:
            self.go_on(table)

    def go_on(self, table: Table) -> None:
        """To the next tile where something can be taken, or to the store."""
        table.course.set_repacked(self.seat, False)
        for n in range(1, len(self.path)):
            table.at[self.seat] = table.find(self.path[n])
            if can_take_something(table, self.seat):
                table.then(trip_of(table, self.seat), Walk(self.seat, self.path[n:]))
                return
        if table.news is not None:
            table.tell(Arrived(self.seat))


def can_take_something(table: Table, seat: Seat) -> bool:
    """LF-55: not where another character stands. LF-56: only what fits."""
    tile = table.tile_of(seat)
    if not tile.loot or table.is_shared(seat):
        return False
    shape_of = table.box.components.shape_of
    return any(fits_on_trip(table, seat, shape_of[piece]) for piece in tile.loot)


def fits_on_trip(table: Table, seat: Seat, shape: Shape) -> bool:
    """As things lie; or after reorganising, where that is allowed on the way (LF-R11)."""
    pack = table.packs[seat]
    if pack.has_room(shape):
        return True
    return table.box.repacks_on_trip and bool(pack.repackable() & pack.kit.packer.shape_bits[shape.number])


@final
@dataclass(frozen=True)
class Trip(Decision):
    """LF-54: take any number of pieces that fit, or walk on; where it is allowed, reorganise for it (LF-R11)."""

    may_repack: bool = field(default=False, metadata={"optional": True})

    def rule(self) -> str:
        return "LF-54"

    def is_open(self) -> bool:
        return self.may_repack

    def prompt(self, table: Table) -> Sentence:
        return say("On the way: take something here?")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is on the way to the store.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        found: list[Action] = []
        for piece in table.tile_of(self.seat).loot:
            found.extend(collects_of(table, self.seat, piece, TripCollect, table.box.components.trip_collects))
        if self.may_repack and not table.course.repacked[self.seat]:
            found.extend(offered_layouts(table, self.seat))
        found.append(GO)
        return found

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Reorganise):
            if self.may_repack:
                return why_not_layout(table.packs[self.seat], action.layout, self.seat)
            return Refusal(say("On the way to a store you may collect but not repack."), "LF-R11")
        if not isinstance(action, (TripCollect, TripGo)):
            return not_now(say("Not now: you are on your way to the store. Collect here or walk on."))
        return action.why_not(table, self.seat)


@final
@dataclass(frozen=True)
class TripCollect(Action):
    """Take a piece along on the way to the store (LF-54)."""

    loot: str
    rot: int
    x: int
    y: int

    def label(self, table: Table) -> Sentence:
        return say("Collect the {loot}", loot=named(table.box.components, self.loot))

    def named(self, table: Table) -> Sentence:
        return stowed(self.label(table), self.rot, self.x, self.y)

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return why_not_there(table, seat, self.loot, self.rot, self.x, self.y)

    def do(self, table: Table, seat: Seat) -> None:
        shape = take(table, seat, self.loot, self.rot, self.x, self.y)
        table.course.set_repacked(seat, False)
        if table.news is not None:
            table.tell(Collected(seat, self.loot, shape.name, shape.value, True))


@final
@dataclass(frozen=True)
class TripGo(Action):
    """Walk on (LF-54)."""

    def label(self, table: Table) -> Sentence:
        return say("Walk on")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        walk = table.agenda.pop()
        assert isinstance(walk, Walk)
        walk.go_on(table)


GO: Final = TripGo()
TRIPS: Final = [Trip(seat, False) for seat in range(4)]
PACKING_TRIPS: Final = [Trip(seat, True) for seat in range(4)]


def trip_of(table: Table, seat: Seat) -> Trip:
    """The question put to a traveller."""
    return PACKING_TRIPS[seat] if table.box.repacks_on_trip else TRIPS[seat]
