"""`loot bench server --nodes` and `--idle` on a small scale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console
from server.postgres_server import postgres_programs

from loot_table.bench import idle, several
from loot_table.bench.serving import Load
from loot_table.cli.bench.serving import tell_idle, tell_several
from loot_table.server import tables


def test_one_node_two_and_two_with_everything_passed_on() -> None:
    assert [wish.name for wish in several.wishes(1)] == ["1 node"]
    assert [wish.name for wish in several.wishes(2)] == ["1 node", "2 nodes", "2 nodes, all passed on"]
    assert [wish.nodes for wish in several.wishes(6)] == [1, 2, 4, 6, 6]


def test_what_a_move_costs_several_nodes_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    postgres_programs()
    monkeypatch.setattr(several, "IDLE_SECONDS", 0.5)
    found = several.measured(several.Wish(2, is_away=True), Load(4, 2.0, 0.5), tmp_path)
    assert found["moves"] + found["late"] == found["wanted"] >= 4
    assert found["cpu_ms_a_move"] > 0
    assert found["idle_cpu_ms_a_second"] >= 0
    assert found["database_cpu_ms_a_move"] >= 0
    costs = {"1 node": 1.0, "2 nodes": 1.1, "2 nodes, all passed on": 1.5}
    monkeypatch.setattr(several, "measured", lambda wish, *_: {**found, "cpu_ms_a_move": costs[wish.name]})
    console = Console(record=True, width=200)
    tell_several(console, Load(4, 2.0, 0.5), 2, 1, tmp_path / "f")
    told = json.loads((tmp_path / "f").read_text())
    assert list(told["figures"]) == list(costs)
    assert told["growth"] == pytest.approx(0.1)
    assert told["hop_ms"] == pytest.approx(0.4)
    assert "From one node to 2: +10% CPU a move" in console.export_text()


def test_idle_tables_sleep_and_sockets_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "MOST_AWAKE", 20)
    found = idle.run(40, 30)
    assert (found.tables, found.sockets, found.awake) == (40, 30, 20)
    assert 0 < found.empty <= found.woken <= found.watched <= found.most
    assert found.kilobytes_a_socket < 400
    console = Console(record=True, width=200)
    tell_idle(console, found, tmp_path / "f")
    assert json.loads((tmp_path / "f").read_text())["is_kept"] is True
    assert "40 tables" in console.export_text()


def test_no_more_tables_stay_in_memory_than_may() -> None:
    assert tables.MOST_AWAKE * 0.25 < idle.WANTED_MEGABYTES, "at a quarter of a megabyte each"


def test_a_frame_of_a_socket_is_taken_when_it_is_whole() -> None:
    heard = bytearray()
    for size in (0, 125, 126, 70_000):
        head = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big") if size < 65_536 else b""
        head = head or b"\x7f" + size.to_bytes(8, "big")
        frame = b"\x81" + head + b"x" * size
        for end in (0, 1, 3, len(frame) - 1):
            assert idle.taken(bytearray(frame[:end])) is None or end >= len(frame)
        heard += frame
    assert [len(payload) for _, payload in iter(lambda: idle.taken(heard), None)] == [0, 125, 126, 70_000]
    assert idle.masked(0x81, b"ab") == b"\x81\x82\x00\x00\x00\x00ab"
    assert idle.masked(0x81, b"a" * 200)[:4] == b"\x81\xfe\x00\xc8"
