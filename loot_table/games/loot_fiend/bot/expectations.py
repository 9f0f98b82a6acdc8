"""What a player of Loot Fiend can expect: the time left, what would fit, what rivals have and may still get."""

from __future__ import annotations

from typing import Final

from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.backpack import Backpack
from loot_table.games.loot_fiend.map import distances
from loot_table.games.loot_fiend.packing import Shape
from loot_table.games.loot_fiend.stack import flips_to_store, store_range
from loot_table.games.loot_fiend.table import Table

MOST_LOCKS_REMOVED: Final = 2  # with so many off there is room enough to be choosy
CHOOSY: Final = 1.5  # flips for each player until the end: as long as there are more, light loot can wait
DENSE: Final = 0.7  # points for each square
FLIPS_A_TURN: Final = (0.0, 0.0, 0.71, 0.58, 0.48)  # how many tiles a turn turns up, by the number of players
RICH: Final = 0.85  # points that a free square comes to hold
ACTION_WORTH: Final = 1.3  # points that an action brings while there is room


def flips_left(table: Table) -> float:
    """How many tiles are to be turned up, on average, until the game ends; none on a sealed map (LF-86)."""
    if table.course.is_sealed:
        return 0.0
    return flips_to_store(table.stack, table.course.final_store - table.course.stores_found)


def turns_left(table: Table) -> float:
    """How many turns everybody will have, on average, until the game ends."""
    if table.course.is_sealed:
        return table.course.final_turns / table.players
    return flips_left(table) / (FLIPS_A_TURN[table.players] * table.players)


def end_within(table: Table, turns: float) -> float:
    """The chance that the game ends before everybody has had so many turns."""
    if table.course.is_sealed:
        return float(turns * table.players >= table.course.final_turns)
    found = store_range(table.stack, table.course.final_store - table.course.stores_found)
    if found is None:
        return 0.0
    flips = turns * FLIPS_A_TURN[table.players] * table.players
    # The last store is equally likely to lie anywhere in its sub-stack.
    return min(1.0, max(0.0, (flips - found[0] + 1) / (found[1] - found[0] + 1)))


def best_rival(table: Table, seat: Seat) -> int:
    return max([table.packs[other].points for other in range(table.players) if other != seat])


def is_wanted(table: Table, pack: Backpack, shape: Shape) -> bool:
    """Who can pay for the next lock, or needs none, leaves what is light for its size, as long as there is time."""
    kit = pack.kit
    is_rich = kit.locks - pack.locks >= MOST_LOCKS_REMOVED or pack.points >= kit.lock_price
    is_choosy = is_rich and flips_left(table) > CHOOSY * table.players
    return not is_choosy or shape.value >= DENSE * shape.squares


def gain_in(pack: Backpack, locks: int, free: int, turns: float) -> float:
    """What may be collected in so many turns: as much as there is room and time for."""
    return min(RICH * free, ACTION_WORTH * pack.kit.actions[locks] * turns)


def expected_of(table: Table, pack: Backpack, size: int) -> float:
    """What a piece drawn from a box is worth on average, counting those that fit."""
    box = table.boxes[size]
    if not box:
        return 0.0
    fitting = 0
    known = -1
    has_room = False
    for piece in box:
        shape = pack.kit.shape_of[piece]
        if shape.number != known:  # pieces of a shape follow each other
            known = shape.number
            has_room = pack.has_room(shape)
        if has_room:
            fitting += shape.value
    return fitting / len(box)


# ---------------------------------------------------------------- if a store were found here


def best_after_trips(table: Table, finder: Seat) -> int:
    """The most points another player would have after the trip to a store next to the finder's tile."""
    away = distances(table.tiles, table.at[finder])
    return max(
        [
            table.packs[other].points + sweep(table, other, finder, away)
            for other in range(table.players)
            if other != finder
        ]
    )


def sweep(table: Table, traveller: Seat, finder: Seat, away: list[int]) -> int:
    """What a traveller can take on the poorest of the shortest ways, which the finder would choose (LF-53)."""
    least = {table.at[finder]: spoils_at(table, traveller, finder, table.at[finder])}
    nearest_first = sorted([(steps, number) for number, steps in enumerate(away)])
    for steps, number in nearest_first:
        if 0 < steps <= away[table.at[traveller]]:
            ahead = [least[other] for other in table.tiles[number].joined() if away[other] == steps - 1]
            least[number] = min(ahead) + spoils_at(table, traveller, finder, number)
    return least[table.at[traveller]]


def spoils_at(table: Table, traveller: Seat, finder: Seat, number: int) -> int:
    """LF-55: nothing where another character stands; the finder has gone to the store."""
    loot = table.tiles[number].loot
    if not loot or any(other != finder for other in table.others_at(number, traveller)):
        return 0
    pack = table.packs[traveller]
    return sum([pack.kit.shape_of[piece].value for piece in loot if pack.has_room(pack.kit.shape_of[piece])])
