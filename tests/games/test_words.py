"""Every game at a terminal: whatever is allowed can be typed, and the table fits a small screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from loot_table import games
from loot_table.cli.lines import next_words
from loot_table.cli.terminal import kind_of
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.screen import Screen
from loot_table.engine.sentence import Name, say
from loot_table.engine.state import SPECTATOR

SMALL = Screen(60, 24)
ALL = [(game, players) for game in games.all_games() for players in {game.least_players, game.most_players}]
every_table = pytest.mark.parametrize(("game", "players"), ALL, ids=[f"{game.slug}-{n}" for game, n in ALL])


def moments(game: Game, players: int, seed: int, every: int) -> Iterator[Match]:
    """A random match, looked at now and then."""
    rng = Random(seed)
    match = Match(game, players, nature=rng, names=["Ana", "Ben", "Cleo", "Dee", "Eve", "Finn", "Gus", "Hal"][:players])
    while not match.is_over and match.version < 400:
        if match.version % every == 0:
            yield match
        match.play(match.to_act, rng.pick(match.actions()))
    yield match


@every_table
def test_every_action_can_be_typed_as_it_is_said(game: Game, players: int) -> None:
    text, said = games.part(game, "text"), 0
    for match in moments(game, players, 1, 7):
        if match.is_over:
            break
        view = match.view(match.to_act)
        for action in list(match.actions())[:200]:
            line = text.say(view, action, match.names)
            if line:
                assert text.read(view, line, match.names) == action, line
                said += 1
    assert said > 20


@every_table
def test_the_table_fits_sixty_columns(game: Game, players: int) -> None:
    text, tallest = games.part(game, "text"), 0
    for match in moments(game, players, 2, 5):
        for seat in (match.to_act if not match.is_over else 0, SPECTATOR):
            lines = text.draw(match.view(seat), match.names, SMALL).plain.rstrip().split("\n")
            assert [line for line in lines if len(line.rstrip()) > 60] == []
            tallest = max(tallest, len(lines))
    assert players > 2 or tallest <= 30, "a screen of 24 rows shows almost all of it at once"


def test_players_are_called_by_name() -> None:
    match = Match(games.load("loot_n_run"), 3, names=["Ana", "Ben", "Cleo"])
    said = say("{who} awakens the guardians of {whose}.", who=Name(0), whose=Name(2))
    assert match.voice().text(said) == "Ana awakens the guardians of Cleo."
    text, view = games.part(match.game, "text"), match.view(0)
    assert text.read(view, "awaken cleo", match.names) == text.read(view, "awaken 3", match.names)


def test_words_are_completed_one_by_one() -> None:
    lines = ["place wave 0 5,3", "place wave 1 5,3", "place boot 0 1,1", "n", "pass", "Awaken Bo"]
    assert next_words("p", lines) == ["place", "pass"]
    assert next_words("place ", lines) == ["wave", "boot"]
    assert next_words("PLACE wa", lines) == ["wave"]
    assert next_words("place wave ", lines) == ["0", "1"]
    assert next_words("awaken b", lines) == ["Bo"]
    assert next_words("place wave 0 5,3 ", lines) == []


def test_hints_show_one_of_each_kind() -> None:
    assert len({kind_of(line) for line in ("e2-e4", "c2-a2")}) == 1
    assert len({kind_of(line) for line in ("e2-e4", "e7xe9", "@e5", "pass")}) == 4
    assert kind_of("place wave 0 5,3") == kind_of("place boot 1 2,2") != kind_of("weaken 3")


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.slug)
def test_own_commands_begin_with_what_is_typed(game: Game) -> None:
    for word, (help, _) in getattr(games.part(game, "text"), "COMMANDS", {}).items():
        assert help.partition(": ")[0].split(" ")[0] == word
        assert help.partition(": ")[2]


@every_table
def test_what_goes_somewhere_is_called_by_where(game: Game, players: int) -> None:
    """Away from the table: no two places have one name."""
    for match in moments(game, players, 2, 5):
        placing = [action for action in match.actions() if hasattr(action, "x")] if not match.is_over else []
        said = [match.voice().text(action.named(match.state)) for action in placing]
        assert len(set(said)) == len(said)
