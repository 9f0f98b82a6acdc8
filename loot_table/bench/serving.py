"""Acknowledgements under load: our server, and boardgame.io under the same load in the same run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from statistics import median
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.proofs.siege.figures import quantile
from loot_table.proofs.wire import ServerProcess, free_port

PEER = "boardgame.io@0.50.2"
SET_UP_SECONDS = 300.0


@dataclass(frozen=True)
class Load:
    """The shape of the load, the same for both."""

    tables: int = 250
    seconds: float = 30.0
    warm_up: float = 5.0
    interval: float = 1.0  # seconds between two moves of a table

    def words(self, port: int | str) -> list[str]:
        return [str(word) for word in (port, self.tables, self.warm_up, self.seconds, self.interval)]


def summary(told: dict[str, Any], cpu: float | None) -> dict[str, Any]:
    times = told["times"]
    if not times:
        raise BadInput("not one move was acknowledged")
    return {
        "moves": len(times),
        "wanted": told["wanted"],
        "late": told["late"],
        "frames": told["frames"],
        "p50": quantile(times, 0.50),
        "p95": quantile(times, 0.95),
        "p99": quantile(times, 0.99),
        "most": max(times),
        "cpu_ms_a_move": None if cpu is None else cpu * 1e3 / len(times),
        "load_average": os.getloadavg()[0],  # how busy the machine was, with this and all else
    }


def cpu_seconds(process: int) -> float | None:
    """CPU time a process has used, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def driven(
    command: list[str], server: int | Callable[[], float | None], environment: dict[str, str] | None = None
) -> dict[str, Any]:
    """Run a load generator to its end; its figures, with the CPU time of the server meanwhile: a process, or what tells it."""
    used = partial(cpu_seconds, server) if isinstance(server, int) else server
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as generator:  # noqa: S603
        assert generator.stdout is not None
        try:
            first = generator.stdout.readline()
            if first.strip() != "measuring":
                raise BadInput(f"the load generator failed: {first[:200]}")
            before = used()
            last = generator.stdout.readline()
            after = used()
            generator.wait(SET_UP_SECONDS)
        finally:
            if generator.poll() is None:
                generator.kill()
    if not last.startswith("{"):
        raise BadInput(f"the load generator failed: {last[:200]}")
    return summary(json.loads(last), None if before is None or after is None else after - before)


def middle(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each figure over several rounds, with the rounds themselves."""
    names = [name for name, figure in rounds[0].items() if figure is not None]
    return {**rounds[0], **{name: median(one[name] for one in rounds) for name in names}, "rounds": rounds}


def own(load: Load) -> dict[str, Any]:
    """Our server, with its database on this disk."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "load.db") as server:
        command = [sys.executable, "-m", "loot_table.bench.load", *load.words(server.port)]
        found = driven(command, server.running.pid)
        if server.errors():
            raise BadInput(f"the server logged errors: {server.errors()[:3]}")
        return found


def install_peer(folder: Path) -> None:
    """boardgame.io from npm, into a folder of the user's choice."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise BadInput("boardgame.io needs Node and npm; use --no-peer to measure without it")
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules" / "boardgame.io" / "package.json").is_file():
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder), PEER]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise BadInput(f"npm could not install {PEER}: {done.stderr[-300:]}")


def peer(load: Load, folder: Path) -> dict[str, Any]:
    """boardgame.io's own Node server with tic-tac-toe, driven through its own protocol."""
    install_peer(folder)
    environment = {**os.environ, "NODE_PATH": str((folder / "node_modules").resolve()), "NODE_ENV": "production"}
    with as_file(files("loot_table") / "bench" / "peer") as scripts:
        port = free_port()
        command = ["node", str(scripts / "server.cjs"), str(port)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:  # noqa: S603
            try:
                assert server.stdout is not None
                if server.stdout.readline().strip() != "ready":
                    raise BadInput("boardgame.io's server did not start")
                drive = ["node", str(scripts / "load.cjs"), *load.words(port)]
                return driven(drive, server.pid, environment)
            finally:
                server.kill()
