"""LL-5 place a wall: which places are legal, for one piece or for all of a shape at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Count, Name, Part, Sentence, Thing, all_of, as_part, say, together
from loot_table.engine.state import Action, Refusal, Seat, marks
from loot_table.games.labyrinth.access import Access, shifted
from loot_table.games.labyrinth.cards import play_card
from loot_table.games.labyrinth.components import Kind, a, the
from loot_table.games.labyrinth.events import WallPlaced
from loot_table.games.labyrinth.grid import NOWHERE, Grid, at
from loot_table.games.labyrinth.shapes import NEUTRAL, Shape, Wall
from loot_table.games.labyrinth.table import Table
from loot_table.games.labyrinth.weakening import close_squares


@final
class Site:
    """Where a seat may put walls now: what is free, what is near enough, and who must keep access."""

    def __init__(self, table: Table, seat: Seat, is_maze: bool) -> None:
        box = table.box
        self.grid = box.grid
        self.is_maze = is_maze
        taken = table.covered | table.treasures | table.pawn_squares()
        if table.minotaur != NOWHERE:
            taken |= box.grid.bits[table.minotaur]
        for other in range(table.players):
            if is_maze:
                taken |= box.too_near_maze[table.pawns[other]]  # LL-V1.3
            elif box.are_opponents(seat, other):
                taken |= box.too_near[table.pawns[other]]  # LL-5.4
        self.free = box.grid.board & ~taken  # what a piece may cover
        self.has_close = box.has_close_walls and not is_maze
        self.close = close_squares(table, seat) if self.has_close else 0
        self.access = Access(table)
        self.clusters: list[int] = []
        self.core = 0

    def allows(self, shape: Shape, anchor: int) -> bool:
        """Whether a piece may lie here. It is inside the grid."""
        wall = shape.at(anchor)
        if wall & self.free != wall or (self.has_close and not wall & self.close):
            return False
        return self.access.goes_around(shape, anchor) or not self.access.cuts(wall, shape.ring_at(anchor))

    def anchors(self, shape: Shape) -> int:
        """All places of a shape, as a set of anchors."""
        found = self.grid.board  # the top left square itself need not be covered
        for offset in shape.offsets:
            found &= shifted(self.free, offset)
        if self.has_close:
            near = 0
            for offset in shape.offsets:
                near |= shifted(self.close, offset)
            found &= near
        if not self.clusters:
            self.clusters = self.access.clusters()
            self.core = self.access.core()
        return self.access.kept_anchors(shape, found, self.clusters, self.core)

    def is_anywhere(self, kind: Kind) -> bool:
        """Whether a piece fits at all."""
        return any(self.anchors(shape) for shape in kind.shapes)

    def drawn(self, kinds: list[Kind], number: int) -> tuple[Shape, int] | None:
        """The place with this number among all of these types on an empty board; None when it is not legal now."""
        for kind in kinds:
            if number >= kind.spots:
                number -= kind.spots
                continue
            for shape in kind.shapes:
                if number < shape.spots:
                    anchor = self.grid.square(number % shape.columns, number // shape.columns)
                    return (shape, anchor) if self.allows(shape, anchor) else None
                number -= shape.spots
        raise AssertionError("fewer places were drawn than there are")


# ---------------------------------------------------------------- the action


@final
@dataclass(frozen=True)
class Place(Action):
    """Play a card and put its wall on the board (LL-5.1); x and y are the top left square of its bounding box."""

    symbol: str
    orient: int
    x: int
    y: int

    def label(self, table: Table) -> Sentence:
        return say("Build the {wall}", wall=the(self.symbol))

    def named(self, table: Table) -> Sentence:
        return placed(self.label(table), self.orient, self.x, self.y)

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        kind = kind_called(table, self.symbol)
        if kind is None or kind.number not in table.hands[seat]:
            return Refusal(say("You hold no card {card}.", card=Thing(self.symbol[:20], self.symbol[:20])), "LL-5.1")
        return why_not_there(table, seat, kind, self.orient, self.x, self.y, False)

    def do(self, table: Table, seat: Seat) -> None:
        kind = kind_called(table, self.symbol)
        assert kind is not None
        play_card(table, seat, kind.number)
        put_wall(table, seat, kind.shapes[self.orient], table.box.grid.square(self.x, self.y), seat)


def placed(label: Sentence, orient: int, x: int, y: int) -> Sentence:
    """And where: by the top left square of its box, as one writes it."""
    if orient == 0:
        return say("{label} from {square}", label=label, square=at(x, y))
    return say("{label} from {square}, orientation {orient}", label=label, square=at(x, y), orient=orient)


def kind_called(table: Table, symbol: str) -> Kind | None:
    number = table.box.components.numbers.get(symbol)
    return None if number is None else table.box.kinds[number]


def put_wall(table: Table, seat: Seat, shape: Shape, anchor: int, owner: Seat) -> None:
    """LL-5.7: a token of the owner goes on the starting node."""
    number = table.next_wall
    table.next_wall += 1
    table.add_wall(Wall(number, shape, anchor, owner, 0, ()))
    if table.news is not None:
        symbol = table.box.kinds[shape.kind].symbol
        table.tell(WallPlaced(seat, number, symbol, shape.orient, *table.spot(anchor), owner == NEUTRAL))


def place_at(table: Table, shape: Shape, anchor: int) -> Action:
    """The action, built once for each place."""
    found = shape.places[anchor]
    if found is None:
        x, y = table.spot(anchor)
        found = Place(table.box.kinds[shape.kind].symbol, shape.orient, x, y)
        shape.places[anchor] = found
    return found


def held_kinds(table: Table, seat: Seat) -> list[Kind]:
    """The types of a hand, each once."""
    found: list[Kind] = []
    last = -1
    for kind in table.hands[seat]:
        if kind != last:
            found.append(table.box.kinds[kind])
            last = kind
    return found


def place_actions(table: Table, seat: Seat) -> list[Action]:
    """All placements: by type, orientation, and place in reading order."""
    found: list[Action] = []
    site = Site(table, seat, False)
    for kind in held_kinds(table, seat):
        for shape in kind.shapes:
            for anchor in table.box.grid.listed(site.anchors(shape)):
                found.append(place_at(table, shape, anchor))
    return found


def can_place(table: Table, seat: Seat) -> bool:
    site = Site(table, seat, False)
    return any(site.is_anywhere(kind) for kind in held_kinds(table, seat))


# ---------------------------------------------------------------- why not there


def why_not_there(table: Table, seat: Seat, kind: Kind, orient: int, x: int, y: int, is_maze: bool) -> Refusal | None:
    """The rule that forbids a piece in this place, and the nearest place where it may lie."""
    last = len(kind.shapes) - 1
    if not 0 <= orient <= last:
        return Refusal(say("{wall} has orientations 0 to {last}.", wall=a(kind.symbol), last=last), "LL-5.2")
    shape = kind.shapes[orient]
    grid = table.box.grid
    if not (0 <= x <= grid.side - shape.width and 0 <= y <= grid.side - shape.height):
        text = say("{wall} at {square} would not lie inside the grid.", wall=a(kind.symbol), square=spot(grid, x, y))
        refusal = Refusal(text, "LL-5.2")
    else:
        site = Site(table, seat, is_maze)
        anchor = grid.square(x, y)
        if site.allows(shape, anchor):
            return None
        refusal = why_forbidden(table, seat, site, shape, anchor)
    return Refusal(together(refusal.text, nearest_place(table, seat, shape, x, y, is_maze)), refusal.rule, refusal.show)


def spot(grid: Grid, x: int, y: int) -> Part:
    """A square in a sentence; one that is not on the board in numbers."""
    return grid.place(grid.square(x, y)) if grid.has(x, y) else as_part(f"{x},{y}")


def why_forbidden(table: Table, seat: Seat, site: Site, shape: Shape, anchor: int) -> Refusal:
    wall = shape.at(anchor)
    covers = why_covering(table, wall)
    if covers is not None:
        return covers
    too_near = why_too_near(table, seat, site, wall)
    if too_near is not None:
        return too_near
    if site.has_close and not wall & site.close:
        reach = spaces(table.box.options.close_range)
        return Refusal(say("None of its squares is within {reach} of a pawn of your side.", reach=reach), "LL-V3.1")
    return why_cut_off(table, seat, site.access.lost(wall))


def spaces(number: int) -> Count:
    return Count(number, "{n} space", "{n} spaces")


def why_covering(table: Table, wall: int) -> Refusal | None:
    """LL-5.3: what lies there already."""
    grid = table.box.grid
    beast = grid.bits[table.minotaur] if table.minotaur != NOWHERE else 0
    for area in (table.covered, table.treasures, table.pawn_squares(), beast):
        if wall & area:
            squares = grid.listed(wall & area)
            places = all_of(grid.places(squares))
            if area == table.covered:
                text = say("It would cover another wall on {squares}.", squares=places)
            elif area == table.treasures:
                text = say("It would cover a treasure on {squares}.", squares=places)
            elif area == beast:
                text = say("It would cover the minotaur on {squares}.", squares=places)
            else:
                text = say("It would cover a pawn on {squares}.", squares=places)
            return Refusal(text, "LL-5.3", grid.marks(squares))
    return None


def pawn_of(seat: Seat, other: Seat) -> Sentence:
    """Somebody's pawn, told to a seat."""
    return say("your own pawn") if seat == other else say("{who}'s pawn", who=Name(other))


def why_too_near(table: Table, seat: Seat, site: Site, wall: int) -> Refusal | None:
    box = table.box
    for other in range(table.players):
        if site.is_maze:
            near = wall & box.too_near_maze[table.pawns[other]]
        else:
            near = wall & box.too_near[table.pawns[other]] if box.are_opponents(seat, other) else 0
        if near:
            square = box.grid.listed(near)[0]
            text = say(
                "{square} is only {away} from {pawn}: it must be {least} away or more.",
                square=box.grid.place(square),
                away=box.grid.distance(square, table.pawns[other]),
                pawn=pawn_of(seat, other),
                least=spaces(box.components.maze_distance if site.is_maze else box.components.least_distance),
            )
            show = (*marks("seat", other), *box.grid.marks([square]))
            return Refusal(text, "LL-V1.3" if site.is_maze else "LL-5.4", show)
    return None


def why_cut_off(table: Table, seat: Seat, lost: list[int]) -> Refusal:
    """Who would lose which treasures."""
    grid = table.box.grid
    losses: list[Sentence] = []
    show: dict[str, None] = {}
    for other, treasures in enumerate(lost):
        if treasures:
            squares = grid.listed(treasures)
            places = all_of(grid.places(squares))
            pawn = pawn_of(seat, other)
            if len(squares) == 1:
                losses.append(say("{pawn} off from the treasure on {square}", pawn=pawn, square=places))
            elif treasures == table.treasures:
                losses.append(say("{pawn} off from every treasure", pawn=pawn))
            else:
                losses.append(say("{pawn} off from the treasures on {squares}", pawn=pawn, squares=places))
            show.update(dict.fromkeys((*marks("seat", other), *grid.marks(squares))))
    return Refusal(say("It would cut {losses}.", losses=all_of(losses)), "LL-5.6", tuple(show))


# ---------------------------------------------------------------- the nearest place


def nearest(table: Table, seat: Seat, shape: Shape, x: int, y: int, is_maze: bool) -> tuple[Shape, int] | None:
    """The legal place nearest to a square, turned as it is if that is possible; None when the piece fits nowhere."""
    site = Site(table, seat, is_maze)
    kind = table.box.kinds[shape.kind]
    for turned in [shape, *[other for other in kind.shapes if other is not shape]]:
        best = -1
        best_away = 0
        for anchor in table.box.grid.listed(site.anchors(turned)):
            away = abs(table.box.grid.x(anchor) - x) + abs(table.box.grid.y(anchor) - y)
            if best < 0 or away < best_away:
                best = anchor
                best_away = away
        if best >= 0:
            return (turned, best)
    return None


def nearest_place(table: Table, seat: Seat, shape: Shape, x: int, y: int, is_maze: bool) -> Sentence:
    found = nearest(table, seat, shape, x, y, is_maze)
    if found is None:
        return say("It fits nowhere on the board.")
    turned, anchor = found
    square = table.box.grid.place(anchor)
    if turned is shape:
        return say("The nearest place for it is {square}.", square=square)
    return say("The nearest place for it is {square}, in orientation {orient}.", square=square, orient=turned.orient)


def sampled_place(table: Table, site: Site, kinds: list[Kind], rng: Random, patience: int) -> tuple[Shape, int] | None:
    """A legal place of one of these types, each equally likely, or None when so many draws found none."""
    spots = sum([kind.spots for kind in kinds])
    for _ in range(patience):
        found = site.drawn(kinds, int(rng.below(spots)))
        if found is not None:
            return found
    return None
