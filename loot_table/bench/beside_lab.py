"""Moves of players while the lab works: the same load on our server without and with a question being answered."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from loot_table.bench.serving import Load, driven
from loot_table.engine.errors import BadInput
from loot_table.proofs.wire import ServerProcess, request

WANTED = 1.5  # times the p95 of a server whose lab rests
PATIENCE = 120.0  # seconds, on a machine that has more to do
QUESTION = {"question": "fair", "players": 4, "bot": "greedy"}


def wait_for_games(port: int, job: str, key: str) -> None:
    until = time.monotonic() + PATIENCE
    while not request(port, "GET", f"/api/lab/jobs/{job}", token=key)["job"]["games"]:
        if time.monotonic() > until:
            raise BadInput(f"the lab has not played one game in {PATIENCE:.0f} s")
        time.sleep(0.2)


def one_round(load: Load, has_job: bool) -> dict[str, Any]:
    """Fresh server, fresh database; with a question that is long enough to be answered all the time."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "load.db") as server:
        job, key = "", ""
        if has_job:
            made = request(server.port, "POST", "/api/lab/designs", {"game": "loot_n_run"})
            key, at = made["key"], f"/api/lab/designs/{made['design']['id']}/jobs"
            job = request(server.port, "POST", at, QUESTION, key)["job"]["id"]
            wait_for_games(server.port, job, key)
        found = driven([sys.executable, "-m", "loot_table.bench.load", *load.words(server.port)], server.running.pid)
        if has_job:
            told = request(server.port, "GET", f"/api/lab/jobs/{job}", token=key)["job"]
            if told["state"] != "playing":
                raise BadInput(f"the lab did not work all the time: {told['state']} after {told['games']} games")
            found["lab_games"] = told["games"]
        if server.errors():
            raise BadInput(f"the server logged errors: {server.errors()[:3]}")
        return found
