"""What people notice in Loot Fiend. Nothing is hidden, so everybody notices everything."""

from __future__ import annotations

from dataclasses import dataclass, field

from loot_table.engine.sentence import (
    BAD,
    GOLD,
    GOOD,
    Name,
    Part,
    Points,
    Row,
    Sentence,
    Thing,
    Toned,
    all_of,
    say,
    word,
)
from loot_table.engine.state import Event, Seat
from loot_table.games.loot_fiend.labels import actions, locks, spot, tile_kind, tiles, turns


@dataclass(frozen=True)
class Began(Event):
    """The first player was drawn."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} drew the store and begins.", who=Name(self.seat))

    def rule(self) -> str:
        return "LF-16"


@dataclass(frozen=True)
class TurnBegan(Event):
    """Somebody's turn."""

    seat: Seat
    actions: int

    def text(self) -> Sentence:
        return say("{who} has a turn of {actions}.", who=Name(self.seat), actions=actions(self.actions))

    def is_small(self) -> bool:
        return True

    def rule(self) -> str:
        return "LF-21"


@dataclass(frozen=True)
class TurnEnded(Event):
    """Somebody stopped early."""

    seat: Seat
    lost: int

    def text(self) -> Sentence:
        return say("{who} ends the turn with {actions} left.", who=Name(self.seat), actions=actions(self.lost))

    def rule(self) -> str:
        return "LF-23"


@dataclass(frozen=True)
class Explored(Event):
    """A cell was named for a new tile, before the tile is seen."""

    seat: Seat
    x: int
    y: int
    cost: int  # 0: the stalemate rules made it happen

    def text(self) -> Sentence:
        where = spot((self.x, self.y))
        if self.cost == 0:
            return say("Stalemate: {who} must flip a tile at {where}.", who=Name(self.seat), where=where)
        return say("{who} flips a tile at {where}.", who=Name(self.seat), where=where)

    def is_small(self) -> bool:
        return self.cost > 0  # the tile that comes says as much

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

    def text(self) -> Sentence:
        where = spot((self.x, self.y))
        return say("{who} turns up {tile} at {where}.", who=Name(self.seat), tile=tile_kind(self.kind), where=where)

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

    def text(self) -> Sentence:
        loot = Thing(self.loot, self.name, True)
        return say("There lies {loot} worth {points}.", loot=loot, points=Points(self.points))

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

    def text(self) -> Sentence:
        who, where = Name(self.seat), spot((self.x, self.y))
        if not self.is_shared:
            return say("{who} walks to {where}.", who=who, where=where)
        why: Part = Toned(BAD, word("shared tile"))
        return say(
            "{who} walks to {where} for {actions}: {why}.", who=who, where=where, actions=actions(self.cost), why=why
        )

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

    def text(self) -> Sentence:
        who, loot, points = Name(self.seat), Thing(self.loot, self.name, True), Points(self.points)
        if self.is_on_trip:
            return say("{who} picks up {loot} worth {points} on the way.", who=who, loot=loot, points=points)
        return say("{who} collects {loot} worth {points}.", who=who, loot=loot, points=points)

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "LF-54" if self.is_on_trip else "LF-45"


@dataclass(frozen=True)
class Reorganised(Event):
    """Somebody repacked."""

    seat: Seat
    cost: int
    is_on_trip: bool = field(default=False, metadata={"optional": True})

    def text(self) -> Sentence:
        who = Name(self.seat)
        if self.cost:
            return say("{who} repacks.", who=who)
        if self.is_on_trip:
            return say("{who} repacks on the way.", who=who)
        return say("{who} repacks at the store.", who=who)

    def rule(self) -> str:
        return "LF-R11" if self.is_on_trip else "LF-48"


@dataclass(frozen=True)
class LocksRemoved(Event):
    """Loot was spent on locks."""

    seat: Seat
    count: int
    paid: tuple[str, ...]
    points: int

    def text(self) -> Sentence:
        off = Toned(GOOD, locks(self.count))
        return say(
            "{who} sells {points} of loot for {locks}.", who=Name(self.seat), points=Points(self.points), locks=off
        )

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "LF-64"


@dataclass(frozen=True)
class StoreFound(Event):
    """A store turned up."""

    seat: Seat
    number: int
    x: int
    y: int

    def text(self) -> Sentence:
        store = Toned(GOLD, say("store {n}", n=self.number))
        where = spot((self.x, self.y))
        return say(
            "{who} finds {store} at {where}. Everybody heads there.", who=Name(self.seat), store=store, where=where
        )

    def rule(self) -> str:
        return "LF-50"


@dataclass(frozen=True)
class RouteChosen(Event):
    """The finder said which way somebody travels."""

    finder: Seat
    seat: Seat
    path: tuple[tuple[int, int], ...]

    def text(self) -> Sentence:
        way = Row(tuple([spot(cell) for cell in self.path]), "; ")
        return say("{finder} sends {who} by {way}.", finder=Name(self.finder), who=Name(self.seat), way=way)

    def rule(self) -> str:
        return "LF-53"


@dataclass(frozen=True)
class Arrived(Event):
    """A traveller reached the store."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} reaches the store.", who=Name(self.seat))

    def rule(self) -> str:
        return "LF-52"


@dataclass(frozen=True)
class LeaverFixed(Event):
    """Who will leave the store first."""

    seat: Seat
    points: int

    def text(self) -> Sentence:
        points = Points(self.points)
        return say("{who} has the least loot, {points}, and will leave first.", who=Name(self.seat), points=points)

    def rule(self) -> str:
        return "LF-60"


@dataclass(frozen=True)
class SaidDone(Event):
    """Somebody has finished at the store."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} is done at the store.", who=Name(self.seat))

    def rule(self) -> str:
        return "LF-62"


@dataclass(frozen=True)
class Reopened(Event):
    """A lock was removed late, so those who were done are asked again."""

    seats: tuple[int, ...]

    def text(self) -> Sentence:
        who = all_of([Name(seat) for seat in self.seats])
        return say("A lock came off, so {who} will be asked again.", who=who)

    def rule(self) -> str:
        return "LF-63"


@dataclass(frozen=True)
class StalemateChanged(Event):
    """The stalemate rules were armed, set in, or ended."""

    state: str  # "armed", "on" or "off"
    starter: Seat

    def text(self) -> Sentence:
        if self.state == "armed":
            return say(
                "Nobody moves the game on: unless that changes, turns end with a flip from {who} on.",
                who=Name(self.starter),
            )
        if self.state == "on":
            return say("Stalemate: from now on every turn ends with a flip.")
        return say("The stalemate is over.")

    def rule(self) -> str:
        return "LF-85" if self.state == "off" else "LF-83"


@dataclass(frozen=True)
class Sealed(Event):
    """Nothing can be explored any more."""

    turns: int

    def text(self) -> Sentence:
        return say("Nothing is left to explore: {turns} to the end, this one included.", turns=turns(self.turns))

    def rule(self) -> str:
        return "LF-86"


@dataclass(frozen=True)
class SealedByStore(Event):
    """A store closes the last road. The turns to come are counted from then on."""

    turns: int

    def text(self) -> Sentence:
        return say(
            "Nothing is left to explore: if the game goes on after this store, {turns} remain.",
            turns=turns(self.turns),
        )

    def rule(self) -> str:
        return "LF-86"


@dataclass(frozen=True)
class Extended(Event):
    """The most points are shared: one more store."""

    tiles: int

    def text(self) -> Sentence:
        return say("A tie: the game is extended by one more store, among {tiles} more.", tiles=tiles(self.tiles))

    def rule(self) -> str:
        return "LF-73"


@dataclass(frozen=True)
class Tallied(Event):
    """The end: points are counted."""

    points: tuple[int, ...]
    winner: int  # -1: nobody

    def text(self) -> Sentence:
        tally = Row(
            tuple([say("{who} {n}", who=Name(seat), n=points) for seat, points in enumerate(self.points)]), ", "
        )
        if self.winner < 0:
            return say("{tally}: a tie, there is no loot fiend.", tally=tally)
        return say("{tally}: {who} is the loot fiend.", tally=tally, who=Name(self.winner))

    def rule(self) -> str:
        return "LF-75" if self.winner < 0 else "LF-71"
