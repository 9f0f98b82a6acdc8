"""How cards are called: `death_knight-2` is the Death Knight II."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.sentence import Listing, Part, Span, Voice, all_of

COPIES: Final = ("", "", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X")


def titled(kind: str) -> str:
    """The name of a kind whose components say nothing else: `death_knight` is `Death Knight`."""
    return kind.replace("_", " ").title()


def called(id: str, name: str = "") -> str:
    """A card by the name of its kind, and which of the copies it is."""
    kind, _, copy = id.rpartition("-")
    number = int(copy) if copy.isdigit() and int(copy) < len(COPIES) else 1
    return (name or titled(kind)) + COPIES[number]


@final
@dataclass(frozen=True)
class CardName(Part):
    """A card in a sentence, which knows it by its id."""

    id: str

    def spans(self, voice: Voice) -> list[Span]:
        kind = self.id.rpartition("-")[0]
        return [Span(called(self.id, voice.words.find(voice.things.get(kind, titled(kind)))), "thing", self.id)]


def cards(ids: Sequence[str]) -> Listing:
    """`Dwarf, Bard and King`."""
    return all_of([CardName(id) for id in ids])
