"""Sheets of paper, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

from loot_table.engine.errors import BadInput

MARGIN = 10.0  # left and right, where nothing is that is cut out
HEAD = 13.0  # the same above and below, with room for a heading, the ruler and cut marks
SAFE = 5.0  # where nothing is at all: most printers reach no further


@dataclass(frozen=True)
class Paper:
    name: str
    css: str  # what CSS calls it
    width: float
    height: float

    @property
    def room(self) -> tuple[float, float]:
        """For things that are cut out."""
        return self.width - 2 * MARGIN, self.height - 2 * HEAD


PAPERS = {
    "a4": Paper("A4", "A4", 210, 297),
    "letter": Paper("Letter", "letter", 215.9, 279.4),
}


def paper_called(name: str) -> Paper:
    if name.lower() not in PAPERS:
        raise BadInput(f"there is no paper {name!r:.40}; there are {', '.join(PAPERS)}")
    return PAPERS[name.lower()]
