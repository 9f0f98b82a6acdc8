"""Looking ahead in Crates vs Barrels: alpha-beta on the table itself, turns made and taken back.

Iterative deepening; a table of positions already judged; attacks, deliveries and pick-ups first, then killers and
history; attacks played out at the leaves; positions that have been are illegal or draws, as the rules say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from loot_table.engine.state import Action
from loot_table.games.crates_barrels.board import NONE, TILES
from loot_table.games.crates_barrels.rules import (
    MOVES,
    RESPAWNS,
    Move,
    Respawn,
    can_come_back,
    can_land,
    can_respawn,
    listed,
    must_leave,
    position_number,
)
from loot_table.games.crates_barrels.table import Side, Table

WON: Final = 1_000_000
WINNING: Final = 900_000  # beyond this a value is a forced win or loss
DEEPEST: Final = 20
QUIET_DEPTH: Final = 8  # attacks played out
SPAWN: Final = 127  # the origin of a respawn in a turn's number
WIDEST: Final = 160  # turns in one position
JUDGED: Final = 262144  # places for positions already judged
STRIDE: Final = 128
SHOWN: Final = 8  # turns explained
LINE: Final = 6  # turns of an expected line


@dataclass(frozen=True)
class Considered:
    """A turn that was looked at: its value for the side to move (a pawn is 140) and the line expected after it."""

    action: Action
    value: int
    line: tuple[str, ...]


@dataclass(frozen=True)
class Judgement:
    """What a search found: the turns by value, how deep it looked and at how many positions."""

    considered: tuple[Considered, ...]
    depth: int
    positions: int


@final
class Search:
    """One look ahead from one table."""

    def __init__(self, table: Table, most_positions: int, is_time_up: Callable[[], bool] | None = None) -> None:
        self.table = table
        self.most_positions = most_positions
        self.is_time_up = is_time_up
        self.positions: i64 = 0
        self.is_stopped = False
        self.past = table.seen.copy()  # positions of the game, and of the line under way
        self.is_forbidden = table.box.forbids_repeats
        self.turns = vec[i64]([0] * ((DEEPEST + QUIET_DEPTH + 2) * WIDEST))
        self.ranks = vec[i64]([0] * ((DEEPEST + QUIET_DEPTH + 2) * WIDEST))
        self.killers = vec[i64]([NONE] * ((DEEPEST + QUIET_DEPTH + 2) * 2))
        self.history = vec[i64]([0] * (2 * STRIDE * STRIDE))
        self.keys = vec[i64]([0] * JUDGED)
        self.values = vec[i64]([0] * JUDGED)
        self.facts = vec[i64]([0] * JUDGED)  # depth, bound and best turn
        weights = table.box.components.weights
        self.pawn: i64 = weights["pawn_on_board"]
        self.carrier_bonus: i64 = weights["carrier_bonus"]
        self.carrier_closer: i64 = weights["carrier_turn_closer"]
        self.raider: i64 = weights["raider_turn_away"]
        self.all_pawns: i64 = weights["all_pawns_turn_away"]
        self.guard: i64 = weights["guard"]
        self.to_move: i64 = weights["side_to_move"]

    # ---- the root

    def look(self, deepest: int) -> Judgement:
        """Deeper and deeper until the budget is spent; what a finished depth found counts."""
        seat = self.table.to_act
        actions = listed(self.table, seat)
        order = [turn_number(action) for action in actions]
        found: dict[int, int] = dict.fromkeys(order, 0)
        reached = 0
        for depth in range(1, min(deepest, DEEPEST) + 1):
            values: dict[int, int] = {}
            alpha: i64 = -WON * 2
            for turn in order:
                value = self.value_after(seat, turn, depth, alpha)
                if self.is_stopped:
                    break
                values[turn] = int(value)
                alpha = max(alpha, value)
            if self.is_stopped and (not values or depth > 1):
                # A depth cut short still knows its first, best-looking turns.
                if values and max(values.values()) > -WINNING:
                    best = max(values, key=lambda turn: values[turn])
                    order.remove(best)
                    order.insert(0, best)
                break
            found.update(values)
            order.sort(key=lambda turn: -found[turn])
            reached = depth
            if abs(found[order[0]]) > WINNING or len(order) == 1:
                break
        considered = [Considered(action_of(turn), found[turn], self.line(turn)) for turn in order[:SHOWN]]
        return Judgement(tuple(considered), reached, int(self.positions))

    def line(self, turn: int) -> tuple[str, ...]:
        """What is expected after a turn: the best answers found, as they would be written."""
        twin = self.table.copy()
        written: list[str] = []
        while turn != NONE and len(written) < LINE and twin.agenda:
            action = action_of(turn)
            if twin.decision().why_not(twin, action) is not None:
                break
            written.append(action.label(twin))
            twin.apply(action)
            turn = NONE
            if twin.agenda:
                key: i64 = position_number(twin, twin.to_act)
                place = place_of(key)
                if self.keys[place] == key:
                    turn = int((self.facts[place] >> 16) - 1)
        return tuple(written)

    def value_after(self, seat: i64, turn: i64, depth: i64, alpha: i64) -> i64:
        """A root turn's value; turns clearly worse than the best need not be measured exactly."""
        if self.wins(seat, turn):
            return WON - 1
        undo = self.make(seat, turn)
        key = position_number(self.table, 1 - seat)
        self.past[key] = self.past.get(key, 0) + 1
        value: i64 = -self.judge(1 - seat, depth - 1, -WON * 2, -(alpha - 60 if alpha > -WON else alpha), 1)
        self.forget(key)
        self.take_back(seat, turn, undo)
        return value

    def forget(self, key: int) -> None:
        count = self.past[key] - 1
        if count > 0:
            self.past[key] = count
        else:
            del self.past[key]

    # ---- alpha-beta

    def judge(self, seat: i64, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """The value of the position for the seat to move, between alpha and beta."""
        if depth <= 0 or ply >= DEEPEST:
            return self.play_out(seat, alpha, beta, ply, QUIET_DEPTH)
        if self.spent():
            return 0
        if self.table.turn >= self.table.box.turn_limit:
            return 0
        key: i64 = position_number(self.table, seat)
        place = place_of(key)
        best_turn: i64 = NONE
        if self.keys[place] == key:
            fact = self.facts[place]
            best_turn = (fact >> 16) - 1
            if (fact & 255) >= depth:
                value = from_here(self.values[place], ply)
                bound = (fact >> 8) & 3
                if bound == 0 or (bound == 1 and value >= beta) or (bound == 2 and value <= alpha):
                    return value
        count = self.gather(seat, ply, best_turn, False)
        best: i64 = -WON * 2
        chosen: i64 = NONE
        lowest = alpha
        looked: i64 = 0
        base: i64 = ply * WIDEST
        for n in range(count):
            turn = self.pick(base, n, count)
            if self.wins(seat, turn):
                best, chosen = WON - ply, turn
                break
            undo = self.make(seat, turn)
            after = position_number(self.table, 1 - seat)
            repeats = self.past.get(after, 0)
            if repeats > 0 and self.is_forbidden:
                self.take_back(seat, turn, undo)
                continue
            value = 0
            if repeats < 2 or self.is_forbidden:
                self.past[after] = repeats + 1
                value = self.deeper(seat, depth, alpha, beta, ply, looked, self.ranks[base + n])
                self.forget(after)
            self.take_back(seat, turn, undo)
            if self.is_stopped:
                return 0
            looked += 1
            if value > best:
                best, chosen = value, turn
            alpha = max(alpha, value)
            if alpha >= beta:
                self.reward(seat, turn, depth, ply)
                break
        if best == -WON * 2:
            return self.value(seat)  # every turn repeats: the ban is lifted (CB-HSE-4), a rare case
        self.remember(place, key, depth, best, ply, chosen, lowest, beta)
        return best

    def deeper(self, seat: i64, depth: i64, alpha: i64, beta: i64, ply: i64, looked: i64, rank: i64) -> i64:
        """A turn's value. Late and quiet turns are first looked at less deeply, and with a window of nothing."""
        if looked == 0:
            return -self.judge(1 - seat, depth - 1, -beta, -alpha, ply + 1)
        less: i64 = 0
        if depth >= 3 and looked >= 6 and rank < 1000:
            less = 1 if looked < 18 else 2
        value: i64 = -self.judge(1 - seat, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
        if less > 0 and value > alpha:
            value = -self.judge(1 - seat, depth - 1, -alpha - 1, -alpha, ply + 1)
        if alpha < value < beta:
            value = -self.judge(1 - seat, depth - 1, -beta, -alpha, ply + 1)
        return value

    def play_out(self, seat: i64, alpha: i64, beta: i64, ply: i64, depth: i64) -> i64:
        """Only attacks and deliveries, and pick-ups at first, until it is quiet."""
        if self.spent():
            return 0
        best = self.value(seat)
        if best >= beta or depth == 0 or ply >= DEEPEST + QUIET_DEPTH:
            return best
        alpha = max(alpha, best)
        count = self.gather(seat, ply, NONE, True)
        base: i64 = ply * WIDEST
        for n in range(count):
            turn = self.pick(base, n, count)
            if self.wins(seat, turn):
                return WON - ply
            if self.ranks[base + n] < 3000 and depth < QUIET_DEPTH:
                continue  # a pick-up, later than at the first level
            undo = self.make(seat, turn)
            value: i64 = -self.play_out(1 - seat, -beta, -alpha, ply + 1, depth - 1)
            self.take_back(seat, turn, undo)
            if self.is_stopped:
                return 0
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def spent(self) -> bool:
        self.positions += 1
        if self.positions >= self.most_positions or (
            self.positions % 4096 == 0 and self.is_time_up is not None and self.is_time_up()
        ):
            self.is_stopped = True
        return self.is_stopped

    # ---- what was learned

    def remember(
        self, place: i64, key: i64, depth: i64, value: i64, ply: i64, turn: i64, lowest: i64, beta: i64
    ) -> None:
        bound: i64 = 1 if value >= beta else 2 if value <= lowest else 0
        self.keys[place] = key
        self.values[place] = to_there(value, ply)
        self.facts[place] = (turn + 1) * 65536 + bound * 256 + depth

    def reward(self, seat: i64, turn: i64, depth: i64, ply: i64) -> None:
        """A quiet turn that refuted something is tried early elsewhere."""
        if not self.table.sides[1 - seat].has(turn % STRIDE):
            if self.killers[ply * 2] != turn:
                self.killers[ply * 2 + 1] = self.killers[ply * 2]
                self.killers[ply * 2] = turn
            self.history[seat * 16384 + turn] += depth * depth

    # ---- turns

    def gather(self, seat: i64, ply: i64, best_turn: i64, only_forcing: bool) -> i64:
        """Write the turns of a position and their ranks into the row of this ply; return how many."""
        table = self.table
        own = table.sides[seat]
        enemy = table.sides[1 - seat]
        base: i64 = ply * WIDEST
        count: i64 = 0
        loot: i64 = table.box.loot[1 - seat]
        home: i64 = table.box.loot[seat]
        only_home = must_leave(table, int(seat))
        for item in own.tiles:
            origin: i64 = item
            if only_home and origin != home:
                continue
            for way in table.box.reach[origin]:
                target = way.target
                is_attack = enemy.has(target)
                is_loot = target == loot and own.carrier == NONE
                is_home = target == home and own.carrier == origin
                if only_forcing and not (is_attack or is_loot or is_home):
                    continue
                if can_land(table, int(seat), way):
                    rank: i64 = 0
                    if is_home:
                        rank = 9000
                    elif is_attack:
                        rank = 5000 if enemy.carrier == target else 4000
                    elif is_loot:
                        rank = 2000
                    self.enter(base + count, seat, origin * STRIDE + target, rank, best_turn, ply)
                    count += 1
        if not only_forcing and can_respawn(table, int(seat)):
            for spot in table.box.respawn:
                if not table.is_covered(spot):
                    self.enter(base + count, seat, SPAWN * STRIDE + spot, 500, best_turn, ply)
                    count += 1
        return count

    def enter(self, at: i64, seat: i64, turn: i64, rank: i64, best_turn: i64, ply: i64) -> None:
        if turn == best_turn:
            rank = 10000
        elif rank < 1000:
            if turn == self.killers[ply * 2] or turn == self.killers[ply * 2 + 1]:
                rank = 1500
            else:
                rank += min(self.history[seat * 16384 + turn], 400)
        self.turns[at] = turn
        self.ranks[at] = rank

    def pick(self, base: i64, n: i64, count: i64) -> i64:
        """Bring the best of the turns that are left to the n-th place."""
        best: i64 = base + n
        for m in range(base + n + 1, base + count):
            if self.ranks[m] > self.ranks[best]:
                best = m
        here = base + n
        turn = self.turns[best]
        rank = self.ranks[best]
        self.turns[best] = self.turns[here]
        self.ranks[best] = self.ranks[here]
        self.turns[here] = turn
        self.ranks[here] = rank
        return turn

    def wins(self, seat: i64, turn: i64) -> bool:
        """Whether a turn ends the game at once (CB-WIN-1, CB-WIN-2)."""
        table = self.table
        own = table.sides[seat]
        enemy = table.sides[1 - seat]
        origin: i64 = turn // STRIDE
        target: i64 = turn % STRIDE
        if own.carrier == origin and target == table.box.loot[seat]:
            return True
        if len(enemy.tiles) != 1 or not enemy.has(target):
            return False
        undo = self.make(seat, turn)
        is_won = not can_come_back(table)
        self.take_back(seat, turn, undo)
        return is_won

    def make(self, seat: i64, turn: i64) -> i64:
        """Play a turn; returned is what it takes to take it back: what was captured and who carried."""
        own = self.table.sides[seat]
        enemy = self.table.sides[1 - seat]
        origin: i64 = turn // STRIDE
        target: i64 = turn % STRIDE
        undo: i64 = (own.carrier + 1) * 256 + (enemy.carrier + 1) * 2
        if enemy.has(target):
            enemy.remove(target)
            undo += 1
        carrier = own.carrier
        if origin != SPAWN:
            own.remove(origin)
            if carrier == origin or (carrier == NONE and target == self.table.box.loot[1 - seat]):
                carrier = target
        own.add(target)
        own.carrier = carrier
        self.table.turn += 1
        return undo

    def take_back(self, seat: i64, turn: i64, undo: i64) -> None:
        own = self.table.sides[seat]
        enemy = self.table.sides[1 - seat]
        origin: i64 = turn // STRIDE
        target: i64 = turn % STRIDE
        own.remove(target)
        if origin != SPAWN:
            own.add(origin)
        if undo & 1:
            enemy.add(target)
        own.carrier = undo // 256 - 1
        enemy.carrier = (undo // 2) % 128 - 1
        self.table.turn -= 1

    # ---- counting

    def value(self, seat: i64) -> i64:
        """The reference evaluation of the rules' bot section."""
        sides = self.table.sides
        return self.strength(seat, sides[seat]) - self.strength(1 - seat, sides[1 - seat]) + self.to_move

    def strength(self, seat: i64, side: Side) -> i64:
        to_home = self.table.box.turns_to_loot[seat]
        to_loot = self.table.box.turns_to_loot[1 - seat]
        total: i64 = 0
        nearest: i64 = 9
        guards: i64 = 0
        for tile in side.tiles:
            away: i64 = to_loot[tile]
            total += self.pawn - self.all_pawns * away
            nearest = min(nearest, away)
            if to_home[tile] <= 1:
                guards += 1
        if side.carrier != NONE:
            total += self.carrier_bonus + self.carrier_closer * (5 - to_home[side.carrier])
        else:
            total -= self.raider * nearest
        if guards > 0:
            total += self.guard * (min(guards, 2) + 1)
        return total


def place_of(key: i64) -> i64:
    """Where a position's judgement is kept."""
    return ((key ^ (key >> 29)) + (key >> 13) * 31) & (JUDGED - 1)


def turn_number(action: Action) -> int:
    if isinstance(action, Move):
        return int(action.origin) * STRIDE + int(action.target)
    assert isinstance(action, Respawn)
    return SPAWN * STRIDE + int(action.target)


def from_here(value: i64, ply: i64) -> i64:
    """A kept win is so many turns away from where it was kept."""
    if value > WINNING:
        return value - ply
    return value + ply if value < -WINNING else value


def to_there(value: i64, ply: i64) -> i64:
    if value > WINNING:
        return value + ply
    return value - ply if value < -WINNING else value


def action_of(turn: int) -> Action:
    if turn // STRIDE == SPAWN:
        return RESPAWNS[turn % STRIDE]
    return MOVES[turn // STRIDE * TILES + turn % STRIDE]
