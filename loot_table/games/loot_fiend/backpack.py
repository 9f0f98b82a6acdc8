"""A backpack and what is in it. It never changes: every change makes a new one, so tables can share them."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from loot_table.engine.state import Action
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED, NEVER_FITS, Placement, Shape


@final
class Backpack:
    """Pieces in the order of their ids, where each lies, and the locks still in."""

    def __init__(self, kit: Components, locks: int, pieces: list[int], places: list[int]) -> None:
        self.kit = kit
        self.locks = locks
        self.pieces = pieces
        self.places = places
        self.points = 0  # LF-2
        self.code = 0  # how many of each shape: what the packer needs to know
        free = kit.columns * (kit.rows - locks)
        filled = 0
        for piece, place in zip(pieces, places, strict=True):
            shape = kit.shape_of[piece]
            self.points += shape.value
            self.code += kit.packer.units[shape.number]
            filled |= kit.packer.placements[place].mask
            free -= shape.squares
        self.free = free  # squares
        self.filled: i64 = filled
        self.taken: i64 = filled | kit.packer.locked[locks]  # squares where nothing can be laid
        # What was worked out and what the rules offer for this backpack, remembered.
        self.homeless_shapes = -1
        self.repackable_shapes = -1
        self.payments: list[Action] | None = None
        self.packings: dict[int, list[list[int]]] = {}

    def with_piece(self, piece: int, place: int) -> Backpack:
        at = 0
        while at < len(self.pieces) and self.pieces[at] < piece:
            at += 1
        pieces, places = self.pieces.copy(), self.places.copy()
        pieces.insert(at, piece)
        places.insert(at, place)
        return Backpack(self.kit, self.locks, pieces, places)

    def repacked(self, places: list[int]) -> Backpack:
        return Backpack(self.kit, self.locks, self.pieces, places)

    def unlocked(self, count: int, spent: list[int]) -> Backpack:
        """LF-66: so many locks fewer, without the loot that paid for it."""
        pieces: list[int] = []
        places: list[int] = []
        for piece, place in zip(self.pieces, self.places, strict=True):
            if piece not in spent:
                pieces.append(piece)
                places.append(place)
        return Backpack(self.kit, self.locks - count, pieces, places)

    def has_room(self, shape: Shape) -> bool:
        return self.kit.packer.has_room(shape, self.taken)

    def fit(self, shape: Shape) -> str:
        """Whether a piece of this shape fits as things lie, after reorganising, or not at all."""
        if self.has_room(shape):
            return FITS
        return FITS_REPACKED if self.repackable() & self.kit.packer.shape_bits[shape.number] else NEVER_FITS

    def free_places(self, shape: Shape) -> list[Placement]:
        """LF-90: every way a piece of this shape could lie as things are."""
        places = self.kit.packer.placements[shape.first : shape.last]
        return [place for place in places if place.mask & self.taken == 0]

    def best_place(self, shape: Shape) -> Placement:
        """Of the places for a piece that fits the one that leaves room for the most shapes; the lowest of several."""
        best, found = (-1, -1), None
        for place in self.free_places(shape):
            worth = (self.kit.packer.flexibility(self.taken | place.mask), place.mask)
            if worth > best:
                best, found = worth, place
        assert found is not None, "it fits"
        return found

    def homeless(self) -> int:
        """Bits of the shapes that have no place as things lie, but perhaps after reorganising."""
        if self.homeless_shapes < 0:
            self.homeless_shapes = self.kit.packer.homeless(self.locks, self.taken, self.free)
        return self.homeless_shapes

    def repackable(self) -> int:
        """Bits of the shapes that fit only after reorganising."""
        if self.repackable_shapes < 0:
            self.repackable_shapes = self.kit.packer.repackable(self.code, self.locks, self.homeless())
        return self.repackable_shapes

    def making_room(self, *shapes: int) -> list[int] | None:
        """LF-92: where the pieces lie in the canonical packing that leaves room for these shapes, or None."""
        kit = self.kit
        code = self.code
        for number in shapes:
            code += kit.packer.units[number]
        laid = kit.packer.canonical(code, self.locks)
        if laid is None:
            return None
        # Pieces of one shape take their places in id order; the last places are the room-takers'.
        places: list[int] = []
        for piece in self.pieces:
            shape = kit.shape_of[piece]
            for place in laid:
                if shape.first <= place < shape.last and place not in places:
                    places.append(place)
                    break
        return places

    def layout(self) -> tuple[tuple[str, int, int, int], ...]:
        """LF-91: `("m07", 0, 1, 3)` for each piece, by id."""
        return written_layout(self.kit, self.pieces, self.places)


def written_layout(kit: Components, pieces: list[int], places: list[int]) -> tuple[tuple[str, int, int, int], ...]:
    found = []
    for piece, place in zip(pieces, places, strict=True):
        placement = kit.packer.placements[place]
        found.append((kit.pieces[piece], placement.rot, placement.x, placement.y))
    return tuple(found)
