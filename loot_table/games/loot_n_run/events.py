"""What people notice in Loot N Run. Faces are named only to those who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from loot_table.engine.state import REFEREE, Event, Seat

DECK_NAMES: Final = ("left", "right")


def listing(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def rooms(cards: Sequence[str], faces: Sequence[str]) -> str:
    """`G03 (1 cup), R07 (3 masks + Mummy)`."""
    return ", ".join(f"{card} ({face})" for card, face in zip(cards, faces, strict=True))


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


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
class Ran(Event):
    """A player revealed all cards and scored them."""

    seat: Seat
    cards: tuple[str, ...]
    faces: tuple[str, ...]
    points: int
    doubled: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} runs with {rooms(self.cards, self.faces)}: {scored(self.points, self.doubled)}"

    def rule(self) -> str:
        return "LR-30"

    def reveals(self) -> bool:
        return True


def scored(number: int, doubled: Sequence[str]) -> str:
    """`8 points (cups doubled)`."""
    return points(number) + (f" ({listing([kind + 's' for kind in doubled])} doubled)" if doubled else "")


@dataclass(frozen=True)
class Awakened(Event):
    """A player turned over another player's cards."""

    seat: Seat
    target: Seat
    cards: tuple[str, ...]
    faces: tuple[str, ...]
    guardians: int
    amulets: int

    def text(self, names: Sequence[str]) -> str:
        who = f"{names[self.seat]} awakens the guardians of {names[self.target]}"
        if not self.cards:
            return f"{who}, who has no cards"
        count = f"{quantity(self.guardians, 'guardian')}, {quantity(self.amulets, 'amulet')}"
        return f"{who}: {rooms(self.cards, self.faces)}: {count}"

    def rule(self) -> str:
        return "LR-41"

    def reveals(self) -> bool:
        return True


def quantity(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}" + ("" if number == 1 else "s")


@dataclass(frozen=True)
class Escaped(Event):
    """Enough amulets: the awakened player scores."""

    seat: Seat
    points: int
    doubled: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} escapes with {scored(self.points, self.doubled)}"

    def rule(self) -> str:
        return "LR-43"


@dataclass(frozen=True)
class Caught(Event):
    """More guardians than amulets: the awakened player loses the cards."""

    seat: Seat
    guardians: tuple[str, ...]  # each type once

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is caught by {listing([name.capitalize() for name in self.guardians])}"

    def rule(self) -> str:
        return "LR-44"


@dataclass(frozen=True)
class MummyScored(Event):
    """The Mummy's help: the caught player's cards count for the awakener."""

    seat: Seat
    points: int
    doubled: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"the Mummy brings {names[self.seat]} {scored(self.points, self.doubled)}"

    def rule(self) -> str:
        return "LR-45"


@dataclass(frozen=True)
class WerewolfDrew(TopCardTaken):
    """The Werewolf's help: a card from a deck, for the awakener's eyes."""

    def text(self, names: Sequence[str]) -> str:
        return f"the Werewolf brings {names[self.seat]} {self.what()}"

    def rule(self) -> str:
        return "LR-46"


@dataclass(frozen=True)
class WerewolfFoundNothing(Event):
    """Both decks are empty, so the Werewolf cannot help."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"the decks are empty: the Werewolf brings {names[self.seat]} nothing"

    def rule(self) -> str:
        return "LR-R15"


@dataclass(frozen=True)
class Kept(Event):
    """Which of the Werewolf's cards stay. Others see the kept backs and the refused faces."""

    seat: Seat
    backs: tuple[str, ...]  # of the kept cards
    cards: tuple[str, ...]  # the kept cards; empty to others
    refused: tuple[str, ...]
    refused_faces: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        if not self.backs:
            kept = "keeps nothing"
        elif self.cards:
            kept = f"keeps {listing(self.cards)}"
        else:
            kept = f"keeps {listing([f'a {back} room' for back in self.backs])}"
        refused = f" and discards {rooms(self.refused, self.refused_faces)}" if self.refused else ""
        return f"{names[self.seat]} {kept}{refused}"

    def rule(self) -> str:
        return "LR-46"

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> Event:
        return self if seat in (self.seat, REFEREE) else replace(self, cards=())


@dataclass(frozen=True)
class KeptAndHid(Event):
    """The same where refused cards lie face down (LR-R18): others see the backs of both."""

    seat: Seat
    backs: tuple[str, ...]  # of the kept cards
    cards: tuple[str, ...]  # the kept cards; empty to others
    refused_backs: tuple[str, ...]
    refused: tuple[str, ...]  # empty to others
    refused_faces: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        kept = "nothing"
        if self.backs:
            kept = listing(self.cards or [f"a {back} room" for back in self.backs])
        shown = [f"{card} ({face})" for card, face in zip(self.refused, self.refused_faces, strict=True)]
        refused = listing(shown or [f"a {back} room" for back in self.refused_backs]) if self.refused_backs else ""
        return f"{names[self.seat]} keeps {kept}" + (f" and discards {refused} face down" if refused else "")

    def rule(self) -> str:
        return "LR-R18"

    def reveals(self) -> bool:
        return True

    def seen_by(self, seat: Seat) -> Event:
        return self if seat in (self.seat, REFEREE) else replace(self, cards=(), refused=(), refused_faces=())


@dataclass(frozen=True)
class ExtraTurn(Event):
    """Frank's help."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"Frank gives {names[self.seat]} an extra turn"

    def rule(self) -> str:
        return "LR-47"


@dataclass(frozen=True)
class Passed(Event):
    """A player could do nothing at all."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} must pass: no cards, and nothing to loot"

    def rule(self) -> str:
        return "LR-R16"


@dataclass(frozen=True)
class Reshuffled(Event):
    """A deck was empty: what was left and the discards became two new decks."""

    returned: tuple[str, ...]  # what came from the discard pile
    left: int
    right: int

    def text(self, names: Sequence[str]) -> str:
        back = f" with {card_count(len(self.returned))} from the discard pile" if self.returned else ""
        return f"a deck was empty: reshuffled{back} into new decks of {self.left} and {self.right}"

    def rule(self) -> str:
        return "LR-60"


@dataclass(frozen=True)
class ReshuffledUnseen(Event):
    """The same when some of the discards lay face down (LR-R18)."""

    returned: tuple[str, ...]  # what came from the discard pile and lay open
    left: int
    right: int
    backs: tuple[str, ...]  # of what lay face down

    def text(self, names: Sequence[str]) -> str:
        back = f"{card_count(len(self.returned) + len(self.backs))} from the discard pile, {len(self.backs)} unseen,"
        return f"a deck was empty: reshuffled with {back} into new decks of {self.left} and {self.right}"

    def rule(self) -> str:
        return "LR-R18"


def card_count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


@dataclass(frozen=True)
class FinalScored(Event):
    """A player's remaining cards were revealed and scored at the end."""

    seat: Seat
    cards: tuple[str, ...]
    faces: tuple[str, ...]
    points: int
    doubled: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        shown = rooms(self.cards, self.faces)
        return f"{names[self.seat]} reveals {shown}: {scored(self.points, self.doubled)}"

    def rule(self) -> str:
        return "LR-51"

    def reveals(self) -> bool:
        return True


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
            return f"{why}: {winners[0]} wins with {points(best)}"
        return f"{why}: {listing(winners)} share the victory with {points(best)} each"

    def rule(self) -> str:
        return "LR-R17" if self.reason == "turn_limit" else "LR-52"
