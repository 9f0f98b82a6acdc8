"""What people notice in Looterz, each with its rule: set-up, turns, cards, the end. Parties: `dungeon_events`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.state import REFEREE, Event, Seat

COPIES: Final = ("", "", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X")


def called(id: str, name: str = "") -> str:
    """`death_knight-2` as people say it: `Death Knight II`."""
    kind, _, copy = id.rpartition("-")
    number = int(copy) if copy.isdigit() and int(copy) < len(COPIES) else 1
    return (name or kind.replace("_", " ").title()) + COPIES[number]


def several(cards: Sequence[str]) -> str:
    """`Dwarf, Bard and King`."""
    words = [called(card) for card in cards]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def cards_counted(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


# ---------------------------------------------------------------- set-up and turns


@final
@dataclass(frozen=True)
class StarterChosen(Event):
    """Who begins."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} begins"

    def rule(self) -> str:
        return "LZ-02"


@final
@dataclass(frozen=True)
class Dealt(Event):
    """An opening hand; others see only its size."""

    seat: Seat
    count: int
    cards: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        which = f": {several(self.cards)}" if self.cards else ""
        return f"{names[self.seat]} is dealt {cards_counted(self.count)}{which}"

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

    def text(self, names: Sequence[str]) -> str:
        return f"Round {self.round}: {names[self.seat]}'s turn"

    def rule(self) -> str:
        return "LZ-10"


@final
@dataclass(frozen=True)
class PhaseSkipped(Event):
    """Nothing to recruit and nothing to draw."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} can neither recruit nor draw"

    def rule(self) -> str:
        return "LZ-24"


# ---------------------------------------------------------------- cards


@final
@dataclass(frozen=True)
class Drew(Event):
    """A card goes from the Draw Pile to a hand; only its owner sees which."""

    seat: Seat
    card: str

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {called(self.card) if self.card else 'a card'}"

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

    def text(self, names: Sequence[str]) -> str:
        return f"there is no card left for {names[self.seat]} to take"

    def rule(self) -> str:
        return "LZ-R4"


@final
@dataclass(frozen=True)
class Reshuffled(Event):
    """The Graveyard becomes the new Draw Pile."""

    count: int

    def text(self, names: Sequence[str]) -> str:
        return f"the Graveyard ({cards_counted(self.count)}) is shuffled into a new Draw Pile"

    def rule(self) -> str:
        return "LZ-06"


@final
@dataclass(frozen=True)
class DragonSeen(Event):
    """A Dragon card was turned over."""

    count: int

    def text(self, names: Sequence[str]) -> str:
        return f"Dragon card {self.count} of 4 appears"

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

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} discards {called(self.card)}"

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

    def text(self, names: Sequence[str]) -> str:
        return f"{called(self.card)} returns to {names[self.seat]}'s hand"

    def rule(self) -> str:
        return "LZ-91"


# ---------------------------------------------------------------- the end


@final
@dataclass(frozen=True)
class Won(Event):
    """Enough Loot."""

    seat: Seat
    loot: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} has {self.loot} Loot and wins"

    def rule(self) -> str:
        return "LZ-80"


@final
@dataclass(frozen=True)
class DragonReturned(Event):
    """The game ends without enough Loot: the most wins."""

    seats: tuple[Seat, ...]
    loot: int
    reason: str

    def text(self, names: Sequence[str]) -> str:
        who = " and ".join(names[seat] for seat in self.seats)
        verb = "wins" if len(self.seats) == 1 else "share the win"
        return f"the Dragon is back: {who} {verb} with {self.loot} Loot"

    def rule(self) -> str:
        return "LZ-V2" if self.reason == "dragon" else "LZ-85"
