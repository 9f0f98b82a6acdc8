"""Checks a finished record: the moves follow the rules, and nature did what it was bound to do.

Small, and without the server: it knows the rules of the games and the four lines below, nothing else. It does not use the
engine's own sealed nature, so that a fault there would show.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loot_table import games
from loot_table.engine.errors import BadRecord
from loot_table.engine.match import Match, read_record


@dataclass(frozen=True)
class Verdict:
    game: str
    entries: int
    draws: int
    is_sealed: bool  # whether the record tells the key of its draws
    commitment: str
    wrong: tuple[str, ...]  # nothing, if all is as it should be


def bound_outcome(key: bytes, table: str, draw: int, outcomes: Sequence[tuple[int, int]]) -> int:
    """What a draw has to be: HMAC-SHA256(key, "table:draw") of 2**256, scaled to the weights in their order."""
    share = int(hmac.new(key, f"{table}:{draw}".encode(), hashlib.sha256).hexdigest(), 16)
    place = share * sum(weight for _, weight in outcomes) // 2**256
    for outcome, weight in outcomes:
        place -= weight
        if place < 0:
            return outcome
    raise AssertionError("weights add up")


def verified(text: bytes, promised: str | None = None) -> Verdict:
    """What is right and wrong about a record. `promised`: the commitment as one saw it before the game."""
    saved = read_record(text)
    match = Match.from_json(saved, games.load(saved["game"]))
    nature = saved.get("nature")
    if nature is None:
        said = ("the record has no commitment, but one was promised",) if promised else ()
        return Verdict(saved["game"], match.version, match.drawn, False, "", said)
    key, table = read_nature(nature)
    commitment = hashlib.sha256(key).hexdigest()
    wrong = [] if nature["commitment"] == commitment else ["the key is not the one that its commitment promised"]
    if promised is not None and promised.strip().lower() != commitment:
        wrong.append("the key is not the one that was promised before the game")
    wrong += wrong_draws(match, key, table)
    return Verdict(saved["game"], match.version, match.drawn, True, commitment, tuple(wrong))


def read_nature(nature: Any) -> tuple[bytes, str]:
    if set(nature) != {"table", "key", "commitment"} or not all(isinstance(part, str) for part in nature.values()):
        raise BadRecord('"nature" of a record holds the texts "table", "key" and "commitment"')
    try:
        key = bytes.fromhex(nature["key"])
    except ValueError:
        raise BadRecord('"key" of a record\'s nature is not hexadecimal') from None
    return key, nature["table"]


def wrong_draws(match: Match, key: bytes, table: str) -> list[str]:
    """Every draw that is not what key, table and its number lead to."""
    again = match.at(0)
    found = []
    for number, entry in enumerate(match.record):
        if entry.outcome is not None:
            bound = bound_outcome(key, table, again.drawn, again.state.outcomes())
            if bound != entry.outcome:
                found.append(f"draw {again.drawn} (entry {number}) is {entry.outcome}, but was bound to be {bound}")
        again.replay_entry(entry.to_json())
    return found
