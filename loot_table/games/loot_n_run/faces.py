"""Rooms, backs, decks and guardians in the sentences that name them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from loot_table.engine.sentence import (
    Count,
    Listing,
    Part,
    Row,
    Sentence,
    Span,
    Thing,
    Verbatim,
    Voice,
    all_of,
    say,
    together,
    word,
)
from loot_table.games.loot_n_run.components import counted

DECK_NAMES: Final = ("left", "right")
DECK_WORDS: Final = (word("left"), word("right"))
GUARDIAN_WORDS: Final = {"mummy": word("the Mummy"), "werewolf": word("the Werewolf"), "frank": word("Frank")}
# What stands on a room; a number is filled in where there is one.
ON_ROOMS: Final[dict[str, Part]] = {
    "Mummy": word("Mummy"),
    "Werewolf": word("Werewolf"),
    "Frank": word("Frank"),
    "amulet": word("amulet"),
    "cup": Count(0, "{n} cup", "{n} cups"),
    "chest": Count(0, "{n} chest", "{n} chests"),
    "crown": Count(0, "{n} crown", "{n} crowns"),
    "mask": Count(0, "{n} mask", "{n} masks"),
    "scarab": Count(0, "{n} scarab", "{n} scarabs"),
    "necklace": Count(0, "{n} necklace", "{n} necklaces"),
}
TYPES: Final[dict[str, Part]] = {
    "cup": word("cups"),
    "chest": word("chests"),
    "crown": word("crowns"),
    "mask": word("masks"),
    "scarab": word("scarabs"),
    "necklace": word("necklaces"),
}
BETWEEN: Final = re.compile(r", | \+ ")


@dataclass(frozen=True)
class Face(Part):
    """A room's face: `3 masks + Mummy`."""

    id: str
    face: str  # as the components word it

    def spans(self, voice: Voice) -> list[Span]:
        parts = tuple([on_room(piece) for piece in BETWEEN.split(self.face)])
        return [Span("".join([span.text for span in Row(parts, " + ").spans(voice)]), "thing", self.id)]


def on_room(piece: str) -> Part:
    """`3 masks`, `Mummy`; what the shipped components do not have stays as it is."""
    number, _, kind = piece.partition(" ")
    if not number.isdecimal():
        return ON_ROOMS.get(piece, Verbatim(piece))
    return treasures(int(number), kind if number == "1" else kind.removesuffix("s"))


def treasures(number: int, kind: str) -> Part:
    named = ON_ROOMS.get(kind)
    return Count(number, named.one, named.many) if isinstance(named, Count) else Verbatim(counted(number, kind))


def faces_of(cards: Sequence[str], faces: Sequence[str]) -> Listing:
    return all_of([Face(card, face) for card, face in zip(cards, faces, strict=True)])


def back_of(back: str) -> Thing:
    return Thing(back, back)


def room_of(back: str) -> Sentence:
    """A room of which only the back is seen."""
    return say("a {back} room", back=back_of(back))


def rooms(number: int) -> Count:
    return Count(number, "{n} room", "{n} rooms")


def cards_in(number: int) -> Count:
    return Count(number, "{n} card", "{n} cards")


def guardians_in(number: int) -> Part:
    return Count(number, "{n} guardian", "{n} guardians") if number else word("no guardians")


def amulets_in(number: int) -> Part:
    return Count(number, "{n} amulet", "{n} amulets") if number else word("no amulets")


def with_doubled(sentence: Sentence, doubled: Sequence[str]) -> Sentence:
    """LR-33: followed by the treasures that counted double."""
    if not doubled:
        return sentence
    return together(
        sentence, say("Doubled: {types}.", types=all_of([TYPES.get(kind, Verbatim(kind)) for kind in doubled]))
    )
