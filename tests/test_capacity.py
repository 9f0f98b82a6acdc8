"""The page on capacity says what the simulation says, and the simulation behaves like queues do."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import capacity
import pytest
from capacity import COSTS, PAGE, Costs, cost_of_move, need, nodes_for, page_with, simulated, tables_of

COST = Costs.read()


def test_the_page_holds_what_the_simulation_tells() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page_with(text, tables_of(COST)) == text, "python scripts/capacity.py write"


def test_every_cost_says_where_it_is_from() -> None:
    for line in COSTS.read_text(encoding="utf-8").splitlines():
        if "=" in line.partition("#")[0]:
            assert " # " in line, line


def waits(moves: float, nodes: int, costs: Costs = COST) -> list[float]:
    return sorted(simulated(moves, nodes, costs, Random(3)))


def test_a_move_alone_waits_for_its_own_work_and_the_disk() -> None:
    found = waits(1.0, 1)
    least = COST.move_ms + COST.database_ms + COST.sync_ms
    assert sum(found) / len(found) == pytest.approx(least + COST.sync_ms / 2, rel=0.2)


def test_who_comes_when_a_node_is_busy_waits_longer() -> None:
    most = 1e3 / COST.move_ms
    p95 = [capacity.share(waits(part * most, 1), 0.95) for part in (0.1, 0.5, 0.8, 0.95)]
    assert p95 == sorted(p95)
    assert p95[-1] > 3 * p95[0]


def test_nodes_are_as_many_as_are_needed_and_no_more() -> None:
    for moves in (10.0, 1_000.0, 10_000.0):
        nodes = nodes_for(moves, COST)
        used = [
            moves / count * cost_of_move(count, COST) / 1e3 + COST.node_ms / 1e3
            for count in (nodes, nodes - 1)
            if count
        ]
        assert used[0] <= COST.busy
        assert all(more > COST.busy for more in used[1:])


def test_what_is_needed_grows_with_the_tables() -> None:
    small, large = (need(tables, replace(COST, pace=60.0), Random(1)) for tables in (600, 6_000))
    assert large.moves == pytest.approx(10 * small.moves)
    assert large.sockets == 10 * small.sockets
    assert large.bot_cores == pytest.approx(10 * small.bot_cores)
    assert large.memory_gb > small.memory_gb
    assert large.writes_gb == pytest.approx(10 * small.writes_gb)


def test_a_page_without_its_places_is_refused() -> None:
    with pytest.raises(SystemExit, match="0 places"):
        page_with("nothing", {"needs": "x"})
