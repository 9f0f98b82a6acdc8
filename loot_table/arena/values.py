"""Values of a game, checked in games of the bots they are used for."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.arena.run import spread
from loot_table.bots.knowledge import knowledge_of
from loot_table.engine.game import Game
from loot_table.engine.net import net_from
from loot_table.engine.random import mixed
from loot_table.measure.playouts import Explored, Held, explored, from_plain, held
from loot_table.measure.recorder import Value
from loot_table.measure.values import Checked, Told, calibration_of, checked, seen_in, told_by

Weights = Mapping[str, Any]
PLAYOUTS = "luck.json.gz"  # in a game's `bot` folder: what `loot value luck` has kept, made small


def valuing(slug: str, weights: Weights | None) -> Value:
    if weights is None:
        return value_of(slug)
    knowledge = knowledge_of(games.load(slug))
    knowledge.value = partial(games.part(games.load(slug), "bot.value").by_net, net=net_from(weights))
    value: Value = knowledge.foreseen
    return value


def told_games(contest: Contest, weights: Weights | None, numbers: list[int]) -> list[Told]:
    value = valuing(contest.game, weights)
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


def explored_games(contest: Contest, playouts: int, chances: int, numbers: list[int]) -> list[tuple[int, Explored]]:
    """Chances of some games by playouts of greedy bots, each game with its number."""
    answer = knowledge_of(games.load(contest.game)).answer
    return [
        (number, explored(play_match(contest, number).match, answer, playouts, chances, mixed(contest.deal(number))))
        for number in numbers
    ]


def explore(
    contest: Contest, playouts: int, chances: int, jobs: int = 1, keep: Callable[[list[Explored]], None] | None = None
) -> list[Explored]:
    """One game of each deal, in their order. `keep` is told after each game what is known by then: playouts are dear."""
    numbers = [number * contest.players for number in range(contest.games)]
    found: dict[int, Explored] = {}
    for batch in spread(partial(explored_games, contest, playouts, chances), numbers, jobs, 1):
        found.update(batch)
        if keep is not None:
            keep([found[number] for number in sorted(found)])
    return [found[number] for number in sorted(found)]


def seen_by_net(slug: str, found: Sequence[Explored], weights: Weights | None = None) -> Held:
    """How much luck the game holds, and how much of it its values see, or those by another net."""
    return held(found, games.load(slug), valuing(slug, weights))


def are_of(found: Sequence[Explored], game: Game, players: int) -> bool:
    return all(each.record["game"] == game.slug and each.record["players"] == players for each in found)


def held_in(game: Game, players: int) -> Held | None:
    """The same by playouts that come with the game, where it holds less luck than is asked for."""
    home = games.folder(game)
    path = None if home is None else home / "bot" / PLAYOUTS
    if path is None or not path.is_file():
        return None
    found = from_plain(json.loads(gzip.decompress(path.read_bytes())))
    return seen_by_net(game.slug, found) if are_of(found, game, players) else None
