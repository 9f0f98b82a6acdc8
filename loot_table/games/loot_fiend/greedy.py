"""What a decent player of Loot Fiend knows: take what fits, walk where points per action are best, open two locks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.loot_fiend.adding import Add, PlaceLoot
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, SIZES, SMALL
from loot_table.games.loot_fiend.ending import is_final
from loot_table.games.loot_fiend.loot import Collect, RemoveLocks, Reorganise
from loot_table.games.loot_fiend.packing import Shape
from loot_table.games.loot_fiend.rules import Move
from loot_table.games.loot_fiend.stack import flips_to_store, store_chance
from loot_table.games.loot_fiend.stores import LeaveFirst, Route, TripCollect
from loot_table.games.loot_fiend.table import Table, TableView, read_pack

# Kinds of action in the order of their worth; what is inside a kind is worth less than the step to the next.
TAKE: Final = 1000.0
UNLOCK: Final = 900.0
MAKE_ROOM: Final = 800.0
WALK: Final = 500.0
NEVER: Final = -1000.0

MOST_LOCKS_REMOVED: Final = 2
CRAMPED: Final = 4  # free squares: with fewer, and time left, a third lock is worth its price
NEW_TILE_ACTIONS: Final = 4  # flip, step, take, take
FLIP_ACTIONS: Final = 3  # flip, step, take
CURIOSITY: Final = 0.2  # a new tile is worth this even to a full backpack: the next store may be under it
LITTLE: Final = 1.5  # points: who expects no more from a new tile has a full backpack
SHORT: Final = 1.5  # flips for each player until the end: too few for a second lock to pay for itself
FINISH: Final = 8.0  # points: what it is worth to end the game in the lead, or not to end it behind
CHOOSY: Final = 1.5  # flips for each player until the end: as long as there are more, light loot can wait
DENSE: Final = 0.7  # points for each square
HURRY: Final = 4.0  # what a new tile is worth to who has a full backpack and wants the next store to come
FAR: Final = 99


def prefer(view: TableView, actions: Sequence[Action], rng: Random) -> list[float]:
    """How good each action looks to the seat whose view it is."""
    return likings(view.imagine(rng), actions, rng)


def likings(table: Table, actions: Sequence[Action], rng: Random) -> list[float]:
    """The same on a table that somebody imagines."""
    seat = table.to_act
    ways = Ways(table, seat) if any(isinstance(action, (Move, Add)) for action in actions) else None
    return [worth(table, seat, action, ways) for action in actions]


def worth(table: Table, seat: Seat, action: Action, ways: Ways | None) -> float:
    if isinstance(action, Collect):
        return taking(table, table.packs[seat], action.loot, action.rot, action.x, action.y)
    if isinstance(action, TripCollect):
        return taking(table, table.packs[seat], action.loot, action.rot, action.x, action.y)
    if isinstance(action, Reorganise):
        return repacking(table, seat, action)
    if isinstance(action, RemoveLocks):
        return unlocking(table, table.packs[seat], action)
    if isinstance(action, Move):
        assert ways is not None
        return ways.moving(action)
    if isinstance(action, Add):
        assert ways is not None
        return ways.adding()
    if isinstance(action, PlaceLoot):
        return laying(table, seat, action)
    if isinstance(action, Route):
        return -spoils(table, action)
    if isinstance(action, LeaveFirst):
        return float(action.player == seat)
    return 0.0


# ---------------------------------------------------------------- the backpack


def taking(table: Table, pack: Backpack, loot: str, rot: int, x: int, y: int) -> float:
    """Most points first, in the placement that keeps the most shapes placeable."""
    kit = pack.kit
    shape = kit.shape_of[kit.piece_numbers[loot]]
    if not is_wanted(table, pack, shape):
        return NEVER
    mask = kit.packer.placements[kit.packer.find(shape, rot, x, y)].mask
    return TAKE + 20 * shape.value + kit.packer.flexibility(pack.taken | mask)


def repacking(table: Table, seat: Seat, action: Reorganise) -> float:
    """In a turn only to take a medium or large piece now; at a store, where it is free, to have more places."""
    pack = table.packs[seat]
    kit = pack.kit
    after = read_pack(kit, pack.locks, action.layout)
    if table.is_shopping:
        gain = kit.packer.flexibility(after.taken) - kit.packer.flexibility(pack.taken)
        return float(gain) if gain > 0 else NEVER
    tile = table.tile_of(seat)
    if table.is_shared(seat) or table.actions_left < 2 * kit.cost:
        return NEVER
    gained = 0
    for piece in tile.loot:
        shape = kit.shape_of[piece]
        if shape.size != SMALL and after.has_room(shape) and not pack.has_room(shape):
            gained += shape.value
    return MAKE_ROOM + 20 * gained + kit.packer.flexibility(after.taken) if gained else NEVER


def unlocking(table: Table, pack: Backpack, action: RemoveLocks) -> float:
    """One lock at a time, two in all (three when cramped), for the smallest sum and the most squares."""
    kit = pack.kit
    is_cramped = pack.free < CRAMPED and flips_left(table) >= SHORT * table.players
    most = MOST_LOCKS_REMOVED + int(is_cramped)
    if action.count > 1 or kit.locks - pack.locks >= most or is_final(table):
        return NEVER
    paid = 0
    squares = 0
    for piece in action.pay:
        shape = kit.shape_of[kit.piece_numbers[piece]]
        paid += shape.value
        squares += shape.squares
    is_spendthrift = pack.points - paid <= best_rival(table, table.to_act)
    if pack.locks < kit.locks and is_spendthrift and flips_left(table) < SHORT * table.players:
        return NEVER
    return UNLOCK - 10 * paid + squares


def flips_left(table: Table) -> float:
    """How many tiles are to be turned up, on average, until the game ends."""
    return flips_to_store(table.stack, table.final_store - table.stores_found)


def best_rival(table: Table, seat: Seat) -> int:
    return max([table.packs[other].points for other in range(table.players) if other != seat])


def is_wanted(table: Table, pack: Backpack, shape: Shape) -> bool:
    """With no more locks to buy and time left, loot that is light for its size only takes room."""
    is_choosy = pack.kit.locks - pack.locks >= MOST_LOCKS_REMOVED and flips_left(table) > CHOOSY * table.players
    return not is_choosy or shape.value >= DENSE * shape.squares


def laying(table: Table, seat: Seat, action: PlaceLoot) -> float:
    """What brings most to the own backpack: medium while only two rows are open, large later."""
    kit = table.box.components
    pack = table.packs[seat]
    if not action.shape:
        return expected_of(table, pack, SIZES.index(action.size))
    found = 0.0
    for code in (action.shape, action.small):
        if code:
            shape = kit.shapes[kit.shape_numbers[code]]
            found += shape.value if pack.has_room(shape) else 0
    return found


def expected_of(table: Table, pack: Backpack, size: int) -> float:
    """What a piece drawn from a box is worth on average, counting those that fit."""
    box = table.boxes[size]
    if not box:
        return 0.0
    fitting = 0
    for shape in pack.kit.shapes:
        if shape.size == size and pack.has_room(shape):
            for piece in box:
                if pack.kit.shape_of[piece].number == shape.number:
                    fitting += shape.value
    return fitting / len(box)


def spoils(table: Table, action: Route) -> float:
    """What a traveller could take on a route, the finder's sorrow."""
    kit = table.box.components
    at = table.find(action.path[0])
    total = 0
    for seat in range(table.players):
        if table.at[seat] == at and seat != table.last_finder:
            for cell in action.path:
                number = table.find(cell)
                if number == at or not table.others_at(number, seat):
                    for piece in table.tiles[number].loot:
                        if table.packs[seat].has_room(kit.shape_of[piece]):
                            total += kit.shape_of[piece].value
            break
    return float(total)


# ---------------------------------------------------------------- where to go


class Ways:
    """What can be gained where, and how many actions it takes to get there."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.pack = table.packs[seat]
        self.new_tile = CURIOSITY + expected_of(table, self.pack, SMALL)
        self.new_tile += max(expected_of(table, self.pack, MEDIUM), expected_of(table, self.pack, LARGE))
        self.is_hurried = self.new_tile < LITTLE + CURIOSITY and self.wants_store()
        if self.is_hurried:
            self.new_tile += HURRY
        self.leaving = [self.leave_cost(number) for number in range(len(table.tiles))]
        self.gains = [self.gain(number) for number in range(len(table.tiles))]

    def wants_store(self) -> bool:
        """Whether the next store is good news: it opens locks, or it ends the game while this seat leads."""
        table = self.table
        if table.stores_found + 1 < table.final_store:
            return self.pack.locks > self.pack.kit.locks - MOST_LOCKS_REMOVED
        return self.pack.points > best_rival(table, self.seat)

    def leave_cost(self, number: int) -> int:
        """LF-40: what the next action costs on a tile once this seat stands there."""
        tile = self.table.tiles[number]
        kit = self.pack.kit
        if tile.is_starter or tile.is_store or not self.table.others_at(number, self.seat):
            return kit.cost
        return kit.shared_cost

    def gain(self, number: int) -> tuple[int, int]:
        """Points that can be collected on a tile, and the actions that takes once there."""
        tile = self.table.tiles[number]
        if not tile.loot or self.table.others_at(number, self.seat):
            return 0, 0
        shapes = [self.pack.kit.shape_of[piece] for piece in tile.loot]
        shapes = [shape for shape in shapes if is_wanted(self.table, self.pack, shape)]
        fitting = [shape for shape in shapes if self.pack.has_room(shape)]
        packer = self.pack.kit.packer
        if len(fitting) == 2 and not packer.have_room(fitting[0], fitting[1], self.pack.taken):
            fitting = [max(fitting, key=lambda shape: shape.value)]
        if fitting:
            return sum([shape.value for shape in fitting]), len(fitting)
        # One more action, and the larger piece fits.
        best = 0
        for shape in shapes:
            if self.pack.repackable() & packer.shape_bits[shape.number]:
                best = max(best, shape.value)
        return (best, 2) if best else (0, 0)

    def moving(self, action: Move) -> float:
        """The best points per action of all that lies beyond this step."""
        start = self.table.find(action.to)
        cost = self.costs_from(start, self.leaving[self.table.at[self.seat]])
        best = 0.0
        for number, tile in enumerate(self.table.tiles):
            if cost[number] >= FAR:
                continue
            points, taken = self.gains[number]
            if points:
                best = max(best, points / (cost[number] + taken))
            if tile.is_open and self.table.stack:
                best = max(best, self.new_tile / (cost[number] + NEW_TILE_ACTIONS))
        return WALK + best if best > 0 else NEVER

    def costs_from(self, start: int, spent: int) -> list[int]:
        """Actions to each tile by way of a first step; back to where one stands does not count."""
        cost = [FAR] * len(self.table.tiles)
        cost[start] = spent
        frontier = [start]
        for number in frontier:
            for other in self.table.tiles[number].joined():
                there = cost[number] + self.leaving[number]
                if there < cost[other] and other != self.table.at[self.seat]:
                    cost[other] = there
                    frontier.append(other)
        return cost

    def adding(self) -> float:
        """A flip pays when there are actions left to step there and take something."""
        cost = self.leaving[self.table.at[self.seat]]
        is_early = self.table.actions_left >= FLIP_ACTIONS - 1 + cost
        has_few = self.pack.kit.actions[self.pack.locks] < FLIP_ACTIONS
        if not (is_early or has_few or self.is_hurried):
            return NEVER
        worth = self.new_tile + self.finishing()
        return WALK + worth / (NEW_TILE_ACTIONS - 1 + cost) if worth > 0 else NEVER

    def finishing(self) -> float:
        """The flip may turn up the final store: good for who leads, bad for who does not."""
        if self.table.stores_found + 1 < self.table.final_store:
            return 0.0
        likely, of = store_chance(self.table.stack)
        leads = self.pack.points > best_rival(self.table, self.seat)
        return FINISH * likely / of if leads else -FINISH * likely / of
