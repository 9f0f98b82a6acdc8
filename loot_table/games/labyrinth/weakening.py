"""LL-6 weaken a wall, LL-7 rubble, LL-8 weakening and demolishing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.sentence import Count, Name, Sentence, say
from loot_table.engine.state import Action, Refusal, Seat, marks
from loot_table.games.labyrinth.cards import draw_card
from loot_table.games.labyrinth.components import the
from loot_table.games.labyrinth.events import RubblePlayed, WallDemolished, WallWeakened
from loot_table.games.labyrinth.shapes import NEUTRAL, Wall
from loot_table.games.labyrinth.table import Table

# ---------------------------------------------------------------- LL-6 weaken a wall


@final
@dataclass(frozen=True)
class Weaken(Action):
    """Weaken one of your own walls (LL-6.1)."""

    wall: int

    def label(self, table: Table) -> Sentence:
        wall = table.wall_numbered(self.wall)
        assert wall is not None
        if wall.node == wall.last_node():
            return say("Demolish your {wall}", wall=the(table.symbol(wall)))
        return say("Weaken your {wall}", wall=the(table.symbol(wall)))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        wall = table.wall_numbered(self.wall)
        if wall is None:
            return Refusal(say("There is no wall {number} on the board.", number=self.wall), "LL-6.1")
        if wall.owner == seat:
            return None
        what, show = the(table.symbol(wall)), marks("wall", self.wall)
        if wall.owner == NEUTRAL:
            text = say("The {wall} is neutral: you can weaken only walls of your own.", wall=what)
            return Refusal(text, "LL-V1.5", show)
        text = say("The {wall} is {owner}'s: you can weaken only walls of your own.", wall=what, owner=Name(wall.owner))
        return Refusal(text, "LL-6.1", show)

    def do(self, table: Table, seat: Seat) -> None:
        wall = table.wall_numbered(self.wall)
        assert wall is not None
        weaken(table, wall, seat)


def weaken_actions(table: Table, seat: Seat) -> list[Action]:
    return [weaken_of(wall.number) for wall in table.walls if wall.owner == seat]


# ---------------------------------------------------------------- LL-7 rubble


@final
@dataclass(frozen=True)
class Rubble(Action):
    """Open a square of any wall with your rubble token (LL-7.2)."""

    x: int
    y: int

    def label(self, table: Table) -> Sentence:
        return say("Rubble on {square}", square=table.box.grid.place(table.box.grid.square(self.x, self.y)))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        box = table.box
        if not table.rubble_home[seat]:
            text = say("Your rubble token is out: it comes back when its wall falls.")
            return Refusal(text, "LL-7.1", rubble_of(table, seat))
        if not box.grid.has(self.x, self.y):
            return Refusal(say("{x},{y} is not on the board.", x=self.x, y=self.y), "LL-7.2")
        square = box.grid.square(self.x, self.y)
        bit = box.grid.bits[square]
        here, lit = box.grid.place(square), box.grid.marks([square])
        if not table.covered & bit:
            text = say("There is no wall on {square}: rubble goes on a square of a wall.", square=here)
            return Refusal(text, "LL-7.2", lit)
        if not table.closed & bit:
            return Refusal(say("A rubble token lies on {square} already.", square=here), "LL-7.2", lit)
        if box.has_close_rubble and not close_squares(table, seat) & bit:
            reach = Count(box.options.close_range, "{n} space", "{n} spaces")
            text = say("{square} is more than {reach} from your side's pawns.", square=here, reach=reach)
            return Refusal(text, "LL-V3.1", lit)
        return None

    def do(self, table: Table, seat: Seat) -> None:
        square = table.box.grid.square(self.x, self.y)
        wall = table.wall_on(square)
        assert wall is not None
        table.replace_wall(wall, wall.opened(square, seat))
        table.closed ^= table.box.grid.bits[square]
        table.rubble_home[seat] = False
        if table.news is not None:
            table.tell(RubblePlayed(seat, wall.number, self.x, self.y))


def rubble_of(table: Table, seat: Seat) -> tuple[str, ...]:
    """Where a seat's rubble token lies."""
    squares = [square for wall in table.walls for square, owner in wall.rubble if owner == seat]
    return table.box.grid.marks(squares)


def close_squares(table: Table, seat: Seat) -> int:
    """LL-V3.1, LL-V3.2: what is near a pawn of the seat's side."""
    found = 0
    for other in range(table.players):
        if not table.box.are_opponents(seat, other):
            found |= table.box.close[table.pawns[other]]
    return found


def wall_size(table: Table) -> int:
    """How many squares all walls have together."""
    size = 0
    for wall in table.walls:
        size += len(wall.shape.offsets)
    return size


def drawn_rubble(table: Table, seat: Seat, number: int) -> Action | None:
    """Rubble on the square with this number among those of all walls, or None when it may not go there."""
    for wall in table.walls:
        offsets = wall.shape.offsets
        if number < len(offsets):
            square = wall.anchor + offsets[number]
            bit = table.box.grid.bits[square]
            if table.closed & bit and (not table.box.has_close_rubble or close_squares(table, seat) & bit):
                return rubble_on(table, square)
            return None
        number -= len(offsets)
    raise AssertionError("fewer squares were drawn than there are")


def rubble_squares(table: Table, seat: Seat) -> int:
    """All squares on which the seat may play rubble."""
    if not table.rubble_home[seat]:
        return 0
    squares = table.covered & table.closed
    return squares & close_squares(table, seat) if table.box.has_close_rubble else squares


# Actions are built when they are first needed, and then for ever.
RUBBLES: Final[dict[tuple[int, int], Rubble]] = {}
WEAKENINGS: Final[dict[int, Weaken]] = {}


def rubble_on(table: Table, square: int) -> Rubble:
    spot = table.spot(square)
    found = RUBBLES.get(spot)
    if found is None:
        found = Rubble(*spot)
        RUBBLES[spot] = found
    return found


def rubble_actions(table: Table, seat: Seat) -> list[Action]:
    return [rubble_on(table, square) for square in table.box.grid.listed(rubble_squares(table, seat))]


def weaken_of(number: int) -> Weaken:
    found = WEAKENINGS.get(number)
    if found is None:
        found = Weaken(number)
        WEAKENINGS[number] = found
    return found


# ---------------------------------------------------------------- LL-8 weakening and demolishing


def weaken(table: Table, wall: Wall, seat: Seat) -> None:
    """LL-8.1: the token goes one node on; LL-8.3: from X the wall is demolished instead. The seat is whose doing it is."""
    if wall.node == wall.last_node():
        demolish(table, wall, seat)
        return
    weaker = wall.weakened()
    table.replace_wall(wall, weaker)
    if table.news is not None:
        symbol = table.symbol(wall)
        hits_left = wall.last_node() - weaker.node + 1
        table.tell(WallWeakened(seat, wall.number, symbol, wall.owner, weaker.node, hits_left))


def demolish(table: Table, wall: Wall, seat: Seat) -> None:
    """LL-8.5: the piece, the rubble and the wall token go home, then the owner draws."""
    table.remove_wall(wall)
    for _, owner in wall.rubble:
        table.rubble_home[owner] = True
    if table.news is not None:
        symbol = table.symbol(wall)
        rubble = tuple([owner for _, owner in wall.rubble])
        table.tell(WallDemolished(seat, wall.number, symbol, wall.owner, rubble))
    if wall.owner != NEUTRAL:
        draw_card(table, wall.owner)
