"""House rules: which turns would repeat a position, and who may pass."""

from __future__ import annotations

from mypy_extensions import i64

from loot_table.engine.sentence import say
from loot_table.engine.state import Refusal, Seat
from loot_table.games.crates_barrels.board import NONE, RESERVE
from loot_table.games.crates_barrels.movement import must_leave, why_not_elsewhere
from loot_table.games.crates_barrels.sides import joined, side_number
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import CARRIES, RETURNS, TAKES, WINS, deeds_at


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


def is_repeat(table: Table, seat: Seat, origin: i64, target: i64, enemy_number: i64) -> bool:
    """CB-HSE-1: the turn would bring about a position that has been. CB-HSE-3: a turn that wins never does."""
    done = deeds_at(table, seat, origin, target)
    return not done & WINS and position_after(table, seat, origin, target, done, enemy_number) in table.seen


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
