"""What a stranger's decks and positions may cost."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest

from loot_table.engine.errors import BadComponents, BadPosition
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.loot_n_run import GAME
from loot_table.games.loot_n_run.odds import candidates, top_candidates

SECONDS = 0.5  # uncompiled, with a wide margin


def data() -> dict[str, Any]:
    return copy.deepcopy(dict(GAME.read_components(None).data))


def test_many_backs_and_many_decks_are_refused_before_they_are_compared() -> None:
    own = data()
    own["backs"] += [{"id": f"b{n}", "cards": 0, "guardians": 0} for n in range(800)]
    with pytest.raises(BadComponents, match="backs has 803 entries, at most 12 are read"):
        GAME.read_components(own)
    own = data()
    own["decks"] = {f"d{n}": {"cards": []} for n in range(500)}
    with pytest.raises(BadComponents, match="decks: at most 12 are read, got 500"):
        GAME.read_components(own)


@pytest.mark.parametrize("name", ["", "a.b", "." * 9000, "x" * 41, "a b"])
def test_the_name_of_a_deck_is_a_word(name: str) -> None:
    own = data()
    own["decks"][name] = own["decks"]["classic"]
    with pytest.raises(BadComponents, match="decks: a name is 1 to 40 letters and digits") as refused:
        GAME.read_components(own)
    assert len(str(refused.value)) < 200


def test_a_target_is_a_score_that_somebody_may_reach() -> None:
    own = data()
    own["scoring"]["target"]["3"] = 2**53
    with pytest.raises(BadComponents, match="every target is at most 1000"):
        GAME.read_components(own)


def test_a_million_reshuffles_take_no_time_to_imagine() -> None:
    position = {"hands": [["G01"], ["G02", "R05"]], "reshuffles": 1_000_000}
    match = Match(GAME, 2, {"turn_limit": 0}, position=position)
    view: Any = match.view(0)
    start = time.process_time()
    assert view.imagine(Random(1)).view(0) == view
    assert len(candidates(view, 1, 0)) > 10
    assert len(top_candidates(view, 0)) > 5
    assert time.process_time() - start < SECONDS


def test_a_position_names_an_unknown_field_in_few_words() -> None:
    with pytest.raises(BadPosition) as refused:
        Match(GAME, 2, position={"hands": [[], []], "x" * 9000: 1})
    assert len(str(refused.value)) < 300
