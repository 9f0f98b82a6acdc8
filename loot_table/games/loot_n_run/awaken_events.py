"""What people notice when guardians awaken: who is caught, and how each type of guardian helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loot_table.engine.state import REFEREE, Event, Seat
from loot_table.games.loot_n_run.events import TopCardTaken, listing, rooms, scored


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
        return f"{who}: {', '.join(rooms(self.cards, self.faces))}: {count}"

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
class WerewolfChoice(Event):
    """Which of the Werewolf's cards stay. Others see the backs of those."""

    seat: Seat
    backs: tuple[str, ...]  # of the kept cards
    cards: tuple[str, ...]  # the kept cards; empty to others

    def reveals(self) -> bool:
        return True

    def kept(self, names: Sequence[str]) -> str:
        kept = listing(self.cards or some_rooms(self.backs)) if self.backs else "nothing"
        return f"{names[self.seat]} keeps {kept}"


def some_rooms(backs: Sequence[str]) -> list[str]:
    """Rooms of which only the backs are seen."""
    return [f"a {back} room" for back in backs]


@dataclass(frozen=True)
class Kept(WerewolfChoice):
    """The refused cards lie open."""

    refused: tuple[str, ...]
    refused_faces: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        refused = f" and discards {', '.join(rooms(self.refused, self.refused_faces))}" if self.refused else ""
        return self.kept(names) + refused

    def rule(self) -> str:
        return "LR-46"

    def seen_by(self, seat: Seat) -> Event:
        return self if seat in (self.seat, REFEREE) else replace(self, cards=())


@dataclass(frozen=True)
class KeptAndHid(WerewolfChoice):
    """The refused cards lie face down (LR-R18): others see their backs too."""

    refused_backs: tuple[str, ...]
    refused: tuple[str, ...]  # empty to others
    refused_faces: tuple[str, ...]

    def text(self, names: Sequence[str]) -> str:
        shown = rooms(self.refused, self.refused_faces)
        refused = listing(shown or some_rooms(self.refused_backs)) if self.refused_backs else ""
        return self.kept(names) + (f" and discards {refused} face down" if refused else "")

    def rule(self) -> str:
        return "LR-R18"

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
