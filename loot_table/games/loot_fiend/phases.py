"""The agenda of a written position: the phase, and the facts of the procedure that is running."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from loot_table.engine.codec import shown
from loot_table.engine.errors import BadPosition
from loot_table.engine.state import Step
from loot_table.games.loot_fiend import adding, rules, stalemate, stores, tile_loot, trips
from loot_table.games.loot_fiend.components import SIZES
from loot_table.games.loot_fiend.course import NONE
from loot_table.games.loot_fiend.ending import lowest, seal, seal_by_store
from loot_table.games.loot_fiend.map import OPEN, distances
from loot_table.games.loot_fiend.position_table import Written, read_cell, read_tile
from loot_table.games.loot_fiend.table import Table

# What the table waits for, by the step on top of the agenda.
PHASES: Final[dict[str, str]] = {
    "DealFirstPlayer": "first_player",
    "TakeTurn": "turn",
    "Flip": "flip",
    "ChooseRotation": "orient",
    "ChooseLoot": "place_loot",
    "Toss": "toss",
    "Draw": "draw",
    "ChooseSpot": "spot",
    "ChooseRoute": "route",
    "Trip": "trip",
    "ChooseLeaver": "leave_first",
    "Shop": "store",
}


def phase(table: Table) -> str:
    """What is to be decided next, in one word."""
    return PHASES[type(table.agenda[-1]).__name__] if table.agenda else "over"


def write_pending(table: Table) -> dict[str, Any]:
    """The facts of the procedure that is running."""
    now = phase(table)
    if now in ("flip", "orient"):
        pending: dict[str, Any] = {"to": list(table.course.spot), "from": list(table.course.origin)}
        if now == "orient":
            pending["kind"] = table.course.turned
        return pending
    if now == "draw":
        return {"sizes": [SIZES[step.size] for step in reversed(table.agenda) if isinstance(step, tile_loot.Draw)]}
    if now == "trip":
        walk = table.agenda[-2]
        assert isinstance(walk, trips.Walk)
        pending = {"path": [list(cell) for cell in walk.path]}
        return {**pending, "repacked": True} if table.course.repacked[walk.seat] else pending
    if now == "store":
        return {
            "leaver": table.course.leaver,
            "asked": table.to_act,
            "done": list(table.course.done),
            "repacked": list(table.course.repacked),
        }
    return {}


def read_phase(table: Table, written: Written) -> None:
    """The agenda that a phase and its pending facts mean."""
    now = written.word("phase", tuple(PHASES.values()), "turn")
    pending = Written(written.parts("pending"))
    if now == "first_player":
        table.course.first = table.course.turn = NONE
        table.course.actions_left = 0
        table.agenda = [rules.DEAL]
        return
    if now in ("route", "trip", "leave_first", "store"):
        seal_by_store(table)
        table.agenda = [rules.TURNS, *store_steps(table, now, pending)]
        return
    if now in ("turn", "spot", "place_loot", "toss", "draw"):
        seal(table)
    table.agenda = [rules.TURNS, *turn_steps(table, now, pending)]


def turn_steps(table: Table, now: str, pending: Written) -> list[Step]:
    """The steps of the player in turn, the next one last."""
    if now == "turn":
        return []
    if now == "spot":
        if len(stalemate.closest_spots(table, table.course.turn)) < 2:
            raise BadPosition("phase spot: there are not two equally close spots to choose from (LF-82)")
        return [stalemate.ChooseSpot(table.course.turn)]
    if now in ("flip", "orient"):
        read_spot(table, pending)
        if now == "flip":
            if not table.stack:
                raise BadPosition("phase flip: the draw stack is empty")
            return [adding.FLIPS[table.course.turn]]
        return [read_turned(table, pending)]
    tile = table.tiles[-1]
    if tile.is_starter or tile.is_store:
        raise BadPosition(f"phase {now}: loot goes on the last tile of the list, which is no map tile")
    if now == "draw":
        return read_draws(table, pending)
    if tile.loot:
        raise BadPosition(f"phase {now}: loot lies on the last tile already")
    if now == "toss":
        if not (table.boxes[1] and table.boxes[2]):
            raise BadPosition("phase toss: a box is empty (LF-37)")
        return [tile_loot.TOSS]
    has_choice = (table.boxes[1] or table.boxes[2]) if table.box.asks_shape else (table.boxes[1] and table.boxes[2])
    if not has_choice or not table.box.asks_size:
        raise BadPosition("phase place_loot: there is nothing to choose (LF-37)")
    return [tile_loot.LOOT_CHOICES[table.course.turn]]


def read_spot(table: Table, pending: Written) -> None:
    tile = table.tiles[read_tile(table, pending.plain.get("from"), "pending from")]
    table.course.origin = tile.cell()
    table.course.spot = read_cell(pending.plain.get("to"), "pending to")
    side = tile.side_to(table.course.spot[0], table.course.spot[1])
    if side < 0 or tile.links[side] != OPEN:
        raise BadPosition("pending: no road of the tile leads to that cell, or it is taken (LF-30)")


def read_turned(table: Table, pending: Written) -> Step:
    kit = table.box.components
    kind = pending.word("kind", tuple(kind.code for kind in kit.kinds[: kit.map_kinds]), "")
    table.course.turned = kind
    table.course.see(kit.kind_numbers[kind])
    if table.course.unseen[kit.kind_numbers[kind]] < 0:
        raise BadPosition(f"pending: no {kind} tile is left")
    if len(adding.rotations_now(table)) < 2:
        raise BadPosition("phase orient: the rotation leaves no choice (LF-32)")
    return adding.ROTATIONS[table.course.turn]


def read_draws(table: Table, pending: Written) -> list[Step]:
    sizes = pending.items("sizes")
    if sizes not in (["small"], ["medium"], ["large"], ["small", "medium"], ["small", "large"]):
        raise BadPosition(f"phase draw: pending sizes are small, medium or large, small first; got {shown(sizes)}")
    held = [table.box.components.shape_of[piece].size for piece in table.tiles[-1].loot]
    for size in sizes:
        if not table.boxes[SIZES.index(size)]:
            raise BadPosition(f"phase draw: the box of {size} loot is empty")
        if (size == "small" and held) or (size != "small" and not held and table.boxes[0]):
            raise BadPosition("phase draw: the small piece is drawn first (LF-36)")
        held.append(0)
    draws: list[Step] = [tile_loot.DRAWS[SIZES.index(size)] for size in sizes]
    draws.reverse()
    return draws


def store_steps(table: Table, now: str, pending: Written) -> list[Step]:
    """The steps of the store procedure, the next one last. The last finder stands on the new store."""
    course = table.course
    finder = course.last_finder
    if finder == NONE or not table.tile_of(finder).is_store:
        raise BadPosition(f"phase {now}: last_finder must be a seat whose character stands on the store (LF-51)")
    seat = trips.traveller(table)
    if now in ("route", "trip"):
        if seat == NONE:
            raise BadPosition(f"phase {now}: nobody is left to travel")
        if now == "route":
            if len(trips.ways_to_store(table, seat)) < 2:
                raise BadPosition("phase route: there is only one way to go (LF-53)")
            return [trips.TRAVEL, trips.ChooseRoute(finder, seat)]
        course.set_repacked(seat, pending.truth("repacked") and table.box.repacks_on_trip)
        return [trips.TRAVEL, read_walk(table, seat, pending), trips.trip_of(table, seat)]
    if seat != NONE:
        raise BadPosition(f"phase {now}: everybody must be at the store (LF-60)")
    if now == "leave_first":
        if len(lowest(table)) < 2:
            raise BadPosition("phase leave_first: one player alone has the fewest points (LF-60)")
        return [stores.ChooseLeaver(finder)]
    last = table.players - 1
    course.leaver = pending.whole("leaver", 0, last, 0)
    asked = pending.whole("asked", 0, last, finder)
    course.done = read_flags(pending, "done", table.players)
    course.repacked = read_flags(pending, "repacked", table.players)
    return [stores.SHOPPING[asked]]


def read_flags(pending: Written, name: str, players: int) -> tuple[bool, ...]:
    flags = pending.per_seat(name, players)
    if not all(type(flag) is bool for flag in flags):
        raise BadPosition(f"pending {name} must be true or false for each seat")
    return tuple(flags) if flags else (False,) * players


def read_walk(table: Table, seat: int, pending: Written) -> Step:
    """The rest of a shortest route, from the tile the traveller stands on."""
    path = [read_tile(table, cell, "pending path") for cell in pending.items("path")]
    away = distances(table.tiles, table.at[table.course.last_finder])
    ok = (
        len(path) == away[table.at[seat]] + 1
        and path[0] == table.at[seat]
        and path[-1] == table.at[table.course.last_finder]
    )
    for one, other in pairwise(path):
        ok = ok and other in table.tiles[one].links
    if not ok or not trips.can_take_something(table, seat):
        raise BadPosition(
            "phase trip: pending path must be the traveller's shortest way, with loot to take here (LF-53)"
        )
    return trips.Walk(seat, trips.path_of(table, path))
