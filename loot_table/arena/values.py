"""Values of a game, checked in games of the bots they are used for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.arena.run import spread
from loot_table.bots.knowledge import knowledge_of
from loot_table.engine.net import net_from
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import NATURE
from loot_table.measure.values import (
    Checked,
    Held,
    Looked,
    Told,
    calibration_of,
    checked,
    held,
    looked,
    seen_in,
    told_by,
)

Weights = Mapping[str, Any]


def told_games(contest: Contest, weights: Weights | None, numbers: list[int]) -> list[Told]:
    value = value_of(contest.game)
    if weights is not None:
        value = partial(games.part(games.load(contest.game), "bot.value").by_net, net=net_from(weights))
    return [told_by(play_match(contest, number).match, value) for number in numbers]


def check(contest: Contest, jobs: int = 1, weights: Weights | None = None) -> Checked:
    """One game of each deal: the luck test, calibration, gap; of another net than the game's own, if one is given."""
    numbers = [number * contest.players for number in range(contest.games)]
    every = spread(partial(told_games, contest, weights), numbers, jobs)
    return checked([told for batch in every for told in batch])


def seen_games(contest: Contest, numbers: list[int]) -> list[tuple[float, float]]:
    value = value_of(contest.game)
    return [pair for number in numbers for pair in seen_in(play_match(contest, number).match, value)]


def calibration(contest: Contest, jobs: int = 1) -> float:
    """How far shares lie from results, alone: it takes more games than luck does, and less time for each."""
    numbers = [number * contest.players for number in range(contest.games)]
    return calibration_of([pair for batch in spread(partial(seen_games, contest), numbers, jobs) for pair in batch])


def looked_games(contest: Contest, playouts: int, chances: int, numbers: list[int]) -> list[Looked]:
    """Some chances of some games of greedy bots, looked at by playouts."""
    game = games.load(contest.game)
    value, knowledge = value_of(contest.game), knowledge_of(game)
    found = []
    for number in numbers:
        rng = Random(mixed(contest.deal(number)))
        met = []
        state = game.start(contest.players, contest.options, contest.components)
        state.settle()
        while state.agenda:
            if state.to_act != NATURE:
                state.apply(knowledge.answer(state, rng))
                continue
            if len(state.outcomes()) > 1:
                met.append(state.copy())
            state.happen(state.chance().sample(state, rng))
        rng.shuffle(met)
        for one in met[:chances]:
            # Each stands for all chances of its game: a game's luck is the sum of theirs.
            seen = looked(one, value, knowledge.answer, playouts, int(rng.word()))
            found.append(Looked(seen.luck * len(met), seen.own * len(met), seen.common * len(met)))
    return found


def look(contest: Contest, playouts: int, chances: int, jobs: int = 1) -> Held:
    """How much luck the game holds, and how much of it its values see."""
    numbers = [number * contest.players for number in range(contest.games)]
    every = spread(partial(looked_games, contest, playouts, chances), numbers, jobs)
    return held([one for batch in every for one in batch])
