"""How a game went, from everybody's shares."""

from __future__ import annotations

import pytest

from loot_table.lab import Budget, Deals, Design, exciting
from loot_table.lab.stories import (
    CAUSES,
    KINGMAKING,
    NATURE,
    decided_at,
    drama,
    ebb,
    lead_changes,
    out_of_it,
    story_of,
    swings,
    uncertainty,
)

EVEN, FIRST, SECOND = [0.5, 0.5], [0.95, 0.05], [0.05, 0.95]


def test_a_game_that_nobody_leads_is_open_to_the_end() -> None:
    values = [EVEN] * 4
    assert uncertainty(values) == pytest.approx(1)
    assert (drama(values, 0), lead_changes(values), decided_at(values), out_of_it(values)) == (0, 0, 1, 0)


def test_who_was_far_behind_and_won_came_back() -> None:
    values = [EVEN, FIRST, FIRST, SECOND]
    story = story_of(values, [0, 1, 0, 1], [0.0, 1.0], 7)
    assert story.comeback == 1
    assert ebb(values, 1) == 0.05
    assert story.drama == pytest.approx(2 * 0.9 / 4)
    assert story.leads == 1  # of equals the first counts as the leader
    assert story.decided == 0.75  # before, somebody else had nearly all
    assert story.number == 7


def test_the_lead_changes_only_when_somebody_has_clearly_more() -> None:
    assert lead_changes([[0.5, 0.5], [0.48, 0.52], [0.52, 0.48]]) == 0
    assert lead_changes([[0.6, 0.4], [0.4, 0.6], [0.6, 0.4]]) == 2


def test_a_seat_that_is_as_good_as_beaten_is_out_of_it() -> None:
    assert out_of_it([[0.99, 0.01], [0.5, 0.5]]) == 0.25
    assert decided_at([[0.95, 0.05], [0.5, 0.5], [0.99, 0.01]]) == pytest.approx(2 / 3)


def test_shares_are_moved_by_chance_by_who_decides_and_by_others() -> None:
    values = [[0.4, 0.3, 0.3], [0.6, 0.2, 0.2], [0.6, 0.01, 0.39], [0.5, 0.01, 0.49]]
    found = swings(values, [NATURE, 2, 1, 0], [1.0, 0.0, 0.0])
    assert found.by_chance == pytest.approx(0.2)
    assert found.by_own == pytest.approx((0.19 + 0.0 + 0.5) / 2)
    assert found.by_others == pytest.approx((0.19 + 0.2 + 0.5) / 2)
    assert (found.beaten, found.kings) == (1, 1)  # who had nothing left took ten points from one for another
    assert found.total == pytest.approx(found.by_chance + found.by_own + found.by_others)


def test_who_makes_kings_among_three() -> None:
    answer = exciting(Design("loot_n_run"), players=3, budget=Budget(100))
    named = {each.name: each for each in answer.figures}
    assert sum(named[name].value for name, _ in CAUSES) == pytest.approx(1.0)
    kings = named[KINGMAKING]
    assert 0.0 <= kings.interval.low <= kings.value <= kings.interval.high <= 1.0
    assert "What moves the shares" in answer.says
    assert "make a king" not in " ".join(
        each.name for each in exciting(Design("loot_n_run"), 2, budget=Budget(100)).figures
    )


def test_many_games_tell_the_same_in_one_process_or_two() -> None:
    design = Design("loot_n_run")
    with Deals(2) as two:
        answers = [exciting(design, budget=Budget(150), deals=deals) for deals in (Deals(), two)]
    assert answers[0] == answers[1]
    assert 0 < answers[0].figures[0].value < 1
    assert len(answers[0].examples) == 3


def test_values_that_are_wrong_here_are_not_believed() -> None:
    """The net knows a race to 35; one to 3 is over before it begins."""
    answer = exciting(Design("loot_n_run").set("scoring.target.2", 3), budget=Budget(200))
    assert (answer.verdict, answer.figures) == ("withheld", ())
    assert "points off" in answer.says
