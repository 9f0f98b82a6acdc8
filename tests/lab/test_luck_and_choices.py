"""How much is luck, and whether choices matter: by the shares that the game's values give."""

from __future__ import annotations

import pytest

from loot_table.lab import Budget, Deals, Design, choices, luck
from loot_table.lab.choices import effective
from loot_table.lab.luck import Moved, explained, part_figure, ratio

FEW = Budget(100)


def test_a_game_without_chances_has_no_luck() -> None:
    answer = luck(Design("crates_barrels"), budget=FEW)
    assert answer.verdict == "known"
    assert answer.figures[0].value == 0.0
    assert answer.says.startswith("Nothing of Crates vs Barrels is luck")


def test_much_of_loot_n_run_is_luck_and_two_processes_say_the_same() -> None:
    answer = luck(Design("loot_n_run"), budget=FEW)
    names = {each.name: each for each in answer.figures}
    assert 0.4 < names["luck, at least"].value < 1.0
    assert 0.5 < names["the squares add up to"].value < 2.0
    with Deals(jobs=2) as deals:
        assert luck(Design("loot_n_run"), budget=FEW, deals=deals) == answer


def test_what_luck_explains_is_all_where_nothing_else_decides_and_nothing_where_it_does_not_matter() -> None:
    results = [(1.0, 0.0), (0.0, 1.0)] * 60
    by_luck = [Moved(n, 0.5, 0.0, (won - 0.5, lost - 0.5), (won, lost)) for n, (won, lost) in enumerate(results)]
    idle = [Moved(n, 0.0, 0.5, (0.0, 0.0), (won, lost)) for n, (won, lost) in enumerate(results)]
    assert explained(by_luck)[0] == pytest.approx(1.0)
    assert explained(idle)[0] == pytest.approx(0.0)


def test_a_ratio_lies_where_its_parts_do() -> None:
    found, interval = ratio([1.0, 3.0] * 100, [2.0, 6.0] * 100)
    assert found == pytest.approx(0.5)
    assert interval.holds(0.5)
    assert ratio([0.0] * 200, [0.0] * 200) == (0.0, (0.0, 0.0))


def test_a_part_that_never_came_may_still_come() -> None:
    never = part_figure("forced", [0.0] * 200, [30.0] * 200)
    assert never.interval.low == 0.0
    assert 0.01 < never.interval.high < 0.1
    assert part_figure("free", [30.0] * 200, [30.0] * 200).interval.low < 1.0


def test_equals_count_each_and_bad_answers_do_not_count() -> None:
    assert effective([0.5, 0.5, 0.5]) == pytest.approx(3.0)
    assert effective([0.9, 0.1, 0.1]) == pytest.approx(1.0)
    assert 1.0 < effective([0.50, 0.49]) < 2.0


def test_choices_matter_in_loot_n_run() -> None:
    answer = choices(Design("loot_n_run"), budget=FEW)
    best, options, idle, forced = answer.figures
    assert best.value > 0.01
    assert 1.0 <= options.value < 4.0
    assert 0.0 <= idle.value < 0.7
    assert 0.0 <= forced.value < 1.0
