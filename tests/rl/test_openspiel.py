"""Every game passes OpenSpiel's own test, and tells OpenSpiel no more than a seat may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.rl import openspiel

openspiel.register()
# Options that make random games end sooner.
SHORT = {
    "crates_barrels": "turn_limit=60",
    "looterz": "loot_target=3 round_limit=6",
}
TABLES = [(game, players) for game in games.all_games() for players in range(game.least_players, game.most_players + 1)]


def load(game: Game, players: int) -> Any:
    return pyspiel.load_game(game.slug, {"players": players, "options": SHORT.get(game.slug, "")})


def after(game: Any, moves: int, seed: int) -> Any:
    """A state some random moves into a game."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    while moves and not state.is_terminal():
        moves -= 1
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=odds))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "slug", value))
def test_the_random_simulation_test_of_openspiel(game: Game, players: int) -> None:
    pyspiel.random_sim_test(load(game, players), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("slug", games.slugs())
def test_a_state_is_rebuilt_from_its_moves(slug: str) -> None:
    game = load(games.load(slug), games.load(slug).least_players)
    state = after(game, 40, 1)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    for seat in range(game.num_players()):
        assert again.information_state_string(seat) == state.information_state_string(seat)


@pytest.mark.parametrize("slug", games.slugs())
def test_a_clone_is_a_stranger(slug: str) -> None:
    state = after(load(games.load(slug), games.load(slug).least_players), 25, 2)
    before = str(state)
    clone = state.clone()
    while not clone.is_terminal() and clone.move_number() < state.move_number() + 8:
        clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before


@pytest.mark.parametrize("slug", [game.slug for game in games.all_games() if game.has_secrets])
def test_a_seat_cannot_tell_a_resampled_table_from_the_real_one(slug: str) -> None:
    game = load(games.load(slug), games.load(slug).least_players)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differ = False
    for seed in range(4):
        state = after(game, 30 + seed, seed)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            continue
        seat = state.current_player()
        for _ in range(5):
            twin = state.resample_from_infostate(seat, sampler)
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.legal_actions() == state.legal_actions()
            other = (seat + 1) % game.num_players()
            differ |= twin.observation_string(other) != state.observation_string(other)
    assert differ, "what is hidden is drawn anew"


def test_a_long_list_is_asked_in_several_moves() -> None:
    """A wall in the Labyrinth has thousands of places, and there are 128 numbers."""
    rng = np.random.RandomState(3)
    game = load(games.load("labyrinth"), 2)
    state = game.new_initial_state()
    while len(state.held.table.actions()) <= openspiel.MOST_ACTIONS:
        state.apply_action(rng.choice(state.legal_actions()))
    table, seat = state.held.table, state.current_player()
    places = table.actions()
    assert len(state.legal_actions()) == -(-len(places) // openspiel.MOST_ACTIONS)
    assert "…" in state.action_to_string(state.legal_actions()[0])
    wanted = len(places) - 1
    state.apply_action(wanted // openspiel.MOST_ACTIONS)
    assert state.current_player() == seat
    assert state.held.table.actions() == places, "nothing has happened yet"
    expected = table.copy()
    expected.apply(places[wanted])
    state.apply_action(wanted % openspiel.MOST_ACTIONS)
    assert state.held.table.view(seat) == expected.view(seat)


def test_chance_and_secrets_are_declared_as_they_are() -> None:
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    kinds = {game.slug: openspiel.kind_of(game) for game in games.all_games()}
    assert [slug for slug, kind in kinds.items() if kind.chance_mode == chance.DETERMINISTIC] == ["crates_barrels"]
    open_games = [slug for slug, kind in kinds.items() if kind.information == information.PERFECT_INFORMATION]
    assert open_games == ["crates_barrels", "loot_fiend"]


def test_returns_sum_to_zero_and_a_lone_winner_gets_one() -> None:
    assert openspiel.returns_of([1.0, 0.0]) == [1, -1]
    assert openspiel.returns_of([0.5, 0.5]) == [0, 0]
    assert openspiel.returns_of([0.0, 1.0, 0.0]) == pytest.approx([-0.5, 1, -0.5])
    assert openspiel.returns_of([0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0]) == pytest.approx([1 / 7] * 4 + [-1 / 7] * 4)
    assert openspiel.returns_of([0.0, 0.0, 0.0]) == [0, 0, 0], "no loot fiend: nobody wins"


def test_the_bots_of_openspiel_play() -> None:
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    crates = load(games.load("crates_barrels"), 2)
    state = crates.new_initial_state()
    assert mcts.MCTSBot(crates, 2, 3, evaluator, random_state=rng).step(state) in state.legal_actions()
    run = load(games.load("loot_n_run"), 2)
    state = after(run, 12, 5)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert ismcts.ISMCTSBot(run, evaluator, 2, 5, random_state=rng).step(state) in state.legal_actions()


def test_wishes_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="is for 2 players"):
        pyspiel.load_game("crates_barrels", {"players": 3, "options": ""})
    with pytest.raises(BadInput, match="no option is called"):
        pyspiel.load_game("crates_barrels", {"players": 2, "options": "speed=fast"})
