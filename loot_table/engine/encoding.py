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
from mypy_extensions import i64, u8

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
BIT: Final = vec[float]([0.0, 1.0])


@final
class Numbers:
    """Rows of numbers, each filled from left to right. What is not written is 0.

    Most numbers are 0, of boards above all: blocks in which nothing was written are neither cleared nor written one by one."""

    def __init__(self, size: int, rows: int = 1) -> None:
        blocks = -(-size // BLOCK)
        self.row = vec[float]([0.0] * (rows * blocks * BLOCK))  # all rows, each in whole blocks
        self.is_used = vec[u8]([0] * (rows * blocks))
        self.size: i64 = size  # of each
        self.blocks: i64 = blocks  # of each
        self.at: i64 = 0
        self.writer = BytesWriter()

    def begin(self, row: i64 = 0) -> None:
        """Empty a row, and go to its beginning."""
        numbers = self.row
        is_used = self.is_used
        block: i64 = row * self.blocks
        last: i64 = block + self.blocks
        self.at = block * BLOCK
        while block < last:
            if is_used[block]:
                is_used[block] = 0
                place: i64 = block * BLOCK
                end: i64 = place + BLOCK
                while place < end:
                    numbers[place] = 0.0
                    place += 1
            block += 1

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

    def bits(self, bits: i64, length: i64) -> None:
        """The next numbers, one for each bit from the lowest on: 1 where it is set."""
        at = self.at
        self.at = at + length
        if bits == 0:
            return
        row = self.row
        values = BIT
        block: i64 = at >> 4
        while block <= (at + length - 1) >> 4:
            self.is_used[block] = 1
            block += 1
        while bits:  # a branch for each bit would often be foreseen wrongly
            row[at] = values[bits & 1]
            bits >>= 1
            at += 1

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

    def packed(self, row: i64 = 0) -> bytes:
        """A row as float32."""
        numbers = self.row
        is_used = self.is_used
        writer = self.writer
        writer.truncate(0)
        block: i64 = row * self.blocks
        whole: i64 = block * BLOCK + self.size  # where the row ends
        last: i64 = block + self.blocks
        while block < last:
            place: i64 = block * BLOCK
            end: i64 = min(place + BLOCK, whole)
            if is_used[block] or end - place < BLOCK:
                while place < end:
                    write_f32_le(writer, numbers[place])
                    place += 1
            else:
                writer.write(BLANK)
            block += 1
        return writer.getvalue()

    def into(self, out: Any, row: i64 = 0) -> None:
        """The same into a buffer that has just the right size, such as a numpy array."""
        packed = self.packed(row)
        with memoryview(out) as buffer:
            if buffer.nbytes != 4 * self.size or buffer.readonly or not buffer.c_contiguous:
                raise BadInput(f"a row needs a writable buffer of {self.size} float32 in one piece")
            with buffer.cast("B") as bytes_:
                bytes_[:] = packed

    def listed(self, row: int = 0) -> list[float]:
        first = row * int(self.blocks) * BLOCK
        return [self.row[first + place] for place in range(int(self.size))]


def relative(seat: Seat, viewer: Seat, players: int) -> int:
    """A seat as somebody sees it: 0 is one's own, 1 the next clockwise. Who has no seat sees them as they are."""
    return seat if viewer < 0 else (seat - viewer) % players


def around(start: Seat, players: int) -> list[Seat]:
    return [(start + step) % players for step in range(players)]


MOST: Final = 8  # players whose orders are made once
ORDERS: Final = [[around(start, players) for start in range(players)] for players in range(MOST + 1)]


def clockwise(view: View) -> list[Seat]:
    """All seats, the viewer's first. The list is not to be changed."""
    start = max(view.seat, 0)
    return ORDERS[view.players][start] if view.players <= MOST else around(start, view.players)


def look(view: View, out: Numbers) -> None:
    """What every game begins with, see `seats_part`: whose eyes, whose turn."""
    players: i64 = view.players
    seat: i64 = view.seat
    actor: i64 = view.to_act
    out.one_of(seat, players)
    out.one_of((actor - max(seat, 0)) % players if actor >= 0 else -1, players)
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

    def filled(self, view: View) -> Numbers:
        """The numbers of a view; valid until the next are asked for."""
        numbers = self.numbers
        numbers.begin()
        self.follow(view, numbers)
        return numbers

    def follow(self, view: View, numbers: Numbers) -> None:
        """Write a view where numbers have come."""
        end = numbers.at + self.size
        self.fill(view, numbers)
        assert numbers.at == end, "the parts say how long they are"

    def encode(self, view: View, out: Any) -> None:
        """Into a buffer of float32, see `Numbers.into`."""
        self.filled(view).into(out)

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
