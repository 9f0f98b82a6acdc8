"""What people notice in Looters of the Labyrinth. Only a drawn card is hidden, from all but those who see the hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from loot_table.engine.sentence import BAD, GOLD, Count, Name, Sentence, Toned, all_of, say, together, word
from loot_table.engine.state import REFEREE, Event, Seat
from loot_table.games.labyrinth.components import a, the
from loot_table.games.labyrinth.grid import DIRECTION_WORDS, at


def treasures(number: int) -> Count:
    return Count(number, "{n} treasure", "{n} treasures")


def hits(number: int) -> Count:
    return Count(number, "{n} hit", "{n} hits")


def hit_wall(seat: Seat, owner: Seat, symbol: str) -> Sentence:
    """Whose wall it is, told of the seat that hit it; a clear token is nobody's (LL-V1.5)."""
    if owner < 0:
        return say("the neutral {wall}", wall=the(symbol))
    if owner == seat:
        return say("their own {wall}", wall=the(symbol))
    return say("{owner}'s {wall}", owner=Name(owner), wall=the(symbol))


@dataclass(frozen=True)
class Begins(Event):
    """Who takes the first turn."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} begins.", who=Name(self.seat))

    def rule(self) -> str:
        return "LL-2.8"


@dataclass(frozen=True)
class CardDrawn(Event):
    """A player has one card more. The others see only that."""

    seat: Seat
    symbol: str  # empty for those who may not know
    is_dealt: bool
    seers: tuple[Seat, ...] = field(metadata={"of": [int]})

    def text(self) -> Sentence:
        who = Name(self.seat)
        if self.is_dealt:
            if not self.symbol:
                return say("{who} is dealt a card.", who=who)
            return say("{who} is dealt the {card}.", who=who, card=the(self.symbol))
        if not self.symbol:
            return say("{who} draws a card.", who=who)
        return say("{who} draws the {card}.", who=who, card=the(self.symbol))

    def is_small(self) -> bool:
        return self.is_dealt

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

    def text(self) -> Sentence:
        shuffled = Count(self.draw_size, "{n} card is shuffled", "{n} cards are shuffled")
        out = Count(self.discard_size, "{n} of a wall on the board stays out", "{n} of walls on the board stay out")
        return say("The draw pile is empty: {shuffled}, {out}.", shuffled=shuffled, out=out)

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

    def text(self) -> Sentence:
        who, direction, square = Name(self.seat), DIRECTION_WORDS[self.direction], at(self.x, self.y)
        if (self.from_x, self.from_y) == (self.x, self.y):
            return say("{who} pushes {direction} and stays on {square}.", who=who, direction=direction, square=square)
        return say("{who} slides {direction} to {square}.", who=who, direction=direction, square=square)

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

    def text(self) -> Sentence:
        return say(
            "{who} takes {treasure} on {square}: {total} of {target}.",
            who=Name(self.seat),
            treasure=Toned(GOLD, word("a treasure")),
            square=at(self.x, self.y),
            total=self.total,
            target=self.target,
        )

    def is_scoring(self) -> bool:
        return True

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

    def text(self) -> Sentence:
        who, wall, square = Name(self.seat), a(self.symbol), at(self.x, self.y)
        if self.is_neutral:
            return say("{who} builds {wall} at {square} for the maze.", who=who, wall=wall, square=square)
        return say("{who} builds {wall} at {square}.", who=who, wall=wall, square=square)

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

    def text(self) -> Sentence:
        if self.is_lost:
            return say("{who} turns up {wall}, which fits nowhere.", who=Name(self.seat), wall=a(self.symbol))
        return say("{who} turns up {wall}.", who=Name(self.seat), wall=a(self.symbol))

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

    def text(self) -> Sentence:
        who, wall = Name(self.seat), hit_wall(self.seat, self.owner, self.symbol)
        if self.hits_left == 1:
            return say("{who} weakens {wall}: the next hit fells it.", who=who, wall=wall)
        return say("{who} weakens {wall}: {hits} left.", who=who, wall=wall, hits=hits(self.hits_left))

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

    def text(self) -> Sentence:
        wall = hit_wall(self.seat, self.owner, self.symbol)
        falls = say("{who} {fells} {wall}.", who=Name(self.seat), fells=Toned(BAD, word("brings down")), wall=wall)
        if not self.rubble:
            return falls
        return together(
            falls, say("Rubble goes back to {owners}.", owners=all_of([Name(seat) for seat in self.rubble]))
        )

    def rule(self) -> str:
        return "LL-8.3"


@dataclass(frozen=True)
class RubblePlayed(Event):
    """A square of a wall is open now."""

    seat: Seat
    wall: int
    x: int
    y: int

    def text(self) -> Sentence:
        return say("{who} drops rubble on {square}.", who=Name(self.seat), square=at(self.x, self.y))

    def rule(self) -> str:
        return "LL-7.2"


@dataclass(frozen=True)
class Passed(Event):
    """No action was possible."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} can do nothing and passes.", who=Name(self.seat))

    def rule(self) -> str:
        return "LL-3.3"


@dataclass(frozen=True)
class Deployed(Event):
    """The minotaur came to the board."""

    seat: Seat
    x: int
    y: int

    def text(self) -> Sentence:
        return say("{who} lets the minotaur up on {square}.", who=Name(self.seat), square=at(self.x, self.y))

    def rule(self) -> str:
        return "LL-V2.3"


@dataclass(frozen=True)
class Commanded(Event):
    """The minotaur slid, or ran into what it stood beside."""

    seat: Seat
    direction: str
    x: int
    y: int

    def text(self) -> Sentence:
        who, direction, square = Name(self.seat), DIRECTION_WORDS[self.direction], at(self.x, self.y)
        return say("{who} sends the minotaur {direction} to {square}.", who=who, direction=direction, square=square)

    def rule(self) -> str:
        return "LL-V2.4"


@dataclass(frozen=True)
class Robbed(Event):
    """The minotaur met a pawn whose side had a treasure."""

    seat: Seat
    victim: Seat

    def text(self) -> Sentence:
        return say(
            "The minotaur robs {victim} of {treasure} for {who} and leaves the board.",
            victim=Name(self.victim),
            treasure=Toned(GOLD, word("a treasure")),
            who=Name(self.seat),
        )

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "LL-V2.5"


@dataclass(frozen=True)
class Won(Event):
    """A side has the treasures it needs."""

    seats: tuple[Seat, ...] = field(metadata={"of": [int]})
    treasures: int

    def text(self) -> Sentence:
        who, found = all_of([Name(seat) for seat in self.seats]), treasures(self.treasures)
        if len(self.seats) == 1:
            return say("{who} wins with {treasures}.", who=who, treasures=found)
        return say("{who} win with {treasures}.", who=who, treasures=found)

    def rule(self) -> str:
        return "LL-9.2"


@dataclass(frozen=True)
class Stalled(Event):
    """Nobody has taken a treasure for too long."""

    seats: tuple[Seat, ...] = field(metadata={"of": [int]})
    treasures: int

    def text(self) -> Sentence:
        who, found = all_of([Name(seat) for seat in self.seats]), treasures(self.treasures)
        if len(self.seats) == 1:
            most = say("{who} has the most, {treasures}", who=who, treasures=found)
        else:
            most = say("{who} have the most, {treasures}", who=who, treasures=found)
        return say("Nobody has taken a treasure for too long: {most}.", most=most)

    def rule(self) -> str:
        return "LL-9.5"
