"""Every level plays every game, legally and within its budget; the lowest one errs as people do."""

from __future__ import annotations

import pytest

from loot_table import bots, games
from loot_table.bots.levels import LEVELS, LevelBot, nodes_of, spread
from loot_table.engine.build import is_compiled
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.crates_barrels import GAME as CRATES_BARRELS

FEW = 5 if is_compiled() else 2  # iterations: enough to go through all of the search
TURNS = 10 if is_compiled() else 2


def quick(name: str, game: Game, seed: int) -> bots.Bot:
    bot = bots.make(name, game, seed)
    if isinstance(bot, LevelBot):
        bot.nodes = min(bot.nodes, FEW)
    return bot


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.slug)
def test_a_level_answers_legally_at_every_number_of_players(game: Game, level: bots.Level) -> None:
    for players in range(game.least_players, game.most_players + 1):
        match = Match(game, players, nature=Random(players))
        seats = [quick(level.name, game, seat) for seat in range(players)]
        for _ in range(TURNS):
            if not match.is_over:
                seat = match.to_act
                match.play(seat, seats[seat].choose(match.view(seat), bots.offered(match.state)))


def test_levels_are_the_same_in_every_game_and_think_longer_the_higher_they_are() -> None:
    assert [level.title for level in LEVELS] == ["Apprentice", "Thief", "Burglar", "Mastermind"]
    assert [level.seconds for level in LEVELS] == sorted(level.seconds for level in LEVELS)
    most = dict(zip((level.name for level in LEVELS), (0.1, 0.5, 1.0, 3.0), strict=True))
    assert all(level.seconds <= most[level.name] for level in LEVELS)
    for game in games.all_games():
        budgets = [nodes_of(game, level) for level in LEVELS]
        assert budgets == sorted(budgets)
        assert budgets[-1] > 0


def test_the_apprentice_mostly_sees_a_win_in_front_of_it() -> None:
    match = Match(CRATES_BARRELS, 2, position="9/9/9/9/9/9/4C4/9/b8 c 10")
    chosen = [quick("apprentice", CRATES_BARRELS, seed).choose(match.view(0), match.actions()) for seed in range(60)]
    won = 0
    for action in chosen:
        after = match.state.copy()
        after.apply(action)
        won += not after.agenda
    assert 30 < won < 60


def test_a_burglar_overlooks_an_answer_now_and_then_and_a_mastermind_none() -> None:
    match = Match(CRATES_BARRELS, 2, position="9/9/9/9/9/9/4C4/9/b8 c 10")
    missed = {"burglar": 0, "mastermind": 0}
    for name in missed:
        for seed in range(60):
            after = match.state.copy()
            after.apply(quick(name, CRATES_BARRELS, seed).choose(match.view(0), match.actions()))
            missed[name] += bool(after.agenda)
    assert 0 < missed["burglar"] < 20
    assert missed["mastermind"] == 0


def test_an_apprentice_confuses_only_what_looks_alike() -> None:
    assert spread([5.0, 5.5, 4.5, 1000.0]) <= 1.0
    assert spread([5.0, 5.0, 5.0]) == 0.0


def test_a_level_stops_when_its_time_is_up() -> None:
    """Its clock is the caller's: here one that jumps at every look."""
    game = games.load("looterz")
    match = Match(game, 2, nature=Random(1))
    ticks = iter(range(10**6))
    bot = bots.make("mastermind", game, 1, lambda: float(next(ticks)))
    assert isinstance(bot, LevelBot)
    while len(match.actions()) < 2:
        match.play(match.to_act, match.actions()[0])
    bot.choose(match.view(match.to_act), match.actions())
    told = bot.explain()
    assert told is not None
    assert 0 < sum(line.visits for line in told.lines) <= 4 * (bot.level.seconds + 1)
