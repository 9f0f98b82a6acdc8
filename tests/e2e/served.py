"""A server of one's own with the built browser client, and a Chromium that looks at it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "loot_table" / "server" / "static" / "index.html"
PATIENCE = 60.0
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextmanager
def serving(
    folder: Path, pace: float, grace: float | None = None, port: int | None = None, mail_port: int | None = None
) -> Iterator[str]:
    """Start a server with its files in a folder; where it listens. `pace`: how long bots pause, 1 is as for people;
    `grace`: seconds until somebody who left counts as gone; `port`: the same again for browsers that come back;
    `mail_port`: of a catcher on this machine, to which it sends notices without delay."""
    assert STATIC.is_file(), "the browser client is not built: scripts/build_web.py builds it"
    port = port or free_port()
    command = [sys.executable, str(Path(__file__).with_name("stage.py")), str(port), str(folder), str(pace)]
    command += [] if grace is None else ["--grace", str(grace)]
    command += [] if mail_port is None else ["--mail-port", str(mail_port)]
    with running(command, folder, port) as url:
        yield url


@contextmanager
def served_by_command(folder: Path, *options: str) -> Iterator[str]:
    """`loot serve` as people start it, with more options."""
    port = free_port()
    loot = [sys.executable, "-P", "-c", "from loot_table.cli.main import main; main()", "serve", "--pace", "0"]
    with running([*loot, "--port", str(port), "--database", str(folder / "loot.db"), *options], folder, port) as url:
        yield url


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[str]:
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            wait_until_healthy(server, f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(PATIENCE)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_until_healthy(server: subprocess.Popen[bytes], url: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert server.poll() is None, "the server stopped at once"
        try:
            urllib.request.urlopen(url + "/healthz", timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


@contextmanager
def browsing() -> Iterator[Browser]:
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = os.environ.get("LOOT_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert chromium is not None, "a browser is needed: scripts/chromium installs Chromium"
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=ARGS)
        yield browser
        browser.close()
