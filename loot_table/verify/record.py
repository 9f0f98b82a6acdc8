"""Checks a finished record: the moves follow the rules, and nature did what it was bound to do.

Small, and without the server: it knows the rules of the games and the formula of docs/records.md, nothing else. It does
not use the engine's own sealed nature, so that a fault there would show.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loot_table import games
from loot_table.engine.errors import BadRecord
from loot_table.engine.match import Match, read_record
from loot_table.engine.state import State

KEY = re.compile("[0-9a-f]{64}")
TABLE = re.compile("[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True)
class Verdict:
    game: str
    entries: int
    draws: int
    is_sealed: bool  # whether the record tells the key of its draws
    table: str
    commitment: str
    wrong: tuple[str, ...]  # nothing, if all is as it should be
    begun: int = 0  # entries that the game began with: another game's, shown before and drawn by no key of this table

    @property
    def is_checked(self) -> bool:
        """Whether nothing is left that one would have to believe."""
        return not self.wrong and (self.is_sealed or not self.draws)


def bound_outcome(key: bytes, table: str, draw: int, outcomes: Sequence[tuple[int, int]]) -> int:
    """What a draw has to be: HMAC-SHA256(key, "table:draw") of 2**256, scaled to the weights in their order."""
    share = int(hmac.new(key, f"{table}:{draw}".encode(), hashlib.sha256).hexdigest(), 16)
    place = share * sum(weight for _, weight in outcomes) // 2**256
    for outcome, weight in outcomes:
        place -= weight
        if place < 0:
            return outcome
    raise AssertionError("weights add up")


def verified(text: bytes, promised: str | None = None, table: str | None = None) -> Verdict:
    """What is right and wrong about a record. `promised`: the commitment as one saw it before the game; `table`: where
    one sat."""
    saved = read_record(text)
    return verdict(Match.from_json(saved, games.load(saved["game"])), saved.get("nature"), promised, table)


def verdict(match: Match, nature: Any, promised: str | None = None, table: str | None = None) -> Verdict:
    """The same of a match that was played again from its record."""
    wrong = [] if match.is_over else ["the record stops before its game is over"]
    if nature is None or "key" not in nature:
        if nature is not None:
            wrong += untold(nature, promised, table)
        elif promised or table:
            wrong.append("the record has no key, but a commitment was promised")
        return Verdict(match.game.slug, match.version, own_draws(match), False, "", "", tuple(wrong), match.begun)
    key, named, deal = read_nature(nature)
    commitment = hashlib.sha256(key).hexdigest()
    if nature["commitment"] != commitment:
        wrong.append("the key is not the one that its commitment promised")
    if promised is not None and promised.strip().lower() != commitment:
        wrong.append("the key is not the one that was promised before the game")
    if table is not None and table.strip() != named:
        wrong.append(f"it was played at the table {named}")
    wrong += wrong_draws(match, key, named, deal)
    return Verdict(match.game.slug, match.version, own_draws(match), True, named, commitment, tuple(wrong), match.begun)


def own_draws(match: Match) -> int:
    """Of this table, without those of the game that it began with."""
    return sum(entry.outcome is not None for entry in match.record[match.begun :])


def untold(nature: Any, promised: str | None, table: str | None) -> list[str]:
    """A daily deal's key is told when nobody can play the deal any more; until then only promises can be compared."""
    if set(nature) != {"table", "commitment", "deal"} or not all(isinstance(part, str) for part in nature.values()):
        raise BadRecord('"nature" of a record without a key holds the texts "table", "commitment" and "deal"')
    wrong = []
    if promised is not None and promised.strip().lower() != nature["commitment"]:
        wrong.append("its commitment is not the one that was promised before the game")
    if table is not None and table.strip() != nature["table"]:
        wrong.append(f"it was played at the table {nature['table']}")
    return wrong


def read_nature(nature: Any) -> tuple[bytes, str, str | None]:
    """The key, the table, and the daily deal if it was one."""
    texts = all(isinstance(part, str) for part in nature.values())
    if set(nature) - {"deal"} != {"table", "key", "commitment"} or not texts:
        raise BadRecord(
            '"nature" of a record holds the texts "table", "key" and "commitment", and of a daily deal "deal"'
        )
    if not KEY.fullmatch(nature["key"]):
        raise BadRecord('"key" of a record\'s nature is 64 hexadecimal digits')
    if not TABLE.fullmatch(nature["table"]):
        raise BadRecord('"table" of a record\'s nature is not the name of a table')
    if not TABLE.fullmatch(nature.get("deal", "none")):
        raise BadRecord('"deal" of a record\'s nature is not the name of a deal')
    return bytes.fromhex(nature["key"]), nature["table"], nature.get("deal")


def raced_outcome(key: bytes, deal: str, state: State, kind: str, count: int) -> int:
    """What a draw of a daily deal has to be: the outcome that runs fastest, for -ln(u) / weight, u from HMAC-SHA256(key,
    "deal:kind:count:outcome")."""

    def seconds(outcome: int, weight: int) -> float:
        named = state.chance().name_of(state, outcome)
        digest = hmac.new(key, f"{deal}:{kind}:{count}:{named}".encode(), hashlib.sha256).hexdigest()
        return -math.log((int(digest[:13], 16) + 0.5) / 2**52) / weight

    return min(state.outcomes(), key=lambda pair: seconds(*pair))[0]


def wrong_draws(match: Match, key: bytes, table: str, deal: str | None = None) -> list[str]:
    """Every draw that is not what key, table and its number lead to; in a daily deal, what key, deal and kind lead to.
    Draws are numbered through; those that the game began with were drawn elsewhere."""
    counts: Counter[str] = Counter()
    state = match.at(0).state
    found, draw = [], 0
    for number, entry in enumerate(match.record):
        if entry.action is not None:
            state.apply(entry.action)
        elif entry.outcome is not None:
            chance = state.chance()
            kind = f"{type(chance).__name__} {getattr(chance, 'seat', '')}".strip()
            if number < match.begun:
                bound = entry.outcome
            elif deal is None:
                bound = bound_outcome(key, table, draw, state.outcomes())
            else:
                bound = raced_outcome(key, deal, state, kind, counts[kind])
            counts[kind] += 1
            if bound != entry.outcome:
                found.append(f"draw {draw} (entry {number}) is {entry.outcome}, but was bound to be {bound}")
            draw += 1
            state.happen(entry.outcome)
    return found
