"""Words for the tests of Looters of the Labyrinth: set a position up, play, look."""

from __future__ import annotations

from typing import Any

from loot_table.engine.match import Match
from loot_table.engine.state import NATURE, Refusal
from loot_table.games import load
from loot_table.games.labyrinth.position import write_position
from loot_table.games.labyrinth.table import Table

GAME = load("labyrinth")
CARDS = ["column", "boot", "fang", "altar", "spear"]


def at(**position: Any) -> Match:
    """A match that begins in a position; what is not named is as at the start, and two play."""
    position.setdefault("players", 2)
    return Match(GAME, position["players"], position.get("options"), position=position)


def wall(symbol: str, orient: int, x: int, y: int, owner: int | None = 1, node: int = 0, **more: Any) -> dict[str, Any]:
    return {"symbol": symbol, "orient": orient, "x": x, "y": y, "owner": owner, "node": node, **more}


def table(match: Match) -> Table:
    assert isinstance(match.state, Table)
    return match.state


def kind(symbol: str) -> int:
    """The number that nature names when this card is drawn."""
    found = GAME.read_components(None).numbers[symbol]
    assert isinstance(found, int)
    return found


def do(match: Match, type: str, *draws: str, **fields: Any) -> Match:
    """The seat to act acts; cards drawn by it are those named, or any."""
    match.play(match.to_act, GAME.codec.action({"type": type, **fields}))
    for symbol in draws:
        match.happen(kind(symbol))
    while match.to_act == NATURE:
        match.happen(match.state.outcomes()[0][0])
    return match


def why_not(match: Match, type: str, **fields: Any) -> Refusal | None:
    return match.why_not(match.to_act, GAME.codec.action({"type": type, **fields}))


def refused_by(match: Match, type: str, **fields: Any) -> str:
    """The rule that refuses an action of the seat to act; empty when it is legal."""
    refusal = why_not(match, type, **fields)
    return "" if refusal is None else refusal.rule


def place(symbol: str, orient: int, x: int, y: int) -> dict[str, Any]:
    return {"type": "place", "symbol": symbol, "orient": orient, "x": x, "y": y}


def pawn(match: Match, seat: int) -> list[int]:
    found = write_position(table(match))["pawns"][seat]
    assert isinstance(found, list)
    return found


def hand(match: Match, seat: int) -> list[str]:
    return sorted(table(match).box.kinds[number].symbol for number in table(match).hands[seat])


def told(match: Match, seat: int) -> list[str]:
    """What a seat has heard since the last entry of the record."""
    return [event.text(match.names) for event in match.events(seat, match.version - 1)]
