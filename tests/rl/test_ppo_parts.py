"""What of the training needs no PyTorch: what steps were worth, and how a curve is told."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

from loot_table.rl.curves import Point, as_csv, as_svg, spread
from loot_table.rl.ppo import advantages

POINTS = [
    Point(0.0, 0, "random", 100, 0.45, 0.35, 0.55),
    Point(0.0, 0, "greedy", 100, 0.05, 0.02, 0.12),
    Point(2.0, 90_000, "random", 100, 0.95, 0.88, 0.98),
    Point(2.0, 90_000, "greedy", 100, 0.30, 0.22, 0.40),
]


def worth(
    seats: list[int],
    values: list[float],
    last: int,
    trace: float,
    wins: dict[int, list[float]],
    guide: list[list[float]] | None = None,
) -> Any:
    """Of one table; `wins` at steps that end a game, and what a guide says, if there is one."""
    many = len(seats)
    rewards, ends = np.zeros((many, 1, 2), np.float32), np.zeros((many, 1), bool)
    for step, reward in wins.items():
        rewards[step, 0], ends[step, 0] = reward, True
    known = np.array(guide or [[0.0, 0.0]] * (many + 1), np.float32)
    column = np.array(values, np.float32)[:, None]
    return advantages(np.array(seats)[:, None], column, rewards, ends, np.array([last]), trace, known[:, None])[
        :, 0
    ].tolist()


def test_at_the_end_a_step_is_worth_what_the_seat_has_won() -> None:
    found = worth([0, 1, 0], [0.5, 0.25, 0.0, 0.0], 0, 1.0, {2: [1.0, -1.0]})
    assert found == pytest.approx([0.5, -1.25, 1.0]), "each against what it had expected"


def test_a_step_is_followed_by_the_next_of_the_same_seat() -> None:
    found = worth([0, 1, 1, 0], [0.1, 0.2, 0.3, 0.4, 0.5], 0, 0.0, {})
    assert found == pytest.approx([0.4 - 0.1, 0.3 - 0.2, -0.5 - 0.3, 0.5 - 0.4])


def test_what_comes_after_an_end_is_another_game() -> None:
    found = worth([0, 1, 0, 1], [0.0, 0.0, 0.9, 0.9, 0.9], 0, 1.0, {1: [1.0, -1.0]})
    assert found[:2] == pytest.approx([1.0, -1.0])


def test_a_trace_hands_on_part_of_what_comes_later() -> None:
    found = worth([0, 0], [0.0, 0.5, 0.0], 1, 0.5, {1: [1.0, -1.0]})
    assert found == pytest.approx([0.5 + 0.5 * 0.5, 0.5])


def test_a_guide_praises_a_step_at_once_and_what_is_won_in_the_end_stays_the_same() -> None:
    guide = [[0.0, 0.0], [0.4, -0.4], [0.4, -0.4], [0.7, -0.7]]
    found = worth([0, 0, 0], [0.0] * 4, 0, 0.0, {}, guide)
    assert found == pytest.approx([0.4, 0.0, 0.3])
    whole = worth([0, 0, 0], [0.0] * 4, 0, 1.0, {2: [1.0, -1.0]}, guide)
    assert whole == pytest.approx([1.0, 0.6, 0.6]), "what was won, less what the table was worth"


def test_a_curve_is_rows_and_a_picture() -> None:
    lines = as_csv(POINTS).splitlines()
    assert lines[0] == "cpu_minutes,steps,opponent,games,share,low,high"
    assert lines[3] == "2.000,90000,random,100,0.9500,0.8800,0.9800"
    drawn = ET.fromstring(as_svg("Loot N Run & others", POINTS, 0.5))
    words = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "Loot N Run & others" in words
    assert "against greedy" in words
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}polyline"))) == 2


def test_words_beside_lines_do_not_touch() -> None:
    assert spread([100.0, 102.0, 50.0]) == [100.0, 115.0, 50.0]
