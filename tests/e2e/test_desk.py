"""The operator's desk in the browser: sign in, look, announce, put away; closed where nobody has a key."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.served import served_by_command
from e2e.test_access import overflow, serious
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

from loot_table.proofs.wire import LAUNCH
from loot_table.server.seats import opaque

LOOKS = [("dark", 390, 844), ("light", 1440, 900), ("dark", 1440, 900), ("light", 390, 844)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server of its own, with its folder."""
    folder = tmp_path_factory.mktemp("desk")
    options = ("--name", "north", "--no-limits", "--backup-folder", str(folder / "copies"))
    with served_by_command(folder, *options) as url:
        yield url, folder


def key_of(folder: Path) -> str:
    words = ["operator", "key", "ana", "--database", str(folder / "loot.db")]
    return subprocess.run(
        [sys.executable, "-P", "-c", LAUNCH, *words], capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


def posted(url: str, path: str, body: Any, token: str = "none") -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    asked = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return json.loads(answer.read())


def finished_game(url: str) -> str:
    """A table whose game is over, as the desk names it."""
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = posted(url, "/api/tables", {"game": "crates_barrels", "players": 2, "seats": seats})
    at, token = f"/api/tables/{made['table']}/commands", made["seats"][0]["token"]
    for version, do in ((1, {"type": "start"}), (2, {"type": "resign"})):
        answer = posted(url, at, {"id": f"c{version}", "seat": 0, "version": version, "do": do}, token)
        assert answer["result"] == "accepted", answer
    return opaque(made["table"])


def sign_in(page: Page, key: str) -> None:
    page.get_by_label("Operator's key").fill(key)
    page.get_by_label("Operator's key").press("Enter")
    expect(page.get_by_text("Signed in as ana")).to_be_visible()


def test_a_day_at_the_desk(open_page: Opener, house: tuple[str, Path]) -> None:
    url, folder = house
    closed = open_page("/operator", at=url)
    expect(closed.get_by_role("heading", name="The desk is closed")).to_be_visible()
    key, name = key_of(folder), finished_game(url)

    page = open_page("/operator", at=url, width=1440, height=900)
    page.get_by_label("Operator's key").fill("loot-operator-guess")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("No operator has this key.")
    sign_in(page, key)
    health = page.get_by_role("region", name="Health")
    expect(health.get_by_role("heading", name="north")).to_be_visible()
    expect(health.get_by_text("All is well")).to_be_visible()

    tables = page.get_by_role("region", name="Tables").first
    tables.get_by_role("group").get_by_role("button", name="Over").click()
    expect(tables.get_by_role("row", name=name)).to_contain_text("Crates vs Barrels")
    with page.expect_download() as download:
        page.get_by_role("link", name=f"Record of {name}").click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8"))["format"] == "loot-table-record/1"
    page.get_by_role("button", name=f"Put away {name}").click()
    page.get_by_role("dialog").get_by_role("button", name="Put it away").click()
    expect(tables.get_by_role("row", name=name)).to_have_count(0)
    tables.get_by_role("group").get_by_role("button", name="Put away").click()
    page.get_by_role("button", name=f"Bring back {name}").click()
    expect(tables.get_by_role("row", name=name)).to_have_count(0)

    guest, reader = open_page("/", at=url), open_page(at=url)
    reader.clock.install()
    reader.goto("/credits")
    expect(reader.get_by_role("heading", name="Credits")).to_be_visible()
    player = open_page("/new/crates_barrels?with=open", at=url, name="Ben")
    page.get_by_label("In", exact=True).select_option("5 minutes")
    page.get_by_label("What people read").fill("New cards come")
    page.get_by_role("button", name="Announce").click()
    for screen in (page, guest):
        expect(screen.get_by_test_id("restart")).to_contain_text("New cards come.")
    expect(guest.get_by_test_id("restart")).to_contain_text("The server starts anew in 4:5")
    reader.clock.fast_forward(61_000)
    expect(reader.get_by_test_id("restart")).to_be_visible()
    player.reload()
    expect(player.get_by_test_id("restart")).to_be_visible()
    page.get_by_role("button", name="Call it off").click()
    expect(guest.get_by_test_id("restart")).to_have_count(0)

    log = page.get_by_role("region", name="Audit log").first
    for act in ("sign in", "export", "retire", "bring back", "announce restart", "call off restart"):
        expect(log.get_by_role("cell", name=act, exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Signed in as ana")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Operator's key")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width", "height"), mostly_long(LOOKS, now=2))
def test_the_desk_is_accessible(
    open_page: Opener, house: tuple[str, Path], scheme: str, width: int, height: int
) -> None:
    url, folder = house
    key = key_of(folder)
    finished_game(url)
    page = open_page("/operator", at=url, width=width, height=height, color_scheme=scheme)
    expect(page.get_by_label("Operator's key")).to_be_visible()
    assert serious(page) == []
    sign_in(page, key)
    page.get_by_role("group", name="Which tables").get_by_role("button", name="Over").click()
    expect(page.get_by_role("button", name="Put away").last).to_be_visible()
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_test_id("restart")).to_be_visible()
    assert serious(page) == []
    assert overflow(page) <= 0
    page.get_by_role("button", name="Call it off").click()
    page.get_by_role("button", name="Put away").last.click()
    assert serious(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Leave it").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
