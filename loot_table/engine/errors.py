"""Every error we raise on purpose.

LootError
├── IllegalAction     a player's mistake; carries the refusal with its rule
├── WorkerEnded       a process that worked for us is gone
└── BadInput          something from outside that cannot be used; says what would be right
    ├── BadLine       a typed line that means nothing; says what could be typed
    ├── BadJson       not JSON, too long, too deep, or not of the expected form
    ├── BadOption     an option that does not exist or a value it cannot have
    ├── BadComponents component data that do not hold together
    ├── BadPosition   a written position that cannot be read
    ├── BadRecord     a saved match that cannot be played again
    ├── BadTable      a wrong number of players, seats or names
    ├── BadLesson     a game's lessons that cannot be taught
    └── UnknownGame   no game of that name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loot_table.engine.sentence import SOMEBODY, Sentence, Voice

if TYPE_CHECKING:
    from loot_table.engine.state import Refusal


class LootError(Exception):
    """Anything that is not a bug of ours."""


class IllegalAction(LootError):
    """The rules forbid it."""

    def __init__(self, refusal: Refusal, voice: Voice = SOMEBODY) -> None:
        super().__init__(f"{voice.text(refusal.text)} ({refusal.rule})")
        self.refusal = refusal


class WorkerEnded(LootError):
    """A process that worked for us is gone."""


class BadInput(LootError):
    """It cannot be understood or used."""


class BadLine(BadInput):
    """A typed line that means nothing here; says what could be typed."""

    def __init__(self, text: Sentence) -> None:
        super().__init__(str(text))
        self.text = text


class BadJson(BadInput):
    pass


class BadOption(BadInput):
    pass


class BadComponents(BadInput):
    pass


class BadPosition(BadInput):
    pass


class BadRecord(BadInput):
    pass


class BadTable(BadInput):
    pass


class BadLesson(BadInput):
    pass


class UnknownGame(BadInput):
    pass
