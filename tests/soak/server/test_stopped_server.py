"""A server that stands still for longer than a clock's whole bank; `tests/server/test_clocks.py` moves hands instead."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from loot_table.proofs.wire import ServerProcess, new_game, request


def test_a_server_that_was_stopped_and_went_on_has_cost_nobody_time(tmp_path: Path) -> None:
    """P9, for real."""
    with ServerProcess(tmp_path / "loot.db") as server:
        ana, _ben = new_game(server.port, "crates_barrels", 2, clock={"bank": 10, "increment": 0})
        time.sleep(1.0)
        server.running.send_signal(signal.SIGSTOP)
        time.sleep(12.0)
        server.running.send_signal(signal.SIGCONT)
        frame = request(server.port, "GET", f"/api/tables/{ana.table}/frame?seat=0", token=ana.token)
        assert frame["card"]["phase"] == "playing"
        assert 7.0 < frame["card"]["seats"][0]["clock"] <= 9.5
