"""Analysis gives the best turns exact values, and what it calls certain is certain by the rules alone."""

from __future__ import annotations

import pytest
from crates_barrels.tables import START, at, let_have_been, play, table

from loot_table.engine.match import Match
from loot_table.engine.state import Action
from loot_table.engine.thought import IsTimeUp, never
from loot_table.games.crates_barrels.bot.analysis import Finding, analyse, written
from loot_table.games.crates_barrels.table import Table

BUSY = "4c4/3b5/2b1C4/4b4/9/4c1b2/2B6/4c4/9 b 31"
ALL = 250


def found(match: Match, lines: int = 1, is_time_up: IsTimeUp = never, **limits: int) -> list[Finding]:
    """All that is told, the last of all at the end."""
    told: list[Finding] = []
    told.append(analyse(table(match), lines, is_time_up, told.append, **limits))
    return told


def values(finding: Finding) -> list[tuple[float, int]]:
    return [(prospect.chance, prospect.ends_in) for prospect in finding.prospects]


@pytest.mark.parametrize(("position", "depth"), [(START, 3), (BUSY, 2), ("9/5b3/9/9/b3c3c/2b3b2/4c4/9/9 c 34", 3)])
def test_the_best_turns_have_the_values_that_they_have_among_all(position: str, depth: int) -> None:
    """However few lines are told, none of them is a mere bound."""
    exact = found(at(position), ALL, deepest=depth)[-1]
    assert len(exact.prospects) == len(at(position).actions())
    for lines in (1, 2, 5):
        some = found(at(position), lines, deepest=depth)[-1]
        assert len(some.prospects) == lines
        assert values(some) == values(exact)[:lines]


def test_each_depth_is_told_with_lines_that_can_be_played() -> None:
    match = at(BUSY)
    told = found(match, 3, positions=20_000)
    depths = [finding.depth for finding in told]
    assert depths == sorted(depths)
    assert depths[-1] >= 3
    for finding in told:
        chances = [prospect.chance for prospect in finding.prospects if prospect.depth == finding.prospects[0].depth]
        assert chances == sorted(chances, reverse=True)
        for prospect in finding.prospects:
            turns = " ".join(written(table(match), prospect.line))
            play(at(BUSY), turns)  # which checks each of them, and that it is written so


def test_it_ends_when_nothing_is_left_to_find() -> None:
    last = found(at("9/9/9/9/4C4/9/9/9/b8 c 10"), 3)[-1]
    assert last.is_settled
    assert [prospect.ends_in for prospect in last.prospects] == [2, 2, 3]


def test_a_win_behind_the_turn_limit_is_none() -> None:
    """CB-HSE-6"""
    assert values(found(at("9/9/9/9/4C4/9/9/9/b8 c 397"), 1, deepest=6)[-1]) == [(1.0, 2)]
    assert values(found(at("9/9/9/9/4C4/9/9/9/b8 c 398"), 1, deepest=6)[-1]) == [(0.5, 0)]


def test_a_way_home_that_has_been_is_no_way() -> None:
    """CB-HSE-1: both tiles from which the loot could be home next are closed by what has been."""
    match = at("9/9/9/9/4C4/9/9/9/b8 c 10")
    assert values(found(match, 1)[-1]) == [(1.0, 2)]
    for turn in ("$e5-e3", "$e5-c3", "$e5-g3"):
        let_have_been(match, turn, 1)
    assert values(found(match, 1)[-1]) == [(1.0, 3)]


def test_it_stops_when_it_is_told_to_but_never_before_the_first_depth() -> None:
    told = found(at(), 3, lambda: True)
    assert told[-1].depth >= 1
    assert told[-1].positions < 1000
    assert all(prospect.line for prospect in told[-1].prospects)


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("9/9/9/9/4C4/9/9/9/b8 c 10", {}),
        ("9/9/9/9/4b4/9/4c3c/9/9 c 40", {"respawning": False}),
        ("8c/9/9/9/b8/9/4C4/9/9 b 40", {"respawning": False}),
        ("9/9/9/9/9/4c4/9/c3C4/7b1 b 17", {"movement": "orthogonal"}),
        ("9/9/9/9/4C4/9/9/9/b8 c 10", {"repetition": "draw3"}),
        ("b8/9/9/4B4/9/9/4C4/9/9 b 40", {"respawning": False}),
    ],
)
def test_what_is_certain_is_so_by_the_rules_alone(position: str, options: dict[str, object]) -> None:
    """Every answer is tried by the rules themselves: the end comes in so many turns, and no sooner."""
    match = at(position, **options)
    best = found(match, 1, deepest=8)[-1].prospects[0]
    assert best.ends_in != 0
    assert abs(best.ends_in) <= 2
    turns = 2 * best.ends_in - 1 if best.ends_in > 0 else 2 * -best.ends_in
    assert outcome(table(match), turns) == (1 if best.ends_in > 0 else -1)
    assert outcome(table(match), turns - 2) == 0


def outcome(here: Table, turns: int) -> int:
    """1 where the side to move wins within so many single turns whatever is answered, -1 where it loses, else 0."""
    if turns <= 0:
        return 0
    return max(after(here, action, turns) for action in here.actions())


def after(here: Table, action: Action, turns: int) -> int:
    world, seat = here.copy(), here.to_act
    world.news = None
    world.apply(action)
    if not world.agenda:
        return 1 if world.winner == seat else -1
    return -outcome(world, turns - 1)
