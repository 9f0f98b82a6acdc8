"""Moves of players while the lab works: the same load on our server without and with a question being answered."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from loot_table.bench.serving import Load, driven
from loot_table.engine.errors import BadInput
from loot_table.proofs.wire import ServerProcess

WANTED = 1.5  # times the p95 of a server whose lab rests
QUESTION = {"question": "fair", "players": 4, "bot": "greedy"}


def said(port: int, path: str, body: Any = None, key: str = "none", method: str | None = None) -> Any:
    """One request of a designer."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    wanted = Request(f"http://127.0.0.1:{port}/api/lab{path}", data, headers, method=method)
    with urlopen(wanted, timeout=60) as answer:
        return json.load(answer)


def one_round(load: Load, has_job: bool) -> dict[str, Any]:
    """Fresh server, fresh database; with a question that is long enough to be answered all the time."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "load.db") as server:
        job, key = "", ""
        if has_job:
            made = said(server.port, "/designs", {"game": "loot_n_run"})
            key = made["key"]
            job = said(server.port, f"/designs/{made['design']['id']}/jobs", QUESTION, key)["job"]["id"]
        found = driven([sys.executable, "-m", "loot_table.bench.load", *load.words(server.port)], server.running.pid, load)
        if has_job:
            told = said(server.port, f"/jobs/{job}", key=key)["job"]
            if told["state"] != "playing" or not told["games"]:
                raise BadInput(f"the lab did not work all the time: {told['state']} after {told['games']} games")
            found["lab_games"] = told["games"]
        if server.errors():
            raise BadInput(f"the server logged errors: {server.errors()[:3]}")
        return found
