"""The table of Looters of the Labyrinth: pawns, walls, treasures, hands and piles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Count, Sentence, say
from loot_table.engine.state import REFEREE, SPECTATOR, Seat, State, View
from loot_table.games.labyrinth.box import Box
from loot_table.games.labyrinth.events import Stalled, Won
from loot_table.games.labyrinth.grid import NOWHERE
from loot_table.games.labyrinth.memory import Counts, Fact, Memory, drawn
from loot_table.games.labyrinth.shapes import Wall

NO_CARD: Final = -1
Square = tuple[int, int]
# Number, symbol, orientation, x, y, owner, node, rubble as (x, y, owner).
WallView = tuple[int, str, int, int, int, int, int, tuple[tuple[int, int, int], ...]]


@dataclass(frozen=True)
class TableView(View):
    """All that a seat may know: everything but the cards in other hands and the draw pile (LL-11.1)."""

    first: int
    turn: int
    stall: int  # turns since the last treasure
    pawns: tuple[Square, ...]
    treasures: tuple[Square, ...]
    stash: tuple[int, ...]  # by side
    walls: tuple[WallView, ...]
    next_wall: int
    rubble_home: tuple[bool, ...]
    axes: tuple[bool, ...]  # unspent
    minotaur: Square | None
    turned_up: str  # the card for the next wall of the maze (LL-V1.2)
    hands: tuple[tuple[str, ...] | None, ...]  # None: hidden from this seat
    hand_sizes: tuple[int, ...]
    discard: tuple[str, ...]
    draw_size: int
    draw: tuple[str, ...] | None  # for the referee only
    past: tuple[Fact, ...]  # since the first reshuffle: who drew, who played what
    # How many cards of each type are in each group of cards that this seat has not seen since (LL-R36). For the referee
    # what each seat and the public know.
    unseen: tuple[tuple[Counts, ...], ...]

    def imagine(self, rng: Random) -> Table:
        return imagined(self, rng)


@final
class Table(State):
    """Board, stashes, hands and piles. A pile has no order: it is how many cards of each type it holds."""

    def __init__(self, box: Box) -> None:
        """An empty board; `rules.new` sets it up."""
        super().__init__(box.players)
        self.box = box
        self.first = 0
        self.turn = 0
        self.stall = 0
        self.pawns: list[int] = []
        self.treasures = 0
        self.stash: list[int] = []
        self.walls: list[Wall] = []
        self.next_wall = 1
        self.covered = 0  # squares with a wall piece
        self.closed = 0  # what stops a slide: solid squares (LL-1.6) and all beyond the edge
        self.rubble_home: list[bool] = []
        self.axes: list[bool] = []
        self.minotaur = NOWHERE
        self.turned_up = NO_CARD  # the type of the next wall of the maze
        self.hands: list[tuple[int, ...]] = []  # types, sorted
        self.draw: list[int] = []
        self.discard: list[int] = []
        self.past: tuple[Fact, ...] = ()
        self.unseen: list[tuple[Counts, ...]] = []  # by seat, then the public; see TableView

    def copy(self) -> Table:
        twin = Table(self.box)
        twin.first = self.first
        twin.turn = self.turn
        twin.stall = self.stall
        twin.pawns = self.pawns.copy()
        twin.treasures = self.treasures
        twin.stash = self.stash.copy()
        twin.walls = self.walls.copy()
        twin.next_wall = self.next_wall
        twin.covered = self.covered
        twin.closed = self.closed
        twin.rubble_home = self.rubble_home.copy()
        twin.axes = self.axes.copy()
        twin.minotaur = self.minotaur
        twin.turned_up = self.turned_up
        twin.hands = self.hands.copy()
        twin.draw = self.draw.copy()
        twin.discard = self.discard.copy()
        twin.past = self.past
        twin.unseen = self.unseen.copy()
        twin.agenda = self.agenda.copy()
        twin.reason = self.reason
        return twin

    # ---- looking

    def pawn_squares(self) -> int:
        """The squares of all pawns; the minotaur is none."""
        squares = 0
        for square in self.pawns:
            squares |= self.box.grid.bits[square]
        return squares

    def wall_on(self, square: int) -> Wall | None:
        """The wall whose piece covers a square."""
        bit = self.box.grid.bits[square]
        if self.covered & bit:
            for wall in self.walls:
                if wall.mask & bit:
                    return wall
        return None

    def wall_numbered(self, number: int) -> Wall | None:
        for wall in self.walls:
            if wall.number == number:
                return wall
        return None

    def symbol(self, wall: Wall) -> str:
        return self.box.kinds[wall.shape.kind].symbol

    def free_tokens(self, seat: Seat) -> int:
        """LL-5.8: as many as cards in hand, once a pending card is drawn."""
        return self.box.allotment - sum([wall.owner == seat for wall in self.walls])

    # ---- changing

    def add_wall(self, wall: Wall) -> None:
        self.walls.append(wall)
        self.covered |= wall.mask
        self.closed |= wall.mask
        for square, _ in wall.rubble:
            self.closed ^= self.box.grid.bits[square]

    def replace_wall(self, old: Wall, new: Wall) -> None:
        self.walls[self.walls.index(old)] = new

    def remove_wall(self, wall: Wall) -> None:
        self.walls.remove(wall)
        self.covered ^= wall.mask
        self.closed &= ~wall.mask

    def gain(self, side: int) -> None:
        """A treasure for a side. The count of LL-9.5 is below zero until the turn's end makes it zero."""
        self.stash[side] += 1
        self.stall = -1

    # ---- the end

    def check_end(self) -> None:
        """LL-9.2: the game ends the instant a side has the treasures it needs."""
        if self.stall < 0 and not self.reason and max(self.stash) >= self.box.target:
            self.turn += 1  # the turn ends here
            self.stall = 0
            self.tell(Won(tuple(self.winners()), max(self.stash)))
            self.finish("target")

    def stall_end(self) -> None:
        """LL-9.5: too many turns without a treasure."""
        self.tell(Stalled(tuple(self.winners()), max(self.stash)))
        self.finish("stall")

    def winners(self) -> list[Seat]:
        """The seats of the side, or sides, with the most treasures."""
        most = max(self.stash)
        return [seat for seat in range(self.players) if self.stash[self.box.side[seat]] == most]

    def standings(self) -> list[float]:
        winners = self.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def ending(self) -> Sentence:
        if self.reason == "target":
            return say(
                "{enough}.", enough=Count(self.box.target, "{n} treasure was enough", "{n} treasures were enough")
            )
        turns = Count(self.stall, "{n} turn", "{n} turns")
        return say("Nobody had taken a treasure for {turns}.", turns=turns)

    # ---- views

    def view(self, seat: Seat) -> TableView:
        symbols = [kind.symbol for kind in self.box.kinds]
        hands = [
            tuple([symbols[kind] for kind in self.hands[owner]]) if self.box.shows_hand(owner, seat) else None
            for owner in range(self.players)
        ]
        return TableView(
            seat,
            self.box,
            self.players,
            tuple(self.agenda),
            self.reason,
            self.first,
            self.turn,
            self.stall,
            tuple([self.spot(square) for square in self.pawns]),
            tuple([self.spot(square) for square in self.box.grid.listed(self.treasures)]),
            tuple(self.stash),
            tuple([self.wall_view(wall) for wall in self.walls]),
            self.next_wall,
            tuple(self.rubble_home),
            tuple(self.axes),
            None if self.minotaur == NOWHERE else self.spot(self.minotaur),
            "" if self.turned_up == NO_CARD else symbols[self.turned_up],
            tuple(hands),
            tuple([len(hand) for hand in self.hands]),
            named(symbols, self.discard),
            sum(self.draw),
            named(symbols, self.draw) if seat == REFEREE else None,
            self.past,
            tuple(self.unseen) if seat == REFEREE else (self.unseen[self.players if seat == SPECTATOR else seat],),
        )

    def spot(self, square: int) -> Square:
        return (self.box.grid.x(square), self.box.grid.y(square))

    def wall_view(self, wall: Wall) -> WallView:
        x, y = self.spot(wall.anchor)
        rubble = tuple([(*self.spot(square), seat) for square, seat in wall.rubble])
        return (wall.number, self.symbol(wall), wall.shape.orient, x, y, wall.owner, wall.node, rubble)


def named(symbols: list[str], counts: list[int]) -> tuple[str, ...]:
    """A pile as symbols, by type."""
    found: list[str] = []
    for kind, count in enumerate(counts):
        found.extend([symbols[kind]] * count)
    return tuple(found)


# ---------------------------------------------------------------- what a seat can imagine


def imagined(view: TableView, rng: Random) -> Table:
    """The table of a view, with the cards it does not show dealt at random among those it has not seen."""
    table = shown_table(view)
    imagine_cards(view, table, rng)
    return table


def shown_table(view: TableView) -> Table:
    """The table of a view without its cards: all that can be seen on the board."""
    box: Box = view.box
    grid = box.grid
    table = Table(box)
    table.first, table.turn, table.stall = view.first, view.turn, view.stall
    table.pawns = [grid.square(x, y) for x, y in view.pawns]
    for x, y in view.treasures:
        table.treasures |= grid.bits[grid.square(x, y)]
    table.stash = list(view.stash)
    table.closed = grid.beyond
    for number, symbol, orient, x, y, owner, node, rubble in view.walls:
        shape = box.kinds[box.components.numbers[symbol]].shapes[orient]
        opened = tuple([(grid.square(rubble_x, rubble_y), seat) for rubble_x, rubble_y, seat in rubble])
        table.add_wall(Wall(number, shape, grid.square(x, y), owner, node, opened))
    table.next_wall = view.next_wall
    table.rubble_home = list(view.rubble_home)
    table.axes = list(view.axes)
    if view.minotaur is not None:
        table.minotaur = grid.square(view.minotaur[0], view.minotaur[1])
    if view.turned_up:
        table.turned_up = box.components.numbers[view.turned_up]
    table.agenda = list(view.agenda)
    table.reason = view.reason
    return table


def imagine_cards(view: TableView, table: Table, rng: Random) -> None:
    numbers = table.box.components.numbers
    table.draw = [kind.copies for kind in table.box.kinds]
    table.discard = [0] * len(table.draw)
    for symbol in view.discard:
        table.discard[numbers[symbol]] += 1
        table.draw[numbers[symbol]] -= 1
    hands: list[list[int]] = []
    for seat, hand in enumerate(view.hands):
        hands.append([numbers[symbol] for symbol in hand or ()])
        for kind in hands[seat]:
            table.draw[kind] -= 1
    table.past = view.past
    table.unseen = list(view.unseen) if view.seat == REFEREE else [()] * (view.players + 1)
    if view.seat != REFEREE:
        table.unseen[view.players if view.seat == SPECTATOR else view.seat] = view.unseen[0]
        hidden = [hand is None for hand in view.hands]
        known = Memory(view.unseen[0], view.past, hidden, view.hand_sizes).deal(rng) if view.unseen[0] else None
        if known is None:
            deal_unseen(hands, hidden, view.hand_sizes, table.draw, rng)
        else:
            dealt, table.draw = known
            hands = [dealt[seat] if hidden[seat] else hands[seat] for seat in range(view.players)]
    table.hands = [tuple(sorted(hand)) for hand in hands]


def deal_unseen(
    hands: list[list[int]], hidden: list[bool], sizes: tuple[int, ...], pile: list[int], rng: Random
) -> None:
    """Before the first reshuffle, or when memory gives out, every card that was not seen may be anywhere."""
    slots = [seat for seat in range(len(hands)) for _ in range(sizes[seat] if hidden[seat] else 0)]
    rng.shuffle(slots)
    for seat in slots:
        kind = drawn(pile, rng)
        hands[seat].append(kind)
        pile[kind] -= 1
