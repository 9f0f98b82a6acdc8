"""House rules: which turns would repeat a position, and who may pass."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from loot_table.engine.sentence import say
from loot_table.engine.state import Refusal, Seat
from loot_table.games.crates_barrels.board import NONE, RESERVE, TILES
from loot_table.games.crates_barrels.keys import CARRIER_KEYS, MOVER_KEY, PAWN_KEYS
from loot_table.games.crates_barrels.movement import must_leave, why_not_elsewhere
from loot_table.games.crates_barrels.sides import joined, side_number
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import CARRIES, PICKS_UP, RETURNS, TAKES, WINS, deeds, deeds_at


def position_number(table: Table, to_move: Seat) -> int:
    """CB-HSE-2: what makes two positions the same, as one number."""
    return joined(table.sides[0].number(), table.sides[1].number() * 2 + to_move)


def position_after(table: Table, seat: Seat, origin: i64, target: i64, done: i64, enemy_number: i64) -> int:
    """The number of the position to which a turn leads that does this; the enemy has this number before."""
    own = table.sides[seat]
    mine = side_number(own.tiles, origin, target, target if done & CARRIES else own.carrier)
    theirs = enemy_number
    if done & TAKES:
        enemy = table.sides[1 - seat]
        theirs = side_number(enemy.tiles, target, RESERVE, NONE if done & RETURNS else enemy.carrier)
    if seat == 0:
        return joined(mine, theirs * 2 + 1)
    return joined(theirs, mine * 2)


def position_key(table: Table, to_move: Seat) -> i64:
    """The key of the position as it stands."""
    key = table.sides[0].key() ^ table.sides[1].key()
    return key ^ MOVER_KEY if to_move else key


def note_position(table: Table, to_move: Seat) -> None:
    """CB-HSE-2: the position has occurred, after this turn."""
    table.seen[position_number(table, to_move)] = table.turn
    table.sieve.note(table.seen, position_key(table, to_move))


@final
class Before:
    """The position in which a seat is to move: which of its turns would repeat one that has been."""

    def __init__(self, table: Table, seat: Seat) -> None:
        table.sieve.follow(table.seen)
        self.table = table
        self.seat = seat
        self.own = table.sides[seat]
        self.enemy = table.sides[1 - seat]
        self.home: i64 = table.box.loot[seat]
        self.loot: i64 = table.box.loot[1 - seat]
        self.mine: i64 = seat * TILES
        self.key: i64 = position_key(table, seat)

    def is_repeat(self, origin: i64, target: i64) -> bool:
        """CB-HSE-1: the turn would bring about a position that has been. CB-HSE-3: a turn that wins never does."""
        own, enemy = self.own, self.enemy
        done = deeds(origin, target, enemy.has(target), own.carrier, enemy.carrier, self.home, self.loot)
        return self.table.sieve.may_hold(self.key_after(origin, target, done)) and self.is_seen(origin, target)

    def is_seen(self, origin: i64, target: i64) -> bool:
        """The same, looked up. Few come here: a key tells nearly all new positions from those that have been."""
        done = deeds_at(self.table, self.seat, origin, target)
        after = position_after(self.table, self.seat, origin, target, done, self.enemy.number())
        return not done & WINS and after in self.table.seen

    def key_after(self, origin: i64, target: i64, done: i64) -> i64:
        """The key of the position to which a turn leads that does this."""
        key = self.key ^ MOVER_KEY
        if origin != RESERVE:
            key ^= PAWN_KEYS[self.mine + origin]
        if target != RESERVE:
            key ^= PAWN_KEYS[self.mine + target]
        if done:
            theirs: i64 = TILES - self.mine
            if done & CARRIES:
                key ^= CARRIER_KEYS[self.mine + target]
                if not done & PICKS_UP:
                    key ^= CARRIER_KEYS[self.mine + origin]
            if done & TAKES:
                key ^= PAWN_KEYS[theirs + target]
            if done & RETURNS:
                key ^= CARRIER_KEYS[theirs + target]
        return key


def can_pass(table: Table, seat: Seat) -> bool:
    """CB-HSE-8, but for the ban on repeats: who has no pawn, or must leave the own Loot Tile, may not."""
    return table.box.has_passing and bool(table.sides[seat].tiles) and not must_leave(table, seat)


def why_not_pass(table: Table, seat: Seat) -> Refusal | None:
    """The same, with the reason."""
    if not table.box.has_passing:
        return Refusal(say("You may not pass: move one of your pawns or respawn one."), "CB-TRN-2")
    if not table.sides[seat].tiles:
        return Refusal(say("You have no pawn on the board: you must respawn one."), "CB-WIN-3")
    return why_not_elsewhere(table, seat, RESERVE)
