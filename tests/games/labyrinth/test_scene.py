"""What the browser is told: all that its board needs, and nothing that a seat may not know."""

from __future__ import annotations

import json
from typing import Any

from labyrinth.tables import CARDS, GAME, at, do, place, table, wall, why_not

from loot_table import games
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Voice
from loot_table.engine.state import NATURE, REFEREE, SPECTATOR
from loot_table.games.labyrinth.preview import falls
from loot_table.games.labyrinth.rules import TakeTurn
from loot_table.games.labyrinth.scene import scene
from loot_table.games.labyrinth.table import TableView

TWELVE = [[8, 6], [12, 6], [7, 7], [13, 7], [6, 8], [14, 8], [10, 10], [6, 12], [14, 12], [7, 13], [13, 13], [8, 14]]
NAMES = ["Ana", "Bram", "Chidi", "Dora", "Eve", "Finn", "Gus", "Hana"]


def seen(match: Match, seat: int) -> dict[str, Any]:
    view = match.view(seat)
    assert isinstance(view, TableView)
    return scene(view, Voice(NAMES))


def slide(found: dict[str, Any], direction: str) -> dict[str, Any]:
    return next(each for each in found["slides"] if each["dir"] == direction)


def plain(told: list[Any]) -> str:
    return "".join(part if isinstance(part, str) else part["text"] for part in told)


def asked(match: Match, **question: Any) -> Any:
    return match.state.decision().ask(match.state, question)


def played(players: int, seed: int, turns: int, **options: Any) -> Match:
    """A match after so many random turns."""
    match = Match(GAME, players, options)
    rng = Random(seed)
    while turns and not match.state.reason:
        if match.to_act == NATURE:
            outcomes = match.state.outcomes()
            match.happen(outcomes[rng.below(len(outcomes))][0])
        else:
            match.play(match.to_act, match.state.decision().sample(match.state, rng))
            turns -= 1
    return match


def test_a_slide_is_told_with_all_it_causes() -> None:
    """LL-4.2, LL-4.5, LL-8.3: squares, treasures, what stops it, what falls."""
    match = at(
        pawns=[[12, 7], [0, 0]],
        walls=[wall("fang", 0, 3, 6, node=1, rubble=[[3, 6, 0]])],
    )
    west = slide(seen(match, 0), "W")
    assert west["to"] == [6, 7]
    assert west["treasures"] == [[7, 7]]
    assert (west["stop"], west["wall"]) == ("wall", 1)
    assert plain(west["says"]) == (
        "Slide west: 6 squares, 1 treasure. You stop at G8 against Bram's fang, which falls. "
        "You get rubble back. Bram draws a card."
    )
    assert seen(match, 1)["slides"] == [], "only who decides is told"
    assert "Ana reaches the numbered squares" in plain(seen(match, 1)["seats"][0]["says"])


def test_a_slide_that_wins_ends_on_its_treasure() -> None:
    """LL-9.2"""
    match = at(
        pawns=[[0, 7], [20, 20]],
        stash=[6, 0],
        treasures=[[7, 7], [13, 7], [6, 8], [14, 8], [6, 12], [14, 12], [10, 10]],
    )
    east = slide(seen(match, 0), "E")
    assert (east["to"], east["stop"]) == ([7, 7], "win")
    assert "that wins" in plain(east["says"])


def test_slides_agree_with_what_then_happens() -> None:
    for seed in range(12):
        match = played(3, seed, 14)
        while match.to_act == NATURE and not match.state.reason:
            match.happen(match.state.outcomes()[0][0])
        if match.state.reason:
            continue
        seat = match.to_act
        for told in seen(match, seat)["slides"]:
            action = GAME.codec.action({"type": "move", "dir": told["dir"]})
            assert told["is_legal"] == (match.why_not(seat, action) is None)
            if told["is_legal"]:
                after = table(match).copy()
                after.apply(action)
                assert list(after.spot(after.pawns[seat])) == told["to"]
                assert after.treasures.bit_count() == table(match).treasures.bit_count() - len(told["treasures"])
                hit = next((each for each in table(match).walls if each.number == told["wall"]), None)
                assert (hit is not None and falls(hit)) == (len(after.walls) < len(table(match).walls))
            else:
                assert "would change nothing" in plain(told["says"])


def test_every_turn_and_flip_leads_to_an_orientation() -> None:
    """LL-5.2"""
    found = seen(at(hands=[CARDS, None]), 0)
    assert sorted(found["pieces"]) == sorted(CARDS)
    for shapes in found["pieces"].values():
        for number, shape in enumerate(shapes):
            assert shapes[shapes[shape["flipped"]]["flipped"]] == shape
            here = number
            for _ in range(4):
                here = shapes[here]["turned"]
            assert here == number


def test_rubble_is_told_with_what_it_opens() -> None:
    """LL-7.2, LL-7.3"""
    match = at(pawns=[[10, 3], [0, 20]], walls=[wall("spear", 0, 8, 5)])
    found = seen(match, 0)
    assert [each["at"] for each in found["rubble"]] == [[x, 5] for x in range(8, 14)]
    opening = next(each for each in found["rubble"] if each["at"] == [10, 5])
    assert (opening["opens"], opening["is_rich"]) == ([[10, 20]], True)
    assert (found["rubble"][0]["opens"], found["rubble"][0]["is_rich"]) == ([], False)
    assert seen(match, 1)["rubble"] == []


def test_the_minotaur_is_offered_to_those_who_may_use_it() -> None:
    """LL-V2.2 to LL-V2.5"""
    behind = at(options={"minotaur": True}, stash=[0, 1], treasures=TWELVE)
    assert seen(behind, 0)["deploy"] is not None
    assert seen(behind, 1)["deploy"] is None
    assert seen(at(options={"minotaur": True}), 0)["deploy"] is None
    sent = at(options={"minotaur": True}, pawns=[[0, 0], [11, 3]], stash=[0, 1], minotaur=[10, 3], treasures=TWELVE)
    east = seen(sent, 0)["commands"][1]
    assert (east["stop"], east["to"]) == ("theft", [11, 3])
    assert "It robs Bram of a treasure for you" in plain(east["says"])


def test_the_maze_shows_its_card_and_keeps_away_from_every_pawn() -> None:
    """LL-V1.2, LL-V1.3"""
    match = Match(GAME, 2, {"labyrinth_walls": True, "first_player": 0})
    while match.to_act == NATURE:
        match.happen(match.state.outcomes()[0][0])
    found = seen(match, 0)
    assert found["phase"] == "build"
    assert list(found["pieces"]) == [found["turned_up"]]
    assert [near["seat"] for near in found["near"]] == [0, 1]


def test_a_cut_is_drawn() -> None:
    """LL-5.6: whom, from what, and where the way was."""
    match = at(
        pawns=[[0, 0], [20, 20]],
        hands=[["column", "boot", "fang", "altar", "spear"], None],
        walls=[wall("column", 1, 1, 0)],
    )
    refusal = why_not(match, **place("column", 0, 0, 4))
    assert refusal is not None
    assert refusal.rule == "LL-5.6"
    found = asked(match, about="cut", symbol="column", orient=0, x=0, y=4)
    assert found is not None
    assert found["seat"] == 0
    assert len(found["treasures"]) == 13
    assert found["way"][0] == [0, 0]
    assert found["gap"]
    assert sum(row.bit_count() for row in found["shut"]) == 4
    assert asked(match, about="cut", symbol="column", orient=0, x=10, y=4) is None


def test_a_scene_is_plain_data_for_everybody_at_all_counts() -> None:
    for players in range(2, 9):
        match = played(players, players, 9, minotaur=True)
        for seat in (*range(players), SPECTATOR, REFEREE):
            json.dumps(seen(match, seat))
    match = played(2, 1, 2000, stall_rounds=5)
    assert seen(match, 0)["phase"] == "over"
    won = at(pawns=[[0, 8], [20, 6]], stash=[6, 4], treasures=[[14, 8], [12, 6], [10, 10]])
    do(won, "move", dir="E")
    for seat in (0, 1, SPECTATOR, REFEREE):
        json.dumps(seen(won, seat))
        assert games.guide(GAME).told(won.view(seat))
    assert seen(won, 1)["phase"] == "over"


def test_a_seat_is_shown_nothing_it_may_not_know() -> None:
    """LL-11.1: worlds that differ only in hidden cards look the same."""
    for players, seed in ((2, 4), (4, 5), (6, 6)):
        match = played(players, seed, 12, minotaur=True)
        while match.to_act == NATURE and not match.state.reason:
            match.happen(match.state.outcomes()[0][0])
        for seat in (*range(players), SPECTATOR):
            shown = seen(match, seat)
            view = match.view(seat)
            for other in range(4):
                world = view.imagine(Random(100 + other))
                twin = world.view(seat)
                assert isinstance(twin, TableView)
                assert scene(twin, Voice(NAMES)) == shown
            assert (shown["hand"] is None) == (seat == SPECTATOR)
            assert "hands" not in shown


def test_an_action_can_be_asked_for_by_what_the_scene_shows() -> None:
    """LL-3.2: the page asks for the squares of one card and orientation."""
    match = at(hands=[CARDS, None])
    assert isinstance(match.state.decision(), TakeTurn)
    rows = asked(match, about="places", symbol="column", orient=1)["rows"]
    legal = [(x, y) for y, row in enumerate(rows) for x in range(21) if row >> x & 1]
    assert legal
    x, y = legal[0]
    do(match, **place("column", 1, x, y))
    assert seen(match, 1)["walls"][0]["cells"] == [[x, y + step] for step in range(4)]
