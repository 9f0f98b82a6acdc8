"""Duels of one pawn a side, solved backwards: they agree with every answer tried by the rules, and with the search."""

from __future__ import annotations

from functools import cache

import pytest
from crates_barrels.tables import at, play, table

from loot_table.engine.random import Random
from loot_table.engine.thought import never
from loot_table.games.crates_barrels.board import NONE, TILES
from loot_table.games.crates_barrels.bot.analysis import Analysis, Finding, analyse, written
from loot_table.games.crates_barrels.bot.endgames import OPEN, Duels, is_duel, solved
from loot_table.games.crates_barrels.rules import begin
from loot_table.games.crates_barrels.table import Table

FIRST = "9/9/9/4b4/9/9/4c4/9/9 c 40"
NEAR = 9  # single turns until an end that the search is asked to find, too
RULES: list[dict[str, object]] = [{}, {"movement": "orthogonal", "home_attack": "vacate", "passing": True}]


@cache
def duel(**options: object) -> Table:
    """One for each set of rules: what is solved is kept with its box."""
    return table(at(FIRST, **{"respawning": False, "repetition": "free", **options}))


def nobody(finding: Finding) -> None:
    """Nobody waits for it."""


def drawn(first: Table, rng: Random) -> Table:
    """A duel drawn by lot, as the rules allow it."""
    box = first.box
    while True:
        crate, barrel = rng.below(TILES), rng.below(TILES)
        carriers = [crate if rng.below(2) else NONE, barrel if rng.below(2) else NONE]
        if crate != barrel and crate != box.loot[0] and barrel != box.loot[1]:
            found = Table(box, [crate], [barrel], carriers[0], carriers[1])
            begin(found, rng.below(2))
            return found


@pytest.mark.parametrize("options", RULES, ids=str)
def test_every_end_follows_from_those_after_it_by_the_rules(options: dict[str, object]) -> None:
    """A win is one turn from the soonest loss of the other, a loss from its latest win."""
    first = duel(**options)
    duels, rng = solved(first.box), Random(5)
    for _ in range(120):
        here = drawn(first, rng)
        end = duels.end_at(here)
        after = []
        for action in here.actions():
            world = here.copy()
            world.apply(action)
            after.append(0 if not world.agenda else duels.end_at(world) or None)
        losses = [each for each in after if each is not None and each % 2 == 0]
        wins = [each for each in after if each is not None and each % 2 == 1]
        if losses:
            assert end == min(losses) + 1
        elif len(wins) == len(after):
            assert end == max(wins) + 1
        else:
            assert end == OPEN


def test_the_search_finds_the_same_ends() -> None:
    """What it calls certain it is; and as soon as it is deep enough, it is as soon."""
    first = duel()
    duels, rng, compared = solved(first.box), Random(6), 0
    while compared < 12:
        here = drawn(first, rng)
        end = duels.end_at(here)
        if not 1 < end <= NEAR:
            continue
        searched = Analysis(here, 1, never, nobody, 1 << 60, end + 1, 4096).run().prospects[0]
        assert searched.ends_in == ((end + 1) // 2 if end % 2 else -(end // 2))
        compared += 1


def test_what_the_search_calls_certain_is_so_however_soon_it_is_stopped() -> None:
    """Who wins is right, and it takes no longer than it says: a loss is not told of what was not looked at to the end."""
    duels, rng, claims = solved(duel().box), Random(7), 0
    for _ in range(80):
        here = drawn(duel(), rng)
        end = duels.end_at(here)
        told = Analysis(here, 1, never, nobody, 800, 14, 1024).run().prospects[0].ends_in
        if told:
            claims += 1
            assert (told > 0) == (end % 2 == 1)
            assert abs(told) >= (end + 1) // 2
    assert claims > 20


def test_analysis_tells_a_duel_to_its_end() -> None:
    found = analyse(duel(), 2, never, nobody)
    assert found.is_settled
    best = found.prospects[0]
    assert abs(best.ends_in) == (solved(duel().box).end_at(duel()) + 1) // 2
    assert len(best.line) == best.depth
    assert written(duel(), best.line)[-1].endswith("#")


def test_an_end_after_the_turn_limit_is_none() -> None:
    """CB-HSE-6"""
    late = duel().copy()
    late.turn = 399
    assert solved(late.box).end_at(late) > 1
    assert analyse(late, 1, never, nobody, deepest=2).prospects[0].ends_in == 0


@pytest.mark.parametrize(
    ("position", "options"),
    [
        (FIRST, {"respawning": True}),
        ("9/9/9/4b4/4b4/9/4c4/9/9 c 40", {"respawning": False}),
    ],
)
def test_what_can_become_more_pawns_is_no_duel(position: str, options: dict[str, object]) -> None:
    assert is_duel(duel())
    assert not is_duel(table(at(position, **options)))


def test_what_has_been_before_makes_it_no_duel() -> None:
    """CB-HSE-1: a turn that leads there is none."""
    match = at(FIRST, respawning=False)
    assert is_duel(table(match))
    play(match, "e3-e4")
    assert not is_duel(table(match))


def test_one_against_one_is_always_decided() -> None:
    """The longest takes fifteen turns of each side."""
    duels: Duels = solved(duel().box)
    assert sum(end != OPEN for end in duels.ends) == 2 * TILES * (TILES - 1) * 4
    assert max(duels.ends) == 30
