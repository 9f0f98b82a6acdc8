"""One whole game at random with everything checked after every step."""

from __future__ import annotations

from loot_fiend.camp import GAME

from loot_table.engine.random import Random
from loot_table.engine.state import NATURE
from loot_table.games.loot_fiend.map import distances, tile_at
from loot_table.games.loot_fiend.stack import stores_in, tiles_in
from loot_table.games.loot_fiend.table import Table

REASONS = ("final store", "second tie", "sealed map")


def check_whole_game(players: int, seed: int) -> str:
    """Plays it, and returns why it ended."""
    rng = Random(seed)
    table = GAME.start(players)
    assert isinstance(table, Table)
    conserved = GAME.conserved(table)
    steps = 0
    while table.agenda:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, rng))
        else:
            table.apply(table.decision().sample(table, rng))
        steps += 1
        assert steps < 5000, "the game ends"
        assert GAME.conserved(table) == conserved
        check_table(table)
    assert table.stores_found >= 3 or table.reason == "sealed map"
    return table.reason


def check_table(table: Table) -> None:
    """LF-33, LF-36, LF-41, LF-R21: joined tiles, links that agree, loot where it may lie, a stack that suffices."""
    assert -1 not in distances(table.tiles, 0)
    for number, tile in enumerate(table.tiles):
        assert all(number in table.tiles[other].links for other in tile.joined())
        assert all(tile_at(table.tiles, x, y) < 0 for x, y in tile.open_cells())
        assert len(tile.loot) <= 2
        assert not (tile.loot and (tile.is_starter or tile.is_store))
    assert tiles_in(table.stack) - stores_in(table.stack) <= sum(table.unseen)
    if table.agenda and table.final_turns == 0 and table.stores_found < table.final_store:
        assert table.stores_found + stores_in(table.stack) >= table.final_store
