"""The table of Loot Fiend: the map, the backpacks, the stack and boxes as far as anybody can know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.state import Seat, State, View
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.box import Box
from loot_table.games.loot_fiend.components import SIZES, Components
from loot_table.games.loot_fiend.events import StalemateChanged, TurnBegan
from loot_table.games.loot_fiend.map import STARTER, Cell, Tile, lay, starter, tile_at
from loot_table.games.loot_fiend.stack import SubStack

NONE: Final = -1  # no seat

# The stalemate rules (LF-83).
OFF: Final = 0
ARMED: Final = 1
ON: Final = 2
STALEMATE: Final = ("off", "armed", "on")


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
    unseen: tuple[int, ...]  # map tiles of each kind in draw stack and box together
    stack: tuple[tuple[int, int], ...]  # sub-stacks from the top: tiles left, stores among them
    turned: str  # the kind of a tile that is turned up and not laid yet, or ""
    spot: tuple[int, int]  # where that tile goes, or the next one
    origin: tuple[int, int]  # the tile it must join
    first: int
    turn: int
    actions_left: int
    is_ending: bool
    has_progressed: bool
    stores_found: int
    final_store: int
    last_finder: int
    stalemate: int
    idle_turns: int
    final_turns: int
    leaver: int
    done: tuple[bool, ...]
    repacked: tuple[bool, ...]
    winner: int

    def imagine(self, rng: Random) -> Table:
        """There is nothing to guess: which tile or piece comes next does not exist before it is turned up."""
        table = blank(self.box)
        kit = table.box.components
        for (kind, rot, x, y), loot in zip(self.tiles, self.loot, strict=True):
            here = table.lay(kit.kind_numbers[kind], rot, x, y)
            if loot:
                table.tiles[here] = table.tiles[here].with_loot([kit.piece_numbers[piece] for piece in loot])
        table.at = [tile_at(table.tiles, x, y) for x, y in self.chars]
        table.packs = [read_pack(kit, locks, pack) for locks, pack in zip(self.locks, self.packs, strict=True)]
        table.fill_boxes([kit.piece_numbers[piece] for piece in self.spent])
        table.unseen = list(self.unseen)
        table.stack = [SubStack(tiles, stores) for tiles, stores in self.stack]
        table.turned = kit.kind_numbers[self.turned] if self.turned else NONE
        table.spot = self.spot
        table.origin = tile_at(table.tiles, self.origin[0], self.origin[1])
        table.first = self.first
        table.turn = self.turn
        table.actions_left = self.actions_left
        table.is_ending = self.is_ending
        table.has_progressed = self.has_progressed
        table.stores_found = self.stores_found
        table.final_store = self.final_store
        table.last_finder = self.last_finder
        table.stalemate = self.stalemate
        table.idle_turns = self.idle_turns
        table.final_turns = self.final_turns
        table.leaver = self.leaver
        table.done = list(self.done)
        table.repacked = list(self.repacked)
        table.winner = self.winner
        table.agenda = list(self.agenda)
        table.reason = self.reason
        return table


def read_pack(kit: Components, locks: int, layout: tuple[tuple[str, int, int, int], ...]) -> Backpack:
    """A backpack from a layout that is known to be right."""
    pieces = [kit.piece_numbers[piece] for piece, _, _, _ in layout]
    places = [
        kit.packer.find(kit.shape_of[piece], rot, x, y) for piece, (_, rot, x, y) in zip(pieces, layout, strict=True)
    ]
    return Backpack(kit, locks, pieces, places)


def blank(box: Box) -> Table:
    """LF-10, LF-11, LF-18: the starter with everybody on it, empty backpacks, all loot in the boxes, no draw stack."""
    kit = box.components
    table = Table(box)
    table.tiles = [starter()]
    table.unseen = [kind.count for kind in kit.kinds[: kit.map_kinds]]
    table.at = [STARTER] * box.players
    table.packs = [Backpack(kit, kit.locks, [], []) for _ in range(box.players)]
    table.fill_boxes([])
    table.final_store = kit.final_store
    table.done = [False] * box.players
    table.repacked = [False] * box.players
    return table


@final
class Table(State):
    """Everything that lies on the table. What is face down has no order."""

    def __init__(self, box: Box) -> None:
        super().__init__(box.players)
        self.box = box
        self.tiles: list[Tile] = []
        self.unseen: list[int] = []  # map tiles of each kind in draw stack and box together
        self.stack: list[SubStack] = []  # replaced, never changed
        self.boxes: list[list[int]] = []  # pieces left of each size; replaced, never changed
        self.at: list[int] = []  # the tile each character stands on
        self.packs: list[Backpack] = []
        # The cell that was named for the next tile, the tile it must join, and its kind once it is turned up.
        self.spot: Cell = (0, 0)
        self.origin = STARTER
        self.turned = NONE
        self.first: Seat = NONE
        self.turn: Seat = NONE
        self.actions_left = 0
        self.is_ending = False  # the turn is over but for the compulsory flip (LF-80)
        self.has_progressed = False  # in this turn (LF-83)
        self.stores_found = 0
        self.final_store = 0
        self.last_finder: Seat = NONE
        self.stalemate = OFF
        self.idle_turns = 0
        self.final_turns = 0  # turns left on a sealed map; 0: it is not sealed (LF-86)
        # At a store: who will leave first (NONE while no store is open), who is done, who has reorganised since.
        self.leaver: Seat = NONE
        self.done: list[bool] = []
        self.repacked: list[bool] = []
        self.winner: Seat = NONE

    def copy(self) -> Table:
        twin = Table(self.box)
        twin.tiles = self.tiles.copy()
        twin.unseen = self.unseen.copy()
        twin.stack = self.stack
        twin.boxes = self.boxes.copy()
        twin.at = self.at.copy()
        twin.packs = self.packs.copy()
        twin.spot = self.spot
        twin.origin = self.origin
        twin.turned = self.turned
        twin.first = self.first
        twin.turn = self.turn
        twin.actions_left = self.actions_left
        twin.is_ending = self.is_ending
        twin.has_progressed = self.has_progressed
        twin.stores_found = self.stores_found
        twin.final_store = self.final_store
        twin.last_finder = self.last_finder
        twin.stalemate = self.stalemate
        twin.idle_turns = self.idle_turns
        twin.final_turns = self.final_turns
        twin.leaver = self.leaver
        twin.done = self.done.copy()
        twin.repacked = self.repacked.copy()
        twin.winner = self.winner
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
            tuple(self.unseen),
            tuple([(part.tiles, part.stores) for part in self.stack]),
            kit.kinds[self.turned].code if self.turned != NONE else "",
            self.spot,
            self.tiles[self.origin].cell(),
            self.first,
            self.turn,
            self.actions_left,
            self.is_ending,
            self.has_progressed,
            self.stores_found,
            self.final_store,
            self.last_finder,
            self.stalemate,
            self.idle_turns,
            self.final_turns,
            self.leaver,
            tuple(self.done),
            tuple(self.repacked),
            self.winner,
        )

    def standings(self) -> list[float]:
        """LF-71; LF-75 and LF-R34: equal shares for all when there is no loot fiend."""
        if self.winner == NONE and self.box.shares_without_fiend:
            return [1 / self.players] * self.players
        return [float(seat == self.winner) for seat in range(self.players)]

    # ---- setting things on the table

    def fill_boxes(self, spent: list[int]) -> None:
        """LF-18: every piece that is nowhere else lies in the box of its size."""
        kit = self.box.components
        elsewhere = set(spent)
        for tile in self.tiles:
            elsewhere.update(tile.loot)
        for pack in self.packs:
            elsewhere.update(pack.pieces)
        self.boxes = [[] for _ in SIZES]
        for piece in range(len(kit.pieces)):
            if piece not in elsewhere:
                self.boxes[kit.shape_of[piece].size].append(piece)

    def lay(self, kind: int, rot: int, x: int, y: int) -> int:
        """Put a tile on the map; returns its number."""
        kit = self.box.components
        return lay(self.tiles, kit.kinds[kind], kind, rot, x, y, kind == kit.store)

    def begin_turn(self, seat: Seat) -> None:
        """LF-21: a turn with as many actions as the locks allow."""
        self.turn = seat
        self.actions_left = self.box.components.actions[self.packs[seat].locks]
        self.is_ending = False
        self.has_progressed = False
        if self.news is not None:
            self.tell(TurnBegan(seat, self.actions_left))

    def progress(self) -> None:
        """LF-83: the game moves on, and an armed stalemate is called off."""
        self.has_progressed = True
        self.idle_turns = 0
        if self.stalemate == ARMED:
            self.stalemate = OFF
            self.tell(StalemateChanged("off", NONE))

    # ---- looking

    def spent(self) -> list[int]:
        """Pieces that paid for locks, by id (LF-66): those that are nowhere else."""
        seen = [False] * len(self.box.components.pieces)
        for box in self.boxes:
            for piece in box:
                seen[piece] = True
        for tile in self.tiles:
            for piece in tile.loot:
                seen[piece] = True
        for pack in self.packs:
            for piece in pack.pieces:
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
        is_extended = self.final_store > self.box.components.final_store
        return self.box.idle_limit if is_extended else self.box.idle_limit_before_tie

    @property
    def is_shopping(self) -> bool:
        """Whether a store is open for everybody (LF-62)."""
        return self.leaver != NONE

    def find(self, cell: Cell) -> int:
        """The number of the tile that covers a cell, or -1."""
        return tile_at(self.tiles, cell[0], cell[1])
