"""The table of Crates vs Barrels: two sides' pawns, whose turn it is, which positions have been."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.errors import BadOption
from loot_table.engine.options import kept, one_of, whole
from loot_table.engine.random import Random
from loot_table.engine.state import Seat, State, View
from loot_table.games.crates_barrels.board import HIGH, LOW, NONE, TILES, reaches, turns_away
from loot_table.games.crates_barrels.components import MOST_PAWNS, Components

CRATES: Final = 0
BARRELS: Final = 1


@dataclass(frozen=True)
class Options:
    """Section 10 of the rules."""

    layout: str = field(
        default="row",
        metadata=one_of("row", "ring", "forward", "spread", doc="where the pawns start", rule="CB-R01"),
    )
    movement: str = field(
        default="line",
        metadata=one_of(
            "line",
            "steps",
            "orthogonal",
            doc="straight in eight directions, two free steps, or straight in four",
            rule="CB-R03",
        ),
    )
    home_attack: str = field(
        default="sanctuary",
        metadata=one_of(
            "sanctuary", "stay", "vacate", doc="whether a thief on your own Loot Tile can be attacked", rule="CB-R04"
        ),
    )
    respawning: bool = field(
        default=True, metadata=one_of(True, False, doc="whether lost pawns come back", rule="CB-R27")
    )
    repetition: str = field(
        default="forbid",
        metadata=one_of(
            "forbid", "draw3", "free", doc="repeats are illegal, the third is a draw, or nobody minds", rule="CB-HSE-1"
        ),
    )
    passing: bool = field(
        default=False, metadata=one_of(True, False, doc="whether a player may pass instead of playing", rule="CB-HSE-8")
    )
    turn_limit: int = field(
        default=400, metadata=whole(20, 2000, doc="single turns until the game is a draw", rule="CB-HSE-6")
    )
    position_rules: int = field(
        default=2,
        metadata=kept(2, 1, doc="which positions can be written down, and who moves in a finished one", rule="CB-R30"),
    )


@final
class Box:
    """Components and options in force: everything that never changes during a game."""

    def __init__(self, components: Components, options: Options) -> None:
        if options.layout not in components.layouts:
            raise BadOption(
                f"layout must be {', '.join(components.layouts)} with these components, got {options.layout}"
            )
        self.components = components
        self.options = options
        layout = components.layouts[options.layout]
        self.layout = layout
        self.loot = layout.loot
        self.respawn = layout.respawn
        self.pawns = components.pawns
        self.reach = reaches(options.movement)
        self.turns_to_loot = [turns_away(self.reach, tile) for tile in layout.loot]
        self.has_respawning = options.respawning
        self.has_sanctuary = options.home_attack == "sanctuary"
        self.must_vacate = options.home_attack == "vacate"
        self.forbids_repeats = options.repetition == "forbid"
        self.draws_repeats = options.repetition == "draw3"
        self.has_passing = options.passing
        self.names_next = options.position_rules >= 2
        self.turn_limit = options.turn_limit


# CHOOSE[k * 81 + n]: how many sets of k + 1 tiles there are among n. Sets of fewer pawns are numbered first.
CHOOSE: Final = vec[i64]([comb(n, k + 1) for k in range(MOST_PAWNS) for n in range(TILES)])
FEWER: Final = vec[i64]([sum(comb(TILES, j) for j in range(k)) for k in range(MOST_PAWNS + 1)])
SIDE_SPAN: Final = 536870912  # 2**29: one side's number and a bit for who is to move


def side_number(tiles: list[int], without: i64, plus: i64, carrier: i64) -> i64:
    """A number below 2**28 that names one side exactly: its tiles (changed by a turn) and its carrier (CB-HSE-2)."""
    count: i64 = 0
    rank: i64 = 0
    carried: i64 = 0
    for item in tiles:
        tile: i64 = item
        if plus != NONE and plus < tile:
            if plus == carrier:
                carried = count + 1
            rank += CHOOSE[count * 81 + plus]
            count += 1
            plus = NONE
        if tile != without:
            if tile == carrier:
                carried = count + 1
            rank += CHOOSE[count * 81 + tile]
            count += 1
    if plus != NONE:
        if plus == carrier:
            carried = count + 1
        rank += CHOOSE[count * 81 + plus]
        count += 1
    return (FEWER[count] + rank) * 6 + carried


def read_side(number: int) -> tuple[list[int], int]:
    """The tiles and the carrier that a side's number names: `side_number` read backwards."""
    left, carried = divmod(number, MOST_PAWNS + 1)
    count = MOST_PAWNS
    while FEWER[count] > left:
        count -= 1
    left -= int(FEWER[count])
    tiles: list[int] = []
    for place in range(count - 1, -1, -1):
        tile = tiles[-1] - 1 if tiles else TILES - 1
        while CHOOSE[place * TILES + tile] > left:
            tile -= 1
        left -= int(CHOOSE[place * TILES + tile])
        tiles.append(tile)
    tiles.reverse()
    return tiles, tiles[carried - 1] if carried else NONE


@final
class Side:
    """One side's pawns on the board."""

    def __init__(self, tiles: list[int], carrier: i64) -> None:
        self.tiles = tiles  # sorted
        self.carrier = carrier  # the tile of the pawn that carries loot, or NONE
        self.low: i64 = 0
        self.high: i64 = 0
        for tile in tiles:
            self.low |= LOW[tile]
            self.high |= HIGH[tile]

    def copy(self) -> Side:
        twin = Side([], self.carrier)
        twin.tiles = self.tiles.copy()
        twin.low = self.low
        twin.high = self.high
        return twin

    def has(self, tile: i64) -> bool:
        return ((self.low & LOW[tile]) | (self.high & HIGH[tile])) != 0

    def add(self, tile: i64) -> None:
        self.tiles.append(tile)
        self.tiles.sort()
        self.low |= LOW[tile]
        self.high |= HIGH[tile]

    def remove(self, tile: i64) -> None:
        self.tiles.remove(tile)
        self.low ^= LOW[tile]
        self.high ^= HIGH[tile]
        if self.carrier == tile:
            self.carrier = NONE


@dataclass(frozen=True)
class TableView(View):
    """All there is to know; both players see everything."""

    tiles: tuple[tuple[int, ...], tuple[int, ...]]
    carriers: tuple[int, int]
    turn: int
    winner: int
    seen: tuple[tuple[int, int, int], ...]  # positions that were: crates, barrels, and when or how often
    next: int = field(default=NONE, metadata={"optional": True})  # when the game is over: who would be to move

    def imagine(self, rng: Random) -> Table:
        table = Table(self.box, list(self.tiles[0]), list(self.tiles[1]), self.carriers[0], self.carriers[1])
        table.turn = self.turn
        table.winner = self.winner
        table.seen = {joined(crates, barrels): count for crates, barrels, count in self.seen}
        table.next = self.next
        table.agenda = list(self.agenda)
        table.reason = self.reason
        return table


def joined(crates: int, barrels: int) -> int:
    return crates * SIDE_SPAN + barrels


@final
class Table(State):
    """The board, the reserves (what is not on the board), and the history that forbids repeats."""

    def __init__(
        self, box: Box, crates: list[int], barrels: list[int], crates_carrier: int, barrels_carrier: int
    ) -> None:
        super().__init__(2)
        self.box = box
        self.sides = [Side(crates, crates_carrier), Side(barrels, barrels_carrier)]
        self.turn = 0  # completed turns of both players
        self.winner: Seat = NONE
        # Positions that have occurred: after which turn (repeats forbidden), or how often (third one draws).
        self.seen: dict[int, int] = {}
        self.next: Seat = NONE  # when the game is over: who would be to move

    def copy(self) -> Table:
        twin = Table(self.box, [], [], NONE, NONE)
        twin.sides = [self.sides[0].copy(), self.sides[1].copy()]
        twin.turn = self.turn
        twin.winner = self.winner
        twin.seen = self.seen.copy()
        twin.next = self.next
        twin.agenda = self.agenda.copy()
        twin.reason = self.reason
        return twin

    def view(self, seat: Seat) -> TableView:
        crates, barrels = self.sides
        return TableView(
            seat,
            self.box,
            2,
            tuple(self.agenda),
            self.reason,
            (tuple(crates.tiles), tuple(barrels.tiles)),
            (int(crates.carrier), int(barrels.carrier)),
            self.turn,
            self.winner,
            tuple([(key // SIDE_SPAN, key % SIDE_SPAN, value) for key, value in self.seen.items()]),
            self.next,
        )

    def standings(self) -> list[float]:
        if self.winner == NONE:
            return [0.5, 0.5]
        return [1.0, 0.0] if self.winner == CRATES else [0.0, 1.0]

    def reserve(self, seat: Seat) -> int:
        """How many pawns wait to come back (CB-COM-1)."""
        return self.box.pawns[seat] - len(self.sides[seat].tiles)

    def is_covered(self, tile: i64) -> bool:
        return self.sides[0].has(tile) or self.sides[1].has(tile)
