"""A server of our own, browsers that look at it, and words for what people do there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e import people
from e2e.served import browsing, serving
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

PATIENCE = 40_000  # milliseconds: a page on a busy machine is slow, not broken
expect.set_options(timeout=PATIENCE)
DOOR = "/healthz"
# Lets a test cut the line as a bad network would.
SOCKETS = """
const Real = window.WebSocket;
window.cutLines = () => window.lines.forEach((line) => line.close());
window.lines = [];
window.WebSocket = class extends Real { constructor(...given) { super(...given); window.lines.push(this); } };
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its things."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """Where the server listens."""
    # Bots without their pause: a test plays faster than people.
    with serving(folder, pace=0.0) as url:
        yield url


@pytest.fixture(autouse=True)
def luck(folder: Path, request: pytest.FixtureRequest) -> None:
    """Everybody's server deals by the name of the test: what it meets does not depend on the day."""
    (folder / "luck").write_text(request.node.nodeid, encoding="utf-8")


Stage = Callable[[str, Any], None]


@pytest.fixture
def stage(folder: Path) -> Iterator[Stage]:
    """`stage("looterz", position)`: until the end of the test that game starts from a position; from None as usual."""
    written: list[Path] = []

    def staged(game: str, position: Any) -> None:
        written.append(folder / f"{game}.json")
        if position is None:
            written[-1].unlink()
        else:
            written[-1].write_text(json.dumps(position), encoding="utf-8")

    yield staged
    for path in written:
        path.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


Opener = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """`open_page("/", name="Ana")`: a fresh browser of somebody's own, without an address at the server's door, where there
    is next to nothing to draw. What goes wrong in it fails the test. `at`: another server than everybody's; `coached`: with
    the coach of a first game."""
    contexts = []
    wrong: list[str] = []

    def opened(
        path: str = DOOR,
        name: str = "",
        width: int = 1280,
        height: int = 800,
        at: str | None = None,
        coached: bool = False,
        **more: Any,
    ) -> Page:
        # The service worker is for the tests that are about it; it would answer what others want to see asked for.
        still = {
            "service_workers": "block",
            "reduced_motion": "reduce",
            "base_url": at or request.getfixturevalue("address"),
            **more,
        }
        context = chromium.new_context(viewport={"width": width, "height": height}, **still)
        contexts.append(context)
        if name:
            context.add_init_script(f"localStorage['loot.settings'] ??= JSON.stringify({{name: '{name}'}})")
        if not coached:  # what the coach says is in nobody's way but in the tests'
            context.add_init_script("localStorage['loot.lessons'] ??= JSON.stringify({isCoachOff: true})")
        context.add_init_script(SOCKETS)
        page = context.new_page()
        people.listen(page)
        page.set_default_timeout(PATIENCE)
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
