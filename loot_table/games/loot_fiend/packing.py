"""How loot fits into a backpack: shapes, their placements, and a solver that packs.

A set of squares is a number with a bit for each, in reading order. Pieces turn, and are never turned over.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

BITS: Final = vec[i64]([1 << square for square in range(31)])
SPAN: Final = 31  # bits, more than any set of squares has
MOST_REMEMBERED: Final = 40_000  # packings
# Squares looked at for one packing. The box's own shapes take half as many at most; a designer's may have no packing that
# is found in time, and then they do not fit (LF-R44).
MOST_LOOKS: Final = 6000
PLACES: Final = 16384  # of a set with so many numbers at most
WORD: Final = 2**60 - 1

# Whether a piece can be taken along.
FITS: Final = "fits"
FITS_REPACKED: Final = "fits after reorganising"
NEVER_FITS: Final = "does not fit"


@final
class Shape:
    """A kind of loot: what it is worth and which squares it covers in each rotation."""

    def __init__(self, number: int, code: str, name: str, size: int, value: int, art: list[tuple[int, int]]) -> None:
        self.number = number
        self.code = code
        self.name = name
        self.size = size
        self.value = value
        self.squares = len(art)
        self.turned = rotations(art)
        self.first = 0  # its placements in the packer's list: from first up to, not including, last
        self.last = 0


def rotations(art: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The different-looking rotations, each a clockwise quarter turn after the one before."""
    found: list[list[tuple[int, int]]] = []
    squares = sorted(art)
    while squares not in found:
        found.append(squares)
        height = max([y for _, y in squares]) + 1
        squares = sorted([(height - 1 - y, x) for x, y in squares])
    return found


@final
class Placement:
    """One way to lay a shape into the backpack: rotation, and the corner of its bounding box."""

    def __init__(self, shape: Shape, rot: int, x: int, y: int, mask: int) -> None:
        self.shape = shape
        self.rot = rot
        self.x = x
        self.y = y
        self.mask = mask


@final
class Failures:
    """A set of numbers of at most 62 bits that is soon empty again: what a search has tried in vain."""

    def __init__(self) -> None:
        self.places = vec[i64]([-1] * PLACES)
        self.used = vec[i64]([0] * (MOST_LOOKS + 1))
        self.count: i64 = 0

    def clear(self) -> None:
        for n in range(self.count):
            self.places[self.used[n]] = -1
        self.count = 0

    def place_of(self, number: i64) -> i64:
        """Where it is, or where it would be."""
        places = self.places
        place: i64 = (number ^ (number >> 13) ^ (number >> 31)) & (PLACES - 1)
        while places[place] >= 0 and places[place] != number:
            place = (place + 1) & (PLACES - 1)
        return place

    def hold(self, number: i64) -> bool:
        return self.places[self.place_of(number)] >= 0

    def add(self, number: i64) -> None:
        place = self.place_of(number)
        self.places[place] = number
        self.used[self.count] = place
        self.count += 1


@final
class Packer:
    """All placements of all shapes, and packings found so far."""

    def __init__(self, shapes: list[Shape], columns: int, rows: int) -> None:
        self.shapes = shapes
        self.columns = columns
        self.rows = rows
        self.squares = columns * rows
        self.placements: list[Placement] = []
        self.numbers: dict[int, int] = {}  # of a placement, by what names it
        for shape in shapes:
            self._place(shape)
        self.masks = vec[i64]([placement.mask for placement in self.placements])
        # The solver's order: most squares first, then as in the data file (LF-92).
        self.order = sorted(range(len(shapes)), key=lambda number: (-shapes[number].squares, number))
        self._sort_by_first_square()
        self.locked: list[int] = [int(sum([1 << square for square in range(n * columns)])) for n in range(rows + 1)]
        self.units: list[int] = [64**number for number in range(len(shapes))]
        self.shape_bits: list[int] = [2**number for number in range(len(shapes))]
        # Shapes that could fit, by the squares that are free, and by the locks on an empty backpack.
        self.not_larger = [self._bits([s for s in shapes if s.squares <= free]) for free in range(self.squares + 1)]
        self.ever_fit = [self._bits([s for s in shapes if self.has_room(s, taken)]) for taken in self.locked]
        self.remembered: dict[int, list[int] | None] = {}
        self.remembered_shapes: dict[int, int] = {}
        # The search's own: by slot a kind of shape, how many of it are left, and what one counts for in the code.
        self.slots: i64 = 0
        self.kinds = vec[i64]([0] * len(shapes))
        self.left = vec[i64]([0] * len(shapes))
        self.codes = vec[i64]([0] * len(shapes))
        self.laid = vec[i64]([0] * (self.squares + 1))  # by how many pieces were left
        self.failures = Failures()
        self.looks: i64 = 0  # that are left

    def _place(self, shape: Shape) -> None:
        """LF-90: by rotation, then row, then column."""
        shape.first = len(self.placements)
        for rot, squares in enumerate(shape.turned):
            width = max([x for x, _ in squares]) + 1
            height = max([y for _, y in squares]) + 1
            for top in range(self.rows - height + 1):
                for left in range(self.columns - width + 1):
                    mask = 0
                    for x, y in squares:
                        mask |= int(BITS[(top + y) * self.columns + left + x])
                    self.numbers[self._name(shape, rot, left, top)] = len(self.placements)
                    self.placements.append(Placement(shape, rot, left, top, mask))
        shape.last = len(self.placements)

    def _name(self, shape: Shape, rot: int, x: int, y: int) -> int:
        return ((shape.number * 4 + rot) * 16 + y) * 16 + x

    def _bits(self, shapes: list[Shape]) -> int:
        return sum([self.shape_bits[shape.number] for shape in shapes])

    def find(self, shape: Shape, rot: int, x: int, y: int) -> int:
        """The number of a placement, or -1 when the piece would stick out or has no such rotation."""
        if not (0 <= rot < len(shape.turned) and 0 <= x < self.columns and 0 <= y < self.rows):
            return -1
        return self.numbers.get(self._name(shape, rot, x, y), -1)

    def _sort_by_first_square(self) -> None:
        """For each shape and square the placements whose first square in reading order is that one, by rotation."""
        starts: list[int] = []
        sorted_places: list[int] = []
        for shape in self.shapes:
            for square in range(self.squares):
                starts.append(len(sorted_places))
                for number in range(shape.first, shape.last):
                    mask = self.placements[number].mask
                    if mask & (-mask) == int(BITS[square]):
                        sorted_places.append(number)
        starts.append(len(sorted_places))
        self.starts = vec[i64](starts)
        self.sorted_places = vec[i64](sorted_places)
        self.sorted_masks = vec[i64]([self.placements[number].mask for number in sorted_places])

    # ---- as it is

    def has_room(self, shape: Shape, taken: i64) -> bool:
        """Whether a piece fits without moving anything (LF-46)."""
        masks = self.masks
        number: i64 = shape.first
        last: i64 = shape.last
        while number < last:
            if masks[number] & taken == 0:
                return True
            number += 1
        return False

    def have_room(self, one: Shape, other: Shape, taken: i64) -> bool:
        """Whether two pieces fit together without moving anything."""
        for number in range(one.first, one.last):
            mask = self.masks[number]
            if mask & taken == 0 and self.has_room(other, taken | mask):
                return True
        return False

    def flexibility(self, taken: i64) -> int:
        """How many shapes have a place."""
        count = 0
        for shape in self.shapes:
            if self.has_room(shape, taken):
                count += 1
        return count

    # ---- after a repack

    def canonical(self, code: int, locks: int) -> list[int] | None:
        """LF-92: the canonical packing of the shapes that `code` counts, or None. Placements in the order laid."""
        key = (code << 4) | locks
        if key in self.remembered:
            return self.remembered[key]
        if len(self.remembered) >= MOST_REMEMBERED:
            self.remembered.clear()
        found = self._solve(code, self.locked[locks])
        self.remembered[key] = found
        return found

    def homeless(self, locks: int, taken: int, free: int) -> int:
        """Bits of the shapes that have no place as things lie, but perhaps after reorganising."""
        found = self.not_larger[free] & self.ever_fit[locks]
        for shape in self.shapes:
            if found & self.shape_bits[shape.number] and self.has_room(shape, taken):
                found -= self.shape_bits[shape.number]
        return found

    def repackable(self, code: int, locks: int, homeless: int) -> int:
        """Bits of those homeless shapes that really have a place after reorganising."""
        key = (((code << 4) | locks) << SPAN) | homeless
        if key in self.remembered_shapes:
            return self.remembered_shapes[key]
        if len(self.remembered_shapes) >= MOST_REMEMBERED:
            self.remembered_shapes.clear()
        found = 0
        for shape in self.shapes:
            bit = self.shape_bits[shape.number]
            if homeless & bit and self.canonical(code + self.units[shape.number], locks) is not None:
                found |= bit
        self.remembered_shapes[key] = found
        return found

    def _solve(self, code: int, taken: int) -> list[int] | None:
        counts = self._counts(code)
        free: i64 = self.squares - bin(taken).count("1")
        pieces: i64 = 0
        whole: i64 = 0
        self.slots = 0
        for number in self.order:
            count = counts[number]
            if count:
                squares: i64 = self.shapes[number].squares
                free -= count * squares
                if free < 0:
                    return None
                self.kinds[self.slots] = number
                self.left[self.slots] = count
                # Mixed radix: a number that names what is still to be laid. A single square fits wherever one may stay
                # empty, so it makes no difference to what can be packed.
                is_single = squares == 1
                self.codes[self.slots] = 0 if is_single else whole + 1
                if not is_single:
                    whole = (whole + 1) * (count + 1) - 1
                self.slots += 1
                pieces += count
        self.failures.clear()
        self.looks = MOST_LOOKS
        if not self._search(taken, 0, pieces, whole, free):
            return None
        return [int(self.laid[left]) for left in range(pieces, 0, -1)]

    def _counts(self, code: int) -> vec[i64]:
        """How many of each shape a code counts: six bits for each, ten to a word."""
        counts = vec[i64]([0] * len(self.shapes))
        number: i64 = 0
        while code:
            word: i64 = code & WORD
            code >>= 60
            place = number
            while word:
                counts[place] = word & 63
                word >>= 6
                place += 1
            number += 10
        return counts

    def _search(self, taken: i64, square: i64, pieces: i64, code: i64, spare: i64) -> bool:
        """Lay what is left from this square on; `spare` squares may stay empty."""
        if pieces == 0:
            return True
        key: i64 = (code << SPAN) | taken
        if self.looks <= 0 or self.failures.hold(key):
            return False
        self.looks -= 1
        while taken & BITS[square] != 0:
            square += 1
        squares: i64 = self.squares
        for slot in range(self.slots):
            if self.left[slot] == 0:
                continue
            at: i64 = self.kinds[slot] * squares + square
            number = self.starts[at]
            last = self.starts[at + 1]
            while number < last:
                mask = self.sorted_masks[number]
                if mask & taken == 0:
                    self.left[slot] -= 1
                    self.laid[pieces] = self.sorted_places[number]
                    if self._search(taken | mask, square, pieces - 1, code - self.codes[slot], spare):
                        return True
                    self.left[slot] += 1
                number += 1
        if spare > 0 and self._search(taken | BITS[square], square, pieces, code, spare - 1):
            return True
        self.failures.add(key)
        return False
