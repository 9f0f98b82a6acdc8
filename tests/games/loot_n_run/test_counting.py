"""The count behind the odds: exact, quick whatever lies on the table, and honest where it is not exact."""

from __future__ import annotations

import time

import pytest
from loot_n_run.slow_odds import slow_odds

from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.games.loot_n_run import GAME
from loot_table.games.loot_n_run.counting import BackCount, faces_of
from loot_table.games.loot_n_run.odds import Odds, all_odds, hidden_slots
from loot_table.games.loot_n_run.rules import Loot
from loot_table.games.loot_n_run.table import TableView

SECONDS = 0.15  # many times what it takes uncompiled; the count room by room took longer


def hoarded(players: int, seed: int, moves: int, greed: float = 0.9) -> Match:
    """Players who mostly loot and seldom wake anybody: many hidden rooms of many ages."""
    match = Match(GAME, players, {"target_score": 1000, "turn_limit": 0}, nature=Random(seed))
    rng = Random(seed + 1)
    for _ in range(moves):
        if match.is_over:
            break
        actions = match.actions()
        loots = [action for action in actions if isinstance(action, Loot)]
        match.play(match.to_act, rng.pick(loots if loots and rng.unit() < greed else list(actions)))
    return match


def seen(match: Match, seat: int) -> TableView:
    view = match.view(seat)
    assert isinstance(view, TableView)
    return view


@pytest.mark.parametrize("seed", range(6))
def test_the_count_agrees_with_one_room_by_room(seed: int) -> None:
    match = hoarded(2 + seed % 5, seed, 90 + 20 * seed)
    assert match.state.reshuffles > 0  # type: ignore[attr-defined]
    for seat in (SPECTATOR, 0):
        view = seen(match, seat)
        for known in all_odds(view):
            assert known.is_exact
            assert [known.caught, known.mummy, known.werewolf, known.frank] == slow_odds(view, known.seat)


@pytest.mark.parametrize(
    ("players", "seed", "moves", "greed"), [(3, 1, 203, 1.0), (6, 34, 56, 0.97), (6, 9, 900, 0.97)]
)
def test_odds_are_counted_while_people_wait(players: int, seed: int, moves: int, greed: float) -> None:
    view = seen(hoarded(players, seed, moves, greed), SPECTATOR)
    start = time.process_time()
    known = all_odds(view)
    assert time.process_time() - start < SECONDS
    assert len(known) > 0


def test_beyond_the_bound_ages_are_taken_together_and_it_says_so() -> None:
    view = seen(hoarded(4, 2, 300), SPECTATOR)
    back = next(name for name in view.box.backs if len(slow_groups(view, name)) > 2)
    number = view.box.backs.index(back)
    faces, slots = faces_of(view, view.unseen(False)[number]), hidden_slots(view, 0)[number]
    count = BackCount(faces, slots)
    assert count.is_exact
    assert ways_in_all(count) == count.total
    rough = BackCount(faces, slots, most_work=1)
    assert not rough.is_exact
    assert len(rough.groups) == 2
    assert ways_in_all(rough) == rough.total >= count.total


def slow_groups(view: TableView, back: str) -> set[int]:
    number = view.box.backs.index(back)
    slots, unseen = hidden_slots(view, 0)[number], view.unseen(False)[number]
    return {view.returned[card] for card in unseen if slots and view.returned[card] <= slots[-1][0]}


def ways_in_all(count: BackCount) -> int:
    """The sum over all dangers: what the pieces of the long number add up to."""
    width = count.total.bit_length()
    packed, found = count.ways(0, count.total.bit_length()), 0
    while packed:
        found += packed & ((1 << width) - 1)
        packed >>= width
    return found


def test_odds_that_are_about_right_say_so_as_plain_data() -> None:
    chance = all_odds(seen(hoarded(3, 1, 60), SPECTATOR))[0]
    assert "is_exact" not in chance.plain()
    rough = Odds(0, chance.caught, chance.mummy, chance.werewolf, chance.frank, is_exact=False)
    assert rough.plain()["is_exact"] is False
