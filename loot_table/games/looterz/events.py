"""What people notice in Looterz, each with its rule: set-up, turns, cards, the end. Parties: `dungeon_events`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from loot_table.engine.sentence import Count, Name, Sentence, all_of, say
from loot_table.engine.state import REFEREE, Event, Seat
from loot_table.games.looterz.names import CardName, cards


def cards_in(number: int) -> Count:
    return Count(number, "a card", "{n} cards")


# ---------------------------------------------------------------- set-up and turns


@final
@dataclass(frozen=True)
class StarterChosen(Event):
    """Who begins."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} begins.", who=Name(self.seat))

    def rule(self) -> str:
        return "LZ-02"


@final
@dataclass(frozen=True)
class Dealt(Event):
    """An opening hand; others see only its size."""

    seat: Seat
    count: int
    cards: tuple[str, ...]

    def text(self) -> Sentence:
        who, dealt = Name(self.seat), cards_in(self.count)
        if not self.cards:
            return say("{who} is dealt {cards}.", who=who, cards=dealt)
        return say("{who} is dealt {cards}: {which}.", who=who, cards=dealt, which=cards(self.cards))

    def rule(self) -> str:
        return "LZ-03"

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat in (self.seat, REFEREE) else Dealt(self.seat, self.count, ())


@final
@dataclass(frozen=True)
class TurnBegan(Event):
    """A turn begins."""

    seat: Seat
    turn: int
    round: int

    def text(self) -> Sentence:
        return say("Round {round}: {who}’s turn.", round=self.round, who=Name(self.seat))

    def is_small(self) -> bool:
        """It is the heading of what follows."""
        return True

    def rule(self) -> str:
        return "LZ-10"


@final
@dataclass(frozen=True)
class PhaseSkipped(Event):
    """Nothing to recruit and nothing to draw."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} can neither recruit nor draw.", who=Name(self.seat))

    def rule(self) -> str:
        return "LZ-24"


# ---------------------------------------------------------------- cards


@final
@dataclass(frozen=True)
class Drew(Event):
    """A card goes from the Draw Pile to a hand; only its owner sees which."""

    seat: Seat
    card: str

    def text(self) -> Sentence:
        if not self.card:
            return say("{who} draws a card.", who=Name(self.seat))
        return say("{who} draws {card}.", who=Name(self.seat), card=CardName(self.card))

    def rule(self) -> str:
        return "LZ-22"

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat in (self.seat, REFEREE) else Drew(self.seat, "")


@final
@dataclass(frozen=True)
class NothingToTake(Event):
    """Draw Pile and Graveyard are both empty."""

    seat: Seat

    def text(self) -> Sentence:
        return say("There is no card left for {who} to take.", who=Name(self.seat))

    def rule(self) -> str:
        return "LZ-R4"


@final
@dataclass(frozen=True)
class Reshuffled(Event):
    """The Graveyard becomes the new Draw Pile."""

    count: int

    def text(self) -> Sentence:
        return say("The Graveyard, {cards}, is shuffled into a new Draw Pile.", cards=cards_in(self.count))

    def rule(self) -> str:
        return "LZ-06"


@final
@dataclass(frozen=True)
class DragonSeen(Event):
    """A Dragon card was turned over."""

    count: int

    def text(self) -> Sentence:
        return say("Dragon card {n} of 4 appears.", n=self.count)

    def rule(self) -> str:
        return "LZ-V2"

    def reveals(self) -> bool:
        return True


@final
@dataclass(frozen=True)
class Discarded(Event):
    """A card goes from a hand to the Graveyard. No Last Wish: it was not in play."""

    seat: Seat
    card: str

    def text(self) -> Sentence:
        return say("{who} discards {card}.", who=Name(self.seat), card=CardName(self.card))

    def rule(self) -> str:
        return "LZ-05"

    def reveals(self) -> bool:
        return True


@final
@dataclass(frozen=True)
class Recovered(Event):
    """A card goes from the Graveyard to a hand, and everybody knows it is there."""

    seat: Seat
    card: str

    def text(self) -> Sentence:
        return say("{card} returns to the hand of {who}.", card=CardName(self.card), who=Name(self.seat))

    def rule(self) -> str:
        return "LZ-91"


# ---------------------------------------------------------------- the end


@final
@dataclass(frozen=True)
class Won(Event):
    """Enough Loot."""

    seat: Seat
    loot: int

    def text(self) -> Sentence:
        return say("{who} has {loot} Loot and wins.", who=Name(self.seat), loot=self.loot)

    def rule(self) -> str:
        return "LZ-80"


@final
@dataclass(frozen=True)
class DragonReturned(Event):
    """The game ends without enough Loot: the most wins."""

    seats: tuple[Seat, ...]
    loot: int
    reason: str

    def text(self) -> Sentence:
        who = all_of([Name(seat) for seat in self.seats])
        if len(self.seats) == 1:
            return say("The Dragon is back: {who} wins with {loot} Loot.", who=who, loot=self.loot)
        return say("The Dragon is back: {who} share the win with {loot} Loot.", who=who, loot=self.loot)

    def rule(self) -> str:
        return "LZ-V2" if self.reason == "dragon" else "LZ-85"
