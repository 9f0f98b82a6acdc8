"""The rules of Crates vs Barrels, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

from mypy_extensions import i64

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Decision, Refusal, Seat
from loot_table.games.crates_barrels.board import NAMES, NONE, TILES, Reach, number
from loot_table.games.crates_barrels.components import Components
from loot_table.games.crates_barrels.events import (
    Delivered,
    Drawn,
    Eliminated,
    LootReturned,
    PickedUp,
    Played,
    TakenOut,
)
from loot_table.games.crates_barrels.table import Box, Options, Side, Table, joined, side_number

SIDE_NAMES: Final = ("Crates", "Barrels")


# ---------------------------------------------------------------- set-up


def new(players: int, options: Options, components: Components) -> Table:
    """CB-SET-1 to CB-SET-4: pawns on their starting squares, nobody carries, Crates begin."""
    box = Box(components, options)
    table = Table(box, box.layout.start[0].copy(), box.layout.start[1].copy(), NONE, NONE)
    begin(table, 0)
    return table


def begin(table: Table, seat: Seat) -> None:
    """The position counts as occurred (CB-HSE-2), and a seat is to move."""
    if table.box.forbids_repeats:
        table.seen = {position_number(table, seat): table.turn}
    elif table.box.draws_repeats:
        table.seen = {position_number(table, seat): 1}
    table.agenda = [TURNS[seat]]


# ---------------------------------------------------------------- a turn


@final
@dataclass(frozen=True)
class TakeTurn(Decision):
    """CB-TRN-1: move one of your pawns, or respawn one. CB-TRN-2: you may not pass, but for CB-HSE-8."""

    def rule(self) -> str:
        return "CB-TRN-1"

    def prompt(self, table: Table) -> str:
        if not table.sides[self.seat].tiles:
            return "You have no pawn on the board: you must respawn one."
        if must_leave(table, self.seat):
            return "Your pawn must leave your own Loot Tile."
        passing = ", or pass" if can_pass(table, self.seat) else ""
        if can_respawn(table, self.seat):
            return f"Move one of your pawns, or respawn one{passing}."
        return f"Move one of your pawns{passing}."

    def actions(self, table: Table) -> Sequence[Action]:
        return listed(table, self.seat)

    def sample(self, table: Table, rng: Random) -> Action:
        return sampled(table, self.seat, rng)


TURNS: Final = [TakeTurn(0), TakeTurn(1)]


def play(table: Table, seat: Seat, origin: i64, target: i64) -> None:
    """CB-TRN-3: one turn, in its order. A respawn has no origin."""
    own = table.sides[seat]
    enemy = table.sides[1 - seat]
    table.turn += 1
    # (a) take out an enemy pawn on the target tile (CB-ATT-1, CB-ATT-2)
    is_attack = enemy.has(target)
    if is_attack:
        had_loot = enemy.carrier == target
        enemy.remove(target)
        if table.news is not None:
            table.tell(TakenOut(1 - seat, NAMES[target], had_loot))
            if had_loot:
                table.tell(LootReturned(1 - seat, NAMES[table.box.loot[seat]]))
    # (b) place the pawn
    carries = origin != NONE and own.carrier == origin
    if origin != NONE:
        own.remove(origin)
    own.add(target)
    if carries:
        own.carrier = target
        # (c) delivery (CB-WIN-1)
        if target == table.box.loot[seat]:
            win(table, seat, "loot")
            return
    # (d) pick-up (CB-LOO-1, CB-LOO-3)
    elif own.carrier == NONE and origin != NONE and target == table.box.loot[1 - seat]:
        own.carrier = target
        if table.news is not None:
            table.tell(PickedUp(seat, NAMES[target]))
    # (e) elimination (CB-WIN-2)
    if not enemy.tiles and not can_come_back(table):
        win(table, seat, "elimination")
        return
    end_turn(table, seat)


def end_turn(table: Table, seat: Seat) -> None:
    """CB-TRN-3 (f) and (g): repetition and turn limit, then the other player."""
    if table.box.forbids_repeats:
        table.seen[position_number(table, 1 - seat)] = table.turn
    elif table.box.draws_repeats:
        here = position_number(table, 1 - seat)
        count = table.seen.get(here, 0) + 1
        table.seen[here] = count
        if count == 3:  # CB-HSE-5
            draw(table, seat, "repetition")
            return
    if table.turn >= table.box.turn_limit:  # CB-HSE-6, CB-HSE-9
        draw(table, seat, "turn_limit")
        return
    table.agenda.append(TURNS[1 - seat])


# ---------------------------------------------------------------- movement and attacking


@final
@dataclass(frozen=True)
class Move(Action):
    """One of your pawns goes one tile, or two in one direction (CB-MOV-1)."""

    from_: str
    to: str
    origin: i64 = field(init=False, repr=False, compare=False)
    target: i64 = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "origin", number(self.from_))
        object.__setattr__(self, "target", number(self.to))

    def label(self, table: Table) -> str:
        return written(table, table.to_act, self.origin, self.target)

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        own = table.sides[seat]
        if not own.has(self.origin):
            return Refusal(f"You have no pawn on {self.from_}.", "CB-TRN-1", (self.from_,))
        if self.origin == self.target:
            return Refusal("A move ends on another tile: you may not pass.", "CB-MOV-2", (self.from_,))
        stuck = why_not_elsewhere(table, seat, self.origin)
        if stuck is not None:
            return stuck
        way = find_reach(table, self.origin, self.target)
        if way is None:
            return Refusal(f"{self.to} is out of reach from {self.from_}.", "CB-MOV-1", (self.from_, self.to))
        return why_not_land(table, seat, way) or why_not_repeat(table, seat, self, self.origin, self.target)

    def do(self, table: Table, seat: Seat) -> None:
        if table.news is not None:
            table.tell(Played(seat, table.turn + 1, written(table, seat, self.origin, self.target)))
        play(table, seat, self.origin, self.target)


# Built once and used for ever: MOVES[origin * 81 + target].
MOVES: Final = [Move(origin, target) for origin in NAMES for target in NAMES]


def find_reach(table: Table, origin: i64, target: i64) -> Reach | None:
    for way in table.box.reach[origin]:
        if way.target == target:
            return way
    return None


def can_land(table: Table, seat: Seat, way: Reach) -> bool:
    """CB-MOV-3 to CB-MOV-5 and CB-ATT-4: nobody in the way, no own pawn there, not the own Loot Tile."""
    own = table.sides[seat]
    enemy = table.sides[1 - seat]
    target = way.target
    if own.has(target) or way.is_blocked(own.low | enemy.low, own.high | enemy.high):
        return False
    if target != table.box.loot[seat] or own.carrier == way.origin:
        return True
    return not table.box.has_sanctuary and enemy.has(target)


def why_not_land(table: Table, seat: Seat, way: Reach) -> Refusal | None:
    """The same as `can_land`, with the reason."""
    if can_land(table, seat, way):
        return None
    to = NAMES[way.target]
    if table.sides[seat].has(way.target):
        return Refusal(f"Your own pawn stands on {to}.", "CB-MOV-4", (to,))
    own, enemy = table.sides
    if way.is_blocked(own.low | enemy.low, own.high | enemy.high):
        names = [NAMES[tile] for tile in way.between]
        pawns = "A pawn stands" if len(names) == 1 else "Pawns stand"
        return Refusal(f"{pawns} in the way on {', '.join(names)}.", "CB-MOV-3", tuple(names))
    if table.sides[1 - seat].has(way.target):
        return Refusal(f"An enemy pawn on your own Loot Tile {to} is safe there.", "CB-ATT-4", (to,))
    return Refusal(f"{to} is your own Loot Tile: only your carrier may enter it.", "CB-MOV-5", (to,))


def must_leave(table: Table, seat: Seat) -> bool:
    """CB-R04, `vacate`: a pawn on its own Loot Tile must go at once."""
    return table.box.must_vacate and table.sides[seat].has(table.box.loot[seat])


def why_not_elsewhere(table: Table, seat: Seat, origin: i64) -> Refusal | None:
    home = table.box.loot[seat]
    if must_leave(table, seat) and origin != home:
        return Refusal(f"Your pawn on {NAMES[home]} must leave your Loot Tile first.", "CB-R04", (NAMES[home],))
    return None


# ---------------------------------------------------------------- respawning


@final
@dataclass(frozen=True)
class Respawn(Action):
    """Put a pawn from your reserve on an uncovered Respawn Tile (CB-RSP-1)."""

    to: str
    target: i64 = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "target", number(self.to))

    def label(self, table: Table) -> str:
        return "@" + self.to

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.box.has_respawning:
            return Refusal("In this game lost pawns do not come back.", "CB-R27")
        stuck = why_not_elsewhere(table, seat, NONE)
        if stuck is not None:
            return stuck
        if table.reserve(seat) == 0:
            return Refusal("All your pawns are on the board: there is none to respawn.", "CB-RSP-1")
        if self.target not in table.box.respawn:
            tiles = tuple(NAMES[tile] for tile in table.box.respawn)
            return Refusal(f"{self.to} is not a Respawn Tile; those are {', '.join(tiles)}.", "CB-RSP-1", tiles)
        if table.is_covered(self.target):
            return Refusal(f"The Respawn Tile {self.to} is covered by a pawn.", "CB-RSP-3", (self.to,))
        return why_not_repeat(table, seat, self, NONE, self.target)

    def do(self, table: Table, seat: Seat) -> None:
        if table.news is not None:
            table.tell(Played(seat, table.turn + 1, "@" + self.to))
        play(table, seat, NONE, self.target)


RESPAWNS: Final = [Respawn(name) for name in NAMES]


def can_respawn(table: Table, seat: Seat) -> bool:
    return table.box.has_respawning and table.reserve(seat) > 0 and not must_leave(table, seat)


def can_come_back(table: Table) -> bool:
    """Whether a player without pawns can still respawn (CB-WIN-3)."""
    if table.box.has_respawning:
        for tile in table.box.respawn:
            if not table.is_covered(tile):
                return True
    return False


# ---------------------------------------------------------------- house rules: passing


@final
@dataclass(frozen=True)
class Pass(Action):
    """Leave the board as it is (CB-HSE-8)."""

    def label(self, table: Table) -> str:
        return "pass"

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if not table.box.has_passing:
            return Refusal("You may not pass: move one of your pawns or respawn one.", "CB-TRN-2")
        if not table.sides[seat].tiles:
            return Refusal("You have no pawn on the board: you must respawn one.", "CB-WIN-3")
        stuck = why_not_elsewhere(table, seat, NONE)
        return stuck if stuck is not None else why_not_repeat(table, seat, self, NONE, NONE)

    def do(self, table: Table, seat: Seat) -> None:
        table.turn += 1
        if table.news is not None:
            table.tell(Played(seat, table.turn, "pass"))
        end_turn(table, seat)


PASS: Final = Pass()


def can_pass(table: Table, seat: Seat) -> bool:
    """CB-HSE-8, but for the ban on repeats: who has no pawn, or must leave the own Loot Tile, may not."""
    return table.box.has_passing and bool(table.sides[seat].tiles) and not must_leave(table, seat)


# ---------------------------------------------------------------- end of the game


def win(table: Table, seat: Seat, reason: str) -> None:
    table.winner = seat
    if table.news is not None:
        table.tell(Delivered(seat) if reason == "loot" else Eliminated(seat))
    finish(table, seat, reason)


def draw(table: Table, seat: Seat, reason: str) -> None:
    table.tell(Drawn(reason))
    finish(table, seat, reason)


def finish(table: Table, seat: Seat, reason: str) -> None:
    """The turn of this seat was the last one."""
    if table.box.names_next:
        table.next = 1 - seat
    table.finish(reason)


def wins(table: Table, seat: Seat, origin: i64, target: i64) -> bool:
    """Whether this turn would win at once (CB-WIN-1, CB-WIN-2)."""
    own = table.sides[seat]
    enemy = table.sides[1 - seat]
    if origin != NONE and own.carrier == origin and target == table.box.loot[seat]:
        return True
    if len(enemy.tiles) != 1 or not enemy.has(target):
        return False
    if table.box.has_respawning:
        for tile in table.box.respawn:
            # The attacker covers the tile it lands on, and no longer the one it left.
            if tile != target and (tile == origin or not table.is_covered(tile)):
                return False
    return True


# ---------------------------------------------------------------- house rules: no repeats


def position_number(table: Table, to_move: Seat) -> int:
    """CB-HSE-2: what makes two positions the same, as one number."""
    return joined(standing(table.sides[0]), standing(table.sides[1]) * 2 + to_move)


def standing(side: Side) -> i64:
    """The number of a side as it stands."""
    return side_number(side.tiles, NONE, NONE, side.carrier)


def position_after(table: Table, seat: Seat, origin: i64, target: i64, enemy_standing: i64) -> int:
    """The number of the position that a turn would bring about. A pass has no target."""
    own = table.sides[seat]
    enemy = table.sides[1 - seat]
    carrier = own.carrier
    if origin != NONE and (carrier == origin or (carrier == NONE and target == table.box.loot[1 - seat])):
        carrier = target
    mine = side_number(own.tiles, origin, target, carrier)
    theirs = enemy_standing
    if target != NONE and enemy.has(target):
        theirs = side_number(enemy.tiles, target, NONE, NONE if enemy.carrier == target else enemy.carrier)
    if seat == 0:
        return joined(mine, theirs * 2 + 1)
    return joined(theirs, mine * 2)


def repeats(table: Table, seat: Seat, action: Action, enemy_standing: i64) -> bool:
    """CB-HSE-1: the turn would bring about a position that has been. CB-HSE-3: a turn that wins never does."""
    origin: i64 = NONE
    target: i64 = NONE
    if isinstance(action, Move):
        origin = action.origin
        target = action.target
    elif isinstance(action, Respawn):
        target = action.target
    return position_after(table, seat, origin, target, enemy_standing) in table.seen and not (
        target != NONE and wins(table, seat, origin, target)
    )


def why_not_repeat(table: Table, seat: Seat, action: Action, origin: i64, target: i64) -> Refusal | None:
    enemy_standing = standing(table.sides[1 - seat])
    if not table.box.forbids_repeats or not repeats(table, seat, action, enemy_standing):
        return None
    if all(repeats(table, seat, other, enemy_standing) for other in playable(table, seat)):
        return None  # CB-HSE-4: every action would be a repeat, so the ban is lifted
    turn = table.seen[position_after(table, seat, origin, target, enemy_standing)]
    when = f"after turn {turn}" if turn else "at the start"
    show = (NAMES[target],) if target != NONE else ()
    return Refusal(f"That would repeat the position {when}.", "CB-HSE-1", show)


# ---------------------------------------------------------------- listing


def playable(table: Table, seat: Seat) -> list[Action]:
    """All actions but for the ban on repeats: moves by from and to, then respawns, then a pass."""
    found: list[Action] = []
    only_home = must_leave(table, seat)
    for origin in table.sides[seat].tiles:
        if only_home and origin != table.box.loot[seat]:
            continue
        for way in table.box.reach[origin]:
            if can_land(table, seat, way):
                found.append(MOVES[origin * TILES + way.target])
    if can_respawn(table, seat):
        for tile in table.box.respawn:
            if not table.is_covered(tile):
                found.append(RESPAWNS[tile])
    if can_pass(table, seat):
        found.append(PASS)
    return found


def listed(table: Table, seat: Seat) -> list[Action]:
    """All legal actions in canonical order."""
    found = playable(table, seat)
    if not table.box.forbids_repeats:
        return found
    enemy_standing = standing(table.sides[1 - seat])
    fresh = [action for action in found if not repeats(table, seat, action, enemy_standing)]
    return fresh or found  # CB-HSE-4


PATIENCE: Final = 200  # draws before `sampled` looks at the whole list


def sampled(table: Table, seat: Seat, rng: Random) -> Action:
    """One legal action, each equally likely, without listing them: draw a way until it is legal."""
    if must_leave(table, seat):
        legal = listed(table, seat)
        return legal[rng.below(len(legal))]
    tiles = table.sides[seat].tiles
    reach = table.box.reach
    forbids = table.box.forbids_repeats
    enemy_standing: i64 = standing(table.sides[1 - seat]) if forbids else 0
    ways: i64 = 0
    for origin in tiles:
        ways += len(reach[origin])
    spawns: i64 = len(table.box.respawn) if can_respawn(table, seat) else 0
    passes: i64 = 1 if can_pass(table, seat) else 0
    for _ in range(PATIENCE):
        drawn = rng.below(ways + spawns + passes)
        action = drawn_action(table, seat, drawn, ways) if drawn < ways + spawns else PASS
        if action is not None and not (forbids and repeats(table, seat, action, enemy_standing)):
            return action
    legal = listed(table, seat)
    return legal[rng.below(len(legal))]


def drawn_action(table: Table, seat: Seat, drawn: i64, ways: i64) -> Action | None:
    """The action with this number among all ways of all pawns and the Respawn Tiles; None when it is not playable."""
    if drawn >= ways:
        spot: i64 = table.box.respawn[drawn - ways]
        return None if table.is_covered(spot) else RESPAWNS[spot]
    for origin in table.sides[seat].tiles:
        here = table.box.reach[origin]
        if drawn < len(here):
            way = here[drawn]
            return MOVES[way.origin * TILES + way.target] if can_land(table, seat, way) else None
        drawn -= len(here)
    raise AssertionError("fewer ways were drawn than there are")


# ---------------------------------------------------------------- notation


def written(table: Table, seat: Seat, origin: i64, target: i64) -> str:
    """A turn as it stands in the record: `$e3xe1^#`."""
    own = table.sides[seat]
    enemy = table.sides[1 - seat]
    text = "@" if origin == NONE else NAMES[origin] + ("x" if enemy.has(target) else "-")
    text += NAMES[target]
    if origin != NONE:
        if own.carrier == origin:
            text = "$" + text
        if enemy.has(target) and enemy.carrier == target:
            text += "^"
        if own.carrier == NONE and target == table.box.loot[1 - seat]:
            text += "$"
    if wins(table, seat, origin, target):
        text += "#"
    return text
