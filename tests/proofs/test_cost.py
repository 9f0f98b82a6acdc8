"""The tools of the fuzzer: what something costs, and component files changed with bad intent."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.proofs import cost
from loot_table.proofs.hostile import CHANGES, MOST_BYTES, hostile, places, wish


def test_every_change_of_the_fuzzer_changes_something() -> None:
    rng = Random(1)
    data = dict(games.load("loot_fiend").read_components(None).data)
    for change in CHANGES:
        assert any(is_changed(data, change, rng) for _ in range(60)), change
    assert len(codec.dumps(hostile(data, rng))) <= MOST_BYTES


def is_changed(data: dict[str, Any], change: Callable[[Any, Random], None], rng: Random) -> bool:
    other = copy.deepcopy(data)
    change(rng.pick(places(other)), rng)
    return codec.dumps(other) != codec.dumps(data)


def test_a_wish_names_a_game_players_options_and_components() -> None:
    game = games.load("labyrinth")
    made = wish(game, dict(game.read_components(None).data), Random(3))
    assert sorted(made) == ["components", "game", "options", "players"]
    assert 2 <= made["players"] <= 8


def test_a_cost_is_measured() -> None:
    spent = cost.measured(lambda: [0] * 10_000_000)
    assert spent.megabytes > 40
    assert cost.measured(lambda: None).megabytes < 5
    assert str(cost.Cost(0.05, 12.3)) == "50 ms and 12 MB"
