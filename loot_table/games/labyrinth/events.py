"""What people notice in Looters of the Labyrinth. Only a drawn card is hidden, from all but those who see the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from loot_table.engine.state import REFEREE, Event, Seat


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def a(symbol: str) -> str:
    """`a wave`, `an altar`."""
    return f"{'an' if symbol[:1] in 'aeiou' else 'a'} {symbol}"


def joined(names: Sequence[str], seats: Sequence[Seat]) -> str:
    """`White`, `White and Green`."""
    words = [names[seat] for seat in seats]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def whose(names: Sequence[str], seat: Seat, owner: Seat) -> str:
    """Whose wall it is, seen by the seat that hit it; a clear token is nobody's (LL-V1.5)."""
    if owner < 0:
        return "the neutral"
    return "an own" if owner == seat else f"{names[owner]}'s"


@dataclass(frozen=True)
class Begins(Event):
    """Who takes the first turn."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} begins"

    def rule(self) -> str:
        return "LL-2.8"


@dataclass(frozen=True)
class CardDrawn(Event):
    """A player has one card more. The others see only that."""

    seat: Seat
    symbol: str  # empty for those who may not know
    is_dealt: bool
    seers: tuple[Seat, ...] = field(metadata={"of": [int]})

    def text(self, names: Sequence[str]) -> str:
        verb = "is dealt" if self.is_dealt else "draws"
        return f"{names[self.seat]} {verb} {f'the card {self.symbol}' if self.symbol else 'a card'}"

    def rule(self) -> str:
        return "LL-2.5" if self.is_dealt else "LL-8.4"

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> CardDrawn:
        if seat == REFEREE or seat in self.seers:
            return self
        return CardDrawn(self.seat, "", self.is_dealt, self.seers)


@dataclass(frozen=True)
class Reshuffled(Event):
    """The draw pile was empty and is made anew from the discard pile."""

    draw_size: int
    discard_size: int

    def text(self, names: Sequence[str]) -> str:
        return (
            f"the draw pile is empty: {self.draw_size} cards are shuffled, "
            f"{self.discard_size} of walls on the board stay out"
        )

    def rule(self) -> str:
        return "LL-8.6"

    def reveals(self) -> bool:
        return True


@dataclass(frozen=True)
class Moved(Event):
    """A pawn slid, or ran into what it stood beside."""

    seat: Seat
    direction: str
    from_x: int
    from_y: int
    x: int
    y: int

    def text(self, names: Sequence[str]) -> str:
        if (self.from_x, self.from_y) == (self.x, self.y):
            return f"{names[self.seat]} pushes {self.direction} and stays on {self.x},{self.y}"
        return f"{names[self.seat]} slides {self.direction} to {self.x},{self.y}"

    def rule(self) -> str:
        return "LL-4.2"


@dataclass(frozen=True)
class TreasureTaken(Event):
    """A pawn entered a treasure's square."""

    seat: Seat
    x: int
    y: int
    total: int
    target: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes the treasure on {self.x},{self.y}: {self.total} of {self.target}"

    def rule(self) -> str:
        return "LL-9.1"


@dataclass(frozen=True)
class WallPlaced(Event):
    """A card was played for its wall. It was hidden until then, unless it was turned up for the maze."""

    seat: Seat
    wall: int
    symbol: str
    orient: int
    x: int
    y: int
    is_neutral: bool

    def text(self, names: Sequence[str]) -> str:
        what = "builds the neutral wall" if self.is_neutral else "places wall"
        return f"{names[self.seat]} {what} {self.wall}, {a(self.symbol)}, at {self.x},{self.y}"

    def rule(self) -> str:
        return "LL-V1.2" if self.is_neutral else "LL-5.1"

    def reveals(self) -> bool:
        return not self.is_neutral


@dataclass(frozen=True)
class CardTurnedUp(Event):
    """A card of the draw pile is revealed, for a wall of the maze."""

    seat: Seat
    symbol: str
    is_lost: bool

    def text(self, names: Sequence[str]) -> str:
        end = "; it fits nowhere and is lost" if self.is_lost else ""
        return f"{names[self.seat]} turns up the card {self.symbol}{end}"

    def rule(self) -> str:
        return "LL-V1.4" if self.is_lost else "LL-V1.2"

    def reveals(self) -> bool:
        return True


@dataclass(frozen=True)
class WallWeakened(Event):
    """A wall's token went one node on."""

    seat: Seat  # whose doing it was
    wall: int
    symbol: str
    owner: Seat
    node: int
    hits_left: int  # until it falls

    def text(self, names: Sequence[str]) -> str:
        rest = "the next hit fells it" if self.hits_left == 1 else f"it stands {self.hits_left} more hits"
        return (
            f"{names[self.seat]} weakens {whose(names, self.seat, self.owner)} {self.symbol}, wall {self.wall}: {rest}"
        )

    def rule(self) -> str:
        return "LL-8.1"


@dataclass(frozen=True)
class WallDemolished(Event):
    """A wall left the board, and what lay on it went home."""

    seat: Seat  # whose doing it was
    wall: int
    symbol: str
    owner: Seat
    rubble: tuple[Seat, ...] = field(metadata={"of": [int]})

    def text(self, names: Sequence[str]) -> str:
        text = f"{names[self.seat]} demolishes {whose(names, self.seat, self.owner)} {self.symbol}, wall {self.wall}"
        return text + (f"; rubble goes back to {joined(names, self.rubble)}" if self.rubble else "")

    def rule(self) -> str:
        return "LL-8.3"


@dataclass(frozen=True)
class RubblePlayed(Event):
    """A square of a wall is open now."""

    seat: Seat
    wall: int
    x: int
    y: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} opens wall {self.wall} with rubble on {self.x},{self.y}"

    def rule(self) -> str:
        return "LL-7.2"


@dataclass(frozen=True)
class Passed(Event):
    """No action was possible."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} can do nothing and passes"

    def rule(self) -> str:
        return "LL-3.3"


@dataclass(frozen=True)
class Deployed(Event):
    """The minotaur came to the board."""

    seat: Seat
    x: int
    y: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} puts the minotaur on {self.x},{self.y}"

    def rule(self) -> str:
        return "LL-V2.3"


@dataclass(frozen=True)
class Commanded(Event):
    """The minotaur slid, or ran into what it stood beside."""

    seat: Seat
    direction: str
    x: int
    y: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} sends the minotaur {self.direction} to {self.x},{self.y}"

    def rule(self) -> str:
        return "LL-V2.4"


@dataclass(frozen=True)
class Robbed(Event):
    """The minotaur met a pawn whose side had a treasure."""

    seat: Seat
    victim: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"the minotaur robs {names[self.victim]} of a treasure for {names[self.seat]} and leaves the board"

    def rule(self) -> str:
        return "LL-V2.5"


@dataclass(frozen=True)
class Won(Event):
    """A side has the treasures it needs."""

    seats: tuple[Seat, ...] = field(metadata={"of": [int]})
    treasures: int

    def text(self, names: Sequence[str]) -> str:
        verb = "wins" if len(self.seats) == 1 else "win"
        return f"{joined(names, self.seats)} {verb} with {counted(self.treasures, 'treasure')}"

    def rule(self) -> str:
        return "LL-9.2"


@dataclass(frozen=True)
class Stalled(Event):
    """Nobody has taken a treasure for too long."""

    seats: tuple[Seat, ...] = field(metadata={"of": [int]})
    treasures: int

    def text(self, names: Sequence[str]) -> str:
        verb = "has" if len(self.seats) == 1 else "have"
        most = f"{joined(names, self.seats)} {verb} the most, {counted(self.treasures, 'treasure')}"
        return f"nobody has taken a treasure for too long: {most}"

    def rule(self) -> str:
        return "LL-9.5"
