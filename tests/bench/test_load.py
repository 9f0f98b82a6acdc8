"""`loot bench server` on a small scale: every move is acknowledged and every socket gets its frames."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from loot_table.bench import serving
from loot_table.engine.errors import BadInput
from loot_table.proofs.siege import figures
from loot_table.proofs.wire import LAUNCH


def test_every_move_of_the_load_is_acknowledged(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        LAUNCH,
        "bench",
        "server",
        "--no-peer",
        "--tables",
        "5",
        "--seconds",
        "3",
        "--rounds",
        "1",
    ]
    done = subprocess.run(
        [*command, "--json", str(tmp_path / "f")], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "p95" in done.stdout
    told = json.loads((tmp_path / "f").read_text())
    assert (told["tables"], told["sockets"]) == (5, 20)
    found = told["figures"]["loot_n_run"]
    assert found["moves"] + found["late"] == found["wanted"] >= 10
    assert found["late"] <= 5, "hardly a move waits for the one before it"
    assert found["frames"] >= 4 * (found["moves"] - 5), "each of four sockets sees each move"
    assert 0 < found["p50"] <= found["p95"] <= found["p99"] <= found["most"]


def test_a_quantile_is_kept_to_by_its_share() -> None:
    times = [float(number) for number in range(1, 101)]
    assert figures.quantile(times, 0.5) == 51
    assert figures.quantile(times, 0.99) == 100
    assert figures.quantile([7.0], 0.95) == 7


def test_no_answer_at_all_is_an_error_and_not_a_figure() -> None:
    with pytest.raises(BadInput, match="not one move"):
        serving.summary({"times": [], "wanted": 9, "late": 9, "frames": 0}, None)


def test_the_scripts_for_the_peer_come_with_the_package() -> None:
    for name in ("server.cjs", "load.cjs"):
        text = (files("loot_table") / "bench" / "peer" / name).read_text(encoding="utf-8")
        assert "127.0.0.1" in text
