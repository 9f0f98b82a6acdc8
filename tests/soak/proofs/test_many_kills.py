"""Forty kills under play, of one server and of several; `tests/proofs/test_chaos.py` and `test_several.py` have a few."""

from __future__ import annotations

import asyncio
from pathlib import Path

from loot_table.proofs import chaos
from loot_table.proofs.several import scene

KILLS = 40


def test_nothing_is_lost_or_doubled_however_often_the_server_is_killed(tmp_path: Path) -> None:
    report = asyncio.run(chaos.run(KILLS, 5, 4, tmp_path, lambda _: None))
    assert report.complaints == []
    assert (report.lost, report.doubled, report.untrue) == (0, 0, 0)
    assert (report.different, report.not_back) == (0, 0)
    assert report.kills == KILLS
    assert report.acknowledged > 10 * KILLS


def test_nothing_is_lost_or_doubled_whatever_becomes_of_several_nodes(tmp_path: Path) -> None:
    report = asyncio.run(scene.run(4, KILLS, 6, 4, tmp_path, lambda _: None))
    assert report.complaints == []
    assert (report.lost, report.doubled, report.untrue, report.different, report.not_back) == (0, 0, 0, 0, 0)
    assert report.slowest_answer <= 12.0
