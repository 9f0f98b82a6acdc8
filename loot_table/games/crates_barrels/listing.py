"""Which turns a player has: all of them listed, or one drawn, and when a repeat is none."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.sentence import say
from loot_table.engine.state import Refusal, Seat
from loot_table.games.crates_barrels.board import cells
from loot_table.games.crates_barrels.house_rules import Before, can_pass, position_after
from loot_table.games.crates_barrels.movement import can_enter_home, can_land, is_open, must_leave
from loot_table.games.crates_barrels.respawning import can_respawn
from loot_table.games.crates_barrels.table import Table
from loot_table.games.crates_barrels.turn import NO_TURN, PASSING, RESPAWNING, STRIDE, deeds_at

ROOM: Final = 128  # turns of a list; more must be copied about
PATIENCE: Final = 200  # draws before `drawn` looks at the whole list


def playable(table: Table, seat: Seat) -> vec[i64]:
    """The numbers of all turns but for the ban on repeats: moves by from and to, then respawns, then a pass."""
    found = vec[i64](capacity=ROOM)
    only_home = must_leave(table, seat)
    own, enemy = table.sides[seat], table.sides[1 - seat]
    low, high = own.low | enemy.low, own.high | enemy.high
    home = table.box.loot[seat]
    for origin in own.tiles:
        if only_home and origin != home:
            continue
        for way in table.box.reach[origin]:
            if is_open(own, way, low, high) and (way.target != home or can_enter_home(table, seat, way)):
                found = append(found, way.origin * STRIDE + way.target)
    if can_respawn(table, seat):
        for tile in table.box.respawn:
            if not table.is_covered(tile):
                found = append(found, RESPAWNING + tile)
    if can_pass(table, seat):
        found = append(found, PASSING)
    return found


def legal(table: Table, seat: Seat) -> vec[i64]:
    """The numbers of all legal turns in canonical order."""
    found = playable(table, seat)
    if not table.box.forbids_repeats:
        return found
    before = Before(table, seat)
    fresh: i64 = 0  # how many of them repeat nothing; they come first
    for turn in found:
        if not before.is_repeat(turn >> 7, turn & 127):
            found[fresh] = turn
            fresh += 1
    return found[:fresh] if fresh else found  # CB-HSE-4


def why_not_repeat(table: Table, seat: Seat, origin: i64, target: i64) -> Refusal | None:
    """CB-HSE-1, and CB-HSE-4: when every turn would repeat, the ban is lifted."""
    if not table.box.forbids_repeats or not Before(table, seat).is_repeat(origin, target):
        return None
    for turn in legal(table, seat):
        if turn == origin * STRIDE + target:
            return None
    done = deeds_at(table, seat, origin, target)
    before = table.seen[position_after(table, seat, origin, target, done, table.sides[1 - seat].number())]
    text = (
        say("That would repeat the position after turn {turn}.", turn=before)
        if before
        else say("That would repeat the position at the start.")
    )
    return Refusal(text, "CB-HSE-1", cells(target))


def drawn(table: Table, seat: Seat, rng: Random) -> i64:
    """The number of one legal turn, each equally likely, without listing them: draw a way until it is legal."""
    if must_leave(table, seat):
        return drawn_from(legal(table, seat), rng)
    reach = table.box.reach
    before = Before(table, seat) if table.box.forbids_repeats else None
    ways: i64 = 0
    for origin in table.sides[seat].tiles:
        ways += len(reach[origin])
    spawns: i64 = len(table.box.respawn) if can_respawn(table, seat) else 0
    passes: i64 = 1 if can_pass(table, seat) else 0
    for _ in range(PATIENCE):
        n = rng.below(ways + spawns + passes)
        turn: i64 = PASSING
        if n < ways + spawns:
            turn = numbered(table, seat, n, ways)
        if turn != NO_TURN and (before is None or not before.is_repeat(turn >> 7, turn & 127)):
            return turn
    return drawn_from(legal(table, seat), rng)


def drawn_from(turns: vec[i64], rng: Random) -> i64:
    return turns[rng.below(len(turns))]


def numbered(table: Table, seat: Seat, n: i64, ways: i64) -> i64:
    """The n-th turn among all ways of all pawns and the Respawn Tiles; NO_TURN when it is not playable."""
    if n >= ways:
        spot: i64 = table.box.respawn[n - ways]
        return NO_TURN if table.is_covered(spot) else RESPAWNING + spot
    for origin in table.sides[seat].tiles:
        here = table.box.reach[origin]
        if n < len(here):
            way = here[n]
            if can_land(table, seat, way):
                return way.origin * STRIDE + way.target
            return NO_TURN
        n -= len(here)
    raise AssertionError("fewer ways were drawn than there are")
