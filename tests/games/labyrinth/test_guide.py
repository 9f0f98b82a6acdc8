"""What stands around the board, what actions would do, and the headings of the log."""

from __future__ import annotations

from typing import Any

import pytest
from labyrinth.tables import CARDS, GAME, at, do, wall

from loot_table import games
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Part
from loot_table.engine.state import NATURE, SPECTATOR, Action
from loot_table.games.labyrinth.maze import Build
from loot_table.games.labyrinth.minotaur import Deploy, Minotaur
from loot_table.games.labyrinth.moving import Move
from loot_table.games.labyrinth.placing import Place
from loot_table.games.labyrinth.rules import Pass
from loot_table.games.labyrinth.weakening import Rubble, Weaken

GUIDE: Any = games.guide(GAME)
TWELVE = [[8, 6], [12, 6], [7, 7], [13, 7], [6, 8], [14, 8], [10, 10], [6, 12], [14, 12], [7, 13], [13, 13], [8, 14]]


def plain(match: Match, part: Part) -> str:
    return match.voice().text(part)


def hint(match: Match, seat: int) -> str:
    return plain(match, GUIDE.hint(match.view(seat)))


def foretold(match: Match, action: Action) -> tuple[str, bool]:
    found = GUIDE.forecast(match.view(match.to_act), action)
    return plain(match, found.says), found.locks


def test_the_goal_says_how_many_treasures_win() -> None:
    """LL-9.2"""
    match = at()
    assert plain(match, GUIDE.goal(match.view(0))) == "First to 7 of 13 treasures wins on the spot. 13 still out there."


def test_the_goal_says_when_patience_runs_out() -> None:
    """LL-9.5"""
    assert "Nobody has found anything for 40 turns: 20 more and it ends." in hint(at(stall=40), SPECTATOR)
    assert "Nobody" not in hint(at(stall=10), 0)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Everybody hears what teammates say."),
        ({"table_talk": "none"}, "No talk during the game."),
        ({"table_talk": "limited"}, "One line of chat a turn. Everybody hears what teammates say."),
        ({"team_channel": True}, "What you say to your team is heard by it alone."),
    ],
)
def test_the_goal_of_a_team_says_who_hears_it(options: dict[str, Any], told: str) -> None:
    """LL-11.2, LL-R40"""
    match = at(players=4, options={"teams": True, **options})
    text = plain(match, GUIDE.goal(match.view(0)))
    assert text.startswith("The first team to 7 of 13 treasures wins")
    assert text.endswith(told)


def test_a_seat_shows_its_sides_treasures_and_what_it_has_left() -> None:
    match = at(
        players=4,
        options={"teams": True, "minotaur": True},
        walls=[wall("spear", 1, 9, 13, owner=0, rubble=[[9, 14, 0]])],
        hands=[CARDS[:3], None, None, None],
        axe=[False, True, True, True],
        stash=[1, 0],
        treasures=TWELVE,
    )
    found = GUIDE.seat(match.view(1), 0)
    assert (found.score, plain(match, found.unit)) == ("1", "Of 7")
    facts = [(plain(match, fact.text), plain(match, fact.short), fact.icon) for fact in found.facts]
    assert facts == [
        ("White team", "White", "team"),
        ("3 cards", "3", "cards"),
        ("1 wall", "1", "walls"),
        ("Rubble out", "Out", "rubble"),
        ("Axe spent", "–", "axe"),
    ]
    assert plain(match, found.slots.label) == "White team, shared: 1 of 7 treasures"


def test_the_hint_says_what_a_slide_finds_and_who_could_win() -> None:
    assert hint(at(pawns=[[0, 8], [20, 20]]), 0).startswith("A slide east finds treasure. 13 treasures left.")
    assert hint(at(), 0).startswith("No treasure is one slide away.")
    near = at(pawns=[[0, 8], [20, 6]], stash=[6, 6], treasures=[[14, 8]])
    assert hint(near, 0).startswith("A slide east gets you away with it.")
    danger = at(pawns=[[0, 0], [20, 6]], stash=[6, 6], treasures=[[12, 6]])
    assert hint(danger, 0).startswith("Careful: Blue can win by sliding west.")
    assert hint(danger, 1) == "1 treasure left; 7 win."


def test_what_is_picked_up_asks_its_own_question() -> None:
    match = at(hands=[CARDS, None])
    asked = {name: plain(match, pick.asks) for name, pick in GUIDE.picks(match.view(0)).items()}
    assert asked["card:2"] == "Where does the fang go?"
    assert asked["weaken"] == "Which of your walls?"
    assert "minotaur" not in asked
    assert GUIDE.picks(match.view(1)) == {}
    maze = Match(GAME, 2, {"labyrinth_walls": True, "first_player": 0}, nature=Random(1))
    assert "More than 3 spaces from every pawn." in plain(maze, GUIDE.picks(maze.view(0))["card"].hint)


def test_a_wall_is_foretold_with_its_squares_and_the_cards_that_stay() -> None:
    """LL-5.1, LL-8.3"""
    match = at(hands=[CARDS, None])
    said = "The spear covers D4 to I4 and falls after 3 hits. You keep 4 cards."
    assert foretold(match, Place("spear", 0, 3, 3)) == (said, True)
    maze = Match(GAME, 2, {"labyrinth_walls": True, "first_player": 0}, nature=Random(1))
    text, locks = foretold(maze, Build(0, 8, 3))
    assert text.endswith("It belongs to nobody.")
    assert not locks


def test_weakening_is_foretold_with_what_falls() -> None:
    """LL-8.1, LL-8.5"""
    match = at(
        walls=[wall("spear", 1, 9, 13, owner=0, node=1), wall("column", 0, 3, 3, owner=0, node=1, rubble=[[3, 3, 1]])]
    )
    assert foretold(match, Weaken(1)) == ("Its token moves on: 1 more hit and it falls.", False)
    assert foretold(match, Weaken(2)) == ("Your column comes down. Blue gets rubble back. You draw a card.", True)


def test_rubble_is_foretold_with_what_it_opens() -> None:
    """LL-7.2, LL-7.3"""
    match = at(pawns=[[10, 3], [0, 20]], walls=[wall("spear", 0, 8, 5)])
    text, _ = foretold(match, Rubble(10, 5))
    assert text == "Opens K6 in Blue's spear for everyone. You could then slide south to K21 and take 1 treasure."
    assert foretold(match, Rubble(8, 5))[0].endswith("None of your slides changes.")


def test_slides_are_foretold_with_what_stops_them() -> None:
    """LL-4.2, LL-4.6, LL-8.1"""
    match = at(pawns=[[3, 3], [20, 3]], walls=[wall("column", 1, 3, 5, owner=None), wall("boot", 0, 1, 1)])
    assert foretold(match, Move("N")) == ("Slide north: 3 squares. You stop at D1, at the edge.", False)
    assert foretold(match, Move("E"))[0] == "Slide east: 16 squares. You stop at T4: Blue is in the way."
    south = "Slide south: 1 square. You stop at D5 against the neutral column, which is weakened: 1 more hit."
    assert foretold(match, Move("S")) == (south, False)
    beside = at(pawns=[[3, 3], [20, 3]], walls=[wall("column", 1, 4, 1, node=1)])
    east = "Slide east: no step. You stay on D4 against Blue's column, which falls. Blue draws a card."
    assert foretold(beside, Move("E")) == (east, True)


def test_the_minotaurs_way_is_foretold_with_whom_it_robs() -> None:
    """LL-V2.4, LL-V2.5"""
    match = at(options={"minotaur": True}, pawns=[[0, 0], [11, 3]], stash=[0, 1], minotaur=[10, 3], treasures=TWELVE)
    robs = (
        "Send the minotaur east: 1 square. It robs Blue of a treasure for you and leaves the board. Your axe is spent."
    )
    assert foretold(match, Minotaur("E")) == (robs, False)
    west = "Send the minotaur west: 10 squares. It stops at A4 and robs nobody."
    assert foretold(match, Minotaur("W")) == (west, False)
    away = at(options={"minotaur": True}, stash=[0, 1], treasures=TWELVE)
    assert "may command it" in foretold(away, Deploy(5, 5))[0]
    assert GUIDE.forecast(away.view(0), Pass()).says is None


def test_everything_on_the_board_can_be_read_out() -> None:
    match = at(
        players=4,
        options={"teams": True, "team_hands": "shared", "minotaur": True},
        pawns=[[0, 0], [20, 0], [20, 20], [0, 20]],
        walls=[wall("spear", 1, 9, 13, owner=1, rubble=[[9, 14, 1]])],
        hands=[CARDS[:4], None, ["altar", "boot", "fang", "gate"], None],
        minotaur=[5, 5],
    )
    told = [plain(match, sentence) for sentence in GUIDE.told(match.view(0))]
    assert told[0] == "You are on A1: white team, 0 of 7 treasures, 4 cards, rubble ready and axe ready."
    assert "Blue is on U1: black team, 0 of 7 treasures, 3 cards, rubble out and axe ready." in told
    assert "Wall 1: Blue's spear, 3 hits left, rubble on J15, on J14, J15, J16, J17, J18 and J19." in told
    assert "The minotaur is on F6." in told
    assert "You hold a column, a boot, a fang and an altar." in told
    assert "Green holds a boot, a fang, an altar and a gate." in told
    assert "0 of 120 turns without a treasure." in told
    assert not [line for line in told if line.startswith(("Blue holds", "Red holds"))]
    assert plain(match, GUIDE.told(match.view(SPECTATOR))[0]).startswith("White is on A1")


def test_the_log_is_parted_into_the_maze_and_rounds() -> None:
    match = Match(GAME, 2, {"labyrinth_walls": True, "first_player": 0}, nature=Random(3))
    rng = Random(4)
    while match.state.decision().is_large(match.state) and match.view(0).turned_up:  # type: ignore[attr-defined]
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    for direction in ("S", "N", "N", "S"):
        do(match, "move", dir=direction)
    chapters = GUIDE.Chapters(2)
    found: list[str] = []
    for version, events in enumerate(match.log):
        for event in events:
            heading = chapters.heading(event, version)
            if heading is not None and (not found or found[-1] != str(heading)):
                found.append(str(heading))
    assert found == ["The maze", "Round 1", "Round 2"]


def test_worlds_that_look_the_same_are_told_the_same() -> None:
    """LL-11.1"""
    match = Match(GAME, 4, {"minotaur": True}, nature=Random(7))
    rng = Random(8)
    for _ in range(12):
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    assert match.to_act != NATURE
    for seat in (0, 1, SPECTATOR):
        view = match.view(seat)
        twin = view.imagine(Random(9)).view(seat)
        for say in (GUIDE.goal, GUIDE.hint, GUIDE.picks, GUIDE.told):
            assert say(view) == say(twin)


def test_lines_are_completed_from_what_can_be_played() -> None:
    text = games.part(GAME, "text")
    match = at(hands=[CARDS[1:], None], walls=[wall("spear", 1, 9, 13, owner=0)])
    view = match.view(0)
    assert "weaken 1" in list(text.complete(view, "w"))
    places = list(text.complete(view, "place spear 1 k"))
    assert {line.rsplit(" ", 1)[0] for line in places if line.startswith("place")} == {"place spear 1"}
    for line in places[:30]:
        assert match.why_not(0, text.read(view, line)) is None
