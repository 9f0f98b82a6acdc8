"""The steps of the Dockerfile, done in a clean root by hand: what a container gets is enough, and it
writes nothing but its data. `scripts/container.py` builds the image itself and tries it without privileges."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
PATIENCE = 60.0


def lines(word: str, stage: int) -> list[str]:
    """What stands behind a word in a stage of the Dockerfile."""
    text = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)[1 + stage]
    return re.findall(rf"^{word} (.+)$", text, re.MULTILINE)


def taken(name: str) -> bool:
    """Whether .dockerignore lets a file in: it keeps all out but what it names."""
    named = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"]
    return any(name == kept or name.startswith(f"{kept}/") for kept in named)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first stage leaves behind. The rules stay interpreted: that they compile is shown elsewhere."""
    folder = tmp_path_factory.mktemp("root")
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    here = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in filter(taken, here):
        (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "source" / name)
    around = {**os.environ, "LOOT_INTERPRETED": "1", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    around.pop("PYTHONPATH", None)
    for step in lines("RUN", 0):
        if "apt-get" not in step:  # what the system has to bring is for the compiler
            within = step.replace("/opt/loot", str(folder / "opt" / "loot"))
            done = subprocess.run(
                within, shell=True, cwd=folder / "source", env=around, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{within}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    shutil.rmtree(folder / "source")
    (folder / "data").mkdir()
    return folder


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def files(folder: Path) -> set[Path]:
    """All but what Python keeps where it may write."""
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


def test_what_the_steps_leave_serves_and_writes_its_data_alone(root: Path) -> None:
    port, before = free_port(), files(root)
    entry: list[str] = json.loads(lines("ENTRYPOINT", 1)[0])
    command = [str(root / "opt" / "loot" / "bin" / entry[0]), *entry[1:], "--port", str(port)]
    around = {"PATH": "/usr/bin:/bin", "LOOT_DATABASE": str(root / "data" / "loot.db"), "HOME": "/nonexistent"}
    health = json.loads(lines("HEALTHCHECK", 1)[0].partition("CMD ")[2])
    health = [sys.executable, *[word.replace(":8000", f":{port}") for word in health[1:]]]
    running = subprocess.Popen(command, cwd=root, env=around)
    try:
        until = time.monotonic() + PATIENCE
        while subprocess.run(health, capture_output=True, check=False).returncode:
            assert running.poll() is None, "it ended"
            assert time.monotonic() < until, "it does not get ready"
            time.sleep(0.3)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
            assert b"<!doctype html>" in page.read().lower()
    finally:
        running.terminate()
    assert running.wait(30) == 0, "it ends by itself when it is told to"
    new = {path.relative_to(root).as_posix() for path in files(root) - before}
    assert "data/loot.db" in new
    assert all(name.startswith("data/") for name in new), new
