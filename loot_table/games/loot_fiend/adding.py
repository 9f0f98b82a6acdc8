"""Add a map tile (rulebook pages 12 and 13): name the cell, turn the tile up, lay it, lay its loot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Chance, Decision, Refusal, Seat
from loot_table.games.loot_fiend import stack
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, ROAD_BITS, SIZES, SMALL
from loot_table.games.loot_fiend.ending import seal
from loot_table.games.loot_fiend.events import Explored, LootLaid, TileLaid, counted
from loot_table.games.loot_fiend.loot import pay, why_not_pay
from loot_table.games.loot_fiend.map import NOWHERE, OPEN, SIDES, Cell, Meeting, Tile, allowed_rotations, surroundings
from loot_table.games.loot_fiend.table import NONE, Table
from loot_table.games.loot_fiend.trips import found_store
from loot_table.games.loot_fiend.words import cell_name, not_now, spot_label

# ---------------------------------------------------------------- name the cell


@final
@dataclass(frozen=True)
class Add(Action):
    """Turn up the top tile and put it in an empty cell that a road of your tile leads to (LF-30, LF-31)."""

    to: Cell = field(metadata={"of": (int, int)})

    def label(self, table: Table) -> str:
        tile = table.tile_of(table.turn)
        side = tile.side_to(self.to[0], self.to[1])
        where = "" if tile.is_starter else f" {SIDES[side]}"
        return f"Explore{where} at {spot_label(self.to)}, {counted(table.cost(table.turn), 'action')}"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_spot(table, table.at[seat], self.to)
        return refusal if refusal is not None else why_not_pay(table, seat)

    def do(self, table: Table, seat: Seat) -> None:
        cost = pay(table, seat)
        table.progress()
        explore(table, seat, table.at[seat], self.to, cost)


def why_not_spot(table: Table, origin: int, to: Cell) -> Refusal | None:
    """LF-30: an empty cell that a road of this tile leads to."""
    tile = table.tiles[origin]
    where = spot_label(to)
    show = (cell_name(to),)
    if not table.stack:
        return Refusal("The draw stack is used up: no more tiles can be added.", "LF-R35")
    if table.find(to) != NOWHERE:
        return Refusal(f"The space {where} is already taken.", "LF-30", show)
    side = tile.side_to(to[0], to[1])
    if side < 0:
        return Refusal(f"{where} does not touch the tile {spot_label(tile.cell())}.", "LF-30", show)
    if tile.links[side] != OPEN:
        return Refusal(f"No road of the tile {spot_label(tile.cell())} leads to {where}.", "LF-30", show)
    return None


def explore(table: Table, seat: Seat, origin: int, to: Cell, cost: int) -> None:
    """The cell is named before the tile is seen."""
    table.spot = to
    table.origin = origin
    if table.news is not None:
        table.tell(Explored(seat, to[0], to[1], cost))
    table.then(FLIPS[seat])


BUILT_ADDS: Final[dict[Cell, Add]] = {}


def adds_of(tile: Tile) -> list[Action]:
    """All cells that can be explored from a tile, in the order of its sides."""
    if tile.adds is None:
        found: list[Action] = []
        for cell in tile.open_cells():
            if cell not in BUILT_ADDS:
                BUILT_ADDS[cell] = Add(cell)
            found.append(BUILT_ADDS[cell])
        tile.adds = found
    return tile.adds


# ---------------------------------------------------------------- turn the tile up


@final
@dataclass(frozen=True)
class Flip(Chance):
    """LF-31: the top tile of the draw stack is turned up. Outcomes are the kinds of tile."""

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return stack.weights(table.stack, table.unseen)

    def do(self, table: Table, outcome: int) -> None:
        kit = table.box.components
        is_store = outcome == kit.store
        table.stack = stack.drawn(table.stack, is_store)
        if is_store:  # LF-39
            number = lay_tile(table, self.seat, outcome, 0)
            found_store(table, self.seat, number)
            return
        table.unseen[outcome] -= 1
        turns = allowed_rotations(table.tiles, kit.kinds[outcome], table.spot[0], table.spot[1], table.origin)
        if len(turns) > 1:
            table.turned = outcome
            table.then(ROTATIONS[self.seat])
        else:
            lay_tile(table, self.seat, outcome, turns[0])
            seal(table)
            lay_loot(table, self.seat)


FLIPS: Final = [Flip(seat) for seat in range(4)]


def lay_tile(table: Table, seat: Seat, kind: int, rot: int) -> int:
    """The tile goes to the cell that was named for it."""
    x, y = table.spot
    number = table.lay(kind, rot, x, y)
    table.spot = (0, 0)
    table.origin = 0
    table.turned = NONE
    if table.news is not None:
        table.tell(TileLaid(seat, table.box.components.kinds[kind].code, rot, x, y))
    return number


# ---------------------------------------------------------------- which way round


@final
@dataclass(frozen=True)
class ChooseRotation(Decision):
    """LF-32, LF-35: of several rotations that are left the player picks one."""

    def rule(self) -> str:
        return "LF-35"

    def prompt(self, table: Table) -> str:
        code = table.box.components.kinds[table.turned].code
        return f"Which way round does the {code} tile lie at {spot_label(table.spot)}?"

    def actions(self, table: Table) -> Sequence[Action]:
        return [ORIENTS[rot] for rot in rotations_now(table)]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Orient):
            return not_now("choose how the new tile lies")
        return action.why_not(table, self.seat)


def rotations_now(table: Table) -> list[int]:
    kind = table.box.components.kinds[table.turned]
    return allowed_rotations(table.tiles, kind, table.spot[0], table.spot[1], table.origin)


@final
@dataclass(frozen=True)
class Orient(Action):
    """Lay the new tile so many clockwise quarter turns round (LF-32)."""

    rot: int

    def label(self, table: Table) -> str:
        roads = table.box.components.kinds[table.turned].roads[self.rot]
        return "Roads " + ", ".join([SIDES[side] for side in range(4) if roads & ROAD_BITS[side]])

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        kind = table.box.components.kinds[table.turned]
        show = (cell_name(table.spot),)
        if not 0 <= self.rot < kind.rotations:
            return Refusal(f"A {kind.code} tile has rotations 0 to {kind.rotations - 1}.", "LF-32", show)
        allowed = rotations_now(table)
        if self.rot in allowed:
            return None
        around = surroundings(table.tiles, table.spot[0], table.spot[1], table.origin)
        wanted, best = Meeting(around, kind.roads[self.rot]), Meeting(around, kind.roads[allowed[0]])
        if not wanted.is_joined_back:
            return Refusal("One of its roads must meet the road it was added by.", "LF-33", show)
        if wanted.joins < best.joins:
            text = f"That way it joins {counted(wanted.joins, 'road')}, {best.joins} are possible."
            return Refusal(text, "LF-34", show)
        text = f"That way it makes {counted(wanted.dead_ends, 'dead end')}, {best.dead_ends} would do."
        return Refusal(text, "LF-35", show)

    def do(self, table: Table, seat: Seat) -> None:
        lay_tile(table, seat, table.turned, self.rot)
        seal(table)
        lay_loot(table, seat)


ORIENTS: Final = [Orient(rot) for rot in range(4)]
ROTATIONS: Final = [ChooseRotation(seat) for seat in range(4)]


# ---------------------------------------------------------------- its loot


def lay_loot(table: Table, seat: Seat) -> None:
    """LF-36, LF-37: a small piece, and a medium or a large one; asked is only who has a choice."""
    medium, large = table.boxes[MEDIUM], table.boxes[LARGE]
    if table.box.asks_shape and (medium or large):
        answers = loot_choices(table)
        if len(answers) > 1:
            table.then(LOOT_CHOICES[seat])
        else:
            answers[0].do(table, seat)
    elif medium and large:
        table.then(LOOT_CHOICES[seat] if table.box.asks_size else TOSS)
    else:
        draw_loot(table, MEDIUM if medium else LARGE)


def draw_loot(table: Table, size: int) -> None:
    """A small piece and one of this size are drawn blind; an empty box gives nothing."""
    if table.boxes[size]:
        table.then(DRAWS[size])
    if table.boxes[SMALL]:
        table.then(DRAWS[SMALL])


@final
@dataclass(frozen=True)
class ChooseLoot(Decision):
    """LF-36: medium or large? With `loot_draw` = choose also the shapes (LF-38)."""

    def rule(self) -> str:
        return "LF-36"

    def prompt(self, table: Table) -> str:
        where = spot_label(table.tiles[-1].cell())
        if table.box.asks_shape:
            return f"Which small piece and which larger one do you lay on the new tile {where}?"
        return f"Do you lay a medium or a large piece on the new tile {where}?"

    def actions(self, table: Table) -> Sequence[Action]:
        return loot_choices(table)

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, PlaceLoot):
            return not_now("choose the loot for the new tile")
        return action.why_not(table, self.seat)


def loot_choices(table: Table) -> list[Action]:
    if not table.box.asks_shape:
        return [PLACE_MEDIUM, PLACE_LARGE]
    found: list[Action] = []
    for size in (MEDIUM, LARGE):
        for shape in shapes_in(table, size):
            for small in shapes_in(table, SMALL) or [""]:
                found.append(PlaceLoot(SIZES[size], shape, small))
    return found


def shapes_in(table: Table, size: int) -> list[str]:
    """The shapes that a box still holds, in the data file's order."""
    kit = table.box.components
    held = {kit.shape_of[piece].number for piece in table.boxes[size]}
    return [shape.code for shape in kit.shapes if shape.number in held]


@final
@dataclass(frozen=True)
class PlaceLoot(Action):
    """A medium or a large piece for the new tile; its shape and the small one's where the placer picks (LF-38)."""

    size: str
    shape: str = field(default="", metadata={"optional": True})
    small: str = field(default="", metadata={"optional": True})

    def label(self, table: Table) -> str:
        if not self.shape:
            return f"A {self.size} piece"
        kit = table.box.components
        return " and ".join([kit.shapes[kit.shape_numbers[code]].name for code in (self.small, self.shape) if code])

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if self.size not in (SIZES[MEDIUM], SIZES[LARGE]):
            return Refusal("The larger piece is medium or large.", "LF-36")
        size = SIZES.index(self.size)
        if not table.boxes[size]:
            return Refusal(f"The box of {self.size} loot is empty.", "LF-37")
        if not table.box.asks_shape:
            if self.shape or self.small:
                return Refusal("In this game loot is drawn blind: choose only medium or large.", "LF-R2")
            return None
        if self.shape not in shapes_in(table, size):
            offered = ", ".join(shapes_in(table, size))
            return Refusal(f"Choose the shape of the {self.size} piece: {offered}.", "LF-38")
        small = shapes_in(table, SMALL)
        if self.small not in (small or [""]):
            return Refusal(f"Choose the shape of the small piece: {', '.join(small) or 'none is left'}.", "LF-38")
        return None

    def do(self, table: Table, seat: Seat) -> None:
        size = SIZES.index(self.size)
        if not self.shape:
            draw_loot(table, size)
            return
        for box, code in ((SMALL, self.small), (size, self.shape)):
            if code:
                put_loot(table, lowest_of(table, box, code))


PLACE_MEDIUM: Final = PlaceLoot(SIZES[MEDIUM])
PLACE_LARGE: Final = PlaceLoot(SIZES[LARGE])
LOOT_CHOICES: Final = [ChooseLoot(seat) for seat in range(4)]


def lowest_of(table: Table, size: int, code: str) -> int:
    """The piece of a shape with the lowest id in its box."""
    for piece in table.boxes[size]:
        if table.box.components.shape_of[piece].code == code:
            return piece
    raise AssertionError("the box holds this shape")


def put_loot(table: Table, piece: int) -> None:
    """A piece goes from its box onto the tile that was laid last, the small one first."""
    kit = table.box.components
    shape = kit.shape_of[piece]
    table.boxes[shape.size] = [other for other in table.boxes[shape.size] if other != piece]
    tile = table.tiles[-1]
    table.tiles[-1] = tile.with_loot([*tile.loot, piece])
    if table.news is not None:
        table.tell(LootLaid(kit.pieces[piece], shape.name, shape.value, tile.x, tile.y))


@final
@dataclass(frozen=True)
class Toss(Chance):
    """LF-38, `loot_choice` = random: an even coin. Outcomes are the sizes."""

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return ((MEDIUM, 1), (LARGE, 1))

    def do(self, table: Table, outcome: int) -> None:
        draw_loot(table, outcome)


TOSS: Final = Toss()


@final
@dataclass(frozen=True)
class Draw(Chance):
    """LF-36: a piece drawn blind from the box of a size. Outcomes are pieces."""

    size: int

    def outcomes(self, table: Table) -> Sequence[tuple[int, int]]:
        return [(piece, 1) for piece in table.boxes[self.size]]

    def sample(self, table: Table, rng: Random) -> int:
        box = table.boxes[self.size]
        return box[rng.below(len(box))]

    def do(self, table: Table, outcome: int) -> None:
        put_loot(table, outcome)


DRAWS: Final = [Draw(size) for size in range(len(SIZES))]
