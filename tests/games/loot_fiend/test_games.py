"""Whole games at random: they end, nothing is lost, and compiled code plays the same ones as interpreted code."""

from __future__ import annotations

import hashlib

import pytest
from loot_fiend.tables import GAME, REASONS, check_whole_game

from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.playout import listed, sampled
from loot_table.engine.random import Random
from loot_table.games.loot_fiend.rules import TakeTurn
from loot_table.games.loot_fiend.stores import Shop


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_by_the_rulebook(players: int) -> None:
    """A sample; a thousand games are in the soak tests."""
    for seed in range(4):
        assert check_whole_game(players, seed) in REASONS


def test_interpreted_and_compiled_code_play_the_same_games() -> None:
    """A digest of recorded games: it must come out the same both ways, and changes only with the rules."""
    digest = hashlib.sha256()
    for players in (2, 3, 4):
        rng = Random(players)
        match = Match(GAME, players, nature=Random(17))
        while not match.is_over:
            actions = match.actions()
            match.play(match.to_act, actions[rng.below(len(actions))])
        digest.update(codec.dumps([entry.to_json() for entry in match.record]))
    assert digest.hexdigest()[:16] == "a27c38e5df7d5187"


def test_drawing_without_listing_gives_each_listed_action_equally_often() -> None:
    """LF-22, LF-62: `sample` against `actions`, by a chi-square far beyond chance."""
    checked = 0
    rng = Random(8)
    for seed in range(12):
        state = GAME.start(2)
        sampled(state, Random(seed), 60 + 9 * seed)
        while state.agenda and not isinstance(state.agenda[-1], (TakeTurn, Shop)):
            sampled(state, rng, 1)
        if not state.agenda:
            continue
        actions = list(state.actions())
        rounds = 60 * len(actions)
        counts = dict.fromkeys(actions, 0)
        for _ in range(rounds):
            counts[state.decision().sample(state, rng)] += 1
        spread = sum((count - 60) ** 2 / 60 for count in counts.values())
        assert spread < len(actions) + 6 * (2 * len(actions)) ** 0.5
        checked += 1
    assert checked > 6


def test_listing_and_drawing_both_play_to_the_end() -> None:
    for play in (listed, sampled):
        state = GAME.start(3)
        assert play(state, Random(5), 5000) < 5000


def test_a_save_is_small_and_plain() -> None:
    match = Match(GAME, 2, nature=Random(3))
    assert len(codec.dumps(codec.encode(match.view(0)))) < 4000
