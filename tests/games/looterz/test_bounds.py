"""What a stranger's cards may cost."""

from __future__ import annotations

import time
from typing import Any

import pytest
from looterz.tables import components_with

from loot_table.engine.errors import BadComponents, BadPosition
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.looterz import GAME
from loot_table.games.looterz.box import Box, Options

SECONDS = 1.0  # uncompiled, with a wide margin


def with_cards(*abilities: dict[str, Any]) -> dict[str, Any]:
    """Four hundred cards that all have these abilities."""
    data = components_with()
    card = {"life": 1, "power": 1, "copies": 10, "role": "early", "ability": list(abilities)}
    data["card"] = [{**card, "id": f"k{n}", "name": f"K {n}"} for n in range(40)]
    data["components"] |= {"looterz_cards": 400, "life_tokens": 1000, "loot_tokens": 1000}
    return data


def test_an_unknown_key_is_named_in_few_words() -> None:
    start = time.process_time()
    with pytest.raises(BadComponents, match='there is no key "xxxx') as refused:
        GAME.read_components({**components_with(), "x" * 40_000: 1})
    assert time.process_time() - start < SECONDS
    assert len(str(refused.value)) < 400


def test_a_list_of_words_is_not_longer_than_it_need_be() -> None:
    data = components_with()
    data["vocabulary"]["hostile_ops"] = ["attack"] * 3000
    with pytest.raises(BadComponents, match="hostile_ops has 3000 words; at most 40 are read"):
        GAME.read_components(data)


def test_a_chain_of_large_abilities_is_cut_earlier() -> None:
    """LZ-R15: however large `chain_limit` is, what one choice leads to is done in time."""
    wish = {
        "trigger": "last_wish",
        "effects": [*[{"op": "exhaust", "pick": "each", "who": "each"}] * 9, {"op": "enter", "from": "draw_pile"}],
    }
    data = with_cards(wish, {"trigger": "recruitment", "effects": [{"op": "destroy", "pick": "self"}]})
    match = Match(GAME, 6, {"chain_limit": 1000}, data, nature=Random(1))
    rng = Random(2)
    longest = 0
    for _ in range(12):
        before, start = len(match.log), time.process_time()
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
        assert time.process_time() - start < SECONDS
        longest = max(longest, sum(len(told) for told in match.log[before:]))
    assert 1000 < longest < 6000


def test_the_shipped_cards_may_have_chains_as_long_as_the_option_says() -> None:
    for players in (2, 6):
        options = Options(chain_limit=500)
        assert Box(GAME.read_components(None), options, players).chain_limit == 500
    assert Box(GAME.read_components(None), Options(), 6).chain_limit == Options().chain_limit


def test_lists_in_a_position_are_bounded() -> None:
    with pytest.raises(BadPosition, match="earlier has 5000 items; at most 2000 are read"):
        Match(GAME, 2, position={"earlier": [[]] * 5000})
    with pytest.raises(BadPosition) as refused:
        Match(GAME, 2, position={"x" * 9000: 1})
    assert len(str(refused.value)) < 300
