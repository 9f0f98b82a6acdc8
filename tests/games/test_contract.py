"""Every game, and the examples, played at random with every promise checked on the way."""

from __future__ import annotations

import os

import pytest
from contract import (
    check_actions,
    check_copy,
    check_events,
    check_hostile,
    check_rule,
    check_secrets,
    check_views,
    same_table,
    seen,
    step_at_random,
)
from magpies import GAME as MAGPIES
from noughts import GAME as NOUGHTS

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadOption, BadPosition
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.options import described
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, REFEREE, Action, State

GAMES_EACH = int(os.environ.get("LOOT_CONTRACT_GAMES", "2"))


TABLES = [
    (game, players)
    for game in [*games.all_games(), NOUGHTS, MAGPIES]
    for players in range(game.least_players, game.most_players + 1)
]
NAMED = [f"{game.slug}-{players}" for game, players in TABLES]
every_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=NAMED)


def random_start(game: Game, players: int, rng: Random) -> State:
    """Mostly default options, so that mixtures stay playable; each option takes each value now and then."""
    while True:
        chosen: dict[str, object] = {}
        for option in described(game.options):
            if option.choices and rng.below(3) == 0:
                chosen[option.name] = rng.pick(option.choices)
        try:
            return game.start(players, chosen)
        except BadOption:  # a mixture that cannot be, such as teams of three players
            continue


@every_table
def test_promises_hold_at_every_step_of_random_games(game: Game, players: int) -> None:
    for seed in range(GAMES_EACH):
        rng = Random(seed)
        state = random_start(game, players, rng) if seed else game.start(players)
        pool: list[Action] = []
        conserved = game.conserved(state)
        steps = 0
        while state.agenda and steps < 2000:
            # The first steps are looked at closely, later ones now and then.
            is_checked = steps < 40 or steps % 23 == 0
            if is_checked:
                check_copy(state, rng)
                check_views(game, state, rng)
            if state.to_act == NATURE:
                weights = state.outcomes()
                assert len({outcome for outcome, _ in weights}) == len(weights) > 0
                assert all(weight > 0 for _, weight in weights)
                drawn = state.chance().sample(state, rng)
                assert drawn in {outcome for outcome, _ in weights}
                odds = tuple([weight for _, weight in weights]), [outcome for outcome, _ in weights].index(drawn)
                assert state.chance().odds(state, drawn) == odds
            else:
                assert 0 <= state.to_act < players
                others = [rng.pick(pool) for _ in range(min(len(pool), 25))]
                if is_checked:
                    check_actions(game, state, others, rng)
                    check_secrets(game, state, others, rng)
                pool.append(state.decision().sample(state, rng))
            step_at_random(state, rng)
            assert dict(game.conserved(state)) == dict(conserved)
            steps += 1
        assert not state.agenda, "the game ends"
        assert state.reason
        assert 0 <= sum(state.standings()) <= 1 + 1e-9
        assert state.actions() == ()
        assert state.outcomes() == ()


@every_table
def test_records_replay_to_the_same_table_and_matches_survive_saving(game: Game, players: int) -> None:
    rng = Random(5)
    match = Match(game, players, nature=Random(7))
    start = game.start(players)
    while not match.is_over:
        if match.version % 11 == 3:
            again = Match.from_json(codec.loads(match.save(), 2**23), game)
            assert same_table(again.state, match.state)
            assert again.save() == match.save()
        action = match.state.decision().sample(match.state, rng)
        match.play(match.to_act, action)
    again = Match.from_json(codec.loads(match.save(), 2**23), game)
    assert same_table(again.state, match.state)
    assert again.log == match.log
    assert again.result() == match.result() is not None
    assert same_table(match.at(0).state, start)
    for seat in range(players):
        check_events(game, match.events(seat), match.names)
    middle = match.version // 2
    assert match.at(middle).record == match.record[:middle]


@every_table
def test_wrong_actions_are_refused_in_words(game: Game, players: int) -> None:
    rng = Random(11)
    state = game.start(players)
    for _ in range(30):
        if not state.agenda:
            break
        if state.to_act >= 0:
            check_hostile(game, codec.encode(state.decision().sample(state, rng)), rng)
        step_at_random(state, rng)


@every_table
def test_written_positions_read_back(game: Game, players: int) -> None:
    rng = Random(13)
    match = Match(game, players, nature=rng)
    for _ in range(12):
        if match.is_over:
            break
        if not game.has_positions:
            with pytest.raises(BadPosition):
                game.write_position(match.state)
            break
        written = game.write_position(match.state)
        plain = codec.loads(codec.dumps(codec.encode(written)), 2**20)
        again = game.read_position(plain, players, match.options, match.components)
        assert game.write_position(again) == written
        match.play(match.to_act, match.state.decision().sample(match.state, rng))


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.slug)
def test_options_name_their_rules(game: Game) -> None:
    for option in described(game.options):
        assert option.doc
        check_rule(game, option.rule)
        assert option.check(option.default) == option.default


def test_a_change_that_a_seat_may_not_see_would_be_noticed() -> None:
    """The comparison itself can fail: two different tables do not look the same."""
    game = games.load("crates_barrels")
    one, other = game.start(2), game.start(2)
    assert same_table(one, other)
    other.apply(other.actions()[0])
    assert not same_table(one, other)
    assert isinstance(one, State)
    assert seen(one, 0) != seen(one, REFEREE)
