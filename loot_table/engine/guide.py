"""What a table tells a player beside the board. A game's `guide.py` fills it in from a view; all of it is optional.

goal(view) -> Sentence                      how the game is won
hint(view) -> Sentence | None               what the deciding seat can do now, or what others wait for
secret(view) -> Sentence | None             what the seat alone knows, in place of the hint unless it covers its cards
seat(view, seat) -> SeatFacts               what a seat's card says
forecast(view, action) -> Forecast          what an answer would do, for the seat that decides
picks(view) -> Mapping[str, Pick]           what is asked once a part of an answer is picked up
steps(view) -> Sequence[Step]               the steps of a turn
pips(view) -> tuple[int, int] | None        actions left in this turn, and of how many
banner(view) -> Banner | None               what is special now
told(view) -> Sequence[Sentence]            everything the board shows, to be read out
place(where) -> Sentence                    what a place is called that a seat cannot see into, in a review
thing(view, id) -> Part                     what may lie there
Chapters                                    the headings of the log
"""

from __future__ import annotations

from dataclasses import dataclass

from mypy_extensions import mypyc_attr

from loot_table.engine.sentence import Sentence
from loot_table.engine.state import Event


@dataclass(frozen=True)
class Fact:
    text: Sentence
    short: Sentence | None = None  # where there is little room; the whole text is still read out
    icon: str = ""  # by the name that the game's `art.ts` gives it
    tone: str = ""  # "gold", "good" or "bad"
    is_secret: bool = False  # known to the seat alone: not shown while it covers its cards


@dataclass(frozen=True)
class Slots:
    """A score as a row of places, filled one after the other."""

    have: int
    of: int
    icon: str
    label: Sentence


@dataclass(frozen=True)
class SeatFacts:
    score: str
    unit: Sentence
    facts: tuple[Fact, ...] = ()
    slots: Slots | None = None


@dataclass(frozen=True)
class Forecast:
    """What happens then, in one line."""

    says: Sentence | None = None
    locks: bool = False  # whether something hidden is shown by it, so that undo ends here
    spend: int = 0  # actions


@dataclass(frozen=True)
class Pick:
    asks: Sentence
    hint: Sentence | None = None


@dataclass(frozen=True)
class Step:
    label: Sentence
    state: str  # "done", "now" or "next"


@dataclass(frozen=True)
class Banner:
    text: Sentence
    rule: str


@mypyc_attr(native_class=False)
class Chapters:
    """The headings of the log: hears every event in order and says under which heading it stands. An ordinary class also
    where it is compiled, as a game's own: what it remembers is its `__dict__`, plain data."""

    def __init__(self, players: int) -> None:
        self.players = players

    def heading(self, event: Event, version: int) -> Sentence | None:
        return None
