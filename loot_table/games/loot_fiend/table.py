"""The table of Loot Fiend: the map, the backpacks, the stack and boxes as far as anybody can know them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Points, Sentence, say
from loot_table.engine.state import Seat, State, View
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.box import Box
from loot_table.games.loot_fiend.components import SIZES, Components, TileKind
from loot_table.games.loot_fiend.course import ARMED, NONE, OFF, Course, begin
from loot_table.games.loot_fiend.events import StalemateChanged, TurnBegan
from loot_table.games.loot_fiend.map import STARTER, Cell, Tile, lay, starter, tile_at
from loot_table.games.loot_fiend.stack import SubStack


@dataclass(frozen=True)
class TableView(View):
    """All there is to know. Nothing is hidden from anybody but what nature has not decided yet."""

    tiles: tuple[tuple[str, int, int, int], ...]  # kind, rotation, x, y; without the starter
    loot: tuple[tuple[str, ...], ...]  # on each of these tiles
    chars: tuple[tuple[int, int], ...]
    packs: tuple[tuple[tuple[str, int, int, int], ...], ...]
    locks: tuple[int, ...]
    points: tuple[int, ...]
    spent: tuple[str, ...]
    stack: tuple[tuple[int, int], ...]  # sub-stacks from the top: tiles left, stores among them
    course: Course = field(metadata={"spread": Course})  # the view's own, which nobody changes

    def imagine(self, rng: Random) -> Table:
        """There is nothing to guess: which tile or piece comes next does not exist before it is turned up."""
        box: Box = self.box
        kit = box.components
        tiles = [starter()]
        for (code, rot, x, y), loot in zip(self.tiles, self.loot, strict=True):
            kind = kit.kind_numbers[code]
            pieces = [kit.piece_numbers[piece] for piece in loot]
            lay(tiles, kit.kinds[kind], kind, rot, x, y, kind == kit.store, pieces)
        at = [tile_at(tiles, x, y) for x, y in self.chars]
        packs = [read_pack(kit, locks, pack) for locks, pack in zip(self.locks, self.packs, strict=True)]
        stack = [SubStack(tiles, stores) for tiles, stores in self.stack]
        boxes = fill_boxes(kit, tiles, packs, [kit.piece_numbers[piece] for piece in self.spent])
        table = Table(box, self.course.copy(), tiles, at, packs, stack, boxes)
        table.agenda = list(self.agenda)
        table.reason = self.reason
        return table


class Shown:
    """The table that the last view shows: drawing it and speaking of it ask for the same one many times."""

    def __init__(self) -> None:
        self.last: tuple[TableView, Table] | None = None

    def of(self, view: TableView) -> Table:
        last = self.last
        if last is None or last[0] is not view:
            last = self.last = (view, view.imagine(Random(0)))
        return last[1]


SHOWN: Final = Shown()


def table_of(view: TableView) -> Table:
    """The table that a view shows, to be looked at and never changed: nothing is hidden."""
    return SHOWN.of(view)


def read_pack(kit: Components, locks: int, layout: tuple[tuple[str, int, int, int], ...]) -> Backpack:
    """A backpack from a layout that is known to be right."""
    pieces = [kit.piece_numbers[piece] for piece, _, _, _ in layout]
    places = [
        kit.packer.find(kit.shape_of[piece], rot, x, y) for piece, (_, rot, x, y) in zip(pieces, layout, strict=True)
    ]
    return Backpack(kit, locks, pieces, places)


def fill_boxes(kit: Components, tiles: list[Tile], packs: list[Backpack], spent: list[int]) -> list[list[int]]:
    """LF-18: every piece that is nowhere else lies in the box of its size."""
    seen = seen_pieces(kit, tiles, packs)
    for piece in spent:
        seen[piece] = True
    boxes: list[list[int]] = [[] for _ in SIZES]
    for piece in range(len(seen)):
        if not seen[piece]:
            boxes[kit.shape_of[piece].size].append(piece)
    return boxes


def seen_pieces(kit: Components, tiles: list[Tile], packs: list[Backpack]) -> list[bool]:
    """Of each piece whether it lies on the map or in a backpack."""
    seen = [False] * len(kit.pieces)
    for tile in tiles:
        for piece in tile.loot:
            seen[piece] = True
    for pack in packs:
        for piece in pack.pieces:
            seen[piece] = True
    return seen


def blank(box: Box) -> Table:
    """LF-10, LF-11, LF-18: the starter with everybody on it, empty backpacks, all loot in the boxes, no draw stack."""
    kit = box.components
    course = begin()
    course.unseen = tuple([kind.count for kind in kit.kinds[: kit.map_kinds]])
    course.final_store = kit.final_store
    course.clear_flags(box.players)
    tiles = [starter()]
    packs = [Backpack(kit, kit.locks, [], []) for _ in range(box.players)]
    return Table(box, course, tiles, [STARTER] * box.players, packs, [], fill_boxes(kit, tiles, packs, []))


@final
class Table(State):
    """Everything that lies on the table, and the course of the game. What is face down has no order."""

    def __init__(
        self,
        box: Box,
        course: Course,
        tiles: list[Tile],
        at: list[int],
        packs: list[Backpack],
        stack: list[SubStack],
        boxes: list[list[int]],
    ) -> None:
        super().__init__(box.players)
        self.box = box
        self.course = course
        self.tiles = tiles
        self.at = at  # the tile each character stands on
        self.packs = packs
        self.stack = stack  # replaced, never changed
        self.boxes = boxes  # pieces left of each size; replaced, never changed

    def copy(self) -> Table:
        twin = Table(
            self.box,
            self.course.copy(),
            self.tiles.copy(),
            self.at.copy(),
            self.packs.copy(),
            self.stack,
            self.boxes.copy(),
        )
        twin.agenda = self.agenda.copy()
        twin.reason = self.reason
        return twin

    def view(self, seat: Seat) -> TableView:
        kit = self.box.components
        return TableView(
            seat,
            self.box,
            self.players,
            tuple(self.agenda),
            self.reason,
            tuple([(kit.kinds[tile.kind].code, tile.rot, tile.x, tile.y) for tile in self.tiles[1:]]),
            tuple([tuple([kit.pieces[piece] for piece in tile.loot]) for tile in self.tiles[1:]]),
            tuple([self.tiles[number].cell() for number in self.at]),
            tuple([pack.layout() for pack in self.packs]),
            tuple([pack.locks for pack in self.packs]),
            tuple([pack.points for pack in self.packs]),
            tuple([kit.pieces[piece] for piece in self.spent()]),
            tuple([(part.tiles, part.stores) for part in self.stack]),
            self.course.copy(),
        )

    def standings(self) -> list[float]:
        """LF-71; LF-75 and LF-R34: equal shares for all when there is no loot fiend."""
        if self.course.winner == NONE and self.box.shares_without_fiend:
            return [1 / self.players] * self.players
        return [float(seat == self.course.winner) for seat in range(self.players)]

    def ending(self) -> Sentence:
        winner = self.course.winner
        if self.reason == "second tie":
            return say("A second tie at the store: there is no loot fiend.")
        if winner == NONE:
            return say("Nothing was left to explore, and several carry the most: there is no loot fiend.")
        who, points = Name(winner), Points(self.packs[winner].points)
        if self.reason == "sealed map":
            return say("Nothing was left to explore, and {who} carries the most: {points}.", who=who, points=points)
        return say("At the last store {who} carries the most: {points}.", who=who, points=points)

    # ---- setting things on the table

    def lay(self, kind: int, rot: int, x: int, y: int) -> int:
        """Put a tile on the map; returns its number."""
        kit = self.box.components
        return lay(self.tiles, kit.kinds[kind], kind, rot, x, y, kind == kit.store, [])

    def begin_turn(self, seat: Seat) -> None:
        """LF-21: a turn with as many actions as the locks allow."""
        course = self.course
        course.turn = seat
        course.actions_left = self.box.components.actions[self.packs[seat].locks]
        course.is_ending = False
        course.has_progressed = False
        if self.news is not None:
            self.tell(TurnBegan(seat, course.actions_left))

    def progress(self) -> None:
        """LF-83: the game moves on, and an armed stalemate is called off."""
        course = self.course
        course.has_progressed = True
        course.idle_turns = 0
        if course.stalemate == ARMED:
            course.stalemate = OFF
            self.tell(StalemateChanged("off", NONE))

    # ---- looking

    def turned_kind(self) -> TileKind:
        """Of the tile that is turned up and not laid yet."""
        kit = self.box.components
        return kit.kinds[kit.kind_numbers[self.course.turned]]

    def spent(self) -> list[int]:
        """Pieces that paid for locks, by id (LF-66): those that are nowhere else."""
        seen = seen_pieces(self.box.components, self.tiles, self.packs)
        for box in self.boxes:
            for piece in box:
                seen[piece] = True
        return [piece for piece, is_seen in enumerate(seen) if not is_seen]

    def tile_of(self, seat: Seat) -> Tile:
        """The tile a seat's character stands on."""
        return self.tiles[self.at[seat]]

    def others_at(self, number: int, seat: Seat) -> list[Seat]:
        """Whose characters stand on a tile, but for this seat's."""
        return [other for other in range(self.players) if other != seat and self.at[other] == number]

    def is_shared(self, seat: Seat) -> bool:
        """Whether another character stands on this seat's tile."""
        return self.at.count(self.at[seat]) > 1

    def cost(self, seat: Seat) -> int:
        """LF-40: double on a shared tile, unless it is the starter or a store."""
        tile = self.tile_of(seat)
        if tile.is_starter or tile.is_store or not self.is_shared(seat):
            return self.box.components.cost
        return self.box.components.shared_cost

    def clockwise_from(self, seat: Seat) -> list[Seat]:
        return [(seat + step) % self.players for step in range(self.players)]

    def is_in_turn(self) -> bool:
        """Whether what is being done belongs to a turn: at a store, or on the way there, more is still to come."""
        return len(self.agenda) == 1

    def idle_limit(self) -> int:
        """LF-83, LF-R24: how many turns without progress are too many."""
        is_extended = self.course.final_store > self.box.components.final_store
        return self.box.idle_limit if is_extended else self.box.idle_limit_before_tie

    def find(self, cell: Cell) -> int:
        """The number of the tile that covers a cell, or -1."""
        return tile_at(self.tiles, cell[0], cell[1])
