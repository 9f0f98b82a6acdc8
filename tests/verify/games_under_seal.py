"""Finished games for tests of their records, and a draw worked out from docs/records.md alone."""

from __future__ import annotations

import hashlib
import hmac
from fractions import Fraction
from typing import Any

from loot_table import bots, games
from loot_table.engine.match import Match
from loot_table.engine.sealed import Sealed, commitment
from loot_table.engine.state import Action

KEY = "5a" * 32
TABLE = "kitchen-table"


def choices(slug: str, players: int, seed: int = 1) -> list[bots.Bot]:
    return [bots.make("greedy", games.load(slug), seed + seat) for seat in range(players)]


def chosen(match: Match, seats: list[bots.Bot]) -> Action:
    return seats[match.to_act].choose(match.view(match.to_act), bots.offered(match.state))


def sealed_match(slug: str, players: int = 2, most: int = 10_000) -> Match:
    """A whole game, or one that all agree to end after so many entries."""
    match = Match(games.load(slug), players, nature=Sealed(KEY, TABLE))
    seats = choices(slug, players)
    while not match.is_over:
        match.play(match.to_act, chosen(match, seats))
        if match.version >= most and not match.is_over:
            match.agree()
    return match


def record_of(match: Match, key: str = KEY, table: str = TABLE) -> dict[str, Any]:
    return {**match.to_json(), "nature": {"table": table, "key": key, "commitment": commitment(key)}}


def drawn_by_the_book(key: str, table: str, draw: int, outcomes: list[tuple[int, int]]) -> int:
    """A fraction of the way along all outcomes, each as long as its weight."""
    message = (table + ":" + str(draw)).encode()
    way = Fraction(int.from_bytes(hmac.digest(bytes.fromhex(key), message, hashlib.sha256), "big"), 2**256)
    line = [outcome for outcome, weight in outcomes for _ in range(weight)]
    return line[int(way * len(line))]
