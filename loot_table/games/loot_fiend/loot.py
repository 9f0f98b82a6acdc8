"""Collecting and reorganising (rulebook pages 15 and 16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import final

from mypy_extensions import i64

from loot_table.engine.sentence import Count, Sentence, Thing, all_of, say
from loot_table.engine.state import Action, Refusal, Seat, marks
from loot_table.games.loot_fiend.backpack import Backpack, written_layout
from loot_table.games.loot_fiend.components import Components
from loot_table.games.loot_fiend.events import Collected, Reorganised
from loot_table.games.loot_fiend.labels import actions, called, named
from loot_table.games.loot_fiend.packing import FITS, FITS_REPACKED, Shape
from loot_table.games.loot_fiend.refusals import cells
from loot_table.games.loot_fiend.table import Table

Layout = tuple[tuple[str, int, int, int], ...]


# ---------------------------------------------------------------- what an action costs


def why_not_pay(table: Table, seat: Seat) -> Refusal | None:
    """LF-40: who cannot pay in full cannot do it."""
    cost = table.cost(seat)
    if cost <= table.course.actions_left:
        return None
    others = table.others_at(table.at[seat], seat)
    left = table.course.actions_left
    text = say("On a shared tile that costs {actions} and you have {left} left.", actions=actions(cost), left=left)
    return Refusal(text, "LF-40", marks("seat", *others))


def pay(table: Table, seat: Seat) -> int:
    cost = table.cost(seat)
    table.course.actions_left -= cost
    return cost


# ---------------------------------------------------------------- collect one loot


@final
@dataclass(frozen=True)
class Collect(Action):
    """Take one piece from your tile and place it at once (LF-45, LF-46)."""

    loot: str
    rot: int
    x: int
    y: int

    def label(self, table: Table) -> Sentence:
        return say("Collect the {loot}", loot=named(table.box.components, self.loot))

    def named(self, table: Table) -> Sentence:
        return stowed(self.label(table), self.rot, self.x, self.y)

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        refusal = why_not_there(table, seat, self.loot, self.rot, self.x, self.y)
        return refusal if refusal is not None else why_not_pay(table, seat)

    def do(self, table: Table, seat: Seat) -> None:
        pay(table, seat)
        table.progress()
        shape = take(table, seat, self.loot, self.rot, self.x, self.y)
        if table.news is not None:
            table.tell(Collected(seat, self.loot, shape.name, shape.value, False))


def stowed(label: Sentence, rot: int, x: int, y: int) -> Sentence:
    """And where in the backpack: columns and rows are counted from 0, from its upper left corner."""
    if rot == 0:
        return say("{label}: column {column}, row {row}", label=label, column=x, row=y)
    degrees = 90 * rot
    return say(
        "{label}, turned by {degrees}°: column {column}, row {row}", label=label, degrees=degrees, column=x, row=y
    )


def take(table: Table, seat: Seat, loot: str, rot: int, x: int, y: int) -> Shape:
    """The piece goes from the tile into the backpack."""
    kit = table.box.components
    piece = kit.piece_numbers[loot]
    shape = kit.shape_of[piece]
    here = table.at[seat]
    tile = table.tiles[here]
    table.tiles[here] = tile.with_loot([other for other in tile.loot if other != piece])
    table.packs[seat] = table.packs[seat].with_piece(piece, kit.packer.find(shape, rot, x, y))
    return shape


def why_not_there(table: Table, seat: Seat, loot: str, rot: int, x: int, y: int) -> Refusal | None:
    """LF-45, LF-46, LF-55: the piece lies here, nobody else does, and the place is free."""
    kit = table.box.components
    tile = table.tile_of(seat)
    number = kit.piece_numbers.get(loot, -1)
    if number not in tile.loot:
        text = say("That {loot} does not lie on your tile.", loot=called(kit, loot))
        return Refusal(text, "LF-45", cells(tile.cell()))
    if table.is_shared(seat):
        others = table.others_at(table.at[seat], seat)
        text = say("Another character is here: nobody can collect on this tile.")
        return Refusal(text, "LF-45", marks("seat", *others))
    shape = kit.shape_of[number]
    wrong = why_not_lie(kit, shape, loot, rot, x, y, table.packs[seat].locks, "LF-46")
    if wrong is not None:
        return wrong
    pack = table.packs[seat]
    mask = kit.packer.placements[kit.packer.find(shape, rot, x, y)].mask
    for other, place in zip(pack.pieces, pack.places, strict=True):
        if kit.packer.placements[place].mask & mask:
            name = kit.pieces[other]
            text = say("There the {loot} would overlap the {other}.", loot=named(kit, loot), other=named(kit, name))
            return Refusal(text, "LF-46", marks("piece", loot, name))
    return None


def why_not_lie(
    kit: Components, shape: Shape, loot: str, rot: int, x: int, y: int, locks: int, rule: str
) -> Refusal | None:
    """LF-46 or LF-48: such a rotation exists, and the piece lies inside the backpack and on no lock."""
    name, show = Thing(loot, shape.name), marks("piece", loot)
    if not 0 <= rot < len(shape.turned):
        most = len(shape.turned) - 1
        if not most:
            return Refusal(
                say("The {loot} looks the same however it is turned: its rotation is 0.", loot=name), rule, show
            )
        text = say("The {loot} has rotations 0 to {most}: pieces are turned, never turned over.", loot=name, most=most)
        return Refusal(text, rule, show)
    place = kit.packer.find(shape, rot, x, y)
    if place < 0:
        return Refusal(say("There the {loot} would stick out of the backpack.", loot=name), rule, show)
    if kit.packer.placements[place].mask & kit.packer.locked[locks]:
        rows = Count(locks, "{n} row", "{n} rows")
        text = say("There the {loot} would lie on a lock: the top {rows} cannot be used.", loot=name, rows=rows)
        return Refusal(text, rule, show)
    return None


def fits_in_words(pack: Backpack, number: int) -> Sentence:
    """`The crown almost fits.`"""
    loot = named(pack.kit, pack.kit.pieces[number])
    fit = pack.fit(pack.kit.shape_of[number])
    if fit == FITS:
        return say("The {loot} fits.", loot=loot)
    return (
        say("The {loot} almost fits.", loot=loot)
        if fit == FITS_REPACKED
        else say("The {loot} does not fit.", loot=loot)
    )


def collects_of(
    table: Table,
    seat: Seat,
    piece: int,
    make: Callable[[str, int, int, int], Action],
    built: list[list[Action]],
) -> list[Action]:
    """LF-90: every placement of a piece that fits, by rotation, row and column."""
    kit = table.box.components
    shape = kit.shape_of[piece]
    if not built[piece]:
        id = kit.pieces[piece]
        placements = kit.packer.placements[shape.first : shape.last]
        built[piece] = [make(id, place.rot, place.x, place.y) for place in placements]
    actions = built[piece]
    masks = kit.packer.masks
    taken = table.packs[seat].taken
    return [actions[n] for n in range(len(actions)) if masks[shape.first + n] & taken == 0]


# ---------------------------------------------------------------- reorganise


@final
@dataclass(frozen=True)
class Reorganise(Action):
    """Take everything out and put all of it back in any layout (LF-48). It is written sorted by piece (LF-91)."""

    layout: Layout = field(metadata={"of": [(str, int, int, int)]})

    def __post_init__(self) -> None:
        object.__setattr__(self, "layout", tuple(sorted(self.layout)))

    def label(self, table: Table) -> Sentence:
        return say("Repack")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.course.is_shopping:
            refusal = why_not_pay(table, seat)
            if refusal is not None:
                return refusal
        return why_not_layout(table.packs[seat], self.layout, seat)

    def do(self, table: Table, seat: Seat) -> None:
        cost = 0
        if table.is_in_turn():
            cost = pay(table, seat)
        else:
            table.course.set_repacked(seat, True)
        pack = table.packs[seat]
        find = pack.kit.packer.find
        places = [
            find(pack.kit.shape_of[piece], rot, x, y)
            for piece, (_, rot, x, y) in zip(pack.pieces, self.layout, strict=True)
        ]
        table.packs[seat] = pack.repacked(places)
        if table.news is not None:
            table.tell(Reorganised(seat, cost, not table.is_in_turn() and not table.course.is_shopping))


def why_not_layout(pack: Backpack, layout: Layout, seat: Seat) -> Refusal | None:
    """LF-48, LF-49: exactly your loot, all of it lying well, and something changes."""
    kit = pack.kit
    mine = [kit.pieces[number] for number in pack.pieces]
    if [id for id, _, _, _ in layout] != mine:
        if not mine:
            return Refusal(say("You have no loot to pack."), "LF-48", marks("seat", seat))
        loot = all_of([named(kit, id) for id in mine])
        text = say("A layout must hold exactly your loot, each piece once: {loot}.", loot=loot)
        return Refusal(text, "LF-48", marks("seat", seat))
    taken: dict[int, str] = {}
    for id, rot, x, y in layout:
        shape = kit.shape_of[kit.piece_numbers[id]]
        wrong = why_not_lie(kit, shape, id, rot, x, y, pack.locks, "LF-48")
        if wrong is not None:
            return wrong
        mask = kit.packer.placements[kit.packer.find(shape, rot, x, y)].mask
        for other, name in taken.items():
            if other & mask:
                text = say("The {one} and the {other} would overlap.", one=named(kit, id), other=named(kit, name))
                return Refusal(text, "LF-48", marks("piece", id, name))
        taken[mask] = id
    if layout == pack.layout():
        return Refusal(say("Nothing would change."), "LF-49", marks("seat", seat))
    return None


def offered_layouts(table: Table, seat: Seat) -> list[Action]:
    """LF-92: the layouts worth listing. Any other legal one is accepted too (LF-91)."""
    pack = table.packs[seat]
    return [layout_of(pack, places) for places in offered_packings(table, seat)]


def layout_of(pack: Backpack, places: list[int]) -> Action:
    return Reorganise(written_layout(pack.kit, pack.pieces, places))


def offered_packings(table: Table, seat: Seat) -> list[list[int]]:
    """The same as placements, which are quicker to find than actions are to build."""
    pack = table.packs[seat]
    if not pack.pieces:
        return []
    kit = pack.kit
    wanted = shapes_on_map(table) & pack.repackable()
    key = wanted * 4096
    here = table.tile_of(seat).loot
    if len(here) == 2:
        key += kit.shape_of[here[0]].number * 64 + kit.shape_of[here[1]].number + 1
    if key not in pack.packings:
        pack.packings[key] = representatives(pack, wanted, [kit.shape_of[piece] for piece in here])
    return pack.packings[key]


def most_packings(table: Table, seat: Seat) -> int:
    """No fewer than there are offered, without packing anything."""
    pack = table.packs[seat]
    if not pack.pieces:
        return 0
    return 2 + bin(shapes_on_map(table) & pack.homeless()).count("1")


def shapes_on_map(table: Table) -> int:
    """Bits of the shapes that lie on some tile."""
    bit_of = table.box.components.bit_of
    found: i64 = 0
    for tile in table.tiles:
        for piece in tile.loot:
            found |= bit_of[piece]
    return int(found)


def representatives(pack: Backpack, wanted: int, here: list[Shape]) -> list[list[int]]:
    """LF-92 (a), (b), (c), without doubles and without the present layout."""
    kit = pack.kit
    packings = [pack.making_room()]
    for shape in kit.shapes:
        if wanted & kit.packer.shape_bits[shape.number]:
            packings.append(pack.making_room(shape.number))
    if len(here) == 2 and not kit.packer.have_room(here[0], here[1], pack.taken):
        packings.append(pack.making_room(here[0].number, here[1].number))
    found: list[list[int]] = []
    for places in packings:
        if places is not None and places != pack.places and places not in found:
            found.append(places)
    return found
