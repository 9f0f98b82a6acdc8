"""The board in the terminal: it fits 80 columns, needs no colour, and reads what people type."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from labyrinth.tables import CARDS, GAME, at, wall
from rich.console import Console

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.games.labyrinth.maze import Build
from loot_table.games.labyrinth.minotaur import Deploy, Minotaur
from loot_table.games.labyrinth.moving import Move
from loot_table.games.labyrinth.placing import Place
from loot_table.games.labyrinth.rules import Pass
from loot_table.games.labyrinth.weakening import Rubble, Weaken

TEXT: Any = games.part(GAME, "text")


def shown(renderable: object) -> list[str]:
    out = StringIO()
    Console(file=out, width=80, no_color=True, force_terminal=False).print(renderable)
    return out.getvalue().rstrip("\n").splitlines()


def position() -> Match:
    return at(
        pawns=[[2, 15], [10, 16]],
        walls=[wall("spear", 1, 9, 13, owner=0, node=1, rubble=[[9, 14, 1]]), wall("column", 0, 3, 3, owner=None)],
        hands=[["wave", "wave", "boot", "fang"], None],
        options={"minotaur": True},
        minotaur=[0, 20],
        stall=40,
    )


def test_the_board_shows_pawns_walls_tokens_rubble_and_treasures() -> None:
    lines = shown(TEXT.draw(position().view(0), GAME.seat_names))
    assert len(lines) <= 23
    assert max(len(line) for line in lines) <= 80
    assert lines[0].startswith("    A B C D E")
    assert lines[4].startswith(" 4  . . .#-#-#-2- .") or lines[4].startswith(" 4  . . .2-#-#-#- .")
    assert lines[14].startswith("14  . . . . . . . $ .#w")
    assert lines[15].startswith("15  . . . . . . . . $ :")
    assert lines[16].startswith("16  . . W . . . . . .2w")
    assert lines[17].startswith("17  . . . . . . . . .#w B")
    assert lines[21].startswith("21  M")
    beside = "\n".join(lines)
    for words in (">W White", "0/7 4 cards rubble axe", "your cards: boot, fang, wave x2", "your walls: 1 spear J14"):
        assert words in beside
    assert "no treasure for 40 of 60 turns" in beside


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.heavy
def test_every_number_of_players_fits_a_small_window(players: int) -> None:
    rng = Random(players)
    options: dict[str, object] = {"minotaur": True, "labyrinth_walls": True, "team_hands": "shared"}
    match = Match(GAME, players, options, nature=rng, names=["A person with a name of forty letters 40"] * players)
    for _ in range(40):
        if match.is_over:
            break
        for seat in (0, players - 1, SPECTATOR):
            lines = shown(TEXT.draw(match.view(seat), match.names))
            assert max(len(line) for line in lines) <= 80
            assert len(lines) <= 26
        match.play(match.to_act, match.state.decision().sample(match.state, rng))


def test_commands_show_more() -> None:
    match = position()
    view, names = match.view(0), GAME.seat_names
    assert set(TEXT.COMMANDS) == {"zoom", "hand", "places", "discard"}
    zoomed = shown(TEXT.COMMANDS["zoom"][1](view, names, "9,14"))
    assert any("2w/1" in line and "#w/1" not in line for line in zoomed)
    assert max(len(line) for line in zoomed) <= 80
    assert shown(TEXT.COMMANDS["zoom"][1](view, names, ""))
    pieces = shown(TEXT.COMMANDS["hand"][1](view, names, ""))
    assert pieces[0].split() == ["boot", "fang", "wave"]
    assert len(shown(TEXT.COMMANDS["hand"][1](view, names, "wave"))) > 8
    assert shown(TEXT.COMMANDS["hand"][1](match.view(SPECTATOR), names, "")) == ["you hold no cards"]
    places = shown(TEXT.COMMANDS["places"][1](view, names, "wave 0"))
    assert places[-1].endswith(" places")
    assert "wave" in "\n".join(shown(TEXT.COMMANDS["discard"][1](view, names, "")))
    for command, wrong in [
        ("places", "wave"),
        ("places", "wave 9"),
        ("places", "nonsense 0"),
        ("hand", "x"),
        ("zoom", "3"),
    ]:
        with pytest.raises(BadInput):
            TEXT.COMMANDS[command][1](view, names, wrong)
    with pytest.raises(BadInput, match="when it is your turn"):
        TEXT.COMMANDS["places"][1](match.view(1), names, "wave 0")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("n", Move("N")),
        ("north", Move("N")),
        ("Move e", Move("E")),
        ("slide west", Move("W")),
        ("place wave 0 f4", Place("wave", 0, 5, 3)),
        ("Place wave F4 2", Place("wave", 2, 5, 3)),
        ("place wave f4", Place("wave", 0, 5, 3)),
        ("place wave 5,3 2", Place("wave", 2, 5, 3)),
        ("place wave 0 5,3", Place("wave", 0, 5, 3)),
        ("place wave 0 5 3", Place("wave", 0, 5, 3)),
        ("place wave 0 (5, 3)", Place("wave", 0, 5, 3)),
        ("weaken 7", Weaken(7)),
        ("weaken 9,13", Weaken(1)),
        ("weaken j14", Weaken(1)),
        ("rubble J16", Rubble(9, 15)),
        ("build f4", Build(0, 5, 3)),
        ("build 3 f4", Build(3, 5, 3)),
        ("deploy f4", Deploy(5, 3)),
        ("minotaur south", Minotaur("S")),
        ("rubble 9,15", Rubble(9, 15)),
        ("build 3 5,3", Build(3, 5, 3)),
        ("deploy 5,3", Deploy(5, 3)),
        ("minotaur w", Minotaur("W")),
        ("pass", Pass()),
    ],
)
def test_lines_mean_actions(line: str, action: object) -> None:
    assert TEXT.read(position().view(0), line) == action


@pytest.mark.parametrize(
    "line",
    [
        "",
        "up",
        "place",
        "place wave",
        "place wave 0 a,b",
        "build",
        "build x f4",
        "weaken 0,0",
        "weaken a0",
        "weaken 40,0",
        "rubble 3",
        "rubble f4 g5",
        "n e",
        "minotaur",
        "pass now",
    ],
)
def test_other_lines_are_refused_in_words(line: str) -> None:
    with pytest.raises(BadInput):
        TEXT.read(position().view(0), line)


def test_a_finished_game_says_so() -> None:
    match = at(pawns=[[0, 8], [19, 20]], treasures=[[6, 8]], stash=[6, 6], hands=[CARDS, None])
    match.play(0, Move("E"))
    assert "over after 1 turn: target" in shown(TEXT.draw(match.view(0), match.names))[0]
