"""Every page, in both themes and on a phone: axe finds nothing serious, and everything has room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import Opener
from e2e.people import host_table, start
from e2e.tiers import mostly_long
from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = [
    "/",
    "/games/crates_barrels",
    "/games/loot_n_run",
    "/new/loot_n_run?with=friends&day",
    "/credits",
    "/notices/off/a.b",
    "/daily",
    "/puzzles/loot_n_run",
    "/no/such/page",
    "/join/NOSUCH",
]
LOOKS = [
    ("dark", 390, 844),
    ("light", 1440, 900),
    ("dark", 1440, 900),
    ("light", 390, 844),
    ("dark", 360, 740),
    ("dark", 768, 1024),
    ("light", 1920, 1080),
]


FADED = "() => !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running')"


# Only what is wrong is worked out to the end.
AXE_RUN = "() => axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations)"


def serious(page: Page) -> list[str]:
    """What axe finds serious or critical, with where."""
    assert AXE.is_file(), "axe-core comes with the browser client's packages: scripts/build_web.py installs them"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.wait_for_function(FADED)  # half a fade has half its contrast
    found: list[dict[str, Any]] = page.evaluate(AXE_RUN)
    return [
        f"{problem['id']}: {problem['help']} at {[node['target'] for node in problem['nodes']][:3]}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
    ]


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    width: int = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return width


@pytest.mark.parametrize(("scheme", "width", "height"), mostly_long(LOOKS))
def test_the_pages_are_accessible(open_page: Opener, scheme: str, width: int, height: int) -> None:
    page = open_page(width=width, height=height, color_scheme=scheme)
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert serious(page) == [], path
        assert overflow(page) <= 0, path


@pytest.mark.parametrize(("scheme", "width", "height"), mostly_long(LOOKS))
@pytest.mark.parametrize("game", ["crates_barrels", "loot_n_run"])
def test_the_tables_are_accessible(open_page: Opener, game: str, scheme: str, width: int, height: int) -> None:
    page = open_page(name="Ana", width=width, height=height, color_scheme=scheme)
    host_table(page, game)
    assert serious(page) == []
    assert overflow(page) <= 0
    page.get_by_role("button", name="Seat a bot").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Burglar").click()
    start(page)
    page.wait_for_selector(".prompt.yours")
    assert serious(page) == []
    assert overflow(page) <= 0
    for tab in page.locator("nav.nav button:visible, [role=tab]:visible").all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected" if tab.get_attribute("role") == "tab" else "aria-current", "true")
        assert serious(page) == [], tab.inner_text()
    page.get_by_role("button", name="Menu").click()
    assert serious(page) == []
    page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    page.wait_for_selector(".scrub")
    assert serious(page) == []
    assert overflow(page) <= 0
