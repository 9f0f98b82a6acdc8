"""What a match remembers of itself: the table as it was now and then, and what each entry made people notice.

The table is kept often for what was played lately, and seldom for what was long ago, so that a long game takes little
room and looking back never plays more than so many entries again. A match that was taken up in the middle
(`Match.catch_up`) has not heard what was noticed before; whoever asks has it played again.
"""

from __future__ import annotations

from typing import Any, Final, final

from loot_table.engine import codec
from loot_table.engine.codec import Codec
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE, Event, State

OFTEN: Final = 64  # entries after which the table is kept as it was
LATELY: Final = 1024  # entries for which that is so; of those before, the table is kept after every so many
MOST_BYTES: Final = 2**20  # of a table that was written down
News = tuple[Event, ...]


def written(state: State) -> bytes:
    """A table as the REFEREE sees it, who sees everything. It holds every secret."""
    return codec.dumps(codec.encode(state.view(REFEREE)))


def read(text: bytes, box: Any, words: Codec) -> State:
    """The table that was written down. The REFEREE's eyes leave nothing to imagine."""
    view: Any = words.decode(codec.loads(text, MOST_BYTES), box)
    state: State = view.imagine(Random(0))
    return state


@final
class Past:
    def __init__(self) -> None:
        self.states: dict[int, State] = {}  # by version, in order
        self.texts: dict[int, bytes] = {}  # the same as they were written down, of a match that was taken up
        self.news: list[News | None] = []  # news[n + 1] is what entry n caused; None: nobody here has heard it

    def keep(self, version: int, state: State) -> None:
        self.states[version] = state
        old = version - LATELY
        if old % LATELY:
            self.states.pop(old, None)

    def nearest(self, version: int) -> int:
        """The last version before this one, of which the table is kept; 0 for the beginning."""
        found = 0
        for known in self.states:
            if found < known < version:
                found = known
        for known in self.texts:
            if found < known < version:
                found = known
        return found

    def next(self, version: int, last: int) -> int:
        """The first version from this one on, of which the table is kept; or the last of all."""
        found = last
        for known in self.states:
            if version <= known < found:
                found = known
        for known in self.texts:
            if version <= known < found:
                found = known
        return found

    def state(self, version: int, box: Any, words: Codec) -> State:
        """The table of a version that `nearest` has named, to be played on."""
        known = self.states.get(version)
        return known.copy() if known is not None else read(self.texts[version], box, words)

    def forget_after(self, version: int) -> None:
        """That was taken back."""
        self.states = {known: state for known, state in self.states.items() if known <= version}
        self.texts = {known: text for known, text in self.texts.items() if known <= version}
        del self.news[version + 1 :]

    def until(self, version: int) -> Past:
        """The same as it was then."""
        earlier = Past()
        earlier.states = {known: state for known, state in self.states.items() if known <= version}
        earlier.texts = {known: text for known, text in self.texts.items() if known <= version}
        earlier.news = self.news[: version + 1]
        return earlier
