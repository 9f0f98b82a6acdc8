"""Small nets: what they add up, what they are given, and that every game has one for each number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from loot_table import games
from loot_table.engine.errors import BadComponents
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.net import Net, among_rivals, net_of
from loot_table.engine.random import Random

VALUED = [game for game in games.all_games() if games.has_part(game, "bot.value")]


def test_a_hidden_unit_is_active_as_far_as_its_sum_is_above_nothing() -> None:
    net = Net([[1.0, 2.0], [-1.0, 0.0]], [0.5, 0.0], [2.0, 10.0])
    assert net.strength([1.0, 1.0]) == pytest.approx(2.0 * 3.5)
    assert net.strength([-3.0, 0.0]) == pytest.approx(10.0 * 3.0)
    assert net.strength([0.0, -0.25]) == 0.0


def test_shares_follow_from_strengths() -> None:
    net = Net([[1.0]], [0.0], [1.0])
    even, low, high = net.shares([[2.0], [2.0]]), *net.shares([[1.0], [4.0]])
    assert even == [0.5, 0.5]
    assert low + high == pytest.approx(1)
    assert low < 0.1 < high


def test_a_seat_is_seen_among_its_rivals() -> None:
    assert among_rivals([[1.0, 5.0], [3.0, 4.0]]) == [[1.0, 5.0, 3.0, 4.0, 3.0, 4.0], [3.0, 4.0, 1.0, 5.0, 1.0, 5.0]]
    first = among_rivals([[0.0, 0.0], [1.0, 8.0], [3.0, 4.0]])[0]
    assert first == [0.0, 0.0, 3.0, 8.0, 2.0, 6.0]


def test_a_folder_without_a_net_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match="value.toml cannot be read"):
        net_of(tmp_path, 2)


@pytest.mark.parametrize("game", VALUED, ids=lambda game: game.slug)
def test_a_game_has_a_net_that_fits_its_features_for_every_number_of_players(game: Game) -> None:
    value = games.part(game, "bot.value")
    for players in range(game.least_players, game.most_players + 1):
        table = Match(game, players, nature=Random(1)).state
        sizes = {len(seat) for seat in value.features(table)}
        assert sizes == {net_of(value.HOME, players).size}
