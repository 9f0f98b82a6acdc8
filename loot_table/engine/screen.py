"""How much room a drawing has."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Screen:
    """Columns and rows of a terminal. Drawings fit its columns; of the rows they take as few as they can when it is low."""

    width: int = 80
    height: int = 50

    def folded(self, line: str, indent: int = 2) -> str:
        """A sentence on as many lines as it needs, the later ones indented."""
        return textwrap.fill(line, self.width, subsequent_indent=" " * indent)

    @property
    def is_narrow(self) -> bool:
        return self.width < 80

    @property
    def is_low(self) -> bool:
        return self.height < 40
