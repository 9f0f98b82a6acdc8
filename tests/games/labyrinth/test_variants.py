"""LL-V1 Labyrinth Walls, LL-V2 The Minotaur, LL-V3 Close Placement, LL-V4 Tournament Scoring."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from labyrinth.tables import CARDS, GAME, at, do, kind, pawn, place, refused_by, table, told, wall, why_not

from loot_table.engine.errors import BadOption
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.labyrinth.grid import NOWHERE
from loot_table.games.labyrinth.shapes import NEUTRAL

TEN = [[6, 8], [6, 12], [7, 7], [7, 13], [8, 6], [8, 14], [10, 10], [12, 6], [12, 14], [13, 7]]

# ---------------------------------------------------------------- LL-V1 Labyrinth Walls


@pytest.mark.parametrize(("players", "walls"), [(2, 8), (3, 6), (4, 8), (5, 5), (6, 6), (7, 7), (8, 8)])
def test_a_maze_of_neutral_walls_is_built_before_the_first_turn(players: int, walls: int) -> None:
    """LL-V1.1, LL-V1.2, LL-V1.5, LL-V1.6"""
    rng = Random(players)
    match = Match(GAME, players, {"labyrinth_walls": True, "first_player": 1}, nature=rng)
    hands = table(match).hands.copy()
    builders = []
    while type(match.state.decision()).__name__ == "BuildWall":
        builders.append(match.to_act)
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    assert builders == [(1 + number) % players for number in range(walls)]
    assert match.to_act == 1
    assert [standing.owner for standing in table(match).walls] == [NEUTRAL] * walls
    assert table(match).hands == hands
    assert len(match.view(0).discard) == walls  # type: ignore[attr-defined]


def maze(**more: Any) -> Match:
    """White is to build a column."""
    match = Match(GAME, 2, {"labyrinth_walls": True, "first_player": 0, **more})
    while match.to_act < 0:
        outcomes = [number for number, _ in match.state.outcomes()]
        is_deal = type(match.state.chance()).__name__ == "Draw"
        match.happen(outcomes[-1] if is_deal else kind("column"))
    return match


def test_a_maze_wall_keeps_away_from_every_pawn() -> None:
    """LL-V1.3"""
    match = maze(close_placement="walls")
    assert str(match.state.decision().prompt(match.state)) == "Build the column for the maze."
    assert why_not(match, "build", orient=0, x=2, y=0).rule == "LL-V1.3"  # type: ignore[union-attr]
    assert why_not(match, "build", orient=0, x=8, y=6).rule == "LL-5.3"  # type: ignore[union-attr]
    assert why_not(match, "build", orient=0, x=18, y=6).rule == "LL-5.2"  # type: ignore[union-attr]
    assert refused_by(match, "build", orient=0, x=5, y=0) == ""
    assert refused_by(match, "build", orient=0, x=12, y=15) == ""  # Close Placement does not apply
    assert refused_by(match, "move", dir="S") == "LL-V1.2"
    assert match.state.decision().is_large(match.state)
    rows = match.state.decision().ask(match.state, {"about": "places", "symbol": "column", "orient": 0})["rows"]
    listed = [action for action in match.actions() if action.orient == 0]  # type: ignore[attr-defined]
    assert sum(row.bit_count() for row in rows) == len(listed)


def test_a_card_that_fits_nowhere_is_lost() -> None:
    """LL-V1.4, on a board that eight pawns fill with their distance"""
    data = copy.deepcopy(dict(GAME.read_components(None).data))
    data["board"]["n"] = 11
    data["board"]["start_squares"]["cells"] = [[2, 2], [8, 2], [2, 8], [8, 8], [5, 5], [5, 0], [0, 5], [10, 5]]
    data["board"]["treasure_squares"]["cells"] = [[x, 4] for x in range(10)] + [[0, 9], [1, 10], [9, 10]]
    match = Match(GAME, 8, {"labyrinth_walls": True, "first_player": 0}, components=data)
    while match.to_act < 0 and type(match.state.chance()).__name__ != "TurnUp":
        match.happen(match.state.outcomes()[-1][0])
    match.happen(kind("spear"))
    assert told(match, 3) == ["White turns up a spear, which fits nowhere."]
    assert type(match.state.chance()).__name__ == "TurnUp"
    assert match.state.chance().seat == 1  # type: ignore[attr-defined]
    assert table(match).discard[kind("spear")] == 1


def test_nobody_draws_for_a_neutral_wall() -> None:
    """LL-V1.5"""
    match = at(pawns=[[11, 3], [19, 20]], walls=[wall("column", 1, 12, 1, owner=None, node=1)])
    assert refused_by(match, "weaken", wall=1) == "LL-V1.5"
    assert refused_by(match, "rubble", x=12, y=1) == ""
    draw = table(match).draw.copy()
    do(match, "move", dir="E")
    assert table(match).walls == []
    assert table(match).draw == draw


# ---------------------------------------------------------------- LL-V2 The Minotaur


def hunt(**position: Any) -> Match:
    """White has one treasure, Blue two."""
    given: dict[str, Any] = {"pawns": [[0, 0], [15, 3]], "treasures": TEN, "stash": [1, 2], **position}
    return at(options={"minotaur": True}, **given)


def test_everybody_starts_with_an_axe_and_the_minotaur_waits() -> None:
    """LL-V2.1"""
    match = at(options={"minotaur": True})
    assert table(match).axes == [True, True]
    assert table(match).minotaur == NOWHERE
    assert refused_by(at(), "deploy", x=5, y=5) == "LL-V2.1"
    assert refused_by(at(), "minotaur", dir="N") == "LL-V2.1"


def test_only_those_behind_with_an_axe_command_it() -> None:
    """LL-V2.2"""
    assert refused_by(hunt(), "deploy", x=5, y=3) == ""
    assert refused_by(hunt(to_move=1), "deploy", x=5, y=3) == "LL-V2.2"
    assert refused_by(hunt(stash=[1, 1], treasures=[*TEN, [13, 13]]), "deploy", x=5, y=3) == "LL-V2.2"
    assert refused_by(hunt(axe=[False, True]), "deploy", x=5, y=3) == "LL-V2.6"
    # Ties for the fewest count, while somebody has more.
    three = at(players=3, options={"minotaur": True}, stash=[1, 1, 2], treasures=TEN[:9])
    assert refused_by(three, "deploy", x=5, y=3) == ""
    assert "use the minotaur" in str(three.state.decision().prompt(three.state))


def test_it_is_deployed_on_an_empty_square_away_from_opponents() -> None:
    """LL-V2.3, LL-R37"""
    match = hunt(walls=[wall("column", 0, 3, 5, rubble=[[4, 5, 1]])])
    for x, y in [(12, 3), (15, 3), (0, 0), (3, 5), (4, 5), (6, 8), (21, 0), (-1, 0)]:
        assert refused_by(match, "deploy", x=x, y=y) == "LL-V2.3", (x, y)
    assert refused_by(match, "deploy", x=11, y=3) == ""
    do(match, "deploy", x=1, y=0)
    assert told(match, 1) == ["White lets the minotaur up on B1."]
    do(match, "move", dir="N")
    assert refused_by(match, "deploy", x=11, y=3) == "LL-V2.3"
    assert table(match).axes == [True, True]  # LL-R34


def test_it_slides_like_a_pawn_but_leaves_treasures() -> None:
    """LL-V2.4, LL-R34"""
    match = hunt(minotaur=[3, 8], walls=[wall("column", 1, 16, 7)])
    assert refused_by(match, "minotaur", dir="NE") == "LL-V2.4"
    do(match, "minotaur", dir="E")
    assert told(match, 0)[0] == "White sends the minotaur east to P9."
    assert table(match).spot(table(match).minotaur) == (15, 8)
    assert table(match).walls[0].node == 1
    assert table(match).treasures.bit_count() == 10
    assert table(match).axes == [True, True]
    assert refused_by(hunt(), "minotaur", dir="E") == "LL-V2.4"  # it is not on the board


def test_for_slides_it_counts_as_a_pawn_and_for_walls_it_does_not() -> None:
    """LL-V2.4"""
    match = hunt(pawns=[[0, 3], [19, 20]], minotaur=[20, 3], hands=[CARDS, None])
    assert refused_by(match, **place("column", 0, 15, 3)) == ""  # no distance to it
    assert refused_by(match, **place("column", 0, 17, 3)) == "LL-5.3"
    do(match, "move", dir="E")
    assert pawn(match, 0) == [19, 3]  # stopped by it
    passed = hunt(pawns=[[0, 3], [19, 20]], minotaur=[10, 3])
    do(passed, "move", dir="E")
    assert pawn(passed, 0) == [20, 3]


def test_a_command_without_effect_is_refused() -> None:
    """LL-V2.4"""
    match = hunt(minotaur=[20, 3], pawns=[[0, 0], [15, 9]])
    refusal = why_not(match, "minotaur", dir="E")
    assert refusal is not None
    assert refusal.rule == "LL-V2.4"
    assert str(refusal.text) == "The minotaur stands at the edge: moving east would change nothing."


def test_the_first_pawn_with_something_to_steal_is_robbed() -> None:
    """LL-V2.5, LL-V2.6, LL-V2.7: a poor opponent and the own pawn are passed."""
    match = at(
        players=4,
        options={"minotaur": True, "teams": False},
        pawns=[[4, 3], [6, 3], [8, 3], [10, 3]],
        minotaur=[2, 3],
        stash=[0, 0, 1, 2],
        treasures=TEN,
        stall=50,
        walls=[wall("column", 1, 12, 1)],
    )
    do(match, "minotaur", dir="E")
    assert told(match, 0)[-1] == "The minotaur robs Green of a treasure for White and leaves the board."
    assert table(match).stash == [1, 0, 0, 2]
    assert table(match).minotaur == NOWHERE
    assert table(match).axes == [False, True, True, True]
    assert table(match).walls[0].node == 0
    assert table(match).stall == 0
    assert not match.is_over


def test_the_pawn_that_stops_it_is_robbed_even_if_it_does_not_move() -> None:
    """LL-V2.5"""
    match = hunt(pawns=[[0, 0], [20, 3]], minotaur=[19, 3])
    assert refused_by(match, "minotaur", dir="E") == ""
    do(match, "minotaur", dir="E")
    assert table(match).stash == [2, 1]


def test_a_theft_never_wins() -> None:
    """LL-V2.7: the robber's side had fewer treasures than a side that has not won."""
    match = hunt(pawns=[[0, 0], [20, 3]], minotaur=[19, 3], stash=[5, 6], treasures=TEN[:2])
    do(match, "minotaur", dir="E")
    assert table(match).stash == [6, 5]
    assert not match.is_over


# ---------------------------------------------------------------- LL-V3 Close Placement


def test_walls_and_rubble_go_near_a_pawn_of_the_own_side() -> None:
    """LL-V3.1"""
    for option, rules in (("walls", ["LL-V3.1", ""]), ("rubble", ["", "LL-V3.1"]), ("both", ["LL-V3.1"] * 2)):
        match = at(options={"close_placement": option}, walls=[wall("spear", 1, 9, 13)], hands=[CARDS, None])
        assert [refused_by(match, **place("column", 1, 1, 7)), refused_by(match, "rubble", x=9, y=13)] == rules
        assert refused_by(match, **place("column", 1, 1, 6)) == ""
    wide = at(options={"close_placement": "both", "close_range": 12}, hands=[CARDS, None])
    assert refused_by(wide, **place("column", 1, 1, 12)) == ""
    with pytest.raises(BadOption, match="4 to 12"):
        GAME.start(2, {"close_range": 3})


def test_a_teammates_pawn_counts_as_near() -> None:
    """LL-V3.2"""
    match = at(players=4, options={"teams": True, "close_placement": "both"}, hands=[CARDS[:4], None, None, None],
               walls=[wall("spear", 0, 11, 17)])  # fmt: skip
    assert refused_by(match, **place("column", 0, 12, 20)) == ""
    assert refused_by(match, "rubble", x=16, y=17) == ""
    assert refused_by(match, "rubble", x=11, y=17) == "LL-V3.1"


# ---------------------------------------------------------------- LL-V4 Tournament Scoring


def finished(scores: Any, stash: list[int], **options: Any) -> Match:
    """A game of a tournament that everybody has agreed to end, with these treasures."""
    players = len(stash)
    match = Match(GAME, players, {"tournament": 3, **options}, nature=Random(1), scores=scores)
    table(match).stash = list(stash)
    match.agree()
    return match


def sums(match: Match) -> list[int]:
    series = match.series()
    assert series is not None
    return series.sums()


def test_treasures_add_up_for_whoever_took_them() -> None:
    """LL-V4.1: entrant 0 sits in seat 0, then in seat 1, then in seat 0 again; any number of games will do (LL-V4.2)."""
    first = finished((), [7, 3])
    assert sums(first) == [7, 3]
    second = finished([[7, 3]], [7, 2])
    assert sums(second) == [9, 10]
    last = finished([[7, 3], [2, 7]], [2, 1])
    series = last.series()
    assert series is not None
    assert (series.is_over, series.sums(), series.places()) == (True, [11, 11], [1, 1])
    assert str(series.ending(["Ana", "Ben"])) == "Ana and Ben win the tournament with 11 treasures."


def test_a_teams_treasures_count_for_each_of_its_members_and_partners_stay() -> None:
    """LL-V4.1, LL-V4.2"""
    match = Match(GAME, 4, {"tournament": 3, "teams": True}, nature=Random(1), scores=[[5, 7, 5, 7]])
    table(match).stash = [3, 4]
    match.agree()
    assert sums(match) == [9, 10, 9, 10]
    series = match.series()
    assert series is not None
    for game in range(4):
        seats = series.entrants(game)
        assert seats.index(0) % 2 == seats.index(2) % 2


def test_in_a_tournament_the_first_seat_begins_and_players_move_on() -> None:
    """LL-V4.2"""
    for seed in range(5):
        assert Match(GAME, 3, {"tournament": 2}, nature=Random(seed)).to_act == 0
    assert Match(GAME, 3, {"tournament": 2, "first_player": 2}, nature=Random(1)).to_act == 2
    assert {Match(GAME, 3, nature=Random(seed)).to_act for seed in range(12)} == {0, 1, 2}


def test_a_stalled_game_counts_as_it_stands() -> None:
    """LL-V4.2, LL-9.5"""
    rng = Random(3)
    match = Match(GAME, 2, {"tournament": 2, "stall_rounds": 5}, nature=rng)
    while not match.is_over:
        match.play(match.to_act, match.state.decision().sample(match.state, rng))
    assert match.reason == "stall"
    assert sums(match) == table(match).stash
