"""No set of components costs more than it may: what is too much is refused before anything is built from it."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from loot_table import games
from loot_table.engine import build, codec
from loot_table.engine.components import MOST_BYTES, read_toml
from loot_table.engine.errors import BadComponents, BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.proofs import cost
from loot_table.proofs.hostile import places
from loot_table.proofs.largest import largest
from loot_table.server.telling import USUAL, guide_told, shown

SECONDS = 0.05 * (5 if build.is_compiled() else 40)  # 50 ms are promised for the compiled build on a quiet machine
MEGABYTES = 50
ALL = games.all_games()


def by_slug(game: Game) -> str:
    return game.slug


def opened(game: Game, players: int, data: dict[str, Any]) -> Match:
    """All that a stranger's components lead to before anybody plays."""
    match = Match(game, players, components=data, nature=Random(1))
    for seat in (SPECTATOR, max(match.to_act, 0)):
        codec.dumps(shown(game, match.view(seat), match.voice(), USUAL))
        codec.dumps(guide_told(match, match.view(seat), match.voice()))
    match.actions()
    return match


@pytest.mark.parametrize("game", ALL, ids=by_slug)
def test_the_largest_set_that_is_accepted_is_within_the_bound(game: Game) -> None:
    data = largest(game.slug)
    assert len(codec.dumps(data)) <= MOST_BYTES
    for players in (game.least_players, game.most_players):
        opened(game, players, data)
        spent = cost.least(lambda players=players: opened(game, players, data), 2)  # type: ignore[misc]
        assert spent.seconds < SECONDS
        assert spent.megabytes < MEGABYTES


@pytest.mark.parametrize("game", ALL, ids=by_slug)
def test_a_game_with_the_largest_set_can_be_played(game: Game) -> None:
    match = opened(game, game.most_players, largest(game.slug))
    rng = Random(2)
    for _ in range(30):
        if match.is_over:
            break
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    assert match.version > 10


def deep(levels: int) -> Any:
    found: Any = 1
    for _ in range(levels):
        found = [found]
    return found


HUGE: dict[str, Any] = {
    "a number of 5,000 digits": 10**5000,
    "a large number": 2**60,
    "minus a large number": -(2**60),
    "nested lists": deep(500),
    "a long text": "x" * (MOST_BYTES + 1),
    "a long list": [1] * MOST_BYTES,
    "not a number": float("nan"),
    "half a character": "\ud800",
}


@pytest.mark.parametrize("what", HUGE)
@pytest.mark.parametrize("game", ALL, ids=by_slug)
def test_what_is_too_much_anywhere_is_refused_in_few_words(game: Game, what: str) -> None:
    data = {**game.read_components(None).data, "notes": HUGE[what]}
    with pytest.raises(BadComponents, match="components: ") as refused:
        game.read_components(data)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("game", ALL, ids=by_slug)
def test_any_part_may_be_of_another_kind(game: Game) -> None:
    """Parts here and there are a list, an object, a text, a fraction: refused or accepted, never a crash."""
    shipped = dict(game.read_components(None).data)
    for number in range(0, len(places(shipped)), len(places(shipped)) // 25):
        for other in ([[1]], {"x": [1]}, "9" * 4500, 1.0, -1, None, True):
            data = copy.deepcopy(shipped)
            holder, name = places(data)[number]
            holder[name] = other
            message = refusal(game, data)
            assert len(message) < 1000, f"{name}: {message:.200}"


def refusal(game: Game, data: dict[str, Any]) -> str:
    """What is wrong with the components; nothing if they are accepted."""
    try:
        game.read_components(data)
    except BadComponents as error:
        return str(error)
    return ""


@pytest.mark.parametrize("text", ["n = " + "9" * 5000, "n = " + "[" * 5000, "n = 1\nn = 2"])
def test_a_file_that_is_not_toml_is_refused_in_few_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"own\.toml is not TOML") as refused:
        read_toml(path)
    assert len(str(refused.value)) < 300
