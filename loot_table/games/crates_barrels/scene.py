"""What the browser draws of Crates vs Barrels: plain data made from a view, so that the board needs no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.random import Random
from loot_table.engine.state import Action, Seat
from loot_table.games.crates_barrels.board import FILES, NAMES, NONE, RANKS, RESERVE
from loot_table.games.crates_barrels.movement import can_land, find_reach
from loot_table.games.crates_barrels.respawning import can_come_back
from loot_table.games.crates_barrels.rules import PASS, SIDE_NAMES, Move, Respawn, listed
from loot_table.games.crates_barrels.table import Table, TableView
from loot_table.games.crates_barrels.turn import PICKS_UP, RETURNS, TAKES, deeds_at

PAWN_WORDS = ("crate", "barrel")


def scene(view: TableView, names: Sequence[str]) -> dict[str, Any]:
    """Both sides see the same, but for what the seat to act is told about its own turns."""
    table = view.imagine(Random(0))  # nothing is hidden, so what is imagined is what is
    box = table.box
    to_act = view.to_act if view.to_act >= 0 else None
    mine = listed(table, view.seat) if to_act is not None and view.seat == to_act else []
    return {
        "files": FILES,
        "ranks": RANKS,
        "sides": [
            {
                "name": SIDE_NAMES[seat],
                "pawn": PAWN_WORDS[seat],
                "loot": NAMES[box.loot[seat]],
                "on_board": len(view.tiles[seat]),
                "reserve": table.reserve(seat),
                "carrier": NAMES[view.carriers[seat]] if view.carriers[seat] != NONE else None,
                "home_in": turns_home(table, seat),
                "delivers_next": can_deliver(table, seat),
                "attacks": [NAMES[tile] for tile in attacked(table, seat)],
            }
            for seat in range(2)
        ],
        "pawns": [
            {
                "tile": NAMES[tile],
                "side": seat,
                "carries": tile == view.carriers[seat],
                "reach": [NAMES[target] for target in reach_of(table, seat, tile)],
            }
            for seat in range(2)
            for tile in view.tiles[seat]
        ],
        "respawn": [
            {"tile": NAMES[tile], "is_covered": table.is_covered(tile)} for tile in box.respawn if box.has_respawning
        ],
        "is_respawn_open": can_come_back(table),
        "turn": view.turn,
        "limit": box.turn_limit,
        "to_act": to_act,
        "winner": view.winner if view.winner != NONE else None,
        "outlook": [looked_ahead(table, view.seat, action) for action in mine if action is not PASS],
        "pass": passed(table, view.seat) if PASS in mine else None,
    }


def turns_home(table: Table, seat: Seat) -> int | None:
    """How many turns the carrier needs on an empty board."""
    carrier = table.sides[seat].carrier
    return table.box.turns_to_loot[seat][carrier] if carrier != NONE else None


def can_deliver(table: Table, seat: Seat) -> bool:
    """Whether this side's carrier would win with its next move as the board stands."""
    carrier = table.sides[seat].carrier
    if carrier == NONE:
        return False
    way = find_reach(table, carrier, table.box.loot[seat])
    return way is not None and can_land(table, seat, way)


def reach_of(table: Table, seat: Seat, tile: int) -> list[int]:
    """Where a pawn could end a move as the board stands."""
    return [int(way.target) for way in table.box.reach[tile] if can_land(table, seat, way)]


def attacked(table: Table, seat: Seat) -> list[int]:
    """Every tile on which this side could take a pawn that stood there."""
    home = table.box.loot[seat]
    found: set[int] = set()
    for tile in table.sides[seat].tiles:
        found.update(reach_of(table, seat, tile))
    # Only a carrier may enter its own Loot Tile, and that ends the game rather than a pawn.
    return sorted(found - {home} if table.box.has_sanctuary else found)


def passed(table: Table, seat: Seat) -> str:
    """CB-HSE-8: what it means to do nothing."""
    after = table.copy()
    after.apply(PASS)
    if not after.agenda:
        return "Nothing moves, and that ends the game in a draw."
    if can_deliver(after, 1 - seat):
        return f"Nothing moves. Then the {PAWN_WORDS[1 - seat]} with your loot can go home and win."
    return "Nothing moves; it counts as a turn."


def looked_ahead(table: Table, seat: Seat, action: Action) -> dict[str, Any]:
    """A legal turn with what it does and what may answer it."""
    assert isinstance(action, (Move, Respawn))
    origin = action.origin if isinstance(action, Move) else RESERVE
    done = deeds_at(table, seat, origin, action.target)
    after = table.copy()
    after.apply(action)
    target = action.to
    kind = "move"
    said: list[str] = []
    enemy = PAWN_WORDS[1 - seat]
    if done & TAKES:
        kind = "attack"
        returns = " and returns its loot" if done & RETURNS else ""
        said.append(f"Takes the {enemy} on {target}{returns}.")
    if isinstance(action, Respawn):
        kind = "respawn"
        said.append("Takes your whole turn.")
    elif done & PICKS_UP:
        kind = "pick_up"
        said.append("Picks up their loot.")
    if not after.agenda:
        kind = "win" if after.winner == seat else "draw"
        said.append("That wins the game." if after.winner == seat else "That ends the game in a draw.")
    else:
        said.append(answers(after, seat, action.target, target))
    return {
        "from": action.from_ if isinstance(action, Move) else None,
        "to": target,
        "kind": kind,
        "label": action.label(table),
        "says": " ".join(said),
    }


def answers(after: Table, seat: Seat, tile: int, name: str) -> str:
    """Which enemy pawns could take the pawn on this tile next turn."""
    if can_deliver(after, 1 - seat):
        return f"Then the {PAWN_WORDS[1 - seat]} with your loot can go home and win."
    hunters = [NAMES[origin] for origin in after.sides[1 - seat].tiles if tile in reach_of(after, 1 - seat, origin)]
    enemy = PAWN_WORDS[1 - seat]
    if not hunters:
        return f"No {enemy} can take it on {name} next turn."
    if len(hunters) == 1:
        return f"The {enemy} on {hunters[0]} could take it there."
    return f"The {enemy}s on {', '.join(hunters[:-1])} and {hunters[-1]} could take it there."
