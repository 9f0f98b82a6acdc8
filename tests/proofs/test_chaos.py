"""A server that is killed under play keeps its word. `make soak` kills more, and `loot chaos --kills 200` more again."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from loot_table import games
from loot_table.proofs import chaos
from loot_table.proofs.log_file import LogFile
from loot_table.proofs.stubborn import Stubborn
from loot_table.proofs.wire import LAUNCH, ServerProcess, new_game, request

KILLS = 3


def quiet(_: str) -> None:
    pass


def test_nothing_is_lost_or_doubled_when_the_server_is_killed_under_play(tmp_path: Path) -> None:
    report = asyncio.run(chaos.run(KILLS, 5, 4, tmp_path, quiet))
    assert report.complaints == []
    assert (report.lost, report.doubled, report.untrue) == (0, 0, 0)
    assert (report.different, report.not_back) == (0, 0)
    assert report.kills == KILLS
    assert report.acknowledged > 10 * KILLS
    assert report.resent > 0, "no client lost its socket under way"
    assert report.frames > report.acknowledged
    assert report.slowest_back < 5.0, "2 s are promised; the machine that tests may be busy"


def test_the_comparison_notices_a_lost_a_doubled_and_an_invented_command(tmp_path: Path) -> None:
    """The witness is checked too: with a false memory it must speak up."""
    with ServerProcess(tmp_path / "loot.db") as server:
        chair = new_game(server.port, games.slugs()[0], 2)[0]
        server.stop()
    world = chaos.World(lambda: server.port, random.Random(1))
    client = Stubborn(chair, random.Random(1), world.sent)
    world.clients = [client]
    client.notes.accepted = {"never": 3, "start": 2}
    client.notes.denied = {"start"}
    client.notes.seen = {4: "another table"}
    report = chaos.Report()
    chaos.compare(LogFile(tmp_path / "loot.db"), world, report)
    assert report.lost == 2, "one is not in the log, one is there as another version"
    assert report.untrue == 1
    assert report.different == 1
    assert report.not_back == 1
    assert not report.is_clean


def test_the_command_tells_what_it_found(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-P",
        "-c",
        LAUNCH,
        "chaos",
        "--kills",
        "1",
        "--tables",
        "2",
        "--json",
        str(tmp_path / "f"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "every client converged" in " ".join(done.stdout.split())
    assert json.loads((tmp_path / "f").read_text())["is_clean"] is True


def children(process: int) -> set[int]:
    """Of any of its threads: workers are started in threads."""
    told = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children")]
    return {int(child) for line in told for child in line.split()}


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_killed_server_leaves_no_workers_behind(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "loot.db") as server:
        slug = games.slugs()[0]
        chair = new_game(server.port, slug, 2, ["random"])[0]
        until = time.monotonic() + 60
        while len(children(server.running.pid)) < 2 and time.monotonic() < until:
            chair = new_game(server.port, slug, 2, ["random"])[0]  # until a bot is to act somewhere
            play_one(chair.port, chair.table, chair.token)
        workers = children(server.running.pid)
        assert len(workers) >= 2
        server.running.send_signal(signal.SIGKILL)
        server.running.wait()
        while any(map(is_alive, workers)) and time.monotonic() < until:
            time.sleep(0.02)
        assert not any(map(is_alive, workers))


def play_one(port: int, table: str, token: str) -> None:
    frame = request(port, "GET", f"/api/tables/{table}/frame?seat=0", token=token)
    if frame["match"]["actions"]:
        play = {"type": "play", "action": frame["match"]["actions"][0]["action"]}
        command = {"type": "command", "id": "one", "seat": 0, "version": frame["version"], "do": play}
        request(port, "POST", f"/api/tables/{table}/commands", command, token)
