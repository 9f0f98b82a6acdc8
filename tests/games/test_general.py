"""A game without text, scene and board of its own is played all the same; games come from folders, files and packages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from noughts import GAME, Mark

from loot_table import bots, games
from loot_table.engine.errors import BadComponents, BadInput, BadLine, BadPosition, UnknownGame
from loot_table.engine.match import Match
from loot_table.engine.sentence import Voice
from loot_table.games import general
from loot_table.games.rulebook import numbered

NOUGHTS = Path(__file__).parents[2] / "examples" / "noughts.py"


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(games.PATHS, "")
    games.homes.cache_clear()
    games.slugs.cache_clear()
    yield
    monkeypatch.delenv(games.PATHS)
    games.homes.cache_clear()
    games.slugs.cache_clear()


def begun(*squares: int) -> Match:
    match = Match(GAME, 2)
    for square in squares:
        match.play(match.to_act, Mark(square))
    return match


def test_its_grid_is_drawn_and_sent() -> None:
    view = begun(4, 0).view(0)
    assert general.draw(view, ["Ana", "Ben"]).plain == " X . .\n . O .\n . . ."
    scene = general.scene(view, Voice())
    assert scene["grid"][1][1] == {"id": "4", "text": "O"}
    assert scene["lines"] == []


def test_a_line_is_the_words_on_the_button_or_their_beginning() -> None:
    view = begun(4).view(1)
    assert general.read(view, "Mark  square 1") == Mark(0)
    assert general.say(view, Mark(0), []) == "mark square 1"
    with pytest.raises(BadLine, match="Write one of: mark square 1"):
        general.read(view, "mark")
    with pytest.raises(BadLine):
        general.read(view, "")


def test_what_is_not_allowed_is_understood_so_that_the_rule_can_be_named() -> None:
    match = begun(4)
    refusal = match.why_not(1, general.read(match.view(1), "mark square 5"))
    assert refusal is not None
    assert (str(refusal.text), refusal.rule, refusal.show) == ("That square is taken.", "NC-1", ("cell:4",))


def test_a_small_game_has_no_options_components_or_positions() -> None:
    with pytest.raises(BadPosition):
        Match(GAME, 2, position="OX.......")
    with pytest.raises(BadComponents):
        Match(GAME, 2, components={"squares": 16})
    assert begun(0, 1, 3, 2, 6).result() == {"winner": 0, "reason": "Three in a row.", "standings": [1.0, 0.0]}


@pytest.mark.parametrize("level", ["greedy", "apprentice", "mastermind"])
def test_bots_play_it_without_being_told_anything(level: str) -> None:
    match = begun(0, 4, 1, 8)
    bot = bots.make(level, GAME, 1)
    action = bot.choose(match.view(0), match.actions())
    assert action in match.actions()
    if level == "mastermind":
        assert action == Mark(2)


def test_a_game_is_brought_from_a_file(brought: None) -> None:
    game = games.bring(NOUGHTS)
    assert "noughts" in games.slugs()
    assert games.load("noughts") is game
    assert os.environ[games.PATHS] == str(NOUGHTS)
    assert numbered("noughts")["NC-2"].startswith("Three of your marks")


def test_a_game_is_brought_from_a_folder(brought: None, tmp_path: Path) -> None:
    folder = tmp_path / "crosses"
    folder.mkdir()
    source = NOUGHTS.read_text(encoding="utf-8").replace('Game("noughts"', 'Game("crosses"')
    (folder / "__init__.py").write_text(source, encoding="utf-8")
    (folder / "rulebook.md").write_text("# Crosses\n\n- **NC-1** Mark a square.\n", encoding="utf-8")
    assert games.bring(folder).slug == "crosses"
    assert numbered("crosses") == {"NC-1": "Mark a square."}


@pytest.mark.parametrize(
    ("source", "complaint"),
    [("GAME = 1", "has no GAME"), ("1 / 0", "cannot be loaded: ZeroDivisionError"), (None, "no game is at")],
)
def test_what_is_no_game_is_said(brought: None, tmp_path: Path, source: str | None, complaint: str) -> None:
    path = tmp_path / f"stranger_{complaint[:4].strip()}.py"
    if source is not None:
        path.write_text(source, encoding="utf-8")
    with pytest.raises(BadInput, match=complaint):
        games.bring(path)
    assert games.homes()


def test_packages_bring_games_by_their_entry_point(brought: None, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("noughts", "noughts", games.GROUP)
    monkeypatch.setattr(games, "entry_points", lambda group: [entry] if group == games.GROUP else [])
    games.homes.cache_clear()
    assert games.load("noughts") is GAME
    monkeypatch.setattr(games, "entry_points", lambda **_: [])
    games.homes.cache_clear()
    with pytest.raises(UnknownGame):
        games.load("noughts")
