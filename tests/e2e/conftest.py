"""A server of our own, browsers that look at it, and words for what people do there."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e import people
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("LOOT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
STATIC = ROOT / "loot_table" / "server" / "static" / "index.html"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


# Lets a test cut the line as a bad network would.
SOCKETS = """
const Real = window.WebSocket;
window.cutLines = () => window.lines.forEach((line) => line.close());
window.lines = [];
window.WebSocket = class extends Real { constructor(...given) { super(...given); window.lines.push(this); } };
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its things."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """Where the server listens."""
    assert CHROMIUM is not None, "the browser tests need Chromium: scripts/chromium installs it"
    assert STATIC.is_file(), "the browser client is not built: scripts/build_web.py builds it"
    port = free_port()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(Path(__file__).with_name("stage.py")), str(port), str(folder)]
    log = (folder / "server.log").open("wb")
    server = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    for _ in range(100):
        try:
            urllib.request.urlopen(url + "/healthz", timeout=1).close()
            break
        except OSError:
            time.sleep(0.2)
    yield url
    server.terminate()
    server.wait(10)
    log.close()


Stage = Callable[[str, Any], None]


@pytest.fixture
def stage(folder: Path) -> Iterator[Stage]:
    """`stage("looterz", position)`: until the end of the test that game starts from a position."""
    written: list[Path] = []

    def staged(game: str, position: Any) -> None:
        written.append(folder / f"{game}.json")
        written[-1].write_text(json.dumps(position), encoding="utf-8")

    yield staged
    for path in written:
        path.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, address: str) -> Iterator[Opener]:
    """`open_page("/", name="Ana")`: a fresh browser of somebody's own. What goes wrong in it fails the test."""
    contexts = []
    wrong: list[str] = []

    def opened(path: str = "/", name: str = "", width: int = 1280, height: int = 800, **more: Any) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, base_url=address, reduced_motion="reduce", **more
        )
        contexts.append(context)
        if name:
            context.add_init_script(f"localStorage.setItem('loot.settings', JSON.stringify({{name: '{name}'}}))")
        context.add_init_script(SOCKETS)
        page = context.new_page()
        people.listen(page)
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if is_bad(said) else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong, wrong


def is_bad(said: ConsoleMessage) -> bool:
    """Errors of ours and breaches of the content policy. A refused request is part of some tests."""
    text = said.text
    return said.type == "error" and "Failed to load resource" not in text and "WebSocket" not in text
