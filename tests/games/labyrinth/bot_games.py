"""Whole games between bots."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table import bots
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games import load

GAME = load("labyrinth")


def bot_game(kinds: Sequence[str], seed: int, **options: object) -> Match:
    match = Match(GAME, len(kinds), options, nature=Random(seed))
    seats = [bots.make(kind, GAME, 1000 * seed + seat) for seat, kind in enumerate(kinds)]
    while not match.is_over:
        seat = match.to_act
        match.play(seat, seats[seat].choose(match.view(seat), bots.offered(match.state)))
    return match
