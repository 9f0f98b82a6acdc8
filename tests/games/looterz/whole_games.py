"""Whole games of Looterz for tests: at random with every invariant checked, and one greedy bot among random ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from loot_table.bots import make
from loot_table.engine.random import Random
from loot_table.games.looterz import GAME
from loot_table.games.looterz.box import NONE


def check_invariants(state: Any, cards: int) -> None:
    """Every card in one place, every Looter with Life and a home, nobody beyond the target while the game runs."""
    hands = [card for hand in state.hands for card in hand]
    in_play = state.in_play()
    everywhere = in_play + hands + state.graveyard + state.pile
    assert len(everywhere) == len(set(everywhere)) == cards
    for seat, party in enumerate(state.parties):
        for card in party:
            assert state.controller[card] == seat
            assert 1 <= state.life[card] <= state.box.life_cap
            assert 0 <= state.home[card] < state.players
            assert state.home[card] == seat or seat == state.active  # nothing is borrowed out of turn with these cards
    for card in set(range(cards)) - set(in_play):
        assert (state.controller[card], state.life[card], state.exhausted[card]) == (NONE, 0, False)
    assert all(card in hands for card in range(cards) if state.known[card])
    assert all(state.cycle[card] == state.reshuffles for card in state.pile)
    if state.agenda:
        assert max(state.loot) < state.box.loot_target
    assert min(state.loot) >= 0


def random_game(players: int, seed: int, options: Mapping[str, object] | None = None) -> str:
    """Play one game at random; returns why it ended."""
    rng = Random(seed * 101 + players)
    state = GAME.start(players, options)
    while state.agenda:
        if state.to_act >= 0:
            state.apply(state.decision().sample(state, rng))
        else:
            state.happen(state.chance().sample(state, rng))
        check_invariants(state, 60)
    return state.reason


def greedy_share(players: int, games: int) -> float:
    """The share of games that one greedy bot wins among random ones; it sits everywhere equally often."""
    won = 0.0
    for number in range(games):
        seat = number % players
        bot = make("greedy", GAME, number)
        rng = Random(number * 997 + players)
        state = GAME.start(players)
        while state.agenda:
            if state.to_act < 0:
                state.happen(state.chance().sample(state, rng))
            elif state.to_act == seat:
                state.apply(bot.choose(state.view(seat), state.actions()))
            else:
                state.apply(state.decision().sample(state, rng))
        won += state.standings()[seat]
    return won / games
