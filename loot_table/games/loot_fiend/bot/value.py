"""How likely each player wins: points, room in the backpack, loot within reach, what stack and boxes hold, the time left."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt, tanh
from pathlib import Path
from typing import Final, final

from loot_table.engine.net import Net, among_rivals, net_of
from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.adding import Flip
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.bot.expectations import (
    RICH,
    end_within,
    expected_of,
    flips_left,
    gain_in,
    sweep,
    turns_left,
)
from loot_table.games.loot_fiend.components import LARGE, MEDIUM, SMALL
from loot_table.games.loot_fiend.course import NONE
from loot_table.games.loot_fiend.map import distances
from loot_table.games.loot_fiend.stack import store_chance
from loot_table.games.loot_fiend.table import Table
from loot_table.games.loot_fiend.tile_loot import ChooseLoot, Draw

HOME: Final = Path(__file__).parent
LUCK: Final = 1.3  # so many times less must results of two players scatter once luck is taken away
CUT: Final = 6  # decisions of a playout before its table is valued
AHEAD: Final = 16  # and where luck is measured: loot that was turned up counts once somebody has walked there
NODES: Final = (0, 0, 50, 2000)  # iterations of a search, by level
REPACKED: Final = 0.8  # what loot counts that fits after a repack
SHARED: Final = 0.5  # and where somebody else stands
SOON: Final = (0.5, 1.0, 2.0)  # turns of everybody until the end
FADING: Final = 0.6  # what loot counts a turn later


def value(table: Table) -> list[float]:
    """Each seat's share of the victory."""
    return by_net(table, net_of(HOME, table.players))


def by_net(table: Table, net: Net) -> list[float]:
    return net.shares(features(table))


def features(table: Table) -> list[list[float]]:
    """What speaks for each seat, and against it: its situation among its rivals', its lead, and the time left."""
    seats = range(table.players)
    away = [distances(table.tiles, table.at[seat]) for seat in seats]
    reaches = [Reach(table, seat, away) for seat in seats]
    found = among_rivals([situation(table, seat, reaches[seat]) for seat in seats])
    course = table.course
    left = flips_left(table) / table.players
    hits, of = store_chance(table.stack)
    is_over = course.stores_found >= course.final_store
    is_late = course.stores_found + 1 == course.final_store  # the next store is the last
    is_flipping = bool(table.agenda) and isinstance(table.agenda[-1], Flip)
    points = [table.packs[seat].points + reaches[seat].sure for seat in seats]
    ends: Sequence[float] = after_trips(table, away) if is_over or is_late else points
    turns = turns_left(table)
    hoped = [hoped_for(table.packs[seat], turns) + reaches[seat].sure for seat in seats]
    soon = [end_within(table, turns) for turns in SOON]
    for seat in seats:
        lead = points[seat] - best_other(points, seat)
        hope = hoped[seat] - best_other(hoped, seat)
        at_end = ends[seat] - best_other(ends, seat)
        risk = hits / of if is_late else 0.0
        found[seat] += [
            tanh(at_end / 2.0) if is_over else 0.0,
            at_end / 5.0 if is_over else 0.0,
            tanh(at_end / 2.0) * risk,
            tanh(at_end / 2.0) * risk if is_flipping else 0.0,
            tanh(lead / 4.0) * exp(-left / 2.0),
            tanh(lead / 4.0) * exp(-left),
            lead / 8.0,
            lead / 8.0 / (0.3 + left),
            hits / of,
            1.0 if is_late else 0.0,
            left / 4.0,
            1.0 if is_flipping else 0.0,
            1.0 if course.is_shopping else 0.0,
            (seat - course.turn) % table.players / table.players if course.turn != NONE else 0.0,
            tanh(hope / 5.0),
            hope / 10.0,
            *soon,
            *[tanh(lead / 3.0) * chance for chance in soon],
        ]
    return found


def best_other(points: Sequence[float], seat: Seat) -> float:
    return max([theirs for other, theirs in enumerate(points) if other != seat])


def after_trips(table: Table, away: list[list[int]]) -> list[int]:
    """Everybody's points after the trips to a store: the last one found, or one that whose turn it is would find."""
    course = table.course
    finder = course.last_finder if course.stores_found >= course.final_store else course.turn
    points = [pack.points for pack in table.packs]
    if finder == NONE:
        return points
    return [
        points[seat] + (sweep(table, seat, finder, away[finder]) if seat != finder else 0)
        for seat in range(table.players)
    ]


@final
class Reach:
    """The loot on the map that a seat has room for, by the turns it takes to get it. What whose turn it is can take before
    its end is as good as taken."""

    def __init__(self, table: Table, seat: Seat, away: list[list[int]]) -> None:
        pack = table.packs[seat]
        kit = pack.kit
        repackable = pack.repackable()
        drawn = coming(table, seat)
        last = len(table.tiles) - 1
        is_mine = table.course.turn == seat
        actions = table.course.actions_left if is_mine else kit.actions[pack.locks]
        self.all = self.near = self.best = self.own = 0.0
        self.turn = 0.0  # what it can take in this turn, or in its next one
        near = 0.0  # of that, what counts as near
        self.open = len(table.tiles)  # steps to a tile with a road into the unknown
        for number, tile in enumerate(table.tiles):
            steps = away[seat][number]
            if tile.is_open:
                self.open = min(self.open, steps)
            worth = taken = drawn if number == last else 0.0
            spent = steps
            for piece in tile.loot:
                shape = kit.shape_of[piece]
                if pack.has_room(shape):
                    worth += shape.value
                    if spent < actions:
                        spent += 1
                        taken += shape.value
                elif repackable & kit.packer.shape_bits[shape.number]:
                    worth += REPACKED * shape.value
                    if spent + 1 < actions:
                        spent += 2
                        taken += shape.value
            if worth == 0.0:
                continue
            if steps > 0 and table.others_at(number, seat):
                worth *= SHARED
                taken = 0.0
            late = max(0.0, (steps + 1 - actions) / kit.actions[pack.locks]) if is_mine else steps / actions
            counts = worth * FADING**late
            self.all += worth
            self.near += counts
            self.best = max(self.best, counts)
            if taken > self.turn:
                self.turn, near = taken, counts
            if all(theirs[number] > steps for other, theirs in enumerate(away) if other != seat):
                self.own += counts
        self.sure = self.turn if is_mine else 0.0
        if is_mine:
            self.near -= near


def hoped_for(pack: Backpack, turns: float) -> float:
    """The points it will have, about: as the backpack is, or with a lock less where it can pay for that."""
    kit = pack.kit
    kept = pack.points + gain_in(pack, pack.locks, pack.free, turns)
    if pack.locks == 0 or pack.points < kit.lock_price:
        return kept
    room = pack.free + kit.columns + int(kit.lock_price / RICH)
    return max(kept, pack.points - kit.lock_price + gain_in(pack, pack.locks - 1, room, turns))


def coming(table: Table, seat: Seat) -> float:
    """What the pieces that are about to be drawn for the last tile are worth to a seat, on average."""
    if table.agenda and isinstance(table.agenda[-1], ChooseLoot):
        return new_tile(table, seat)
    worth = 0.0
    for step in table.agenda[-2:]:
        if isinstance(step, Draw):
            worth += expected_of(table, table.packs[seat], step.size)
    return worth


def new_tile(table: Table, seat: Seat) -> float:
    """What a new tile would bring a seat, as far as the boxes go."""
    pack = table.packs[seat]
    larger = max(expected_of(table, pack, MEDIUM), expected_of(table, pack, LARGE))
    return expected_of(table, pack, SMALL) + larger


def turned_up(table: Table) -> float:
    """How likely a tile with loot is just being added to the map."""
    step = table.agenda[-1] if table.agenda else None
    if isinstance(step, Flip):
        hits, of = store_chance(table.stack)
        return 1.0 - hits / of
    return 1.0 if table.course.turned else 0.0


def situation(table: Table, seat: Seat, reach: Reach) -> list[float]:
    """A seat by itself."""
    pack = table.packs[seat]
    kit = pack.kit
    left = min(3.0, flips_left(table) / table.players / 4.0)  # time
    points = (pack.points + reach.sure) / 10.0
    room = pack.free / 20.0
    unlocked = (kit.locks - pack.locks) / 4.0
    is_mine = 1.0 if table.course.turn == seat else 0.0
    new = new_tile(table, seat)
    added = turned_up(table) * new
    return [
        points,
        points / sqrt(0.2 + left),
        room,
        room * left,
        room * sqrt(left),
        unlocked,
        unlocked * left,
        kit.packer.flexibility(pack.taken) / 20.0 * left,
        kit.actions[pack.locks] / 5.0 * left,
        is_mine,
        is_mine * table.course.actions_left / 5.0,
        reach.turn / 5.0,
        reach.turn / 5.0 * exp(-left),
        reach.turn / 5.0 * is_mine,
        1.0 if pack.points >= kit.lock_price and pack.locks > 0 else 0.0,
        reach.near / 6.0,
        reach.near / 6.0 * left,
        reach.best / 5.0,
        reach.own / 6.0,
        reach.all / 12.0,
        1.0 / (1.0 + reach.open),
        new / 5.0,
        new / 5.0 * left,
        added / 5.0,
        added / 5.0 * is_mine,
    ]
