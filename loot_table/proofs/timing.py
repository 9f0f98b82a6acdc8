"""Whether the time a bot takes tells an opponent anything: paired worlds through the brains, compared by distribution."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.proofs.twins import Twins
from loot_table.server.brains import Brains

OPENING = 30  # decisions at most before a pair is taken
Times = tuple[list[float], list[float]]


@dataclass(frozen=True)
class Terms:
    """How many questions are under way at a time, by how many workers, and how fast the bots' clocks run."""

    at_once: int = 32
    workers: int = 2
    pace: float = 1.0
    hurry: float = 1.0


@dataclass(frozen=True)
class Pair:
    """What a seat sees in two worlds that one opponent cannot tell apart."""

    slug: str
    players: int
    header: bytes
    views: tuple[bytes, bytes]


def timed_pairs(count: int, seed: int) -> Iterator[Pair]:
    """Pairs from random games with secrets, at every number of players."""
    secretive = [game for game in games.all_games() if game.has_secrets]
    rng = Random(seed)
    found = number = 0
    while found < count:
        number += 1
        game = secretive[number % len(secretive)]
        players = game.least_players + int(rng.below(min(4, game.most_players) - game.least_players + 1))
        match = Match(game, players, nature=rng)
        for _ in range(int(rng.below(OPENING))):
            if not match.is_over:
                match.play(match.to_act, match.state.decision().sample(match.state, rng))
        if match.is_over:
            continue
        match.nature = None
        audience = (match.to_act + 1 + int(rng.below(players - 1))) % players
        twins = Twins(match, audience, rng)
        one, other = [codec.dumps(codec.encode(world.view(world.to_act))) for world in (twins.one, twins.other)]
        if one != other:
            found += 1
            yield Pair(game.slug, players, codec.dumps({"options": {}, "components": None}), (one, other))


async def measured(pairs: Sequence[Pair], bot: str, terms: Terms) -> Times:
    """Seconds to the answer in the one world and in the other; in any order, so that none of them always comes first."""
    brains = Brains(terms.workers, terms.pace, terms.hurry)
    places = asyncio.Semaphore(terms.at_once)
    times: tuple[list[float], list[float]] = ([], [])

    async def ask(pair: Pair, which: int) -> None:
        async with places:
            loop = asyncio.get_running_loop()
            began = loop.time()
            await brains.answer(pair.slug, pair.players, pair.header, pair.views[which], bot)
            times[which].append(loop.time() - began)

    try:
        await brains.answer(pairs[0].slug, pairs[0].players, pairs[0].header, pairs[0].views[0], bot)  # start-up
        questions = [(pair, which) for pair in pairs for which in (0, 1)]
        Random(len(pairs)).shuffle(questions)
        await asyncio.gather(*[ask(pair, which) for pair, which in questions])
    finally:
        brains.close()
    return times


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """How likely two samples from one source differ as much as these (Kolmogorov and Smirnov, for large samples)."""
    if not one or not other:
        raise BadInput("there is nothing to compare")
    values = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    seen = [0, 0]
    farthest = 0.0
    for place, (value, which) in enumerate(values):
        seen[which] += 1
        if place + 1 == len(values) or values[place + 1][0] != value:
            farthest = max(farthest, abs(seen[0] / len(one) - seen[1] / len(other)))
    size = sqrt(len(one) * len(other) / (len(one) + len(other)))
    at = (size + 0.12 + 0.11 / size) * farthest
    if at < 0.2:
        return 1.0
    sign, total = 1.0, 0.0
    for term in range(1, 101):
        total += sign * exp(-2 * (term * at) ** 2)
        sign = -sign
    return min(1.0, max(0.0, 2 * total))


def compare_times(pairs: int, seed: int, bot: str, terms: Terms | None = None) -> tuple[Times, float]:
    """The times in both worlds, and how likely one source gives such a difference."""
    times = asyncio.run(measured(list(timed_pairs(pairs, seed)), bot, terms or Terms()))
    return times, likeness(*times)
