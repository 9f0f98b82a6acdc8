"""Tables that begin where a finished game stood: one person plays on from there against bots (LT-21)."""

from __future__ import annotations

import asyncio
import time
from math import inf
from typing import Any, Final

from loot_table import games
from loot_table.engine.match import Match
from loot_table.engine.options import as_dict
from loot_table.engine.state import Seat
from loot_table.measure.same_luck import brought_since
from loot_table.server import messages as m
from loot_table.server.happenings import Beginning, Lineage
from loot_table.server.problems import NotFound, Problem
from loot_table.server.table import LiveTable
from loot_table.server.tables import Origin, Tables

SLICE: Final = 0.004  # seconds that the event loop gives to a record before everybody else has their turn
MOST_SECONDS: Final = 0.5  # that the entries a game begins with may take; a long game takes a tenth of a second
MOST_ENTRIES: Final = 4000  # that a game begins with: they are all played again when the table is read


def lineage_of(table: LiveTable, step: int) -> Lineage:
    """Of a moment of a table: its own; of a game that was not played, where that one left the game."""
    known = None if table.beginning is None else table.beginning.lineage
    if known is not None and known.kind in ("branch", "upload"):
        return Lineage(known.kind, step, known.table, known.names)
    return Lineage("game", step, table.id, table.names())


def beginning_at(table: LiveTable, step: int, has_same_luck: bool) -> Beginning:
    """What was played before a step of a finished game. Nobody has resigned in the new one."""
    match = table.playing()
    assert match.is_over, "only a finished game is gone on with"
    if not 0 <= step < match.version:
        raise NotFound(f"there is no such step; there are 0 to {match.version - 1}")
    if step > MOST_ENTRIES:
        raise Problem(f"this is too far into the game to begin there: {MOST_ENTRIES} entries are the most")
    entries = [entry.to_json() for entry in match.record[:step] if not entry.service]
    luck = brought_since(match, step) if has_same_luck else None
    return Beginning(lineage_of(table, step), entries, match.position, luck)


async def replayed(saved: dict[str, Any], most_seconds: float = inf) -> Match:
    """A checked record played again, a little at a time: nobody at a table waits for it."""
    bare = {name: value for name, value in saved.items() if name not in ("result", "begun")}
    match = Match.from_json({**bare, "entries": []}, games.load(saved["game"]))
    began, spent = time.perf_counter(), 0.0
    for plain in saved["entries"]:
        match.replay_entry(plain)
        if (slice := time.perf_counter() - began) > SLICE:
            spent += slice
            if spent > most_seconds:
                raise Problem("this takes too long to be played again up to there: begin at an earlier step")
            await asyncio.sleep(0)
            began = time.perf_counter()
    match.begun = saved.get("begun", 0)
    return match


def seats_at(match: Match, seat: Seat, bot: str, name: str) -> list[m.SeatWish]:
    if not 0 <= seat < match.players:
        raise NotFound("there is no such seat")
    return [
        m.SeatWish("human", name=name) if each == seat else m.SeatWish("bot", bot=bot) for each in range(match.players)
    ]


async def play_on(tables: Tables, source: LiveTable, wish: m.PlayOn) -> tuple[LiveTable, dict[Seat, str]]:
    """A table that goes on from a step of a finished game: one person, bots on all other seats, started at once."""
    match = source.playing()
    wanted = m.NewTable(
        match.game.slug,
        match.players,
        as_dict(match.options),
        source.components,
        seats_at(match, wish.seat, wish.bot, wish.name),
        has_hints=True,
    )
    scores = () if match.before is None else tuple([list(score) for score in match.before.scores])
    beginning = beginning_at(source, wish.step, wish.luck == "same")
    # A table is read at one go whenever it wakes up: what somebody brought along must not keep others waiting each time.
    await replayed({**match.to_json(), "entries": beginning.entries}, MOST_SECONDS)
    table, tokens = await tables.create(wanted, Origin(source.design, beginning=beginning, scores=scores))
    await tables.start(table)
    return table, tokens
