"""What people notice in Loot Fiend. Nothing is hidden, so everybody notices everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from loot_table.engine.state import Event, Seat


def counted(number: int, word: str) -> str:
    """`1 action`, `2 actions`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def spelled(things: Sequence[str]) -> str:
    """`a, b and c`."""
    return things[0] if len(things) == 1 else ", ".join(things[:-1]) + " and " + things[-1]


@dataclass(frozen=True)
class Began(Event):
    """The first player was drawn."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} drew the store and begins"

    def rule(self) -> str:
        return "LF-16"


@dataclass(frozen=True)
class TurnBegan(Event):
    """Somebody's turn."""

    seat: Seat
    actions: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}: a turn of {counted(self.actions, 'action')}"

    def rule(self) -> str:
        return "LF-21"


@dataclass(frozen=True)
class TurnEnded(Event):
    """Somebody stopped early."""

    seat: Seat
    lost: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} ended the turn with {counted(self.lost, 'action')} left"

    def rule(self) -> str:
        return "LF-23"


@dataclass(frozen=True)
class Explored(Event):
    """A cell was named for a new tile, before the tile is seen."""

    seat: Seat
    x: int
    y: int
    cost: int  # 0: the stalemate rules made it happen

    def text(self, names: Sequence[str]) -> str:
        if self.cost == 0:
            return f"{names[self.seat]} must flip a tile at ({self.x},{self.y}): stalemate"
        return f"{names[self.seat]} explored ({self.x},{self.y}), {counted(self.cost, 'action')}"

    def rule(self) -> str:
        return "LF-30" if self.cost else "LF-80"


@dataclass(frozen=True)
class TileLaid(Event):
    """A tile lies on the map."""

    seat: Seat
    kind: str
    rot: int
    x: int
    y: int

    def text(self, names: Sequence[str]) -> str:
        return f"a {self.kind} tile lies at ({self.x},{self.y})"

    def rule(self) -> str:
        return "LF-31"


@dataclass(frozen=True)
class LootLaid(Event):
    """A piece of loot lies on a new tile."""

    loot: str
    name: str
    points: int
    x: int
    y: int

    def text(self, names: Sequence[str]) -> str:
        return f"{self.name} ({counted(self.points, 'point')}, {self.loot}) lies at ({self.x},{self.y})"

    def rule(self) -> str:
        return "LF-36"


@dataclass(frozen=True)
class Moved(Event):
    """A character walked."""

    seat: Seat
    x: int
    y: int
    cost: int
    is_shared: bool  # the tile it left

    def text(self, names: Sequence[str]) -> str:
        why = ": shared tile" if self.is_shared else ""
        return f"{names[self.seat]} moved to ({self.x},{self.y}), {counted(self.cost, 'action')}{why}"

    def rule(self) -> str:
        return "LF-41"


@dataclass(frozen=True)
class Collected(Event):
    """A piece went into a backpack."""

    seat: Seat
    loot: str
    name: str
    points: int
    is_on_trip: bool

    def text(self, names: Sequence[str]) -> str:
        way = " on the way" if self.is_on_trip else ""
        return f"{names[self.seat]} collected {self.name} ({counted(self.points, 'point')}, {self.loot}){way}"

    def rule(self) -> str:
        return "LF-54" if self.is_on_trip else "LF-45"


@dataclass(frozen=True)
class Reorganised(Event):
    """Somebody repacked."""

    seat: Seat
    cost: int
    is_on_trip: bool = field(default=False, metadata={"optional": True})

    def text(self, names: Sequence[str]) -> str:
        free = "free on the way" if self.is_on_trip else "free at the store"
        return f"{names[self.seat]} reorganised the backpack, {counted(self.cost, 'action') if self.cost else free}"

    def rule(self) -> str:
        return "LF-R11" if self.is_on_trip else "LF-48"


@dataclass(frozen=True)
class LocksRemoved(Event):
    """Loot was spent on locks."""

    seat: Seat
    count: int
    paid: tuple[str, ...]
    points: int

    def text(self, names: Sequence[str]) -> str:
        return (
            f"{names[self.seat]} removed {counted(self.count, 'lock')} for {spelled(self.paid)} "
            f"({counted(self.points, 'point')})"
        )

    def rule(self) -> str:
        return "LF-64"


@dataclass(frozen=True)
class StoreFound(Event):
    """A store turned up."""

    seat: Seat
    number: int
    x: int
    y: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} found store {self.number} at ({self.x},{self.y}): everyone heads for it"

    def rule(self) -> str:
        return "LF-50"


@dataclass(frozen=True)
class RouteChosen(Event):
    """The finder said which way somebody travels."""

    finder: Seat
    seat: Seat
    path: tuple[tuple[int, int], ...]

    def text(self, names: Sequence[str]) -> str:
        way = " ".join([f"({x},{y})" for x, y in self.path])
        return f"{names[self.finder]} sends {names[self.seat]} by {way}"

    def rule(self) -> str:
        return "LF-53"


@dataclass(frozen=True)
class Arrived(Event):
    """A traveller reached the store."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} reached the store"

    def rule(self) -> str:
        return "LF-52"


@dataclass(frozen=True)
class LeaverFixed(Event):
    """Who will leave the store first."""

    seat: Seat
    points: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} has the least loot ({counted(self.points, 'point')}) and will leave first"

    def rule(self) -> str:
        return "LF-60"


@dataclass(frozen=True)
class SaidDone(Event):
    """Somebody has finished at the store."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is done at the store"

    def rule(self) -> str:
        return "LF-62"


@dataclass(frozen=True)
class Reopened(Event):
    """A lock was removed late, so those who were done are asked again."""

    seats: tuple[int, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"a lock came off, so {spelled([names[seat] for seat in self.seats])} will be asked again"

    def rule(self) -> str:
        return "LF-63"


@dataclass(frozen=True)
class StalemateChanged(Event):
    """The stalemate rules were armed, set in, or ended."""

    state: str  # "armed", "on" or "off"
    starter: Seat

    def text(self, names: Sequence[str]) -> str:
        if self.state == "armed":
            return f"nobody moves the game on: unless that changes, turns end with a flip from {names[self.starter]} on"
        if self.state == "on":
            return "stalemate: from now on every turn ends with a flip"
        return "the stalemate is over"

    def rule(self) -> str:
        return "LF-85" if self.state == "off" else "LF-83"


@dataclass(frozen=True)
class Sealed(Event):
    """Nothing can be explored any more."""

    turns: int

    def text(self, names: Sequence[str]) -> str:
        return f"nothing is left to explore: {counted(self.turns, 'turn')} to the end, this one included"

    def rule(self) -> str:
        return "LF-86"


@dataclass(frozen=True)
class SealedByStore(Event):
    """A store closes the last road. The turns to come are counted from then on."""

    turns: int

    def text(self, names: Sequence[str]) -> str:
        return (
            f"nothing is left to explore: if the game goes on after this store, {counted(self.turns, 'turn')} are left"
        )

    def rule(self) -> str:
        return "LF-86"


@dataclass(frozen=True)
class Extended(Event):
    """The most points are shared: one more store."""

    tiles: int

    def text(self, names: Sequence[str]) -> str:
        return f"a tie: the game is extended by one more store, among {self.tiles} new tiles"

    def rule(self) -> str:
        return "LF-73"


@dataclass(frozen=True)
class Tallied(Event):
    """The end: points are counted."""

    points: tuple[int, ...]
    winner: int  # -1: nobody

    def text(self, names: Sequence[str]) -> str:
        tally = ", ".join([f"{name} {points}" for name, points in zip(names, self.points, strict=True)])
        if self.winner < 0:
            return f"{tally}: a tie, there is no loot fiend"
        return f"{tally}: {names[self.winner]} is the loot fiend"

    def rule(self) -> str:
        return "LF-75" if self.winner < 0 else "LF-71"
