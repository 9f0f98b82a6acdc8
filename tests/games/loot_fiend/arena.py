"""Games between bots, for tests of how well they play."""

from __future__ import annotations

from loot_fiend.camp import GAME

from loot_table.bots.choosing import make
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE
from loot_table.games.loot_fiend.table import Table


def played(bots: list[str], seed: int) -> Table:
    """A whole game."""
    rng = Random(seed)
    table = GAME.start(len(bots))
    assert isinstance(table, Table)
    seated = [make(name, GAME, 1000 * seed + seat) for seat, name in enumerate(bots)]
    while table.agenda:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, rng))
        else:
            table.apply(seated[table.to_act].choose(table.view(table.to_act), table.actions()))
    return table


def wins_against_random(players: int, games: int) -> int:
    """How many games one greedy player wins alone against random ones, from every seat in turn."""
    won = 0
    for seed in range(games):
        hero = seed % players
        bots = ["greedy" if seat == hero else "random" for seat in range(players)]
        won += played(bots, seed).winner == hero
    return won
