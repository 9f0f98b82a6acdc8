"""How long the server's bots take by the clock, and whether anybody else had to wait for them."""

from __future__ import annotations

import asyncio
import statistics
from dataclasses import dataclass

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.server.brains import Brains, answering_time

TICK = 0.002  # seconds between two looks at whether the event loop is free
OPENING = 12  # decisions before the first question


@dataclass(frozen=True)
class Answers:
    """Seconds from question to answer of one level, over all games."""

    level: str
    wanted: float
    quickest: float
    median: float
    slowest: float
    held_up: float  # the longest that the event loop was late by


def questions(game: Game, count: int, seed: int) -> list[tuple[str, int, bytes, bytes]]:
    """What a server sends its workers at moments of a random game, at the middle number of players."""
    players, rng = min(4, game.most_players), Random(seed)
    header = codec.dumps({"options": {}, "components": None})
    found: list[tuple[str, int, bytes, bytes]] = []
    match = Match(game, players, nature=rng)
    while len(found) < count:
        if match.is_over:
            match = Match(game, players, nature=rng)
        if match.version > OPENING:
            found.append((game.slug, players, header, codec.dumps(codec.encode(match.view(match.to_act)))))
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    return found


async def measured(level: str, moves: int, seed: int) -> Answers:
    loop = asyncio.get_running_loop()
    brains = Brains()
    asked = [one for game in games.all_games() for one in questions(game, moves, seed)]
    late: list[float] = [0.0]
    times: list[float] = []

    async def tick() -> None:
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            late.append(loop.time() - due)

    try:
        await brains.answer(*asked[0], level)  # start-up
        ticking = asyncio.create_task(tick())
        for question in asked:
            began = loop.time()
            await brains.answer(*question, level)
            times.append(loop.time() - began)
        ticking.cancel()
    finally:
        brains.close()
    return Answers(level, answering_time(level), min(times), statistics.median(times), max(times), max(late))


def answers_of(level: str, moves: int, seed: int = 1) -> Answers:
    """One question at a time, as at a table; every game is asked about as often."""
    return asyncio.run(measured(level, moves, seed))
