"""How cells, pieces, sides and amounts are put into sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from loot_table.engine.sentence import GOLD, Count, Part, Span, Thing, Toned, Verbatim, Voice, say, word
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.map import Cell

MOST_SHOWN: Final = 40  # characters of a stranger's text
SIDE_WORDS: Final[Sequence[Part]] = (word("north"), word("east"), word("south"), word("west"))
SIZE_WORDS: Final[Sequence[Part]] = (word("small"), word("medium"), word("large"))
TILE_WORDS: Final[dict[str, Part]] = {
    "cross": word("a cross"),
    "tee": word("a tee"),
    "corner": word("a corner"),
    "straight": word("a straight"),
    "end": word("a dead end"),
    "store": Toned(GOLD, word("a store")),
}


@dataclass(frozen=True)
class Away(Part):
    """A place on the map by the way there: so many cells from the starter, whose upper left quarter is (0,0)."""

    x: int
    y: int

    def spans(self, voice: Voice) -> list[Span]:
        across = say("{n} west", n=-self.x) if self.x < 0 else say("{n} east", n=self.x)
        along = say("{n} north", n=-self.y) if self.y < 0 else say("{n} south", n=self.y)
        way = [voice.text(each) for each, far in ((across, self.x), (along, self.y)) if far]
        return [Span(", ".join(way), "place", f"{self.x},{self.y}")]


def spot(cell: Cell) -> Part:
    """`3 west, 4 north`, or the starter."""
    return word("the starter") if cell == (0, 0) else Away(cell[0], cell[1])


def tile_kind(kind: str) -> Part:
    """`a tee`. Kinds from somebody's own data go by their code."""
    return TILE_WORDS.get(kind, Verbatim(kind))


def named(kit: Components, id: str, is_one_of_many: bool = False) -> Thing:
    """`crown`, or `a crown`."""
    return Thing(id, kit.shape_of[kit.piece_numbers[id]].name, is_one_of_many)


def called(kit: Components, id: str) -> Part:
    """A piece that somebody named, who may have made it up."""
    return named(kit, id) if id in kit.piece_numbers else Verbatim(id[:MOST_SHOWN])


def actions(number: int) -> Count:
    return Count(number, "{n} action", "{n} actions")


def locks(number: int) -> Count:
    return Count(number, "{n} lock", "{n} locks")


def turns(number: int) -> Count:
    return Count(number, "{n} turn", "{n} turns")


def tiles(number: int) -> Count:
    return Count(number, "{n} tile", "{n} tiles")


def pieces(number: int) -> Count:
    return Count(number, "{n} piece", "{n} pieces")


def roads(number: int) -> Count:
    return Count(number, "{n} road", "{n} roads")
