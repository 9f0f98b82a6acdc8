"""What people notice in Crates vs Barrels. Nothing is hidden, so everybody notices everything."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.sentence import BAD, GOLD, Name, Sentence, Toned, Verbatim, place, say, together, word
from loot_table.engine.state import Event, Seat


@dataclass(frozen=True)
class Played(Event):
    """A turn, as it stands in the record."""

    seat: Seat
    turn: int
    notation: str

    def text(self) -> Sentence:
        turn = word("pass") if self.notation == "pass" else Verbatim(self.notation, "place")
        return say("{number}. {who} {turn}", number=self.turn, who=Name(self.seat), turn=turn)

    def rule(self) -> str:
        if self.notation == "pass":
            return "CB-HSE-8"
        return "CB-RSP-1" if self.notation.startswith("@") else "CB-MOV-1"


@dataclass(frozen=True)
class TakenOut(Event):
    """A pawn went to its owner's reserve."""

    seat: Seat
    tile: str
    had_loot: bool

    def text(self) -> Sentence:
        who, tile = Name(self.seat), Toned(BAD, place(self.tile))
        if self.had_loot:
            return say("{who} lost a carrier on {tile}.", who=who, tile=tile)
        return say("{who} lost a pawn on {tile}.", who=who, tile=tile)

    def rule(self) -> str:
        return "CB-ATT-2"


@dataclass(frozen=True)
class LootReturned(Event):
    """A fallen carrier's loot is back where it came from."""

    seat: Seat
    tile: str

    def text(self) -> Sentence:
        return say("The loot is back on {tile}.", tile=Toned(GOLD, place(self.tile)))

    def rule(self) -> str:
        return "CB-LOO-6"


@dataclass(frozen=True)
class PickedUp(Event):
    """A pawn took the enemy's loot."""

    seat: Seat
    tile: str

    def text(self) -> Sentence:
        return say("{who} walked in and picked up {loot}.", who=Name(self.seat), loot=Toned(GOLD, word("loot")))

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "CB-LOO-1"


@dataclass(frozen=True)
class Delivered(Event):
    """The loot is home."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} brought the loot home.", who=Name(self.seat))

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "CB-WIN-1"


@dataclass(frozen=True)
class Eliminated(Event):
    """The enemy has no pawn and no way to get one."""

    seat: Seat

    def text(self) -> Sentence:
        return say("{who} had no pawn left and no way to respawn.", who=Name(1 - self.seat))

    def is_scoring(self) -> bool:
        return True

    def rule(self) -> str:
        return "CB-WIN-2"


@dataclass(frozen=True)
class Drawn(Event):
    """Nobody won."""

    reason: str

    def text(self) -> Sentence:
        return together(say("A draw."), self.why())

    def why(self) -> Sentence:
        if self.reason == "repetition":
            return say("The position occurred for the third time.")
        return say("The turn limit was reached.")

    def rule(self) -> str:
        return "CB-HSE-5" if self.reason == "repetition" else "CB-HSE-6"
