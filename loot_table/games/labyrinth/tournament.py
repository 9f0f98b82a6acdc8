"""LL-V4 Tournament Scoring: a series of games whose treasures add up."""

from __future__ import annotations

from loot_table.engine.series import Series
from loot_table.games.labyrinth.box import Options
from loot_table.games.labyrinth.table import Table


def read_series(players: int, options: Options) -> Series | None:
    """LL-V4.2: as many games as the table wants; everybody plays all of them, a seat further each time."""
    if not isinstance(options.tournament, int):
        return None
    return Series(players, options.tournament, "tournament", "treasure", "LL-V4.1")


def points(table: Table) -> list[int]:
    """LL-V4.1: a game counts with the treasures that each player or team holds when it ends, however it ends."""
    return [table.stash[table.box.side[seat]] for seat in range(table.players)]
