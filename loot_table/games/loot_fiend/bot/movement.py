"""Where to go: what can be gained on each tile of the map, and how many actions it takes."""

from __future__ import annotations

from typing import Final

from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.bot.expectations import (
    MOST_LOCKS_REMOVED,
    best_after_trips,
    best_rival,
    expected_of,
    is_wanted,
)
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, SMALL
from loot_table.games.loot_fiend.rules import Move
from loot_table.games.loot_fiend.stack import store_chance
from loot_table.games.loot_fiend.table import Table

WALK: Final = 500.0  # going somewhere, against the other kinds of action
NEVER: Final = -1000.0

NEW_TILE_ACTIONS: Final = 4  # flip, step, take, take
FLIP_ACTIONS: Final = 3  # flip, step, take
CURIOSITY: Final = 0.2  # a new tile is worth this even to a full backpack: the next store may be under it
LITTLE: Final = 1.5  # points: who expects no more from a new tile has a full backpack
FINISH: Final = 8.0  # points: what it is worth to end the game in the lead, or not to end it behind
HURRY: Final = 4.0  # what a new tile is worth to who has a full backpack and wants the next store to come
FAR: Final = 99


class Movement:
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
        if table.course.stores_found + 1 < table.course.final_store:
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
        is_early = self.table.course.actions_left >= FLIP_ACTIONS - 1 + cost
        has_few = self.pack.kit.actions[self.pack.locks] < FLIP_ACTIONS
        if not (is_early or has_few or self.is_hurried):
            return NEVER
        worth = self.new_tile + self.finishing()
        return WALK + worth / (NEW_TILE_ACTIONS - 1 + cost) if worth > 0 else NEVER

    def finishing(self) -> float:
        """The flip may turn up the final store: good for who leads after all the trips, bad for who does not."""
        if self.table.course.stores_found + 1 < self.table.course.final_store:
            return 0.0
        likely, of = store_chance(self.table.stack)
        if likely == 0:
            return 0.0
        stays_ahead = self.pack.points > best_after_trips(self.table, self.seat)
        return FINISH * likely / of if stays_ahead else -FINISH * likely / of
