"""What people notice in Loot N Run. Faces are named only to those who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from loot_table.engine.state import REFEREE, Event, Seat
from loot_table.games.loot_n_run.components import counted

DECK_NAMES: Final = ("left", "right")


def listing(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def rooms(cards: Sequence[str], faces: Sequence[str]) -> list[str]:
    """`G03 (1 cup)`, `R07 (3 masks + Mummy)`."""
    return [f"{card} ({face})" for card, face in zip(cards, faces, strict=True)]


def scored(number: int, doubled: Sequence[str]) -> str:
    """`8 points (cups doubled)`."""
    note = f" ({listing([kind + 's' for kind in doubled])} doubled)" if doubled else ""
    return counted(number, "point") + note


@dataclass(frozen=True)
class FirstPlayer(Event):
    """Nature chose who begins."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} begins"

    def rule(self) -> str:
        return "LR-R01"


@dataclass(frozen=True)
class TurnedUp(Event):
    """The back of a deck's next card can be seen."""

    deck: int
    back: str

    def text(self, names: Sequence[str]) -> str:
        return f"the {DECK_NAMES[self.deck]} deck now shows a {self.back} back"

    def rule(self) -> str:
        return "LR-70"


@dataclass(frozen=True)
class TopCardTaken(Event):
    """A card left a deck. Only its new holder sees the face."""

    seat: Seat
    deck: int
    back: str
    card: str  # "" to others
    face: str

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> Event:
        return self if seat in (self.seat, REFEREE) else replace(self, card="", face="")

    def what(self) -> str:
        seen = f": {self.card} ({self.face})" if self.card else ""
        return f"a {self.back} room from the {DECK_NAMES[self.deck]} deck{seen}"


@dataclass(frozen=True)
class Looted(TopCardTaken):
    """By looting."""

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} loots {self.what()}"

    def rule(self) -> str:
        return "LR-25"


@dataclass(frozen=True)
class OwnCardsScored(Event):
    """A player revealed all cards and scored them."""

    seat: Seat
    cards: tuple[str, ...]
    faces: tuple[str, ...]
    points: int
    doubled: tuple[str, ...]

    def reveals(self) -> bool:
        return True

    def what(self) -> str:
        return f"{', '.join(rooms(self.cards, self.faces))}: {scored(self.points, self.doubled)}"


@dataclass(frozen=True)
class Ran(OwnCardsScored):
    """By running."""

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} runs with {self.what()}"

    def rule(self) -> str:
        return "LR-30"


@dataclass(frozen=True)
class Passed(Event):
    """A player could do nothing at all."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} must pass: no cards, and nothing to loot"

    def rule(self) -> str:
        return "LR-R16"


@dataclass(frozen=True)
class NewDecks(Event):
    """A deck was empty: what was left and the discards became two new decks."""

    returned: tuple[str, ...]  # what came from the discard pile and lay open
    left: int
    right: int

    def told(self, discards: str) -> str:
        return f"a deck was empty: reshuffled{discards} into new decks of {self.left} and {self.right}"


@dataclass(frozen=True)
class Reshuffled(NewDecks):
    """All discards lay open."""

    def text(self, names: Sequence[str]) -> str:
        return self.told(f" with {counted(len(self.returned), 'card')} from the discard pile" if self.returned else "")

    def rule(self) -> str:
        return "LR-60"


@dataclass(frozen=True)
class ReshuffledUnseen(NewDecks):
    """Some of the discards lay face down (LR-R18)."""

    backs: tuple[str, ...]  # of those

    def text(self, names: Sequence[str]) -> str:
        count = counted(len(self.returned) + len(self.backs), "card")
        return self.told(f" with {count} from the discard pile, {len(self.backs)} unseen,")

    def rule(self) -> str:
        return "LR-R18"


@dataclass(frozen=True)
class FinalScored(OwnCardsScored):
    """What was left at the end."""

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} reveals {self.what()}"

    def rule(self) -> str:
        return "LR-51"


@dataclass(frozen=True)
class Ended(Event):
    """The game is over."""

    reason: str
    scores: tuple[int, ...]

    def text(self, names: Sequence[str]) -> str:
        best = max(self.scores)
        winners = [names[seat] for seat, score in enumerate(self.scores) if score == best]
        why = "the turn limit is reached" if self.reason == "turn_limit" else "the target is reached"
        if len(winners) == 1:
            return f"{why}: {winners[0]} wins with {counted(best, 'point')}"
        return f"{why}: {listing(winners)} share the victory with {counted(best, 'point')} each"

    def rule(self) -> str:
        return "LR-R17" if self.reason == "turn_limit" else "LR-52"
