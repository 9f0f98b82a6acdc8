"""One game being played as libraries for research see it: numbers in, numbers out, nature inside.

Whoever decides says letters until they spell an action (`engine/spelling.py`). A row of numbers tells what a seat may know
(`engine/encoding.py`), and to the seat that decides what it has already said, so that every row says all there is to know.
The same seed and the same letters make the same game, in both builds.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from loot_table.engine.encoding import Encoding, Numbers, Part
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.shares import returns_of
from loot_table.engine.spelling import Answers, Spelling, Word
from loot_table.engine.state import NATURE, NOBODY, Action, Seat, State, View

SPELLED: Final = "spelled"  # the last part of a row


def parts_of(encoding: Encoding, spelling: Spelling) -> tuple[Part, ...]:
    """The parts of a row: those of the encoding, and what has been said of a word."""
    if not spelling.spelled:
        return encoding.parts
    names = tuple([spelling.label(letter) for letter in spelling.spelled])
    says = "what one has said of an answer so far: the last letter 1, that before it 1/2, then 1/3, summed up"
    return (*encoding.parts, Part(SPELLED, (len(names),), says, names=(names,)))


def fill(encoding: Encoding, spelling: Spelling, view: View, prefix: Word, numbers: Numbers) -> None:
    """What a seat may know, and what it has said of an answer."""
    encoding.follow(view, numbers)
    ago = len(prefix)
    for letter in prefix:
        numbers.more(spelling.place_of[letter], 1.0 / ago)
        ago -= 1


@final
class Episode:
    """A game from its first deal to its end, or to a limit of actions."""

    def __init__(
        self,
        start: State,
        encoding: Encoding,
        spelling: Spelling,
        seed: int,
        limit: int = 0,  # of actions; 0 for none
        numbers: Numbers | None = None,  # where rows are written; episodes can share them
    ) -> None:
        self.start = start
        self.encoding = encoding
        self.spelling = spelling
        self.limit = limit
        self.size: int = encoding.size + len(spelling.spelled)  # of a row
        self.numbers = Numbers(self.size) if numbers is None else numbers
        self.table = start
        self.random = Random(seed)
        self.to_act: Seat = NOBODY  # the seat that decides, or NOBODY
        self.done = 0  # actions
        self.is_truncated = False  # whether the limit ended it
        self.answers: Answers | None = None  # to what is asked, once they are needed
        self.seen: View | None = None  # by the seat that decides, once it is needed
        self.begin()

    @property
    def parts(self) -> tuple[Part, ...]:
        """What stands in a row."""
        return parts_of(self.encoding, self.spelling)

    def reset(self, seed: int) -> None:
        """A fresh deal."""
        self.random = Random(seed)
        self.begin()

    def begin(self) -> None:
        self.table = self.start.copy()
        self.done = 0
        self.is_truncated = False
        self.settle()

    def settle(self) -> None:
        """Let nature answer until a seat must."""
        table = self.table
        self.answers = None
        self.seen = None
        who = table.to_act
        while who == NATURE:
            table.happen(table.chance().sample(table, self.random))
            who = table.to_act
        if who >= 0 and self.limit and self.done >= self.limit:
            self.is_truncated = True
            who = NOBODY
        self.to_act = who

    def copy(self) -> Episode:
        """A game of its own at the same point, with the same luck to come."""
        twin = Episode(self.start, self.encoding, self.spelling, 0, self.limit, self.numbers)
        twin.table = self.table.copy()
        twin.random = self.random.copy()
        twin.to_act = self.to_act
        twin.done = self.done
        twin.is_truncated = self.is_truncated
        twin.answers = self.answers.copy() if self.answers is not None else None
        twin.seen = self.seen
        return twin

    # ---- what can be said

    def view(self, seat: Seat) -> View:
        """What a seat may know now."""
        if seat != self.to_act:
            return self.table.view(seat)
        if self.seen is None:
            self.seen = self.table.view(seat)
        return self.seen

    def asked(self) -> Answers:
        """The legal answers to what is asked. Where more is accepted than is listed, those that are listed."""
        if self.answers is None:
            if self.to_act < 0:
                raise BadInput("the game is over")
            table = self.table
            actions = table.decision().actions(table)
            view = self.view(self.to_act) if self.spelling.is_told else None
            self.answers = self.spelling.answers(actions, view)
        return self.answers

    def legal(self) -> list[int]:
        """The letters that may come next, in order; none when the game is over."""
        return self.asked().legal() if self.to_act >= 0 else []

    def mask(self, out: Any) -> None:
        """The same into a buffer of int8, see `fresh_mask`."""
        with memoryview(out) as buffer:
            if buffer.nbytes != self.spelling.size or buffer.readonly or not buffer.c_contiguous:
                raise BadInput(f"a mask needs a writable buffer of {self.spelling.size} int8 in one piece")
            with buffer.cast("B") as bytes_:
                bytes_[:] = self.fresh_mask()

    def fresh_mask(self) -> bytearray:
        """A byte for each letter: 1 where it may come next, 0 elsewhere. It belongs to whoever asks."""
        mask = bytearray(self.spelling.size)
        if self.to_act >= 0:
            for letter in self.asked().letters:
                if letter >= 0:
                    mask[letter] = 1
        return mask

    # ---- saying it

    def step(self, letter: int) -> bool:
        """Say a letter. Whether the word was whole, and the action has been done. What is not legal changes nothing."""
        action = self.asked().spell(letter)
        if action is None:
            return False
        self.apply(action)
        return True

    def apply(self, action: Action) -> None:
        """The seat to act answers with an action, which must be legal."""
        self.table.apply(action)
        self.done += 1
        self.settle()

    # ---- what is seen

    def observe(self, seat: Seat, out: Any) -> None:
        """What a seat may know, as a row into a buffer of float32."""
        numbers = self.numbers
        self.write(seat, numbers, 0)
        numbers.into(out)

    def fresh_row(self, seat: Seat) -> bytearray:
        """The same in a buffer of its own, which belongs to whoever asks: quicker than to fill another's."""
        numbers = self.numbers
        self.write(seat, numbers, 0)
        return bytearray(numbers.packed())

    def write(self, seat: Seat, numbers: Numbers, row: i64) -> None:
        """The same as one of several rows."""
        numbers.begin(row)
        prefix = self.answers.prefix if self.answers is not None and seat == self.to_act else ()
        fill(self.encoding, self.spelling, self.view(seat), prefix, numbers)

    # ---- the end

    def shares(self) -> list[float]:
        """Each seat's share of the victory; equal parts where the limit ended it."""
        if self.to_act >= 0:
            raise BadInput("the game is not over")
        if self.is_truncated:
            return [1.0 / self.table.players] * self.table.players
        return self.table.standings()

    def returns(self) -> list[float]:
        """The same as a game of sum zero: from -1 to 1."""
        return returns_of(self.shares())
