"""Every game passes OpenSpiel's own tests, and tells OpenSpiel no more than a seat may know."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import playthroughs
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, random_agent, tabular_qlearner
from open_spiel.python.observation import make_observation
from rl.short_games import LEAST, TABLES

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.shares import returns_of
from loot_table.engine.spelling import PLACES
from loot_table.rl import openspiel

openspiel.register()
SLUGS = [slug for slug, _ in LEAST]
LONG = {"labyrinth", "loot_fiend"}


def sized(slug: str, players: int) -> Any:
    """Numbers are letters of the two forms by turns. Long games are played with more players on the compiled build alone."""
    form = ("fixed", "factored")[players % 2]
    is_heavy = slug in LONG and players > games.load(slug).least_players
    return pytest.param(slug, players, form, marks=[pytest.mark.heavy] if is_heavy else [])


FORMS = [sized(slug, players) for slug, players in TABLES]


def load(slug: str, players: int, form: str = "fixed") -> Any:
    options = playthroughs.SHORT.get(slug, "")
    return pyspiel.load_game(slug, {"players": players, "options": options, "form": form})


def least(slug: str, form: str = "fixed") -> Any:
    return load(slug, games.load(slug).least_players, form)


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


def at_decision(game: Any, moves: int, seed: int) -> Any:
    """The same, where a seat decides; None where the game is over."""
    state = after(game, moves, seed)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return None if state.is_terminal() else state


def ended(game: Any, seed: int) -> Any:
    return after(game, 1_000_000, seed)


@pytest.mark.parametrize(("slug", "players", "form"), FORMS)
def test_the_random_simulation_test_of_openspiel(slug: str, players: int, form: str) -> None:
    pyspiel.random_sim_test(load(slug, players, form), num_sims=1, serialize=slug == "loot_n_run", verbose=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_random_simulation_test_with_places_in_lists(slug: str) -> None:
    pyspiel.random_sim_test(least(slug, "listed"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_played_as_its_playthrough_has_it(slug: str) -> None:
    """What OpenSpiel saw once, it sees still; `scripts/playthroughs.py` writes it anew where a change is meant."""
    kept = playthroughs.path_of(slug).read_text(encoding="utf-8")
    assert playthroughs.playthrough(slug).split("\n") == kept.split("\n")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_state_is_rebuilt_from_its_moves_and_from_what_is_kept_of_it(slug: str) -> None:
    game = least(slug, "factored")
    state = after(game, 40, 1)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    _, kept = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for twin in (again, kept, pickle.loads(pickle.dumps(state)), state.clone()):
        assert str(twin) == str(state)
        assert twin.is_terminal() or twin.legal_actions() == state.legal_actions()
        for seat in range(game.num_players()):
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_clone_is_a_stranger(slug: str) -> None:
    state = after(least(slug, "factored"), 25, 2)
    before = str(state), state.is_terminal() or state.legal_actions()
    clone = state.clone()
    while not clone.is_terminal() and clone.move_number() < state.move_number() + 8:
        clone.apply_action(clone.legal_actions()[0])
    assert (str(state), state.is_terminal() or state.legal_actions()) == before


@pytest.mark.parametrize("slug", SLUGS)
def test_a_seat_cannot_tell_a_resampled_table_from_the_real_one(slug: str) -> None:
    """OpenSpiel's ResampleInfostateTest, with more: whoever looks, in text and in numbers, while it spells an answer."""
    game = least(slug, "factored")
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differ = False
    for seed in range(4):
        state = at_decision(game, 30 + seed, seed)
        if state is None:
            continue
        seat = state.current_player()
        for time in range(2):
            twin = state.resample_from_infostate(seat, sampler)
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert twin.observation_tensor(seat) == state.observation_tensor(seat)
            assert twin.legal_actions() == state.legal_actions()
            if time == seed == 0:
                assert str(pickle.loads(pickle.dumps(twin))) == str(twin)
            other = (seat + 1) % game.num_players()
            differ |= twin.observation_string(other) != state.observation_string(other)
    assert differ == games.load(slug).has_secrets, "what is hidden is drawn anew"


@pytest.mark.parametrize("slug", SLUGS)
def test_numbers_are_there_at_any_time(slug: str) -> None:
    """For every seat, where nature is to act and at the end; nature sees zeros."""
    game = least(slug)
    whole = make_observation(game)
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    states = [game.new_initial_state(), after(game, 9, 3), ended(game, 4)]
    assert states[-1].is_terminal()
    for state in states:
        for seat in range(game.num_players()):
            for observer, numbers in (
                (whole, state.observation_tensor(seat)),
                (recalled, state.information_state_tensor(seat)),
            ):
                observer.set_from(state, seat)
                assert observer.tensor.tolist() == numbers
                assert any(numbers)
                parts = np.concatenate([part.ravel() for part in observer.dict.values()])
                assert parts.tolist() == numbers, "the parts make the whole"
            assert len(state.observation_tensor(seat)) == game.observation_tensor_size()
            assert len(state.information_state_tensor(seat)) == game.information_state_tensor_size()
        public.set_from(state, 0)
        seen = public.tensor.copy()
        public.set_from(state, 1)
        assert np.array_equal(seen, public.tensor), "what everybody may know is the same for all"
        if state.is_chance_node():
            assert not any(state.observation_tensor())
            assert not any(state.information_state_tensor(pyspiel.PlayerId.CHANCE))


@pytest.mark.parametrize("form", ["fixed", "factored", "listed"])
@pytest.mark.parametrize("slug", SLUGS)
def test_legal_numbers_are_in_order_and_their_texts_differ(slug: str, form: str) -> None:
    game = least(slug, form)
    for seed in range(3):
        state = at_decision(game, 12 * seed + 3, seed)
        if state is not None:
            legal = state.legal_actions()
            assert legal == sorted(set(legal))
            assert legal[0] >= 0
            assert legal[-1] < game.num_distinct_actions()
            assert len({state.action_to_string(number) for number in legal}) == len(legal)
            mask = state.legal_actions_mask()
            assert np.flatnonzero(mask).tolist() == legal


def test_a_number_means_the_same_everywhere_unless_it_is_a_place() -> None:
    """Deploying on a tile of Crates vs Barrels, in two positions."""
    game = least("crates_barrels")
    texts: dict[int, set[str]] = {}
    for seed in range(4):
        state = at_decision(game, 2 * seed, seed)
        for number in state.legal_actions():
            texts.setdefault(number, set()).add(game.ours.setting.spelling.label(number))
    assert texts
    assert all(len(meant) == 1 for meant in texts.values())


def test_a_long_list_is_asked_in_several_moves() -> None:
    """A wall in the Labyrinth has thousands of places, and the listed form 128 numbers."""
    rng = np.random.RandomState(3)
    state = least("labyrinth", "listed").new_initial_state()
    while len(state.held.table.actions()) <= PLACES:
        state.apply_action(rng.choice(state.legal_actions()))
    table, seat = state.held.table, state.current_player()
    places = table.actions()
    assert len(state.legal_actions()) == -(-len(places) // PLACES)
    wanted = len(places) - 1
    state.apply_action(wanted // PLACES)
    assert state.current_player() == seat
    assert state.held.table.actions() == places, "nothing has happened yet"
    expected = table.copy()
    expected.apply(places[wanted])
    state.apply_action(wanted % PLACES)
    assert state.held.table.view(seat) == expected.view(seat)


def test_chance_and_secrets_are_declared_as_they_are() -> None:
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    kinds = {game.slug: openspiel.kind_of(game) for game in games.all_games()}
    assert [slug for slug, kind in kinds.items() if kind.chance_mode == chance.DETERMINISTIC] == ["crates_barrels"]
    open_games = [slug for slug, kind in kinds.items() if kind.information == information.PERFECT_INFORMATION]
    assert open_games == ["crates_barrels", "loot_fiend"]


def test_returns_sum_to_zero_and_a_lone_winner_gets_one() -> None:
    assert returns_of([1.0, 0.0]) == [1, -1]
    assert returns_of([0.5, 0.5]) == [0, 0]
    assert returns_of([0.0, 1.0, 0.0]) == pytest.approx([-0.5, 1, -0.5])
    assert returns_of([0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0]) == pytest.approx([1 / 7] * 4 + [-1 / 7] * 4)
    assert returns_of([0.0, 0.0, 0.0]) == [0, 0, 0], "no loot fiend: nobody wins"


def test_the_bots_of_openspiel_play() -> None:
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    crates = least("crates_barrels")
    state = crates.new_initial_state()
    assert mcts.MCTSBot(crates, 2, 3, evaluator, random_state=rng).step(state) in state.legal_actions()
    run = least("loot_n_run")
    state = at_decision(run, 12, 5)
    assert ismcts.ISMCTSBot(run, evaluator, 2, 5, random_state=rng).step(state) in state.legal_actions()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_environment_of_openspiel_and_its_agents(slug: str) -> None:
    """Q-learning with a table wants the listed form; it must see a row of numbers of the right length."""
    game = least(slug, "listed")
    table = rl_environment.Environment(game)
    players, actions = game.num_players(), game.num_distinct_actions()
    agents = [tabular_qlearner.QLearner(0, actions)]
    agents += [random_agent.RandomAgent(seat, actions) for seat in range(1, players)]
    step = table.reset()
    for _ in range(40):
        if step.last():
            break
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == game.information_state_tensor_size()
        step = table.step([agents[seat].step(step).action])
    if step.last():
        for agent in agents:
            agent.step(step)


def test_wishes_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="is for 2 players"):
        pyspiel.load_game("crates_barrels", {"players": 3, "options": ""})
    with pytest.raises(BadInput, match="no option is called"):
        pyspiel.load_game("crates_barrels", {"players": 2, "options": "speed=fast"})
