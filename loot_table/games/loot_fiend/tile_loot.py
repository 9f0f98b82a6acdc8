"""The loot of a new map tile (rulebook page 13): medium or large, and which pieces are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Sentence, Thing, all_of, say
from loot_table.engine.state import Action, Chance, Decision, Refusal, Seat, even, place_in
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, SIZES, SMALL
from loot_table.games.loot_fiend.events import LootLaid
from loot_table.games.loot_fiend.labels import SIZE_WORDS
from loot_table.games.loot_fiend.refusals import not_now
from loot_table.games.loot_fiend.table import Table

# ---------------------------------------------------------------- medium or large


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

    def prompt(self, table: Table) -> Sentence:
        if table.box.asks_shape:
            return say("Which two pieces?")
        return say("Green box or blue box?")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing loot for the new tile.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        return loot_choices(table)

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, PlaceLoot):
            return not_now(say("Not now: choose the loot for the new tile."))
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

    def label(self, table: Table) -> Sentence:
        if not self.shape:
            return say("A medium piece") if self.size == SIZES[MEDIUM] else say("A large piece")
        kit = table.box.components
        shapes = [kit.shapes[kit.shape_numbers[code]] for code in (self.small, self.shape) if code]
        return say("Lay {pieces}", pieces=all_of([Thing(shape.code, shape.name, True) for shape in shapes]))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if self.size not in (SIZES[MEDIUM], SIZES[LARGE]):
            return Refusal(say("The larger piece is medium or large."), "LF-36")
        size = SIZES.index(self.size)
        if not table.boxes[size]:
            return Refusal(say("The box of {size} loot is empty.", size=SIZE_WORDS[size]), "LF-37")
        if not table.box.asks_shape:
            if self.shape or self.small:
                return Refusal(say("In this game loot is drawn blind: choose only medium or large."), "LF-R2")
            return None
        if self.shape not in shapes_in(table, size):
            offered = ", ".join(shapes_in(table, size))
            text = say("Choose the shape of the {size} piece: {shapes}.", size=SIZE_WORDS[size], shapes=offered)
            return Refusal(text, "LF-38")
        small = shapes_in(table, SMALL)
        if self.small not in (small or [""]):
            if not small:
                return Refusal(say("No small piece is left."), "LF-38")
            return Refusal(say("Choose the shape of the small piece: {shapes}.", shapes=", ".join(small)), "LF-38")
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


# ---------------------------------------------------------------- onto the tile


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

    def odds(self, table: Table, outcome: int) -> tuple[tuple[int, ...], int]:
        box = table.boxes[self.size]
        return even(len(box)), place_in(box, outcome)

    def name_of(self, table: Table, outcome: int) -> str:
        return table.box.components.pieces[outcome]

    def do(self, table: Table, outcome: int) -> None:
        put_loot(table, outcome)


DRAWS: Final = [Draw(size) for size in range(len(SIZES))]
