"""What people notice in Looterz: one event for each thing that happens, with its rule."""

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
class Entered(Event):
    """A Looter enters the Dungeon, from a hand by recruiting, or from elsewhere by an ability."""

    seat: Seat
    card: str
    life: int
    origin: str  # "recruited", "hand", "graveyard" or "draw_pile"

    def text(self, names: Sequence[str]) -> str:
        if self.origin == "recruited":
            return f"{names[self.seat]} recruits {called(self.card)}"
        place = {"hand": "a hand", "graveyard": "the Graveyard", "draw_pile": "the Draw Pile"}[self.origin]
        return f"{called(self.card)} enters from {place} for {names[self.seat]}"

    def rule(self) -> str:
        return "LZ-21" if self.origin == "recruited" else "LZ-63"

    def reveals(self) -> bool:
        return self.origin != "graveyard"


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


# ---------------------------------------------------------------- what Looterz do


@final
@dataclass(frozen=True)
class Acted(Event):
    """A Looter sets out to do something; the dice or the ability follow."""

    seat: Seat
    looter: str
    deed: str  # "search", "attack" or "rest"
    target: str

    def text(self, names: Sequence[str]) -> str:
        who = f"{names[self.seat]}'s {called(self.looter)}"
        if self.deed == "attack":
            return f"{who} attacks {called(self.target)}"
        return f"{who} searches for Loot" if self.deed == "search" else f"{who} rests"

    def rule(self) -> str:
        return {"search": "LZ-33", "attack": "LZ-35", "rest": "LZ-R2"}[self.deed]


@final
@dataclass(frozen=True)
class Rolled(Event):
    """One die per Life token; those up to the Power hit."""

    seat: Seat
    looter: str
    dice: tuple[int, ...]
    power: int
    hits: int

    def text(self, names: Sequence[str]) -> str:
        dice = " ".join(str(die) for die in self.dice)
        faces = "1" if self.power == 1 else f"1-{self.power}"
        return f"{called(self.looter)} rolls {dice}: {self.hits} of {len(self.dice)} hit ({faces})"

    def rule(self) -> str:
        return "LZ-37"


@final
@dataclass(frozen=True)
class Looted(Event):
    """Loot from the supply."""

    seat: Seat
    amount: int
    total: int

    def text(self, names: Sequence[str]) -> str:
        if not self.amount:
            return f"no Loot token is left for {names[self.seat]}"
        return f"{names[self.seat]} takes {self.amount} Loot and has {self.total}"

    def rule(self) -> str:
        return "LZ-82" if self.amount else "LZ-R5"


@final
@dataclass(frozen=True)
class Stole(Event):
    """Loot from another player."""

    seat: Seat
    victim: Seat
    amount: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} steals {self.amount} Loot from {names[self.victim]}"

    def rule(self) -> str:
        return "LZ-64"


@final
@dataclass(frozen=True)
class Hurt(Event):
    """Looterz of one player lose Life tokens at the same moment."""

    seat: Seat
    cards: tuple[str, ...]
    lives: tuple[int, ...]  # left on each

    def text(self, names: Sequence[str]) -> str:
        left = [f"{called(card)} ({life} left)" for card, life in zip(self.cards, self.lives, strict=True)]
        verb = "is" if len(left) == 1 else "are"
        return f"{names[self.seat]}'s {', '.join(left)} {verb} hurt"

    def rule(self) -> str:
        return "LZ-35" if len(self.cards) == 1 else "LZ-75"


@final
@dataclass(frozen=True)
class Buried(Event):
    """Looterz of one player go from play to the Graveyard at the same moment."""

    seat: Seat
    cards: tuple[str, ...]
    how: str  # "killed", "destroyed" or "sacrificed"

    def text(self, names: Sequence[str]) -> str:
        if self.how == "sacrificed":
            return f"{names[self.seat]} sacrifices {several(self.cards)}"
        verb = "is" if len(self.cards) == 1 else "are"
        return f"{names[self.seat]}'s {several(self.cards)} {verb} {self.how}"

    def rule(self) -> str:
        return {"killed": "LZ-36", "destroyed": "LZ-05", "sacrificed": "LZ-61"}[self.how]


@final
@dataclass(frozen=True)
class GainedLife(Event):
    """Looterz get Life tokens."""

    seat: Seat
    cards: tuple[str, ...]
    lives: tuple[int, ...]  # now on each

    def text(self, names: Sequence[str]) -> str:
        now = [f"{called(card)} ({life} now)" for card, life in zip(self.cards, self.lives, strict=True)]
        verb = "gains" if len(now) == 1 else "gain"
        return f"{names[self.seat]}'s {', '.join(now)} {verb} Life"

    def rule(self) -> str:
        return "LZ-69"


@final
@dataclass(frozen=True)
class Exhausted(Event):
    """A Looter is turned sideways."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        verb = "is" if len(self.cards) == 1 else "are"
        return f"{names[self.seat]}'s {several(self.cards)} {verb} exhausted"

    def rule(self) -> str:
        return "LZ-68"


@final
@dataclass(frozen=True)
class Refreshed(Event):
    """Exhausted Looterz are turned upright after the Dungeon Phase."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        verb = "is" if len(self.cards) == 1 else "are"
        return f"{names[self.seat]}'s {several(self.cards)} {verb} upright again"

    def rule(self) -> str:
        return "LZ-68"


@final
@dataclass(frozen=True)
class TookControl(Event):
    """A Looter changes sides."""

    seat: Seat
    victim: Seat
    card: str
    is_permanent: bool

    def text(self, names: Sequence[str]) -> str:
        how = "for good" if self.is_permanent else "until the end of the turn"
        return f"{names[self.seat]} takes {called(self.card)} from {names[self.victim]} {how}"

    def rule(self) -> str:
        return "LZ-70"


@final
@dataclass(frozen=True)
class WentHome(Event):
    """A borrowed Looter returns."""

    seat: Seat
    card: str

    def text(self, names: Sequence[str]) -> str:
        return f"{called(self.card)} goes home to {names[self.seat]}"

    def rule(self) -> str:
        return "LZ-72"


# ---------------------------------------------------------------- abilities

TRIGGER_RULES: Final = {"activation": "LZ-60", "recruitment": "LZ-63", "last_wish": "LZ-62"}
TRIGGER_NAMES: Final = {"activation": "Activation", "recruitment": "Recruitment", "last_wish": "Last Wish"}


@final
@dataclass(frozen=True)
class AbilityBegan(Event):
    """An ability takes effect."""

    seat: Seat
    card: str
    trigger: str

    def text(self, names: Sequence[str]) -> str:
        return f"{TRIGGER_NAMES[self.trigger]} of {names[self.seat]}'s {called(self.card)}"

    def rule(self) -> str:
        return TRIGGER_RULES[self.trigger]


@final
@dataclass(frozen=True)
class Targeted(Event):
    """Somebody was chosen for an effect."""

    seat: Seat
    card: str
    player: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} chooses {names[self.player]} for {called(self.card)}"

    def rule(self) -> str:
        return "LZ-R26"


@final
@dataclass(frozen=True)
class Declined(Event):
    """Somebody passed over what was optional."""

    seat: Seat
    card: str

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} declines ({called(self.card)})"

    def rule(self) -> str:
        return "LZ-79"


@final
@dataclass(frozen=True)
class NothingDone(Event):
    """A part of an ability finds nothing to do."""

    seat: Seat
    card: str
    op: str

    def text(self, names: Sequence[str]) -> str:
        return f"{called(self.card)} has nothing to {self.op.replace('_', ' ')} for {names[self.seat]}"

    def rule(self) -> str:
        return "LZ-61" if self.op == "sacrifice" else "LZ-79"


@final
@dataclass(frozen=True)
class ChainCut(Event):
    """A triggered ability is ignored because the chain has become too long."""

    seat: Seat
    card: str

    def text(self, names: Sequence[str]) -> str:
        return f"the chain is too long: the ability of {called(self.card)} is ignored"

    def rule(self) -> str:
        return "LZ-R15"


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
