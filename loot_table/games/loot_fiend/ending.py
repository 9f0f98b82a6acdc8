"""Game end (rulebook pages 19 and 20): the tally, the extension after a tie, the sealed map."""

from __future__ import annotations

from loot_table.engine.state import Seat
from loot_table.games.loot_fiend.course import NONE, OFF
from loot_table.games.loot_fiend.events import Extended, Sealed, SealedByStore, Tallied
from loot_table.games.loot_fiend.map import has_open_road
from loot_table.games.loot_fiend.stack import SubStack, stores_in, tiles_in
from loot_table.games.loot_fiend.table import Table


def leaders(table: Table) -> list[Seat]:
    """Who has the most points."""
    most = max([pack.points for pack in table.packs])
    return [seat for seat in range(table.players) if table.packs[seat].points == most]


def lowest(table: Table) -> list[Seat]:
    """Who has the fewest points."""
    least = min([pack.points for pack in table.packs])
    return [seat for seat in range(table.players) if table.packs[seat].points == least]


def tally(table: Table, reason: str) -> None:
    """LF-71: the single player with most points is the loot fiend. LF-75, LF-86: of several nobody is."""
    best = leaders(table)
    table.course.final_turns = 0  # none is left, whether or not the map was sealed
    table.course.winner = best[0] if len(best) == 1 else NONE
    if table.news is not None:
        table.tell(Tallied(tuple([pack.points for pack in table.packs]), table.course.winner))
    table.finish(reason)


def is_final(table: Table) -> bool:
    """LF-70, LF-75: the third store is reached, or the fourth of an extended game."""
    return table.course.stores_found >= table.course.final_store


def may_extend(table: Table) -> bool:
    """LF-72: a tie at the last store of the set-up; a second tie extends nothing (LF-75)."""
    return is_final(table) and table.course.final_store == table.box.components.final_store and len(leaders(table)) > 1


def extend(table: Table) -> None:
    """LF-73: map tiles from the box with the fourth store shuffled in, under what is left of the draw stack."""
    kit = table.box.components
    in_stack = tiles_in(table.stack) - stores_in(table.stack)
    tiles = min(table.box.setup.extension_tiles, sum(table.course.unseen) - in_stack)
    on_map = sum([int(tile.is_store) for tile in table.tiles])
    stores = min(1, kit.kinds[kit.store].count - on_map - stores_in(table.stack))
    table.course.final_store += 1
    if tiles + stores > 0:
        table.stack = [*table.stack, SubStack(tiles + stores, stores)]
    table.tell(Extended(tiles + stores))


def seal(table: Table) -> None:
    """LF-86: when nothing can be explored any more, everybody has a last turn. LF-R35: so when the stack is used up."""
    course = table.course
    if not course.is_sealed and not (table.stack and has_open_road(table.tiles)):
        course.final_turns = table.players
        course.stalemate = OFF
        table.tell(Sealed(course.final_turns))


def seal_by_store(table: Table) -> None:
    """LF-86: the tile counts, whatever it is; the trips and the shopping come before the first of the final turns.
    An empty stack says nothing yet: an extension may fill it."""
    course = table.course
    if table.box.seals_at_once and not course.is_sealed and not has_open_road(table.tiles):
        course.final_turns = table.players
        table.tell(SealedByStore(course.final_turns))
