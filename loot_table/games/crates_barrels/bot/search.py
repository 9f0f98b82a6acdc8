"""Looking ahead in Crates vs Barrels: alpha-beta, deeper and deeper.

Attacks and pick-ups come first, then turns that refuted something before; late and quiet turns are looked at less deeply; at
the leaves attacks are played out. Positions that have been are illegal or lead to draws, as the rules say.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action
from loot_table.engine.thought import IsTimeUp, Line, Thought
from loot_table.games.crates_barrels.bot.counting import Counting
from loot_table.games.crates_barrels.bot.memory import UNKNOWN, WIDEST, WINNING, WON, Judged, Order
from loot_table.games.crates_barrels.bot.net import Net, Weighing, net_of
from loot_table.games.crates_barrels.bot.pruning import GAIN, SHALLOW, enough, is_far_ahead, is_hopeless, less, skipped
from loot_table.games.crates_barrels.bot.swift import Swift
from loot_table.games.crates_barrels.rules import action_of, turn_of
from loot_table.games.crates_barrels.table import Table, TableView
from loot_table.games.crates_barrels.turn import NO_TURN, WINS

# Positions that each level looks at, at the most; the first level does not search.
NODES: Final = (0, 4_000, 60_000, 2_000_000)
# Levels that look at so many weigh positions by the net, where there is one; who is beaten by beginners counts, as always.
WEIGHED_FROM: Final = 60_000
# A level's answer is settled when it alone was best for so many depths, and so many positions were looked at.
STEADY: Final = 4
SETTLED_FROM: Final = 100_000

BEYOND: Final = 2_000_000  # more than any value
DEEPEST: Final = 24
QUIET_DEPTH: Final = 8  # attacks played out
NEAR: Final = 4  # turns that differ less are drawn by lot; a pawn is 140
LINE: Final = 6  # turns of an expected line
SLOPE: Final = 220.0  # a value of so much makes the odds of winning e to 1
CHECKED_EVERY: Final = 2047  # positions between two looks at the clock, less one
CHECKED_OFTEN: Final = 255  # the same where somebody waits for an answer


def search(
    view: TableView, actions: Sequence[Action], nodes: int, is_time_up: IsTimeUp, rng: Random, deepest: int = DEEPEST
) -> Thought:
    """The best turn, and all that were considered: for how many positions, and what is expected after each.

    Of turns clearly worse than the best, the value is what was enough to see that.
    """
    return Search(view.imagine(rng), nodes, is_time_up).look(actions, rng, min(deepest, DEEPEST))


def answer(view: TableView, actions: Sequence[Action], nodes: int, is_time_up: IsTimeUp, rng: Random) -> Thought:
    """As the levels play: the same, but no longer than until the answer is settled. What is saved where it is clear is spent
    where it is not. Those who look far weigh positions by the net."""
    table = view.imagine(rng)
    net = net_of(table.box) if nodes >= WEIGHED_FROM else None
    return Search(table, nodes, is_time_up, net=net).look(actions, rng, DEEPEST, True)


def share_of(value: int) -> float:
    """A value as a share of the victory."""
    return 1 / (1 + exp(-value / SLOPE)) if abs(value) < WINNING else float(value > 0)


def nearly_best(values: dict[int, int]) -> list[int]:
    """The turns that are as good as the best but for next to nothing."""
    best = max(values.values())
    slack = NEAR if abs(best) < WINNING else 1
    return [turn for turn, value in values.items() if value > best - slack]


@final
class Search:
    """One look ahead from one table. With `proves`, what it calls a certain win is one: for that it must not take for lost
    whoever has turns that it left out, nor believe elsewhere what only a repeat made so."""

    def __init__(
        self,
        table: Table,
        nodes: int,
        is_time_up: IsTimeUp,
        memory: int = 0,
        deepest: int = DEEPEST,
        proves: bool = False,
        net: Net | None = None,
    ) -> None:
        """`memory`: positions to remember, where that is not as many as it looks at. `net`: by whose values, where positions are
        not counted."""
        self.swift = Swift(table.box)
        self.swift.set_up(table)
        self.counting = Counting(table.box)
        self.weighing = Weighing(net) if net is not None else None
        self.judged = Judged(memory, memory) if memory > 0 else Judged(nodes)
        self.order = Order(deepest + QUIET_DEPTH + 2)
        self.deepest: i64 = deepest
        self.proves = proves
        self.is_bold = net is not None and not proves
        self.checked_every: i64 = CHECKED_EVERY if not proves else CHECKED_OFTEN
        self.repeats: i64 = 0  # turns left out because they repeat one made since
        self.nodes: i64 = nodes
        self.is_time_up = is_time_up
        self.positions: i64 = 0
        self.may_stop = False  # the first depth is always finished
        self.is_stopped = False

    # ---- the table as it is

    def look(self, actions: Sequence[Action], rng: Random, deepest: int, may_settle: bool = False) -> Thought:
        """Deeper and deeper until the budget is spent, or the answer settled."""
        turns = [turn_of(action) for action in actions]
        found: dict[int, int] = dict.fromkeys(turns, 0)
        visits: dict[int, int] = dict.fromkeys(turns, 0)
        near = turns
        reached = steady = 0
        before = NO_TURN
        for depth in range(1, deepest + 1):
            fresh = self.deepen(turns, visits, depth)
            if fresh:
                # A depth cut short still knows its first, best-looking turns.
                found.update(fresh)
                turns.sort(key=lambda turn: (turn not in fresh, -found[turn]))
                near = nearly_best(fresh)
            if self.is_stopped:
                break
            reached = depth
            if len(turns) == 1 or abs(found[turns[0]]) > WINNING:
                break
            self.may_stop = True
            steady = 0 if len(near) > 1 else steady + 1 if near[0] == before else 1
            before = near[0]
            if may_settle and steady >= STEADY and self.positions >= SETTLED_FROM:
                break
        chosen = near[rng.below(len(near))]
        turns.remove(chosen)
        turns.insert(0, chosen)
        lines = [Line(action_of(turn), share_of(found[turn]), visits[turn], self.line(turn)) for turn in turns]
        return Thought(action_of(chosen), tuple(lines), reached)

    def deepen(self, turns: list[int], visits: dict[int, int], depth: int) -> dict[int, int]:
        """The values of the turns at this depth, in this order, as far as the budget goes."""
        fresh: dict[int, int] = {}
        best: i64 = -BEYOND
        for turn in turns:
            before = self.positions
            value = self.value_after(turn, depth, best)
            visits[turn] += int(self.positions - before)
            if self.is_stopped:
                break
            fresh[turn] = int(value)
            best = max(best, value)
        return fresh

    def value_after(self, turn: i64, depth: i64, best: i64) -> i64:
        """A turn's value, exact when it is nearly as good as the best or better."""
        return self.value_above(turn, depth, max(best - NEAR, -BEYOND))

    def value_above(self, turn: i64, depth: i64, bar: i64) -> i64:
        """A turn's value: exact above the bar, and at most that much else."""
        done = self.swift.deeds(turn)
        if done & WINS:
            return WON - 1
        self.swift.make(turn, done)
        value: i64 = 0
        if not self.is_draw():
            if bar > -BEYOND:
                value = -self.judge(depth - 1, -bar - 1, -bar, 1, True)
            if bar == -BEYOND or value > bar:
                value = -self.judge(depth - 1, -BEYOND, -bar, 1, True)
        self.swift.take_back(turn)
        return value

    def line(self, turn: int, most: int = LINE) -> tuple[Action, ...]:
        """A turn, and the best answers found after it."""
        swift = self.swift
        made = [turn]
        while len(made) < most:
            done = swift.deeds(made[-1])
            if done & WINS:
                break
            swift.make(made[-1], done)
            answer = swift.delivery() if swift.can_deliver() else self.judged.best_turn(swift.key)
            if answer == NO_TURN:
                swift.take_back(made[-1])
                break
            made.append(int(answer))
        for n in range(len(made) - 2, -1, -1):
            swift.take_back(made[n])
        return tuple([action_of(number) for number in made])

    # ---- alpha-beta

    def judge(self, depth: i64, alpha: i64, beta: i64, ply: i64, may_skip: bool) -> i64:
        """The value of the position for the seat to move, between alpha and beta."""
        swift = self.swift
        if swift.turn >= swift.turn_limit:
            return 0  # CB-HSE-6
        if swift.can_deliver():
            return WON - ply - 1
        is_threatened = swift.is_threatened()
        if is_threatened:
            depth = max(depth, 1)
        if depth <= 0 or ply >= self.deepest:
            return self.play_out(alpha, beta, ply, QUIET_DEPTH)
        if self.spent():
            return 0
        value = self.judged.value(swift.key, depth, alpha, beta, ply)
        if value != UNKNOWN:
            return value
        if not is_threatened and -WINNING < beta < WINNING:
            if self.is_bold and depth <= SHALLOW and beta - alpha == 1:
                worth = self.worth()
                if is_far_ahead(depth, worth - beta):
                    return worth
            if may_skip and depth >= 3 and self.skips(depth, beta, ply):
                return beta
        return self.best_of(depth, alpha, beta, ply, is_threatened)

    def worth(self) -> i64:
        """What the position is worth as it stands: weighed by a net where one knows this table, else counted."""
        weighing = self.weighing
        return self.counting.value(self.swift) if weighing is None else weighing.value(self.swift)

    def skips(self, depth: i64, beta: i64, ply: i64) -> bool:
        """Whether the position is so good that even doing nothing would be enough."""
        if self.worth() < beta:
            return False
        self.swift.skip()
        value: i64 = -self.judge(depth - skipped(depth, self.is_bold), -beta, -beta + 1, ply + 1, False)
        self.swift.unskip()
        return value >= beta and not self.is_stopped

    def best_of(self, depth: i64, alpha: i64, beta: i64, ply: i64, is_threatened: bool) -> i64:
        """The value of the best turn, which is remembered."""
        swift, order = self.swift, self.order
        count = swift.gather(order.turns, ply * WIDEST)
        order.rank(swift, count, self.judged.best_turn(swift.key), ply)
        lowest = alpha
        best: i64 = -BEYOND
        chosen: i64 = NO_TURN
        looked: i64 = 0
        left_out = False
        repeats = self.repeats
        is_banned = swift.forbids_repeats
        is_bold = self.is_bold
        few = depth <= (2 if is_bold else 1) and not is_threatened and is_hopeless(depth, alpha - self.worth(), is_bold)
        most: i64 = enough(depth) if is_bold and depth <= SHALLOW and not is_threatened else WIDEST
        n: i64 = 0
        while n < count and best < beta:
            turn = order.pick(ply, n, count)
            n += 1
            done = swift.deeds(turn)
            if done & WINS:
                best, chosen = WON - ply - 1, turn
                break
            is_quiet = order.is_quiet(ply, n - 1)
            is_spare = (few and looked > 0) or (looked >= most and best > -WINNING)
            if is_spare and is_quiet and turn >> 7 != swift.carriers[swift.seat]:
                left_out = True
                continue
            swift.make(turn, done)
            if is_banned and self.is_repeat():
                swift.take_back(turn)
                if n == count and looked == 0:
                    n = 0
                    is_banned = False  # CB-HSE-4: every turn repeats, so the ban is lifted
                continue
            value: i64 = 0
            if not self.is_draw():
                reduced: i64 = less(depth, looked, is_bold) if is_quiet and not is_threatened else 0
                value = self.deeper(depth - 1, alpha, beta, ply + 1, looked, reduced)
            swift.take_back(turn)
            if self.is_stopped:
                return 0
            looked += 1
            if value > best:
                best, chosen = value, turn
                alpha = max(alpha, value)
        if best >= beta:
            order.reward(swift, chosen, depth, ply)
        if self.proves and left_out:
            best = max(best, self.worth() + GAIN)
        if not self.proves or self.repeats == repeats or -WINNING <= best <= WINNING:
            self.judged.keep(swift.key, depth, best, ply, chosen, lowest, beta)
        return best

    def is_repeat(self) -> bool:
        """CB-HSE-1: whether this has been."""
        if self.swift.times_before() == 0:
            return False
        if self.swift.times_since() > 0:
            self.repeats += 1
        return True

    def is_draw(self) -> bool:
        """CB-HSE-5: the third occurrence. What has come back once in the turns made can come back again, and where
        repeats are free (CB-HSE-9) until the turn limit is reached."""
        swift = self.swift
        if swift.forbids_repeats or swift.times_before() == 0:
            return False
        return swift.times_since() > 0 or (swift.draws_repeats and swift.times_in_game() >= 2)

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
        swift, order = self.swift, self.order
        if self.spent() or swift.turn >= swift.turn_limit:
            return 0
        if swift.can_deliver():
            return WON - ply - 1
        best = self.worth()
        if best >= beta or depth == 0:
            return best
        alpha = max(alpha, best)
        with_pick_ups = depth == QUIET_DEPTH and swift.carriers[swift.seat] < 0
        count = swift.gather_forcing(order.turns, ply * WIDEST, with_pick_ups)
        order.rank(swift, count, NO_TURN, ply)
        for n in range(count):
            turn = order.pick(ply, n, count)
            done = swift.deeds(turn)
            if done & WINS:
                return WON - ply - 1
            swift.make(turn, done)
            if not swift.forbids_repeats or swift.times_before() == 0:
                best = max(best, -self.play_out(-beta, -alpha, ply + 1, depth - 1))
                alpha = max(alpha, best)
            swift.take_back(turn)
            if self.is_stopped:
                return 0
            if best >= beta:
                break
        return best

    def spent(self) -> bool:
        """One more position; whether the budget is used up."""
        self.positions += 1
        if self.may_stop and (
            self.positions >= self.nodes or (self.positions & self.checked_every == 0 and self.is_time_up())
        ):
            self.is_stopped = True
        return self.is_stopped
