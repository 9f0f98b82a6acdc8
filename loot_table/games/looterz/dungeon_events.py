"""What people notice of parties: Looterz that enter, act, suffer and change sides, and their abilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.state import Event, Seat
from loot_table.games.looterz.events import called, several


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
