"""What people notice in Crates vs Barrels. Nothing is hidden, so everybody notices everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loot_table.engine.state import Event, Seat


@dataclass(frozen=True)
class Played(Event):
    """A turn, as it stands in the record."""

    seat: Seat
    turn: int
    notation: str

    def text(self, names: Sequence[str]) -> str:
        return f"{self.turn}. {names[self.seat]} {self.notation}"

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

    def text(self, names: Sequence[str]) -> str:
        pawn = "carrier" if self.had_loot else "pawn"
        return f"{names[self.seat]} lose a {pawn} on {self.tile}"

    def rule(self) -> str:
        return "CB-ATT-2"


@dataclass(frozen=True)
class LootReturned(Event):
    """A fallen carrier's loot is back where it came from."""

    seat: Seat
    tile: str

    def text(self, names: Sequence[str]) -> str:
        return f"the loot that {names[self.seat]} carried is back on {self.tile}"

    def rule(self) -> str:
        return "CB-LOO-6"


@dataclass(frozen=True)
class PickedUp(Event):
    """A pawn took the enemy's loot."""

    seat: Seat
    tile: str

    def text(self, names: Sequence[str]) -> str:
        return f"Loot on {self.tile} picked up by {names[self.seat]}"

    def rule(self) -> str:
        return "CB-LOO-1"


@dataclass(frozen=True)
class Delivered(Event):
    """The loot is home."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"The loot is home: victory for {names[self.seat]}"

    def rule(self) -> str:
        return "CB-WIN-1"


@dataclass(frozen=True)
class Eliminated(Event):
    """The enemy has no pawn and no way to get one."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"No pawn left for {names[1 - self.seat]}, and no way to respawn: victory for {names[self.seat]}"

    def rule(self) -> str:
        return "CB-WIN-2"


@dataclass(frozen=True)
class Drawn(Event):
    """Nobody won."""

    reason: str

    def text(self, names: Sequence[str]) -> str:
        if self.reason == "repetition":
            return "a draw: the position occurred for the third time"
        return "a draw: the turn limit is reached"

    def rule(self) -> str:
        return "CB-HSE-5" if self.reason == "repetition" else "CB-HSE-6"
