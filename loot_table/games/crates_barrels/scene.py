"""What the browser draws of Crates vs Barrels: plain data made from a view, so that the board needs no rules."""

from __future__ import annotations

from typing import Any

from loot_table.engine.sentence import Count, Part, Voice, say
from loot_table.engine.state import Seat
from loot_table.games.crates_barrels.board import NAMES, NONE, RESERVE
from loot_table.games.crates_barrels.guide import table_of
from loot_table.games.crates_barrels.listing import playable
from loot_table.games.crates_barrels.movement import reach_of
from loot_table.games.crates_barrels.rules import action_of
from loot_table.games.crates_barrels.table import CRATES, Table, TableView
from loot_table.games.crates_barrels.turn import PICKS_UP, TAKES, WINS, deeds_at


def scene(view: TableView, voice: Voice) -> dict[str, Any]:
    """Both sides see the same, but for what the seat to act is told about its own turns."""
    table = table_of(view)
    box = table.box
    return {
        "sides": [
            {
                "loot": NAMES[box.loot[seat]],
                "on_board": len(view.tiles[seat]),
                "reserve": table.reserve(seat),
                "carrier": NAMES[view.carriers[seat]] if view.carriers[seat] != NONE else None,
                "home_in": table.turns_home(seat) if view.carriers[seat] != NONE and view.agenda else None,
                "attacks": [NAMES[tile] for tile in attacked(table, seat)],
                "in_reserve": voice.told(in_reserve(table, seat)),
                "how_back": voice.told(how_back(table, seat)),
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
        "turn": view.turn,  # tells the same position apart from itself some turns ago
        "deeds": deeds(view, table),
    }


def attacked(table: Table, seat: Seat) -> list[int]:
    """Every tile on which this side could take a pawn that stood there."""
    home = table.box.loot[seat]
    found: set[int] = set()
    for tile in table.sides[seat].tiles:
        found.update(reach_of(table, seat, tile))
    # Only a carrier may enter its own Loot Tile, and that ends the game rather than a pawn.
    return sorted(found - {home} if table.box.has_sanctuary else found)


def in_reserve(table: Table, seat: Seat) -> Part:
    """What lies in a side's yard."""
    count = table.reserve(seat)
    if not count:
        return say("Nobody in reserve")
    if seat == CRATES:
        return Count(count, "{n} crate in reserve", "{n} crates in reserve")
    return Count(count, "{n} barrel in reserve", "{n} barrels in reserve")


def how_back(table: Table, seat: Seat) -> Part:
    """What it takes to bring a pawn back from there."""
    if table.reserve(seat):
        return say("Respawning takes the whole turn.") if table.box.has_respawning else say("Lost pawns stay lost.")
    count = len(table.sides[seat].tiles)
    if seat == CRATES:
        return Count(count, "The only crate is on the board.", "All {n} crates are on the board.")
    return Count(count, "The only barrel is on the board.", "All {n} barrels are on the board.")


def deeds(view: TableView, table: Table) -> dict[str, str]:
    """What turns do beyond moving a pawn, by the tiles they go from and to: only for the seat to act."""
    if view.seat != view.to_act:
        return {}
    found: dict[str, str] = {}
    for turn in playable(table, view.seat):
        origin, target = turn >> 7, turn & 127
        deed = deed_of(table, view.seat, int(turn))
        if deed and target != RESERVE:
            found[(NAMES[origin] if origin != RESERVE else "") + NAMES[target]] = deed
    return found


def deed_of(table: Table, seat: Seat, turn: int) -> str:
    done = deeds_at(table, seat, turn >> 7, turn & 127)
    if done & WINS:
        return "win"
    if table.box.draws_repeats or table.turn + 1 >= table.box.turn_limit:
        after = table.copy()
        after.apply(action_of(turn))
        if not after.agenda:
            return "draw"
    if done & PICKS_UP:
        return "pick_up"
    return "attack" if done & TAKES else ""
