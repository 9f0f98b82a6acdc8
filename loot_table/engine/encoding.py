"""A view as numbers, for networks: named parts in one row of floats, made by each game's `encoding.py`.

A game writes `VERSION`, `parts(box)`, `fill(view, out)` and `fields(box)`. Numbers come from the view alone, so they are
equal in all worlds that the seat cannot tell apart; whoever looks comes first, then the others clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from librt.strings import BytesWriter, write_f32_le
from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.errors import BadInput
from loot_table.engine.spelling import Field
from loot_table.engine.state import NOBODY, Seat, View

VECTOR: Final = "vector"  # numbers of different kinds
PLANES: Final = "planes"  # the last two axes are rows and columns of a board
SET: Final = "set"  # the last axis describes one thing, those before it number the things


@dataclass(frozen=True)
class Part:
    """A named stretch of the row: its shape, what it holds, and for each axis the names along it where they have any."""

    name: str
    shape: tuple[int, ...]
    says: str
    kind: str = VECTOR
    names: tuple[tuple[str, ...], ...] = ()

    @property
    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size


BLOCK: Final = 16
BLANK: Final = bytes(4 * BLOCK)


@final
class Numbers:
    """A row of numbers that is filled from left to right. What is not written is 0.

    Most numbers are 0, of boards above all: blocks in which nothing was written are neither cleared nor written one by one."""

    def __init__(self, size: int) -> None:
        blocks = -(-size // BLOCK)
        self.row = vec[float]([0.0] * (blocks * BLOCK))
        self.is_used = vec[i64]([0] * blocks)
        self.size: i64 = size
        self.at: i64 = 0

    def clear(self) -> None:
        row = self.row
        is_used = self.is_used
        block: i64 = 0
        while block < len(is_used):
            if is_used[block]:
                is_used[block] = 0
                place = block * BLOCK
                end = place + BLOCK
                while place < end:
                    row[place] = 0.0
                    place += 1
            block += 1
        self.at = 0

    def add(self, value: float) -> None:
        """The next number."""
        at = self.at
        self.row[at] = value
        self.is_used[at >> 4] = 1
        self.at = at + 1

    def flag(self, is_so: bool) -> None:
        """The next number: 1 for yes."""
        at = self.at
        if is_so:
            self.row[at] = 1.0
            self.is_used[at >> 4] = 1
        self.at = at + 1

    def one_of(self, place: i64, length: i64) -> None:
        """The next numbers, of which one is 1; none where the place lies outside."""
        if 0 <= place < length:
            at = self.at + place
            self.row[at] = 1.0
            self.is_used[at >> 4] = 1
        self.at += length

    def put(self, place: i64, value: float) -> None:
        """A number further on, counted from where writing has come."""
        at = self.at + place
        self.row[at] = value
        self.is_used[at >> 4] = 1

    def more(self, place: i64, value: float) -> None:
        """As `put`, added to what is there."""
        at = self.at + place
        self.row[at] = self.row[at] + value
        self.is_used[at >> 4] = 1

    def skip(self, length: i64) -> None:
        self.at += length

    def write(self, writer: BytesWriter) -> None:
        """All of them, as float32."""
        row = self.row
        is_used = self.is_used
        block: i64 = 0
        while block < len(is_used):
            place = block * BLOCK
            end = min(place + BLOCK, self.size)
            if is_used[block]:
                while place < end:
                    write_f32_le(writer, row[place])
                    place += 1
            else:
                writer.write(BLANK if end - place == BLOCK else bytes(int(4 * (end - place))))
            block += 1

    def listed(self) -> list[float]:
        return [self.row[place] for place in range(self.size)]


def relative(seat: Seat, viewer: Seat, players: int) -> int:
    """A seat as somebody sees it: 0 is one's own, 1 the next clockwise. Who has no seat sees them as they are."""
    return seat if viewer < 0 else (seat - viewer) % players


def clockwise(view: View) -> list[Seat]:
    """All seats, the viewer's first."""
    start = max(view.seat, 0)
    return [(start + step) % view.players for step in range(view.players)]


def look(view: View, out: Numbers) -> None:
    """What every game begins with, see `seats_part`: whose eyes, whose turn."""
    players: i64 = view.players
    out.one_of(view.seat, players)
    actor = view.to_act
    out.one_of(relative(actor, view.seat, view.players) if actor >= 0 else -1, players)
    out.flag(actor == NOBODY)


def seats_part(players: int) -> Part:
    """What `look` writes."""
    mine = [f"sits at {seat}" for seat in range(players)]
    turn = [f"{'own turn' if seat == 0 else f'turn of +{seat}'}" for seat in range(players)]
    return Part("seats", (2 * players + 1,), "own seat; who decides, own seat first; whether it is over", VECTOR,
                ((*mine, *turn, "over"),))  # fmt: skip


@final
class Encoding:
    """How a game with some players, options and components is written in numbers."""

    def __init__(
        self,
        slug: str,
        version: int,
        parts: tuple[Part, ...],
        fields: Sequence[Field],
        fill: Callable[[Any, Numbers], None],
    ) -> None:
        self.slug = slug
        self.version = version
        self.parts = parts
        self.fields = fields
        self.fill = fill
        self.size: int = sum([part.size for part in parts])
        self.numbers = Numbers(self.size)
        self.writer = BytesWriter()

    def filled(self, view: View) -> Numbers:
        """The numbers of a view; valid until the next are asked for."""
        numbers = self.numbers
        numbers.clear()
        self.fill(view, numbers)
        assert numbers.at == numbers.size, "the parts say how long they are"
        return numbers

    def write(self, view: View, writer: BytesWriter) -> None:
        self.filled(view).write(writer)

    def encode(self, view: View, out: Any) -> None:
        """Into a buffer of float32 that has just the right size, such as a numpy array."""
        writer = self.writer
        writer.truncate(0)
        self.write(view, writer)
        with memoryview(out) as buffer:
            if buffer.nbytes != 4 * self.size or buffer.readonly or not buffer.c_contiguous:
                raise BadInput(f"the numbers of {self.slug} need a writable buffer of {self.size} float32 in one piece")
            buffer.cast("B")[:] = writer.getvalue()

    def listed(self, view: View) -> list[float]:
        return self.filled(view).listed()

    def starts(self) -> dict[str, tuple[int, int]]:
        """Where each part begins and ends."""
        found: dict[str, tuple[int, int]] = {}
        at = 0
        for part in self.parts:
            found[part.name] = (at, at + part.size)
            at += part.size
        return found


def dump(encoding: Encoding, row: Sequence[float]) -> str:
    """Numbers for people to read: part by part, what is not 0, by its names where it has any."""
    lines = [f"{encoding.slug}, version {encoding.version}, {encoding.size} numbers"]
    at = 0
    for part in encoding.parts:
        lines.append(f"{part.name} {part.shape}: {part.says}")
        for place in range(part.size):
            if row[at + place] != 0.0:
                lines.append(f"  {named(part, place)} = {row[at + place]:.4g}")
        at += part.size
    return "\n".join(lines)


def named(part: Part, place: int) -> str:
    """Where in a part a number stands."""
    words: list[str] = []
    rest = place
    for axis in range(len(part.shape) - 1, -1, -1):
        along = rest % part.shape[axis]
        rest //= part.shape[axis]
        names = part.names[axis] if axis < len(part.names) else ()
        words.append(names[along] if along < len(names) else str(along))
    return ", ".join(words[::-1])
