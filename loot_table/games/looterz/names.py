"""How cards are called: `death_knight-2` is the Death Knight II."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.sentence import Listing, Part, Span, Voice, Word, all_of, word

# Which of the copies of a kind it is; the first has no number.
COPIES: Final[dict[int, Word]] = {
    2: word("II"),
    3: word("III"),
    4: word("IV"),
    5: word("V"),
    6: word("VI"),
    7: word("VII"),
    8: word("VIII"),
    9: word("IX"),
    10: word("X"),
}


def titled(kind: str) -> str:
    """The name of a kind whose components say nothing else: `death_knight` is `Death Knight`."""
    return kind.replace("_", " ").title()


def copy_of(id: str) -> Word | None:
    copy = id.rpartition("-")[2]
    return COPIES.get(int(copy)) if copy.isdecimal() else None


def called(id: str, name: str) -> str:
    """A card by the name of its kind, and which of the copies it is."""
    copy = copy_of(id)
    return name if copy is None else f"{name} {copy.template}"


@final
@dataclass(frozen=True)
class CardName(Part):
    """A card in a sentence, which knows it by its id."""

    id: str

    def spans(self, voice: Voice) -> list[Span]:
        kind, copy = self.id.rpartition("-")[0], copy_of(self.id)
        name = voice.words.find(voice.things.get(kind, titled(kind)))
        return [Span(name if copy is None else f"{name} {voice.words.find(copy.template)}", "thing", self.id)]


def cards(ids: Sequence[str]) -> Listing:
    """`Dwarf, Bard and King`."""
    return all_of([CardName(id) for id in ids])
