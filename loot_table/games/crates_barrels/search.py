"""Looking ahead in Crates vs Barrels: alpha-beta, deeper and deeper.

What was judged is kept in a table of positions; attacks and pick-ups come first, then turns that refuted something before;
late and quiet turns are looked at less deeply; at the leaves attacks are played out. Positions that have been are illegal
or lead to draws, as the rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.games.crates_barrels.counting import Counting
from loot_table.games.crates_barrels.swift import EMPTY, NO_TURN, SPAWN, STRIDE, TURNS, Swift, action_of, turn_of
from loot_table.games.crates_barrels.table import Box, TableView

WON: Final = 1_000_000
WINNING: Final = 900_000  # beyond this a value is a forced win or loss
BEYOND: Final = 2_000_000  # more than any value
DEEPEST: Final = 24
QUIET_DEPTH: Final = 8  # attacks played out
ROWS: Final = DEEPEST + QUIET_DEPTH + 2
WIDEST: Final = 160  # turns in one position
JUDGED: Final = 262143  # places for positions already judged, less one
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a kept value says
NEAR: Final = 4  # turns that differ less are drawn by lot; a pawn is 140
LINE: Final = 6  # turns of an expected line
SLOPE: Final = 220.0  # a value of so much makes the odds of winning e to 1
CHECKED_EVERY: Final = 2047  # positions between two looks at the clock, less one

# How early a turn is tried.
FIRST: Final = 1_000_000
ON_CARRIER: Final = 900_000
ATTACK: Final = 800_000
PICK_UP: Final = 700_000
KILLER: Final = 600_000
QUIET: Final = 500_000  # below this: turns known by their history only


@dataclass(frozen=True)
class Considered:
    """A turn that was looked at. Of turns clearly worse than the best, the value is what was enough to see that."""

    action: Action
    value: float  # the share of the victory it promises to the seat, 0 to 1
    positions: int  # looked at for it, in the last depth
    line: tuple[Action, ...]  # this turn, and what is expected after it


@dataclass(frozen=True)
class Judgement:
    """What a search found: the answer, the turns by value, how deep it looked, and at how many positions."""

    action: Action
    considered: tuple[Considered, ...]
    depth: int
    positions: int


def share_of(value: int) -> float:
    """A value as a share of the victory."""
    return 1 / (1 + exp(-value / SLOPE)) if abs(value) < WINNING else float(value > 0)


@final
class Search:
    """The thinking of one seat through one match; what it judged before serves again."""

    def __init__(self, box: Box) -> None:
        self.swift = Swift(box)
        self.counting = Counting(box)
        self.most_positions: i64 = 0
        self.is_time_up: Callable[[], bool] | None = None
        self.positions: i64 = 0
        self.is_stopped = False
        self.may_stop = False
        self.age: i64 = 0
        self.turns = vec[i64]([0] * (ROWS * WIDEST))
        self.ranks = vec[i64]([0] * (ROWS * WIDEST))
        self.killers = vec[i64]([NO_TURN] * (ROWS * 2))
        self.history = vec[i64]([0] * (2 * TURNS))
        self.keys = vec[i64]([0] * (JUDGED + 1))
        self.values = vec[i64]([0] * (JUDGED + 1))
        self.facts = vec[i64]([0] * (JUDGED + 1))  # best turn, age, bound and depth

    # ---- the root

    def look(
        self,
        view: TableView,
        actions: Sequence[Action],
        nodes: int,
        is_time_up: Callable[[], bool] | None,
        rng: Random,
        deepest: int = DEEPEST,
    ) -> Judgement:
        """Deeper and deeper until so many positions were looked at or time is up; what a finished depth found counts."""
        self.swift.set_up(view.imagine(rng))
        self.begin(nodes, is_time_up)
        order = [turn_of(action) for action in actions]
        found: dict[int, int] = dict.fromkeys(order, 0)
        costs: dict[int, int] = dict.fromkeys(order, 0)
        near = order
        reached = 0
        for depth in range(1, min(deepest, DEEPEST) + 1):
            fresh = self.deepen(order, costs, depth)
            if fresh:
                # A depth cut short still knows its first, best-looking turns.
                found.update(fresh)
                order.sort(key=lambda turn: (turn not in fresh, -found[turn]))
                near = nearly_best(fresh)
            if self.is_stopped:
                break
            reached = depth
            if len(order) == 1 or abs(found[order[0]]) > WINNING:
                break
            self.may_stop = True
        chosen = near[rng.below(len(near))]
        order.remove(chosen)
        order.insert(0, chosen)
        told = [Considered(action_of(turn), share_of(found[turn]), costs[turn], self.line(turn)) for turn in order]
        return Judgement(action_of(chosen), tuple(told), reached, int(self.positions))

    def begin(self, nodes: int, is_time_up: Callable[[], bool] | None) -> None:
        self.most_positions = nodes
        self.is_time_up = is_time_up
        self.positions = 0
        self.is_stopped = False
        self.may_stop = False  # the first depth is always finished
        self.age = (self.age + 1) & 63
        for n in range(2 * TURNS):
            self.history[n] >>= 3
        for n in range(ROWS * 2):
            self.killers[n] = NO_TURN
        if self.swift.turn + DEEPEST >= self.swift.turn_limit:
            # What was judged with more turns to go is wrong now.
            for n in range(JUDGED + 1):
                self.keys[n] = 0

    def deepen(self, order: list[int], costs: dict[int, int], depth: int) -> dict[int, int]:
        """The values of the turns at this depth, in this order, as far as the budget goes."""
        fresh: dict[int, int] = {}
        best: i64 = -BEYOND
        for turn in order:
            before = self.positions
            value = self.value_after(turn, depth, best)
            if self.is_stopped:
                break
            fresh[turn] = int(value)
            costs[turn] = int(self.positions - before)
            best = max(best, value)
        return fresh

    def value_after(self, turn: i64, depth: i64, best: i64) -> i64:
        """A turn's value, exact when it is nearly as good as the best or better."""
        if self.swift.wins(turn):
            return WON - 1
        alpha: i64 = max(best - NEAR, -BEYOND)
        self.swift.make(turn)
        value: i64 = 0
        if self.swift.forbids_repeats or not self.is_draw():
            if best > -BEYOND:
                value = -self.judge(depth - 1, -alpha - 1, -alpha, 1, True)
            if best == -BEYOND or value > alpha:
                value = -self.judge(depth - 1, -BEYOND, -alpha, 1, True)
        self.swift.take_back(turn)
        return value

    def line(self, turn: int) -> tuple[Action, ...]:
        """A turn, and the best answers found after it."""
        swift = self.swift
        made: list[int] = []
        last = turn
        while not swift.wins(last):
            swift.make(last)
            made.append(last)
            place = swift.key & JUDGED
            next_turn = (self.facts[place] >> 16) - 1 if self.keys[place] == swift.key else NO_TURN
            if next_turn == NO_TURN or len(made) == LINE:
                break
            last = int(next_turn)
        for n in range(len(made) - 1, -1, -1):
            swift.take_back(made[n])
        if not made or made[-1] != last:
            made.append(last)  # it wins
        return tuple([action_of(number) for number in made])

    # ---- alpha-beta

    def judge(self, depth: i64, alpha: i64, beta: i64, ply: i64, may_skip: bool) -> i64:
        """The value of the position for the seat to move, between alpha and beta."""
        swift = self.swift
        if swift.turn >= swift.turn_limit:
            return 0  # CB-HSE-6
        if swift.can_deliver():
            return WON - ply - 1
        is_threatened = self.is_threatened()
        if depth <= 0 and is_threatened:
            depth = 1
        if depth <= 0 or ply >= DEEPEST:
            return self.play_out(alpha, beta, ply, QUIET_DEPTH)
        if self.spent():
            return 0
        place = swift.key & JUDGED
        best_turn: i64 = NO_TURN
        if self.keys[place] == swift.key:
            fact = self.facts[place]
            best_turn = (fact >> 16) - 1
            if (fact & 255) >= depth:
                value = from_here(self.values[place], ply)
                bound = (fact >> 8) & 3
                if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                    return value
        if may_skip and depth >= 3 and not is_threatened and -WINNING < beta < WINNING and self.skips(depth, beta, ply):
            return beta
        return self.best_of(depth, alpha, beta, ply, best_turn, is_threatened)

    def is_threatened(self) -> bool:
        """Whether the enemy delivers next if nothing is done."""
        swift = self.swift
        other: i64 = 1 - swift.seat
        carrier = swift.carriers[other]
        home = swift.loot[other]
        return carrier >= 0 and swift.cells[home] != other + 1 and swift.is_free(carrier, home)

    def skips(self, depth: i64, beta: i64, ply: i64) -> bool:
        """Whether the position is so good that even doing nothing would be enough."""
        if self.counting.value(self.swift) < beta:
            return False
        self.swift.skip()
        value: i64 = -self.judge(depth - 3, -beta, -beta + 1, ply + 1, False)
        self.swift.unskip()
        return value >= beta and not self.is_stopped

    def best_of(self, depth: i64, alpha: i64, beta: i64, ply: i64, best_turn: i64, is_threatened: bool) -> i64:
        """The value of the best turn, and keep it."""
        swift = self.swift
        base: i64 = ply * WIDEST
        count = swift.gather(self.turns, base)
        self.rank(base, count, best_turn, ply)
        lowest = alpha
        best: i64 = -BEYOND
        chosen: i64 = NO_TURN
        looked: i64 = 0
        is_banned = swift.forbids_repeats
        n: i64 = 0
        while n < count and alpha < beta:
            turn = self.pick(base, n, count)
            n += 1
            if swift.wins(turn):
                best, chosen = WON - ply - 1, turn
                break
            swift.make(turn)
            if is_banned and swift.times_before() > 0:
                swift.take_back(turn)
                if n == count and looked == 0:
                    n = 0
                    is_banned = False  # CB-HSE-4: every turn repeats, so the ban is lifted
                continue
            value: i64 = 0
            if swift.forbids_repeats or not self.is_draw():
                is_late = depth >= 3 and looked >= 4 and self.ranks[base + n - 1] < QUIET and not is_threatened
                less: i64 = 0 if not is_late else 1 if looked < 14 else 2
                value = self.deeper(depth - 1, alpha, beta, ply + 1, looked, less)
            swift.take_back(turn)
            if self.is_stopped:
                return 0
            looked += 1
            if value > best:
                best, chosen = value, turn
                alpha = max(alpha, value)
        if best >= beta:
            self.reward(chosen, depth, ply)
        self.keep(depth, best, ply, chosen, lowest, beta)
        return best

    def is_draw(self) -> bool:
        """CB-HSE-5: the third occurrence. What has come back once since the table can come back again."""
        return self.swift.times_before() > 0 and (self.swift.times_since() > 0 or self.swift.times_in_game() >= 2)

    def deeper(self, depth: i64, alpha: i64, beta: i64, ply: i64, looked: i64, less: i64) -> i64:
        """A turn's value. All but the first are first asked whether they are better than it, late ones less deeply."""
        if looked == 0:
            return -self.judge(depth, -beta, -alpha, ply, True)
        value: i64 = -self.judge(depth - less, -alpha - 1, -alpha, ply, True)
        if less > 0 and value > alpha:
            value = -self.judge(depth, -alpha - 1, -alpha, ply, True)
        if alpha < value < beta:
            value = -self.judge(depth, -beta, -alpha, ply, True)
        return value

    def play_out(self, alpha: i64, beta: i64, ply: i64, depth: i64) -> i64:
        """Only attacks and deliveries, and pick-ups at first, until it is quiet."""
        swift = self.swift
        if self.spent() or swift.turn >= swift.turn_limit:
            return 0
        if swift.can_deliver():
            return WON - ply - 1
        best = self.counting.value(swift)
        if best >= beta or depth == 0:
            return best
        alpha = max(alpha, best)
        base: i64 = ply * WIDEST
        count = swift.gather_forcing(self.turns, base, depth == QUIET_DEPTH and swift.carriers[swift.seat] < 0)
        self.rank(base, count, NO_TURN, ply)
        for n in range(count):
            turn = self.pick(base, n, count)
            if swift.wins(turn):
                return WON - ply - 1
            swift.make(turn)
            value: i64 = -BEYOND
            if not swift.forbids_repeats or swift.times_before() == 0:
                value = -self.play_out(-beta, -alpha, ply + 1, depth - 1)
            swift.take_back(turn)
            if self.is_stopped:
                return 0
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def spent(self) -> bool:
        """One more position; whether the budget is used up."""
        self.positions += 1
        if self.may_stop and (
            self.positions >= self.most_positions
            or (self.positions & CHECKED_EVERY == 0 and self.is_time_up is not None and self.is_time_up())
        ):
            self.is_stopped = True
        return self.is_stopped

    # ---- what was learned

    def keep(self, depth: i64, value: i64, ply: i64, turn: i64, lowest: i64, beta: i64) -> None:
        key = self.swift.key
        place = key & JUDGED
        fact = self.facts[place]
        if self.keys[place] != key and ((fact >> 10) & 63) == self.age and (fact & 255) > depth + 2:
            return  # what took longer to find out stays
        bound: i64 = AT_LEAST if value >= beta else AT_MOST if value <= lowest else EXACT
        self.keys[place] = key
        self.values[place] = to_there(value, ply)
        self.facts[place] = (turn + 1) * 65536 + self.age * 1024 + bound * 256 + depth

    def reward(self, turn: i64, depth: i64, ply: i64) -> None:
        """A quiet turn that refuted something is tried early elsewhere."""
        if self.swift.cells[turn & 127] == EMPTY:
            if self.killers[ply * 2] != turn:
                self.killers[ply * 2 + 1] = self.killers[ply * 2]
                self.killers[ply * 2] = turn
            place: i64 = self.swift.seat * TURNS + turn
            self.history[place] = min(self.history[place] + depth * depth, QUIET - 1)

    def rank(self, base: i64, count: i64, best_turn: i64, ply: i64) -> None:
        """Say how early each of the turns gathered in a row is tried."""
        swift = self.swift
        turns, ranks, history = self.turns, self.ranks, self.history
        seat = swift.seat
        loot: i64 = swift.loot[1 - seat] if swift.carriers[seat] < 0 else NO_TURN
        their_carrier = swift.carriers[1 - seat]
        first, second = self.killers[ply * 2], self.killers[ply * 2 + 1]
        for n in range(base, base + count):
            turn = turns[n]
            target: i64 = turn & 127
            rank: i64 = history[seat * TURNS + turn]
            if turn == best_turn:
                rank = FIRST
            elif swift.cells[target] != EMPTY:
                rank += ON_CARRIER if target == their_carrier else ATTACK
            elif target == loot:
                rank = PICK_UP
            elif turn in (first, second):
                rank = KILLER
            elif turn >= SPAWN * STRIDE:
                rank = QUIET
            ranks[n] = rank

    def pick(self, base: i64, n: i64, count: i64) -> i64:
        """Bring the most promising of the turns that are left to the n-th place."""
        turns, ranks = self.turns, self.ranks
        here: i64 = base + n
        best = here
        for m in range(here + 1, base + count):
            if ranks[m] > ranks[best]:
                best = m
        turn, rank = turns[best], ranks[best]
        turns[best], ranks[best] = turns[here], ranks[here]
        turns[here], ranks[here] = turn, rank
        return turn


def nearly_best(values: dict[int, int]) -> list[int]:
    """The turns that are as good as the best but for next to nothing."""
    best = max(values.values())
    slack = NEAR if abs(best) < WINNING else 1
    return [turn for turn, value in values.items() if value > best - slack]


def from_here(value: i64, ply: i64) -> i64:
    """A kept win is so many turns away from where it was kept."""
    if value > WINNING:
        return value - ply
    return value + ply if value < -WINNING else value


def to_there(value: i64, ply: i64) -> i64:
    if value > WINNING:
        return value + ply
    return value - ply if value < -WINNING else value
