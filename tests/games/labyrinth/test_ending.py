"""LL-9 treasures and end, LL-10 teams."""

from __future__ import annotations

import pytest
from labyrinth.tables import GAME, at, do, pawn, table, told, wall

from loot_table.engine.errors import BadOption
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.games.labyrinth.guide import goal
from loot_table.games.labyrinth.guide import told as told_of
from loot_table.games.labyrinth.text import draw

FOUR = [[6, 8], [14, 8], [10, 10], [6, 12]]


@pytest.mark.parametrize(
    ("players", "teams", "needed"),
    [
        *[(2, False, 7), (3, False, 5), (4, False, 4), (5, False, 3), (6, False, 3), (7, False, 2), (8, False, 2)],
        *[(4, True, 7), (6, True, 7), (8, True, 7), (4, "auto", 7), (6, "auto", 7), (8, "auto", 7), (5, "auto", 3)],
    ],
)
def test_the_needed_number_is_the_smallest_that_somebody_must_reach(
    players: int, teams: bool | str, needed: int
) -> None:
    """LL-1.1, LL-9.3, LL-10.1, LL-R2"""
    match = Match(GAME, players, {"teams": teams})
    box = table(match).box
    assert box.target == needed
    sides = 2 if box.has_teams else players
    assert (needed - 1) * sides < 13 <= needed * sides + sides * (needed - 1) + 1
    if not box.has_teams:
        assert needed == 12 // players + 1


def test_the_deciding_treasure_breaks_the_slide_off() -> None:
    """LL-9.2, LL-R22: the second treasure, the wall on X and its card stay."""
    match = at(pawns=[[0, 8], [19, 20]], treasures=FOUR, stash=[6, 3], walls=[wall("column", 1, 16, 7, node=1)])
    do(match, "move", dir="E")
    assert match.result() == {"winner": 0, "reason": "target", "standings": [1.0, 0.0]}
    assert pawn(match, 0) == [6, 8]
    assert table(match).stash == [7, 3]
    assert table(match).walls[0].node == 1
    assert told(match, 1)[-1] == "White wins with 7 treasures."


def test_the_second_treasure_of_a_slide_may_decide() -> None:
    """LL-9.2"""
    match = at(pawns=[[0, 8], [19, 20]], treasures=FOUR, stash=[5, 4])
    do(match, "move", dir="E")
    assert pawn(match, 0) == [14, 8]
    assert table(match).stash == [7, 4]


def test_stashes_are_open() -> None:
    """LL-9.4"""
    match = at(treasures=FOUR, stash=[4, 5])
    assert [match.view(seat).stash for seat in (0, 1, -3)] == [(4, 5)] * 3  # type: ignore[attr-defined]


def test_rounds_without_a_treasure_end_the_game() -> None:
    """LL-9.5, LL-R25, LL-R26: the count is in turns, and the side that leads wins."""
    match = at(players=3, options={"stall_rounds": 5, "teams": False}, stash=[4, 2, 3], treasures=FOUR, stall=12)
    assert not match.is_over
    do(match, "move", dir="S")
    assert table(match).stall == 13
    do(match, "move", dir="S")
    do(match, "move", dir="W")
    assert match.result() == {"winner": 0, "reason": "stall", "standings": [1.0, 0.0, 0.0]}
    assert told(match, 0)[-1] == "Nobody has taken a treasure for too long: White has the most, 4 treasures."


def test_without_a_limit_nothing_ends_for_want_of_treasure() -> None:
    """LL-9.5: stall_rounds 0"""
    match = at(players=2, options={"stall_rounds": 0}, stall=100_000)
    do(match, "move", dir="S")
    assert not match.is_over
    view = table(match).view(0)
    assert "Nobody has found" not in str(goal(view))
    assert str(told_of(view)[-1]) == "100001 turns without a treasure."
    assert "no treasure for" not in str(draw(view, match.names))
    with pytest.raises(BadOption, match="stall_rounds must be 0 or 5 to 1000, got 4"):
        GAME.start(2, {"stall_rounds": 4})


def test_auto_makes_teams_of_four_but_did_not_under_rules_1() -> None:
    """LL-10.1"""
    assert table(Match(GAME, 4)).box.has_teams
    assert not table(Match(GAME, 4, GAME.options_under(1, {"teams": "auto"}))).box.has_teams
    assert table(Match(GAME, 6, GAME.options_under(1, {"teams": "auto"}))).box.has_teams


def test_equal_leaders_share_a_stalled_game() -> None:
    """LL-9.5"""
    match = at(players=3, stash=[4, 4, 1], treasures=FOUR, stall=89)
    do(match, "move", dir="S")
    assert match.standings() == [0.5, 0.5, 0.0]


def test_a_treasure_starts_the_count_anew() -> None:
    """LL-9.5"""
    match = at(pawns=[[0, 8], [19, 20]], stall=59)
    do(match, "move", dir="E")
    assert table(match).stall == 0
    do(match, "move", dir="W")
    assert table(match).stall == 1


def test_the_card_of_the_last_turn_is_still_drawn() -> None:
    """LL-R38"""
    match = at(stall=59, walls=[wall("column", 1, 12, 1, owner=0, node=1)])
    do(match, "weaken", wall=1)
    assert match.reason == "stall"
    assert len(table(match).hands[0]) == 5


def test_teams_sit_alternately_and_share_treasures_and_victory() -> None:
    """LL-2.7, LL-10.1, LL-10.2, LL-9.1"""
    match = at(players=6, pawns=[[1, 0], [20, 1], [0, 8], [19, 20], [0, 19], [0, 1]], to_move=2,
               stash=[5, 4], treasures=FOUR)  # fmt: skip
    assert table(match).box.side == [0, 1, 0, 1, 0, 1]
    do(match, "move", dir="E")
    assert table(match).stash == [7, 4]
    assert match.standings() == [1 / 3, 0.0, 1 / 3, 0.0, 1 / 3, 0.0]
    assert told(match, 0)[-1] == "White, Green and Yellow win with 7 treasures."


def test_teammates_keep_their_own_things() -> None:
    """LL-10.3"""
    match = at(players=4, options={"teams": True}, walls=[wall("spear", 1, 9, 13, owner=0, rubble=[[9, 14, 2]])])
    state = table(match)
    assert state.rubble_home == [True, True, False, True]
    assert [state.free_tokens(seat) for seat in range(4)] == [3, 4, 4, 4]
    assert [len(hand) for hand in state.hands] == [3, 4, 4, 4]


def test_access_is_protected_for_everybody() -> None:
    """LL-10.4: White may not shut an opponent's or a teammate's pawn in."""
    for seat, other in ((1, [20, 19]), (2, [0, 1])):
        pawns = [[1, 0], [20, 1], [0, 1], [0, 19]]
        pawns[seat] = [10, 10]
        pawns[3 - seat] = other
        hands = [["column", "boot", "fang", "altar"], None, None, None]
        match = at(players=4, options={"teams": True}, pawns=pawns, walls=[wall("gate", 0, 9, 9, owner=3)],
                   treasures=[[6, 8]], stash=[6, 6], hands=hands)  # fmt: skip
        refusal = match.why_not(
            0, GAME.codec.action({"type": "place", "symbol": "column", "orient": 0, "x": 9, "y": 11})
        )
        assert refusal is not None
        assert refusal.rule == ("LL-5.4" if seat == 1 else "LL-5.6")


def test_no_game_outlasts_its_bound() -> None:
    """LL-R25: at most (13 + players + 1) x 30 x players turns, thefts included"""
    for players in (2, 4):
        state = GAME.start(players, {"stall_rounds": 5, "minotaur": True})
        rng = Random(players)
        while state.agenda:
            if state.to_act >= 0:
                state.apply(state.decision().sample(state, rng))
            else:
                state.happen(state.chance().sample(state, rng))
        assert state.turn <= (13 + players + 1) * 5 * players  # type: ignore[attr-defined]
